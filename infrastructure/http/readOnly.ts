import type { RequestHandler } from 'express';
import { READ_ONLY_HEADER } from '#application/contract/common.ts';
import { RequestFault } from './errors.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

const MESSAGE = 'You can read everything, but you cannot change anything at the moment. Please try again later.';

/** Refuses changes before they start. Every answer carries the header, so that clients can show it. */
export const refuseChanges =
  (readOnly: () => boolean): RequestHandler =>
  (request, response, next) => {
    if (!readOnly()) return next();
    response.set(READ_ONLY_HEADER, '1');
    if (READS.has(request.method)) return next();
    throw new RequestFault(503, 'readOnly', MESSAGE, { headers: { 'Retry-After': '60' } });
  };
