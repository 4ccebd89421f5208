import { pipeline } from 'node:stream/promises';
import express, { type Request, type Router } from 'express';
import { FileAltered, type Files } from '#application/ports/files.ts';
import { folderIn, isPublicKey } from './keys.ts';
import { REPLACED_PICTURE } from './replacedPicture.ts';

/** Whoever asks for a picture is told by one; others by the error itself. */
const unlessAltered = async (files: Files, key: string, request: Request) => {
  try {
    return await files.get(key);
  } catch (error) {
    if (error instanceof FileAltered && request.headers.accept?.includes('image/')) return 'altered';
    throw error;
  }
};

/**
 * A browser keeps what it has shown for a year, also when staff take the listing off the market meanwhile: nothing calls a picture back from
 * who has seen it. Whoever serves many asks again after five minutes, and then serves it to nobody else.
 */
const FOR_ALL = 'public, max-age=31536000, s-maxage=300, immutable';
/** By a link that lives some minutes. */
const FOR_ONE = 'private, max-age=300';

type Opening = {
  /** Whether staff took off the market what the photos of this folder show. */
  isRemoved: (s3Key: string) => Promise<boolean>;
  isSigned: (path: string, query: Link) => boolean;
};
type Link = { expires?: string | undefined; signature?: string | undefined };

const linkIn = ({ expires, signature }: Request['query']): Link =>
  typeof expires === 'string' && typeof signature === 'string' ? { expires, signature } : {};

/** How an answer may be kept; undefined where there is none for whoever asks. */
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
 * `GET /files/{key}` for public keys (below `listings/`); of what staff took off the market, by signed links alone. A key is never written twice
 * with other content, so an answer may be kept; the type comes from the store and is not to be guessed.
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
      if (!response.destroyed) throw error; // a reader who leaves early is no fault
    }
  });
  return router;
};
