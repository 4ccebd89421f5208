import type { Recorded } from '#application/ports/eventCodec.ts';
import { WATCHED_EVENTS } from '#domain/notifications/watchedListings.ts';
import type { Projection, Tables } from '../engine/projection.ts';
import { deleteRows, idOf, loadRows, saveRows } from '../engine/rows.ts';
import { wake } from '../engine/wakeUps.ts';
import { applyEvent, openNotificationState } from './inbox.ts';
import {
  type ConversationParties,
  HANDLED,
  type NotificationRow,
  type TransactionParties,
  type Watcher,
} from './row.ts';

const ids = (events: readonly Recorded[], ...types: Recorded['type'][]): string[] =>
  events.filter(({ type }) => types.includes(type)).map(({ stream }) => idOf(stream));

/** Existing rows that this batch may change. */
const loadAffected = async (tables: Tables, events: readonly Recorded[]): Promise<NotificationRow[]> => {
  const named = events.flatMap((event) =>
    event.type === 'NotificationRead' || event.type === 'NotificationDeleted' ? event.data.notificationId : [],
  );
  const readers = ids(events, 'AllNotificationsRead');
  const conversations = ids(events, 'MessageSent', 'ConversationRead');
  const watched = ids(events, ...WATCHED_EVENTS);
  const erased = ids(events, 'AccountErased');
  const searchers = ids(events, 'SearchMatched', 'SearchLookedAt');
  const reviewed = ids(events, 'ReviewWritten');
  const judged = ids(events, 'ReviewReportResolved');
  const asked = [named, readers, conversations, watched, erased, searchers, reviewed, judged];
  if (asked.every((keys) => keys.length === 0)) return [];
  const { rows } = await tables.transaction.raw<{ rows: NotificationRow[] }>(
    `SELECT * FROM ${tables.schema}.notifications WHERE id = ANY(?)
     UNION SELECT * FROM ${tables.schema}.notifications WHERE account_id = ANY(?) AND NOT read AND NOT deleted
     UNION SELECT * FROM ${tables.schema}.notifications WHERE conversation_id = ANY(?) AND NOT read AND NOT deleted
     UNION SELECT * FROM ${tables.schema}.notifications WHERE type = 'watched' AND listing_id = ANY(?) AND NOT read AND NOT deleted
     UNION SELECT * FROM ${tables.schema}.notifications WHERE type IN ('watched', 'found') AND account_id = ANY(?)
     UNION SELECT * FROM ${tables.schema}.notifications WHERE type = 'found' AND account_id = ANY(?) AND NOT read AND NOT deleted
     UNION SELECT * FROM ${tables.schema}.notifications WHERE type = 'review' AND transaction_id = ANY(?) AND NOT read AND NOT deleted
     UNION SELECT * FROM ${tables.schema}.notifications WHERE type = 'review' AND transaction_id = ANY(?)`,
    asked,
  );
  return rows;
};

/** Watchers of the listings with news, and watchers that this batch may change. */
const loadWatchers = async (tables: Tables, events: readonly Recorded[]): Promise<Watcher[]> => {
  const listings = ids(events, ...WATCHED_EVENTS);
  const accounts = ids(events, 'ListingWatched', 'ListingUnwatched', 'AccountErased');
  if (listings.length + accounts.length === 0) return [];
  const { rows } = await tables.transaction.raw<{ rows: Watcher[] }>(
    `SELECT * FROM ${tables.schema}.watchers WHERE listing_id = ANY(?)
     UNION SELECT * FROM ${tables.schema}.watchers WHERE account_id = ANY(?)`,
    [listings, accounts],
  );
  return rows;
};

const saveWatchers = async (
  tables: Tables,
  before: ReadonlySet<string>,
  after: ReadonlyMap<string, Watcher>,
): Promise<void> => {
  const gone = [...before].filter((key) => !after.has(key)).map((key) => key.split(' '));
  for (const [listing, account] of gone)
    await tables.transaction.raw(`DELETE FROM ${tables.schema}.watchers WHERE listing_id = ? AND account_id = ?`, [
      listing!,
      account!,
    ]);
  await saveRows(
    tables,
    'watchers',
    ['listing_id', 'account_id'],
    [...after].filter(([key]) => !before.has(key)).map(([, watcher]) => watcher),
  );
};

