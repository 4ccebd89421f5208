export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** What happened, in spans that hold each other. No addresses, no ids of people, no texts of errors: names and numbers only. */
export type Tracing = {
  /** Runs `work` in a span below the present one; one that throws is marked with the error's name. */
  span<Value>(name: string, attributes: Attributes, work: () => Promise<Value>): Promise<Value>;
  /** A span for what a caller began, with the header `traceparent` where it came with one; `enter` runs what belongs to it. */
  request(name: string, traceparent: string | undefined): RequestSpan;
  /** Something that has ended just now, after so many ms. */
  ended(name: string, attributes: Attributes, durationMs: number): void;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
};

export type RequestSpan = {
  enter(work: () => void): void;
  end(name: string, attributes: Attributes, failed: boolean): void;
};

/** Where nobody collects: nothing is recorded, and the libraries for it are not loaded. */
export const noTracing: Tracing = {
  span: (_name, _attributes, work) => work(),
  request: () => ({ enter: (work) => work(), end: () => undefined }),
  ended: () => undefined,
  close: async () => undefined,
};
