export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Nested spans. Attributes hold names and numbers only: no addresses, ids of people or error messages. */
export type Tracing = {
  /** Runs `work` in a child span; a failure is recorded by its error name. */
  span<Value>(name: string, attributes: Attributes, work: () => Promise<Value>): Promise<Value>;
  /**
   * A span for an incoming request, joined to the caller's trace if `traceparent` is set. `enter` runs the handler
   * inside it.
   */
  request(name: string, traceparent: string | undefined): RequestSpan;
  /** Records something that just ended and took `durationMs`. */
  ended(name: string, attributes: Attributes, durationMs: number): void;
  /** Flushes pending spans. */
  close(): Promise<void>;
};

export type RequestSpan = {
  enter(work: () => void): void;
  end(name: string, attributes: Attributes, failed: boolean): void;
};

/** No collector: records nothing and loads no tracing library. */
export const noTracing: Tracing = {
  span: (_name, _attributes, work) => work(),
  request: () => ({ enter: (work) => work(), end: () => undefined }),
  ended: () => undefined,
  close: async () => undefined,
};
