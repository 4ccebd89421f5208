type StoredPhoto = { original: string; thumbnail: string; s3Key: string; width?: number; height?: number };

/** In an order of photos: the place of the next uploaded photo. */
export const NEW_PHOTO = 'new';

/** The longer side of a thumbnail in px; smaller photos keep their size. */
export const THUMBNAIL_SIDE = 640;

/** Files are stored under listings/{s3Key}/{file}; other keys get that prefix (document 1, section 3). */
export const fileUrl = (s3Key: string, file: string): string => {
  const folder = s3Key.startsWith('listings') ? s3Key : `listings/${s3Key}`;
  return `/files/${folder}/${file}`;
};

/** The stored sizes as a `srcset`; undefined if the size is unknown. */
export const photoSources = ({ s3Key, original, thumbnail, width, height }: StoredPhoto): string | undefined => {
  if (!width || !height || !thumbnail) return undefined;
  const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(width, height));
  return `${fileUrl(s3Key, thumbnail)} ${Math.round(width * scale)}w, ${fileUrl(s3Key, original)} ${width}w`;
};

/** The width of a listing's large photo: one column on a phone, otherwise next to the details. */
export const GALLERY_SIZES = '(max-width: 48rem) calc(100vw - 3.25rem), 42rem';
