type Failure = { status: number; statusText: string; data?: unknown; endpoint: string; stopped?: boolean };

/** A call that did not succeed. `status` is 0 when no answer came at all; `data` is the body as it was sent. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  declare readonly status: number;
  declare readonly statusText: string;
  declare readonly data: unknown;
  declare readonly endpoint: string;
  /** No answer has come as long as somebody waited for it. */
  declare readonly stopped?: boolean;

  constructor(message: string, failure: Failure) {
    super(message);
    Object.assign(this, failure);
  }
}

/** The words of the server, when it answered with some. */
export const serverMessage = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  return textOf(error.data, 'message');
};

/** The stable code of a refusal, such as `notVerified`. */
export const serverCode = (error: unknown): string | undefined =>
  error instanceof ApiError ? textOf(error.data, 'code') : undefined;

/** An answer came, and it is no: not allowed, not found, gone, in quarantine. To ask again would be answered alike. */
export const isNo = (error: unknown): boolean =>
  error instanceof ApiError && [403, 404, 410, 423].includes(error.status);

/** What a refusal says of each field, by the names of the call. */
export const serverErrors = (error: unknown): Readonly<Record<string, string | undefined>> => {
  const data = error instanceof ApiError ? (error.data as { errors?: Record<string, string> } | null) : null;
  return data?.errors ?? {};
};

/** What a screen says: the server's message, that no answer came, or the screen's own words where an answer has none. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status === 0 ? error.message : (serverMessage(error) ?? fallback);

export const textOf = (data: unknown, field: string): string | undefined => {
  if (typeof data !== 'object' || data === null || !(field in data)) return undefined;
  const value = (data as Record<string, unknown>)[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
