import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';

const TYPES: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** Serves the brotli files of the build, which are smaller than anything compressed during a request. */
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
