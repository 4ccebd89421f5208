import type { RequestHandler } from 'express';
import { RequestFault } from './errors.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

const MESSAGE = 'Everything can be read, but nothing can be changed at the moment. Please try again later.';

/** Said before anything is begun that could not be kept. */
export const refuseChanges =
  (readOnly: () => boolean): RequestHandler =>
  (request, _response, next) => {
    if (READS.has(request.method) || !readOnly()) return next();
    throw new RequestFault(503, 'readOnly', MESSAGE, { headers: { 'Retry-After': '60' } });
  };
