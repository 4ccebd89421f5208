import type { Readable } from 'node:stream';

/** Files by key, such as `listings/{s3Key}/{file name}`. Writing the same key again replaces it. */
export interface Files {
  put(key: string, content: Buffer, contentType: string): Promise<void>;
  /** Undefined when there is none. */
  get(key: string): Promise<{ content: Readable; contentType: string; size: number; etag: string } | undefined>;
  remove(key: string): Promise<void>;
}
