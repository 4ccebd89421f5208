export { fileUrl, GALLERY_SIZES, photoSources } from '#application/contract/photos.ts';
