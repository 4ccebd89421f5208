import { createHash } from 'node:crypto';
import { z } from 'zod';
import { streamSegment } from '#application/contract/audit.ts';
import { STREAM_LENGTH_HEADER } from '#application/contract/limits.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';
import { isOfAccount, openAccountLookedInto, openLookedInto } from './accessedRecords.ts';
import { openExtents } from './clearFields.ts';
import { refuseClosed } from './closedHistories.ts';
import { historySegment } from './history.ts';

/** Of the bytes, so it changes with everything that the reader sees: masks, erasures, damage. */
const tagOf = (body: object): string =>
  `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 32)}"`;

/** A history in parts, which a browser keeps and asks for again by its tag. */
export const auditSegmentEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const extentOf = openExtents(deps);
  const lookedInto = openLookedInto(deps);
  const lookedIntoAccount = openAccountLookedInto(deps);
  return [
    endpoint({
      method: 'get',
      path: 'audit/streams/{stream}/segments/{n}',
      operationId: 'getStreamSegment',
      summary: 'Get 256 events of a history and verify their hash chain',
      tag: 'Audit',
      may: access.history.see.events,
      params: z.object({ stream: z.string().max(200), n: z.coerce.number().int().min(0).max(1_000_000) }),
      response: streamSegment,
      handle: async ({ params: { stream, n: segment }, account, context }) => {
        refuseClosed(stream, account);
        const { length, ends, clear } = await extentOf(stream, account);
        const shown = await historySegment({ stream, segment, length }, account, deps);
        const looked = { look: 'history', history: ends, clear } as const;
        if (isOfAccount(stream)) await lookedIntoAccount(looked, account, context);
        else if (clear.length > 0) await lookedInto(looked, account, context);
        const body = { stream, segment, ...shown };
        const headers = {
          // another reader may see other fields
          Vary: 'Authorization',
          'Cache-Control': 'private, no-cache',
          [STREAM_LENGTH_HEADER]: String(length),
        };
        return { body, headers, tag: tagOf(body) };
      },
    }),
    endpoint({
      method: 'get',
      path: 'audit/streams/{stream}/changes',
      operationId: 'streamHistoryChanges',
      summary: 'Stream wake-ups of one history: ready, then history for new events; refetch its last part',
      tag: 'Audit',
      reads: false,
      byItself: true,
      may: access.history.see.events,
      params: z.object({ stream: z.string().max(200) }),
      produces: 'text/event-stream',
      handle: async ({ params: { stream }, account }) => {
        refuseClosed(stream, account);
        const { length } = await extentOf(stream, account);
        if (length === 0) throw new Refused({ code: 'streamNotFound' });
        return { body: undefined, stream: (response) => deps.eventStreams.serve(account, response, stream) };
      },
    }),
  ];
};
