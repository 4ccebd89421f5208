import type { Readable } from 'node:stream';
import type { StreamName } from './eventStore.ts';
import { OutsideFailure } from './failures.ts';

type Attached = { stream: StreamName | undefined; revision: number | undefined };

/** Files by key, such as `listings/{s3Key}/{file name}`. Writing a key again replaces the file. */
export interface Files {
  /** Streams are stored without buffering. @throws FilesUnavailable */
  put(key: string, content: Buffer | Readable, contentType: string): Promise<void>;
  /**
   * Undefined if the file does not exist. `attachedIn`: the stream whose event attaches it. @throws
   * FilesUnavailable
   */
  get(
    key: string,
    attachedIn?: StreamName,
  ): Promise<{ content: Readable; contentType: string; size: number; etag: string } | undefined>;
  remove(key: string): Promise<void>;
  /** A URL that opens a private file directly for a few minutes; undefined if we must serve the file ourselves. */
  link(key: string, attachedIn?: StreamName): Promise<string | undefined>;
}

/** The content does not match the hash in its event or its name. It is never shown. */
export class FileAltered extends Error {
  override readonly name = 'FileAltered';
  readonly key: string;
  /** SHA-256 of the stored content, base64url. */
  readonly found: string;
  /** The event that attaches it, if known. Without a revision, no event of the stream does. */
  readonly attached: Attached | undefined;
  constructor(key: string, found: string, attached?: Attached) {
    super(`the file ${key} is not what was attached`);
    this.key = key;
    this.found = found;
    this.attached = attached && { stream: attached.stream, revision: attached.revision };
  }
}

/** The file store is unreachable; the same call can be retried. */
export class FilesUnavailable extends OutsideFailure {
  override readonly name = 'FilesUnavailable';
}

/** The file store denies access: wrong settings, here or on the bucket. */
export class FilesRefused extends OutsideFailure {
  override readonly name = 'FilesRefused';
}
