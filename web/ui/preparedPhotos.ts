import { MAX_IMAGE_BYTES } from '#application/contract/limits.ts';

/** Bytes: a smaller photo is sent as it is. */
const WORTH_SHRINKING = 1_500_000;

const startsWith = (bytes: Uint8Array, at: number, ...expected: number[]): boolean =>
  expected.every((byte, index) => bytes[at + index] === byte);

/** By the first twelve bytes; undefined for anything but JPEG, PNG and WebP. */
const typeOf = (bytes: Uint8Array): string | undefined => {
  if (startsWith(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (startsWith(bytes, 0, 0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  const isWebp = startsWith(bytes, 0, 0x52, 0x49, 0x46, 0x46) && startsWith(bytes, 8, 0x57, 0x45, 0x42, 0x50);
  return isWebp ? 'image/webp' : undefined;
};

/** Browsers leave the type empty where the name has no known ending: the content decides then. */
const typed = async (file: File): Promise<File> => {
  if (file.type !== '') return file;
  // An unreadable file keeps its empty type, and the rules for photos refuse it.
  const bytes = await file
    .slice(0, 12)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const type = typeOf(new Uint8Array(bytes));
  return type ? new File([file], file.name, { type, lastModified: file.lastModified }) : file;
};

/** Whether `preparedPhotos` has anything to do for these files. */
export const needPreparation = (files: readonly File[]): boolean =>
  files.some(({ size, type }) => size > WORTH_SHRINKING || type === '');

/** The same photos, in their order, of at most `most` bytes each. A photo that cannot be made smaller stays as it is. */
export const preparedPhotos = async (files: readonly File[], most = MAX_IMAGE_BYTES): Promise<File[]> => {
  const photos = await Promise.all(files.map(typed));
  if (!photos.some(({ size }) => size > WORTH_SHRINKING)) return photos;
  try {
    return await (await import('./shrink.ts')).shrunk(photos, most);
  } catch {
    // Without that part they are sent as they are, as far as the rules let them.
    return photos;
  }
};
