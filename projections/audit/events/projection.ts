import { HISTORY_WAKE_UP } from '#application/contract/notifications.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { closedTo } from '#domain/audit/closedTo.ts';
import { actingIn, partOf, searchableRow } from '#domain/audit/eventRow.ts';
import { sumsOf } from '#domain/audit/eventSums.ts';
import { withoutPersonal } from '#domain/audit/sight.ts';
import { type DomainEvent, eventDefinitions } from '#domain/events.ts';
import { LABELS } from '#domain/notifications/eventLabels.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { documentProjection } from '../../engine/documentProjection.ts';
import { wake } from '../../engine/wakeUps.ts';
import { vocabularyOf } from '../../listings/search/words.ts';

export const ALL_TYPES = Object.keys(eventDefinitions) as DomainEvent['type'][];

/** One event of any stream. Holds no personal field, so erasing an account leaves nothing behind. */
export type EventRow = {
  position: string;
  event_id: string;
  stream: string;
  category: string;
  revision: number;
  type: string;
  /** The instant the rules used; `recorded_at` is the store's. */
  at: number;
  recorded_at: number;
  /** `buyer` or `seller` in their own transaction, otherwise the role. */
  actor_role: string;
  actor_id: string;
  command_id: string;
  correlation_id: string;
  causation_id: string;
  /** The sum that the event is about, in cents of its currency. */
  amount: number | null;
  /** How a decision divides the money. */
  to_buyer: number | null;
  to_seller: number | null;
  fee: number | null;
  currency: string | null;
  /** The fields as a row of the history shows them. */
  details: string;
  /** A tsvector, written as words between spaces. */
  words: string;
};

/** One history between people. */
type HistoryRow = {
  stream: string;
  buyer_id: string | null;
  seller_id: string | null;
  /** They may not read it. */
  closed_to: AccountId[];
  /** The short id and title of a transaction. */
  label: string | null;
  words: string;
};

const BETWEEN_PEOPLE = /^(transaction|case|conversation|notice|review)-/;

const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

const historyAfter = (before: HistoryRow | undefined, event: Recorded): HistoryRow | undefined => {
  const { stream, type, data } = event;
  const closed = closedTo(event);
  const isNew = closed.some((account) => !before?.closed_to.includes(account));
  if (!isNew) return before;
  const { buyerId = null, sellerId = null } = data as { buyerId?: string; sellerId?: string };
  const label = type === 'TransactionCreated' ? `${data.transactionId}, ${data.item.title}` : null;
  return {
    stream,
    buyer_id: before?.buyer_id ?? buyerId,
    seller_id: before?.seller_id ?? sellerId,
    closed_to: [...new Set([...(before?.closed_to ?? []), ...closed])],
    label: before?.label ?? label,
    words: before?.words ?? vocabularyOf(label ?? '').join(' '),
  };
};

const actorIn = (event: Recorded, history: HistoryRow | undefined): Pick<EventRow, 'actor_id' | 'actor_role'> => {
  const { buyer_id: buyerId, seller_id: sellerId } = history ?? { buyer_id: null, seller_id: null };
  const actor = actingIn({ ...event, actor: event.metadata.actor });
  return { actor_id: actor.id, actor_role: partOf(actor, { type: 'TransactionCreated', data: { buyerId, sellerId } }) };
};

const rowOf = (event: Recorded, history: HistoryRow | undefined): EventRow => {
  const { id, position, stream, revision, type, recordedAt, metadata } = event;
  const data = withoutPersonal(event);
  const sums = sumsOf(data);
  const { details, text } = searchableRow({ type, data }, LABELS);
  return {
    position,
    event_id: id,
    stream,
    category: categoryOf(stream),
    revision,
    type,
    at: event.data.at,
    recorded_at: recordedAt,
    ...actorIn(event, history),
    command_id: metadata.commandId,
    correlation_id: metadata.correlationId,
    causation_id: metadata.causationId,
    amount: sums?.amount ?? null,
    to_buyer: sums?.toBuyer ?? null,
    to_seller: sums?.toSeller ?? null,
    fee: sums?.fee ?? null,
    currency: sums?.currency ?? null,
    details,
    words: vocabularyOf(text).join(' '),
  };
};

/** Everything a `cause:` finds; the index and the queries use the same words. */
export const CAUSES = 'ARRAY[event_id, command_id, correlation_id, causation_id]';

export const events = documentProjection<Recorded, { events: EventRow; histories: HistoryRow }>({
  name: 'events',
  version: 4,
  handles: ALL_TYPES,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.events (
      position text COLLATE "C" PRIMARY KEY, event_id text COLLATE "C" NOT NULL, stream text COLLATE "C" NOT NULL,
      category text COLLATE "C" NOT NULL, revision int NOT NULL, type text COLLATE "C" NOT NULL, at bigint NOT NULL, recorded_at bigint NOT NULL,
      actor_role text COLLATE "C" NOT NULL, actor_id text COLLATE "C" NOT NULL, command_id text COLLATE "C" NOT NULL,
      correlation_id text COLLATE "C" NOT NULL, causation_id text COLLATE "C" NOT NULL, amount bigint, to_buyer bigint, to_seller bigint,
      fee bigint, currency text, details text NOT NULL,
      words tsvector NOT NULL)`);
    await db.raw(`CREATE INDEX events_newest ON ${schema}.events (at, position)`);
    await db.raw(`CREATE INDEX events_type ON ${schema}.events (type, actor_role)`);
    for (const column of ['category', 'actor_role', 'actor_id', 'stream'])
      await db.raw(`CREATE INDEX events_${column} ON ${schema}.events (${column})`);
    for (const sum of ['amount', 'to_seller', 'fee'])
      await db.raw(`CREATE INDEX events_${sum} ON ${schema}.events (${sum}) WHERE ${sum} IS NOT NULL`);
    await db.raw(
      `CREATE INDEX events_causes ON ${schema}.events USING gin ((${CAUSES})) WITH (gin_pending_list_limit = 1024)`,
    );
    await db.raw(
      `CREATE INDEX events_words ON ${schema}.events USING gin (words) WITH (gin_pending_list_limit = 1024)`,
    );
    await db.raw(`CREATE TABLE ${schema}.histories (
      stream text COLLATE "C" PRIMARY KEY, buyer_id text COLLATE "C", seller_id text COLLATE "C", closed_to text[] COLLATE "C" NOT NULL,
      label text, words tsvector NOT NULL)`);
    await db.raw(`CREATE INDEX histories_closed ON ${schema}.histories USING gin (closed_to)`);
    await db.raw(
      `CREATE INDEX histories_words ON ${schema}.histories USING gin (words) WITH (gin_pending_list_limit = 256)`,
    );
  },
  tables: {
    events: { key: ['position'] },
    histories: {
      key: ['stream'],
      load: {
        stream: (batch) => batch.flatMap(({ stream }) => (BETWEEN_PEOPLE.test(stream) ? [stream] : [])),
      },
    },
  },
  evolve: ({ events, histories }, event) => {
    const before = histories.get(event.stream);
    const history = historyAfter(before, event);
    if (history && history !== before) histories.put(history);
    events.put(rowOf(event, history));
  },
  finish: ({ events }, tables) =>
    wake(
      tables,
      'events',
      HISTORY_WAKE_UP,
      events.all().map(({ stream }) => stream),
    ),
});
