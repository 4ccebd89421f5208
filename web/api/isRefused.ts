import { ApiError } from './ApiError.ts';

/** Sign in first, or try later: this says nothing about an earlier attempt. */
const NOT_NOW = [401, 408, 429];

/** The command did not run. Without an answer it may have run: resend the same command, never a new one. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !NOT_NOW.includes(error.status);
