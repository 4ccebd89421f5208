import type { Readable } from 'node:stream';
import type { StreamName } from './eventStore.ts';
import { OutsideFailure } from './failures.ts';

type Attached = { stream: StreamName | undefined; revision: number | undefined };

/** Files by key, such as `listings/{s3Key}/{file name}`. Writing the same key again replaces it. */
export interface Files {
  /** A stream is stored as it comes. @throws FilesUnavailable */
  put(key: string, content: Buffer | Readable, contentType: string): Promise<void>;
  /** Undefined when there is none. `attachedIn`: the history whose fact attaches it. @throws FilesUnavailable */
  get(
    key: string,
    attachedIn?: StreamName,
  ): Promise<{ content: Readable; contentType: string; size: number; etag: string } | undefined>;
  remove(key: string): Promise<void>;
  /** An address that opens a private file without us for some minutes; undefined where files are served by us alone. */
  link(key: string, attachedIn?: StreamName): Promise<string | undefined>;
}

/** What lies under a key is not what its fact or its name says; nobody is shown it. */
export class FileAltered extends Error {
  override readonly name = 'FileAltered';
  readonly key: string;
  /** SHA-256 of what lies there, base64url. */
  readonly found: string;
  /** By which fact it is attached, where that is known; by none of the history without a revision. */
  readonly attached: Attached | undefined;
  constructor(key: string, found: string, attached?: Attached) {
    super(`the file ${key} is not what was attached`);
    this.key = key;
    this.found = found;
    this.attached = attached && { stream: attached.stream, revision: attached.revision };
  }
}

/** The store of files cannot be reached; the same call may be tried again. */
export class FilesUnavailable extends OutsideFailure {
  override readonly name = 'FilesUnavailable';
}

/** The store of files answers, and does not let us: a fault of the settings, or of the bucket's. */
export class FilesRefused extends OutsideFailure {
  override readonly name = 'FilesRefused';
}
