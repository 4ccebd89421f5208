import { MAX_IMAGE_BYTES } from '#application/contract/limits.ts';

/** Bytes: smaller photos are sent unchanged. */
const WORTH_SHRINKING = 1_500_000;

const startsWith = (bytes: Uint8Array, at: number, ...expected: number[]): boolean =>
  expected.every((byte, index) => bytes[at + index] === byte);

/** From the first twelve bytes; undefined unless JPEG, PNG or WebP. */
const typeOf = (bytes: Uint8Array): string | undefined => {
  if (startsWith(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (startsWith(bytes, 0, 0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  const isWebp = startsWith(bytes, 0, 0x52, 0x49, 0x46, 0x46) && startsWith(bytes, 8, 0x57, 0x45, 0x42, 0x50);
  return isWebp ? 'image/webp' : undefined;
};

/** Browsers leave the type empty for unknown extensions: use the content. */
const typed = async (file: File): Promise<File> => {
  if (file.type !== '') return file;
  // An unreadable file keeps its empty type and is refused by the photo rules.
  const bytes = await file
    .slice(0, 12)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const type = typeOf(new Uint8Array(bytes));
  return type ? new File([file], file.name, { type, lastModified: file.lastModified }) : file;
};

/** Whether any file needs preparing. */
export const needPreparation = (files: readonly File[]): boolean =>
  files.some(({ size, type }) => size > WORTH_SHRINKING || type === '');

/** The photos in order, each of at most `most` bytes if it can be shrunk. */
export const preparedPhotos = async (files: readonly File[], most = MAX_IMAGE_BYTES): Promise<File[]> => {
  const photos = await Promise.all(files.map(typed));
  if (!photos.some(({ size }) => size > WORTH_SHRINKING)) return photos;
  try {
    return await (await import('./shrink.ts')).shrunk(photos, most);
  } catch {
    // Without this code, send them unchanged as far as the rules allow.
    return photos;
  }
};
