import type { Readable } from 'node:stream';
import { OutsideFailure } from './failures.ts';

/** Files by key, such as `listings/{s3Key}/{file name}`. Writing the same key again replaces it. */
export interface Files {
  /** A stream is stored as it comes. @throws FilesUnavailable */
  put(key: string, content: Buffer | Readable, contentType: string): Promise<void>;
  /** Undefined when there is none. @throws FilesUnavailable */
  get(key: string): Promise<{ content: Readable; contentType: string; size: number; etag: string } | undefined>;
  remove(key: string): Promise<void>;
  /** An address that opens a private file without us for some minutes; undefined where files are served by us alone. */
  link(key: string): Promise<string | undefined>;
}

/** What lies under a key is not what its name says; nobody is shown it. */
export class FileAltered extends Error {
  override readonly name = 'FileAltered';
  readonly key: string;
  /** SHA-256 of what lies there, base64url. */
  readonly found: string;
  constructor(key: string, found: string) {
    super(`the file ${key} is not what its name says`);
    this.key = key;
    this.found = found;
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
