type Failure = { status: number; statusText: string; data?: unknown; endpoint: string; stopped?: boolean };

/** A failed call. `status` is 0 if no answer came; `data` is the body as sent. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  declare readonly status: number;
  declare readonly statusText: string;
  declare readonly data: unknown;
  declare readonly endpoint: string;
  /** The user stopped waiting for the answer. */
  declare readonly stopped?: boolean;

  constructor(message: string, failure: Failure) {
    super(message);
    Object.assign(this, failure);
  }
}

/** The server's message, if it sent one. */
export const serverMessage = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  return textOf(error.data, 'message');
};

/** The stable error code, such as `notVerified`. */
export const serverCode = (error: unknown): string | undefined =>
  error instanceof ApiError ? textOf(error.data, 'code') : undefined;

/** The server refused: not allowed, not found, gone or in quarantine. Retrying would not help. */
export const isNo = (error: unknown): boolean =>
  error instanceof ApiError && [403, 404, 410, 423].includes(error.status);

/** Field errors by the API's field names. */
export const serverErrors = (error: unknown): Readonly<Record<string, string | undefined>> => {
  const data = error instanceof ApiError ? (error.data as { errors?: Record<string, string> } | null) : null;
  return data?.errors ?? {};
};

/** The message to show: the server's, or that no answer came, or the fallback. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status === 0 ? error.message : (serverMessage(error) ?? fallback);

export const textOf = (data: unknown, field: string): string | undefined => {
  if (typeof data !== 'object' || data === null || !(field in data)) return undefined;
  const value = (data as Record<string, unknown>)[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