export const notifications: Projection = {
  name: 'notifications',
  version: 17,
  handles: HANDLED,
  tells: true,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.notifications (
      id text COLLATE "C" PRIMARY KEY, account_id text COLLATE "C" NOT NULL, type text NOT NULL, cause text COLLATE "C" NOT NULL, sender_id text,
      transaction_id text, listing_id text, conversation_id text COLLATE "C", title text, policy_version text, amount int NOT NULL, said jsonb,
      read boolean NOT NULL, deleted boolean NOT NULL, created_at bigint NOT NULL)`);
    await db.raw(
      `CREATE INDEX notifications_newest ON ${schema}.notifications (account_id, created_at DESC, id DESC) WHERE NOT deleted`,
    );
    await db.raw(`CREATE INDEX notifications_unread ON ${schema}.notifications (account_id, created_at DESC, id DESC)
      WHERE NOT read AND NOT deleted`);
    await db.raw(
      `CREATE INDEX notifications_watched ON ${schema}.notifications (listing_id) WHERE type = 'watched' AND NOT read AND NOT deleted`,
    );
    await db.raw(
      `CREATE INDEX notifications_reviewed ON ${schema}.notifications (transaction_id) WHERE type = 'review'`,
    );
    await db.raw(`CREATE INDEX notifications_cause ON ${schema}.notifications (cause)`);
    await db.raw(`CREATE TABLE ${schema}.watchers (
      listing_id text COLLATE "C", account_id text COLLATE "C", PRIMARY KEY (listing_id, account_id))`);
    await db.raw(`CREATE INDEX watchers_account ON ${schema}.watchers (account_id)`);
    await db.raw(
      `CREATE INDEX notifications_conversation ON ${schema}.notifications (conversation_id) WHERE NOT read AND NOT deleted`,
    );
    await db.raw(`CREATE TABLE ${schema}.sales (
      id text COLLATE "C" PRIMARY KEY, buyer_id text NOT NULL, seller_id text NOT NULL, listing_id text NOT NULL, title text NOT NULL,
      policy_version text NOT NULL)`);
    await db.raw(`CREATE TABLE ${schema}.conversations (
      id text COLLATE "C" PRIMARY KEY, buyer_id text NOT NULL, seller_id text NOT NULL, listing_id text NOT NULL)`);
  },
  apply: async (events, tables) => {
    const rated = events.flatMap((event) => (event.type === 'SellerRated' ? event.data.transactionId : []));
    const sold = events
      .filter(({ type, stream }) => type !== 'TransactionCreated' && /^(transaction|review)-/.test(stream))
      .map(({ stream }) => idOf(stream));
    const ended = events.flatMap((event) =>
      event.type === 'ListingSold' || event.type === 'ListingReturnedToMarket' ? event.data.transactionId : [],
    );
    const notificationState = openNotificationState(
      await loadAffected(tables, events),
      await loadRows<TransactionParties>(tables, 'sales', 'id', [...sold, ...rated, ...ended]),
      await loadRows<ConversationParties>(tables, 'conversations', 'id', ids(events, 'MessageSent')),
      await loadWatchers(tables, events),
    );
    const before = new Map(notificationState.rows);
    const watchList = new Set(notificationState.watchers.keys());
    for (const event of events) applyEvent(notificationState, event);
    const begun = new Set(ids(events, 'TransactionCreated', 'ConversationStarted'));
    await saveRows(
      tables,
      'sales',
      ['id'],
      [...notificationState.sales.values()].filter(({ id }) => begun.has(id)),
    );
    await saveRows(
      tables,
      'conversations',
      ['id'],
      [...notificationState.conversations.values()].filter(({ id }) => begun.has(id)),
    );
    await saveWatchers(tables, watchList, notificationState.watchers);
    await deleteRows(
      tables,
      'notifications',
      'id',
      [...before.keys()].filter((id) => !notificationState.rows.has(id)),
    );
    await saveRows(tables, 'notifications', ['id'], notificationState.rows.values());
    const changed = [...notificationState.rows.values()].filter((row) => before.get(row.id) !== row);
    await wake(
      tables,
      'notifications',
      'notifications',
      changed.map((row) => row.account_id),
    );
  },
};
