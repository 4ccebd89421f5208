import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';

const TYPES: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** The build stores scripts and styles as brotli too, smaller than anything made while one waits: who can read it gets that file. */
export const compressedAssets =
  (folder: string): RequestHandler =>
  (request, response, next) => {
    const type = TYPES[/^\/[\w.-]+\.(js|css)$/.exec(request.path)?.[1] ?? ''];
    if (type === undefined || request.acceptsEncodings('br') === false) return next();
    if (!statSync(join(folder, `${request.path}.br`), { throwIfNoEntry: false })) return next();
    request.url = `${request.path}.br`;
    response.set({ 'Content-Encoding': 'br', 'Content-Type': type }).vary('Accept-Encoding');
    next();
  };
