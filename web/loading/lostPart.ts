import { ApiError } from '../api/ApiError.ts';

/**
 * connection: no answer, or the server restarts. release: the server has newer files. broken: loaded, but the
 * browser rejects it.
 */
export type Why = 'connection' | 'release' | 'broken';

export const NEW_VERSION = 'A new version is available. Reload the page to continue.';

const WORDS: Record<Why, string> = {
  connection: 'No connection. Please check it and try again.',
  release: NEW_VERSION,
  broken: 'Part of this page could not load. Reload the page to continue.',
};

/** Part of the page did not load. Like a call without an answer, it changed nothing. */
export class LostPart extends ApiError {
  readonly why: Why;

  constructor(why: Why, file: string) {
    super(WORDS[why], { status: 0, statusText: '', endpoint: file });
    this.why = why;
  }
}

/** A retry may help; after a release or a rejection only a reload does. */
export const needsReload = (error: unknown): error is LostPart =>
  error instanceof LostPart && error.why !== 'connection';
