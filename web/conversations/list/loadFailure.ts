import { ApiError } from '../../api/ApiError.ts';

/** An answer of a wrong shape says so; the server's own words are not shown here. */
export const loadFailure = (error: unknown): string =>
  error instanceof ApiError || !(error instanceof Error) ? 'Please try again later.' : error.message;
