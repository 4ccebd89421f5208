import { z } from 'zod';
import {
  consistencyProof,
  consistencyQuery,
  inclusionProof,
  inclusionQuery,
  logState,
  streamProof,
  streamProofQuery,
} from '#application/contract/transparency.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { readEntry, typeIn } from '#application/transparency/factEntry.ts';
import { KEY_STREAM } from '#application/transparency/keyChange.ts';
import { access } from '#domain/access/access.ts';
import { eventDefinitions } from '#domain/events.ts';
import { type Endpoint, endpoint, Refused, type SignedIn } from '../../endpoint.ts';
import { refuseClosed } from '../audit/closedHistories.ts';
import { mayShowStored, readingOf, refuseParties } from '../audit/history.ts';
import { type EndpointDeps, found } from '../deps.ts';

const tag = 'Transparency log';
const HEADS = 30;
const HEAD_OF = { head: null, map: null };

const versionsOf = (types: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(eventDefinitions)
      .filter(([type]) => types.includes(type))
      .map(([type, { version }]) => [type, version]),
  );

/** Proofs, for readers who may see the event. Consistency proofs are public. */
export const proofEndpoints = ({ proofs, queries }: Pick<EndpointDeps, 'proofs' | 'queries'>): Endpoint[] => {
  /** The first event of a stream that the reader may see. @throws Refused */
  const readable = async (stream: string, reader: SignedIn): Promise<StoredEvent> => {
    refuseClosed(stream, reader);
    const [entry] = await proofs.entriesBetween(stream, 0, 0);
    const first = readEntry(found(entry, 'streamNotFound'));
    refuseParties([first], reader);
    return first;
  };
  const covered = (size: number, newest: number): void => {
    if (size > newest) throw new Refused({ code: 'logTooShort' });
  };

  return [
    endpoint({
      method: 'get',
      path: 'proof/log',
      operationId: 'getTransparencyLog',
      summary: 'List the newest heads of the transparency log and their signing keys',
      tag,
      may: access.log.see.heads,
      limit: 'proving',
      response: logState,
      handle: async () => {
        const { unsealedSince, sizes, ...state } = await proofs.state(HEADS);
        const keyChanges = await proofs.proven(await proofs.entriesOf(KEY_STREAM), sizes[0] ?? 0);
        const since = unsealedSince === null ? null : new Date(unsealedSince).toISOString();
        return { body: { ...state, keyChanges, unsealedSince: since, now: new Date().toISOString() } };
      },
    }),
    endpoint({
      method: 'get',
      path: 'proof/consistency',
      operationId: 'getConsistencyProof',
      summary: 'Get a consistency proof between two tree sizes',
      tag,
      may: access.log.see.heads,
      limit: 'proving',
      query: consistencyQuery,
      response: consistencyProof,
      handle: async ({ query: { from, to } }) => {
        covered(to, await proofs.newestSize());
        return { body: { from, to, path: await proofs.consistency(from, to) } };
      },
    }),
    endpoint({
      method: 'get',
      path: 'proof/inclusion',
      operationId: 'getInclusionProof',
      summary: 'Get an inclusion proof for an event',
      tag,
      may: access.history.see.events,
      limit: 'proving',
      query: inclusionQuery,
      response: inclusionProof,
      handle: async ({ query: { event, size: asked }, account }) => {
        const [stream = '', revision] = event.split('/');
        await readable(stream, account);
        const at = Number(revision);
        const [text] = await proofs.entriesBetween(stream, at, at);
        const entry = found(text, 'streamNotFound');
        const newest = await proofs.newestSize();
        const size = asked ?? newest;
        covered(size, newest);
        const { leaf, index, path } = found((await proofs.proven([entry], size))[0], 'notInLog');
        if (index === null) throw new Refused({ code: 'notInLog' });
        return { body: { size, index, leaf, path } };
      },
    }),
    endpoint({
      method: 'get',
      path: 'proof/stream/{stream}',
      operationId: 'getStreamProof',
      summary: 'Get the stored events of a history with their inclusion proofs, and a proof of its end',
      tag,
      may: access.history.see.events,
      limit: 'proving',
      params: z.object({ stream: z.string().max(200) }),
      query: streamProofQuery,
      response: streamProof,
      handle: async ({ params: { stream }, query: { size, page, limit }, account }) => {
        const first = await readable(stream, account);
        const reading = await readingOf([first], account, queries);
        const end = await proofs.endOf(stream);
        if (size !== undefined && size !== (end?.size ?? 0)) throw new Refused({ code: 'notNewestHead' });
        const from = (page - 1) * limit;
        const shown = await proofs.entriesBetween(stream, from, from + limit - 1);
        const totalCount = await proofs.lengthOf(stream);
        const { head, map } = end ?? HEAD_OF;
        const proven = await proofs.proven(shown, end?.size ?? 0);
        const facts = proven.map((fact) =>
          mayShowStored(readEntry(fact.entry), reading) ? fact : { ...fact, entry: null },
        );
        const hasMore = from + limit < totalCount;
        const versions = versionsOf(shown.map(typeIn));
        return { body: { stream, head, map, facts, versions, totalCount, hasMore } };
      },
    }),
  ];
};
