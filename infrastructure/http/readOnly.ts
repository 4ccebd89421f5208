import type { RequestHandler } from 'express';
import { READ_ONLY_HEADER } from '#application/contract/common.ts';
import { RequestFault } from './errors.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

const MESSAGE = 'You can read everything, but you cannot change anything at the moment. Please try again later.';

/** Said before anything is begun that could not be kept; whoever reads is told on each answer, so that they need not try. */
export const refuseChanges =
  (readOnly: () => boolean): RequestHandler =>
  (request, response, next) => {
    if (!readOnly()) return next();
    response.set(READ_ONLY_HEADER, '1');
    if (READS.has(request.method)) return next();
    throw new RequestFault(503, 'readOnly', MESSAGE, { headers: { 'Retry-After': '60' } });
  };
