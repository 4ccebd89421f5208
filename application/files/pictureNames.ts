import { createHash } from 'node:crypto';

/** SHA-256 in 43 signs that a file's name may hold. */
const inName = (content: Buffer): string => createHash('sha256').update(content).digest('base64url');

/** A name that says what its file holds: what is served under it can be held to it. */
export const nameFor = (kind: 'original' | 'thumbnail', content: Buffer, extension: string): string =>
  `${kind}-${inName(content)}.${extension}`;

/** The same of two files whose names differ by `-small` only. */
export const pairedName = (id: string, { original, thumbnail }: { original: Buffer; thumbnail: Buffer }): string =>
  `${id}-${inName(original)}-${inName(thumbnail)}`;

const DIGEST = '([A-Za-z0-9_-]{43})';
const SINGLE = new RegExp(`^(?:original|thumbnail)-${DIGEST}\\.\\w+$`);
const PAIR = new RegExp(`^[0-9a-f]{32}-${DIGEST}-${DIGEST}(-small)?\\.\\w+$`);

/** SHA-256 of what belongs under a key, base64url; undefined for a name that does not say it, as those of before do not. */
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
