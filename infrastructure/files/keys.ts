/** One part of a key: no leading dot, no separators. */
const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;

/** Keys come from URLs; an invalid one counts as a missing file. */
export const isFileKey = (key: string): boolean => {
  const parts = key.split('/');
  return parts.length <= 8 && parts.every((part) => PART.test(part));
};

/** Photos of listings are public; evidence and message images have endpoints that check access. */
export const isPublicKey = (key: string): boolean => key.startsWith('listings/') && isFileKey(key);

/** `listings/{s3Key}/{file}` → `s3Key`. */
export const folderIn = (key: string): string => key.split('/')[1] ?? '';
