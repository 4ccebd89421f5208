import { z } from 'zod';
import {
  auditStream,
  type StreamsFound,
  streamPageQuery,
  streamQuery,
  streamsFound,
} from '#application/contract/audit.ts';
import { access } from '#domain/access/access.ts';
import { may } from '#domain/access/right.ts';
import { categoryOf, filterChoices, matchingEvents } from '#domain/audit/eventRow.ts';
import { LABELS } from '#domain/notifications/eventLabels.ts';
import { id as idOf } from '#domain/shared/ids.ts';
import { tailOfTransactionId } from '#domain/shared/shortIds.ts';
import { type Endpoint, endpoint, type SignedIn } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';
import { fieldsInClear, isOfAccount, openAccountLookedInto, openLookedInto } from './accessedRecords.ts';
import { mayRead, refuseClosed } from './closedHistories.ts';
import { openAccountSearch } from './eventConditions.ts';
import { inspectedHistory } from './history.ts';

const tag = 'Audit';
const CATEGORIES = [
  'transaction',
  'case',
  'account',
  'listing',
  'buyer',
  'conversation',
  'inbox',
  'watching',
  'searches',
  'notice',
  'review',
  'orphan',
  'security',
  'disclosure',
];
const OF_ONE_PERSON = ['account', 'buyer', 'inbox', 'watching', 'searches', 'security', 'disclosure'];
const STREAM = /^[a-zA-Z]+-[0-9a-z]{1,64}$/;

export const auditStreamEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { queries, journal } = deps;
  const accountOf = openAccountSearch(deps);
  const lookedInto = openLookedInto(deps);
  const lookedIntoAccount = openAccountLookedInto(deps);

  /** All stream names that the text can mean. */
  const candidates = async (search: string, reader: SignedIn): Promise<string[]> => {
    if (idOf.safeParse(search.toLowerCase()).success)
      return CATEGORIES.map((category) => `${category}-${search.toLowerCase()}`);
    const tail = tailOfTransactionId(search);
    const transaction = tail && (await queries.staff.saleWithTail(tail));
    if (transaction) return [`transaction-${transaction}`];
    const holder = await accountOf(search, reader);
    if (holder) return [`account-${holder}`];
    return STREAM.test(search) ? [search] : [];
  };

  /** The person of a history that belongs to one, if the reader may see accounts. */
  const ownerOf = async (category: string, id: string, { roles }: SignedIn): Promise<string | undefined> =>
    OF_ONE_PERSON.includes(category) && may(access.account.see.file, roles)
      ? (await queries.accounts.usernamesOf([id])).get(id)
      : undefined;

  /** A whole id or stream name means nothing else. */
  const isNamed = (search: string): boolean =>
    idOf.safeParse(search.toLowerCase()).success ||
    (STREAM.test(search) && CATEGORIES.includes(categoryOf(search))) ||
    tailOfTransactionId(search) !== undefined;

  const find = async (search: string, reader: SignedIn): Promise<StreamsFound> => {
    const streams: StreamsFound['streams'] = [];
    for (const stream of await candidates(search, reader)) {
      if (!mayRead(stream, reader)) continue;
      const events = await journal.inspect(stream);
      if (events.length === 0) continue;
      const [category = '', id = ''] = stream.split('-');
      const label = (await queries.staff.labelsOf(id))[category] ?? (await ownerOf(category, id, reader)) ?? category;
      streams.push({ stream, category, label, events: events.length });
    }
    const others = isNamed(search) ? [] : await queries.staff.historiesFound(search);
    for (const { stream, label, events } of others) {
      if (streams.some((one) => one.stream === stream) || !mayRead(stream, reader)) continue;
      const category = categoryOf(stream);
      streams.push({ stream, category, label: label ?? category, events });
    }
    return { streams };
  };

  return [
    endpoint({
      method: 'get',
      path: 'audit/streams',
      operationId: 'findStreams',
      summary: 'Find event histories by id, name, number or title; without a search the newest',
      tag,
      may: access.history.see.events,
      query: streamQuery,
      response: streamsFound,
      handle: async ({ query, account }) => ({ body: await find(query.search, account) }),
    }),
    endpoint({
      method: 'get',
      path: 'audit/streams/{stream}',
      operationId: 'getStream',
      summary: 'List the events of a history and verify its hash chain',
      tag,
      may: access.history.see.events,
      params: z.object({ stream: z.string().max(200) }),
      query: streamPageQuery,
      response: auditStream,
      handle: async ({
        params: { stream },
        query: { page, limit, text = '', actor = '', type = '' },
        account,
        context,
      }) => {
        refuseClosed(stream, account);
        const { events, ...seen } = await inspectedHistory(stream, account, deps);
        const clear = fieldsInClear(events);
        const looked = { look: 'history', history: events, clear } as const;
        if (isOfAccount(stream)) await lookedIntoAccount(looked, account, context);
        else if (clear.length > 0) await lookedInto(looked, account, context);
        const matching = matchingEvents(events, { text, actor, type }, LABELS);
        const from = (page - 1) * limit;
        const body = {
          stream,
          ...seen,
          totalCount: events.length,
          matchCount: matching.length,
          hasMore: from + limit < matching.length,
          ...filterChoices(events),
          events: matching.slice(from, from + limit),
        };
        return { body };
      },
    }),
  ];
};
