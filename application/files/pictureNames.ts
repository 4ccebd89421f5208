import { createHash } from 'node:crypto';

/** SHA-256 as 43 characters that are safe in a file name. */
const inName = (content: Buffer): string => createHash('sha256').update(content).digest('base64url');

/** A file name with the hash of its content, so that what is served can be checked. */
export const nameFor = (kind: 'original' | 'thumbnail', content: Buffer, extension: string): string =>
  `${kind}-${inName(content)}.${extension}`;

/** One name for both files; the thumbnail's adds only `-small`. */
export const pairedName = (id: string, { original, thumbnail }: { original: Buffer; thumbnail: Buffer }): string =>
  `${id}-${inName(original)}-${inName(thumbnail)}`;

const DIGEST = '([A-Za-z0-9_-]{43})';
const SINGLE = new RegExp(`^(?:original|thumbnail)-${DIGEST}\\.\\w+$`);
const PAIR = new RegExp(`^[0-9a-f]{32}-${DIGEST}-${DIGEST}(-small)?\\.\\w+$`);

/** The expected SHA-256 of a file (base64url), from its name. Undefined for older names without one. */
export const digestNamed = (key: string): string | undefined => {
  const name = key.slice(key.lastIndexOf('/') + 1);
  const [, single] = SINGLE.exec(name) ?? [];
  if (single) return single;
  const [, original, thumbnail, small] = PAIR.exec(name) ?? [];
  return small ? thumbnail : original;
};

/** Where the image of a message is stored. */
export const messageImageKey = ({ s3Key, original }: { s3Key: string; original: string }): string =>
  `messages/${s3Key}/${original}`;

export const thumbnailKey = (key: string): string => key.replace(/(\.\w+)$/, '-small$1');
