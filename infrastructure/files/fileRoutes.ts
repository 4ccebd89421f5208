import { pipeline } from 'node:stream/promises';
import express, { type Request, type Router } from 'express';
import { FileAltered, type Files } from '#application/ports/files.ts';
import { isPublicKey } from './keys.ts';
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
 * `GET /files/{key}` for public keys (below `listings/`). A key is never written twice with other content, so an answer may be
 * kept for a year; the type comes from the store and is not to be guessed.
 */
export const fileRoutes = (files: Files): Router => {
  const router = express.Router();
  router.get('/files/*key', async (request, response, next) => {
    const key = ([] as string[]).concat(request.params.key ?? []).join('/');
    const file = isPublicKey(key) ? await unlessAltered(files, key, request) : undefined;
    if (file === 'altered') {
      response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': "default-src 'none'" });
      return void response.status(410).type('image/svg+xml').send(REPLACED_PICTURE);
    }
    if (!file) return next();
    const etag = `"${file.etag}"`;
    response.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
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
