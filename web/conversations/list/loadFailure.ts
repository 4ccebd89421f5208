import { ApiError } from '../../api/ApiError.ts';

/** Says if the answer has a wrong shape; does not show the server's own message. */
export const loadFailure = (error: unknown): string =>
  error instanceof ApiError || !(error instanceof Error) ? 'Please try again later.' : error.message;
