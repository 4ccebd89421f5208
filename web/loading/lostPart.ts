import { ApiError } from '../api/ApiError.ts';

/** connection: no answer, or a server that restarts. release: the server has other files now. broken: it is here, and the browser does not take it. */
export type Why = 'connection' | 'release' | 'broken';

export const NEW_VERSION = 'A new version is available. Reload the page to continue.';

const WORDS: Record<Why, string> = {
  connection: 'The archives cannot be reached. Please check your connection and try again.',
  release: NEW_VERSION,
  broken: 'Part of this page could not load. Reload the page to continue.',
};

/** A part of the page did not load. Like a call without an answer it has changed nothing, and it is told in the same way. */
export class LostPart extends ApiError {
  readonly why: Why;

  constructor(why: Why, file: string) {
    super(WORDS[why], { status: 0, statusText: '', endpoint: file });
    this.why = why;
  }
}

/** Asked for again it may come; after a release, or when the browser refuses it, only a reload helps. */
export const needsReload = (error: unknown): error is LostPart =>
  error instanceof LostPart && error.why !== 'connection';
