import { pipeline } from 'node:stream/promises';
import express, { type Request, type Router } from 'express';
import { FileAltered, type Files } from '#application/ports/files.ts';
import { folderIn, isPublicKey } from './keys.ts';
import { REPLACED_PICTURE } from './replacedPicture.ts';

/** Shows altered pictures as an explanatory picture; other requests get the error. */
const unlessAltered = async (files: Files, key: string, request: Request) => {
  try {
    return await files.get(key);
  } catch (error) {
    if (error instanceof FileAltered && request.headers.accept?.includes('image/')) return 'altered';
    throw error;
  }
};

/**
 * Browsers cache a photo for a year, even if staff remove the listing. Shared caches revalidate after five minutes
 * and then stop serving it.
 */
const FOR_ALL = 'public, max-age=31536000, s-maxage=300, immutable';
/** For signed links, which live some minutes. */
const FOR_ONE = 'private, max-age=300';

type Opening = {
  /** Whether staff removed the listing of these photos. */
  isRemoved: (s3Key: string) => Promise<boolean>;
  isSigned: (path: string, query: Link) => boolean;
};
type Link = { expires?: string | undefined; signature?: string | undefined };

const linkIn = ({ expires, signature }: Request['query']): Link =>
  typeof expires === 'string' && typeof signature === 'string' ? { expires, signature } : {};

/** The Cache-Control header; undefined if the caller may not see the file. */
const keptBy = async (
  key: string,
  { query }: Request,
  { isRemoved, isSigned }: Opening,
): Promise<string | undefined> => {
  if (!isPublicKey(key)) return undefined;
  if (!(await isRemoved(folderIn(key)))) return FOR_ALL;
  return isSigned(`/files/${key}`, linkIn(query)) ? FOR_ONE : undefined;
};

/**
 * `GET /files/{key}` for public keys (`listings/`); photos of removed listings need a signed link. Keys are
 * immutable, so responses can be cached. The content type comes from the store.
 */
export const fileRoutes = (files: Files, opening: Opening): Router => {
  const router = express.Router();
  router.get('/files/*key', async (request, response, next) => {
    const key = ([] as string[]).concat(request.params.key ?? []).join('/');
    const kept = await keptBy(key, request, opening);
    const file = kept === undefined ? undefined : await unlessAltered(files, key, request);
    if (file === 'altered') {
      response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': "default-src 'none'" });
      return void response.status(410).type('image/svg+xml').send(REPLACED_PICTURE);
    }
    if (!file) return next();
    const etag = `"${file.etag}"`;
    response.set({
      'Cache-Control': kept,
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      ETag: etag,
      'X-Content-Type-Options': 'nosniff',
    });
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(etag) || request.method === 'HEAD') {
      file.content.destroy();
      if (known?.includes(etag)) return void response.status(304).end();
      return void response.set({ 'Content-Type': file.contentType, 'Content-Length': String(file.size) }).end();
    }
    response.set({ 'Content-Type': file.contentType, 'Content-Length': String(file.size) });
    try {
      await pipeline(file.content, response);
    } catch (error) {
      if (!response.destroyed) throw error; // a reader who disconnects is not an error
    }
  });
  return router;
};
