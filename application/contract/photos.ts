/** Without zod: the first page of the browser has it too. */
type StoredPhoto = { original: string; thumbnail: string; s3Key: string; width?: number; height?: number };

/** Stands in an order of photos where the next one of the uploaded ones comes. */
export const NEW_PHOTO = 'new';

/** A thumbnail's longer side, px; a smaller photo keeps its own. */
export const THUMBNAIL_SIDE = 640;

/** Stored files live under listings/{s3Key}/{file}; a key from elsewhere gets that prefix (document 1, section 3). */
export const fileUrl = (s3Key: string, file: string): string => {
  const folder = s3Key.startsWith('listings') ? s3Key : `listings/${s3Key}`;
  return `/files/${folder}/${file}`;
};

/** The stored sizes of a photo as a `srcset`; undefined where its size is not known. */
export const photoSources = ({ s3Key, original, thumbnail, width, height }: StoredPhoto): string | undefined => {
  if (!width || !height || !thumbnail) return undefined;
  const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(width, height));
  return `${fileUrl(s3Key, thumbnail)} ${Math.round(width * scale)}w, ${fileUrl(s3Key, original)} ${width}w`;
};

/** How wide the large photo of a listing stands, in one column on a phone, beside the facts elsewhere. */
export const GALLERY_SIZES = '(max-width: 48rem) calc(100vw - 3.25rem), 42rem';
