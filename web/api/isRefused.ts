import { ApiError } from './ApiError.ts';

/** Who asks is to sign in first, or to come later: that tells nothing of a try before, which may have been done. */
const NOT_NOW = [401, 408, 429];

/** Nothing was done. Where no answer came, or a failure, what was asked may have been done: the same command may be sent again, a new one not. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !NOT_NOW.includes(error.status);
