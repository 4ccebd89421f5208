/** A key is a relative path of plain names: no empty part, no dot at the start, nothing that a file system reads as "up". */
const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;

/** Whether a key may name a stored file; keys come from URLs, so anything else is treated as a file that is not there. */
export const isFileKey = (key: string): boolean => {
  const parts = key.split('/');
  return parts.length <= 8 && parts.every((part) => PART.test(part));
};

/** Photos of listings are public; evidence and message images are served to their readers only, by their own endpoints. */
export const isPublicKey = (key: string): boolean => key.startsWith('listings/') && isFileKey(key);

/** `listings/{s3Key}/{file}` → `s3Key`. */
export const folderIn = (key: string): string => key.split('/')[1] ?? '';
