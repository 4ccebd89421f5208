import { refusalsPage, refusalsQuery, workPage, workQuery } from '#application/contract/work.ts';
import { access } from '#domain/access/access.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { ClosedWork } from '../../../observability/effects/workQueries.ts';
import { type Endpoint, endpoint, type SignedIn } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';
import { closedCategories } from './closedHistories.ts';
import { isShown, refusalWords, shownEffect } from './effects.ts';

const tag = 'Audit';

/** Pending work and refused commands over all histories but those that are closed to the reader. */
export const auditWorkEndpoints = ({ queries, clock }: Pick<EndpointDeps, 'queries' | 'clock'>): Endpoint[] => {
  const closedTo = async (reader: SignedIn): Promise<ClosedWork> => ({
    categories: closedCategories(reader),
    streams: await queries.events.streamsClosedTo(reader.id),
  });

  return [
    endpoint({
      method: 'get',
      path: 'audit/work',
      operationId: 'listPendingWork',
      summary: 'List the pending work of all histories: what waits, failed or was given up',
      tag,
      may: access.history.see.events,
      query: workQuery,
      response: workPage,
      handle: async ({ query: { kind: asked, page, limit }, account }) => {
        const [kind, name] = asked?.split(':') ?? [];
        const found = await queries.effects.pendingWork({ kind, name, closed: await closedTo(account), page, limit });
        const now = clock.now();
        const work = found.rows.flatMap((row) =>
          isShown(row)
            ? [
                {
                  ...shownEffect(row, now),
                  stream: row.stream,
                  label: row.label,
                  waited: Math.max(0, now - row.firstAt),
                },
              ]
            : [],
        );
        const kinds = found.kinds as { kind: 'job' | 'providerCall' | 'mail'; name: string; count: number }[];
        const { totalCount } = found;
        return { body: { work, kinds, totalCount, hasMore: page * limit < totalCount } };
      },
    }),
    endpoint({
      method: 'get',
      path: 'audit/refusals',
      operationId: 'listRefusedCommands',
      summary: 'List the refused commands of all histories, newest first',
      tag,
      may: access.history.see.events,
      query: refusalsQuery,
      response: refusalsPage,
      handle: async ({ query: { command, page, limit }, account }) => {
        const found = await queries.effects.refusedCommands({
          name: command,
          closed: await closedTo(account),
          page,
          limit,
        });
        const people = found.rows.flatMap(({ actor }) => (actor && actor.role !== 'system' ? [actor.id] : []));
        const names = await queries.accounts.usernamesOf(people);
        const refusals = found.rows.map(({ name, reason, actor, at, stream, label, buyerId, sellerId }) => {
          const username = actor ? names.get(actor.id) : undefined;
          const side = actor?.id === buyerId ? 'buyer' : actor?.id === sellerId ? 'seller' : undefined;
          return {
            command: name,
            ...refusalWords(reason ?? ''),
            actor: side ?? actor?.role ?? 'system',
            username: username === undefined || username === ERASED ? null : username,
            at: new Date(at).toISOString(),
            stream,
            label,
          };
        });
        const kinds = found.kinds.map(({ name, count }) => ({ kind: 'refusal' as const, name, count }));
        const { totalCount } = found;
        return { body: { refusals, kinds, totalCount, hasMore: page * limit < totalCount } };
      },
    }),
  ];
};
