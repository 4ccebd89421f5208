import type { Knex } from 'knex';
import type { ActivityPage, ActivityQuery } from '#application/contract/notifications.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { eventsThat, eventTextOf } from '#domain/notifications/eventTexts.ts';
import { type EventType, filled } from '#domain/notifications/row.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { isOfReturn } from '#domain/transactions/disputeCategories.ts';
import { documentProjection } from '../engine/documentProjection.ts';
import { idOf } from '../engine/rows.ts';

/** `step` is the event type; the text and people's names are added when it is read. */
type ActivityRow = {
  event_id: string;
  account_id: string;
  type: 'message' | 'sale' | 'review';
  step: EventType;
  /** The account's role in it. */
  part: 'buyer' | 'seller';
  other_id: string;
  transaction_id: string | null;
  listing_id: string | null;
  conversation_id: string | null;
  title: string | null;
  amount: number | null;
  at: number;
};

type Parties = { id: string; buyer_id: string; seller_id: string; listing_id: string; title: string | null };

/** The transaction or conversation that an event is about. */
const subjectOf = (event: Recorded): string =>
  event.type === 'SellerRated' ? event.data.transactionId : idOf(event.stream);

export const activity = documentProjection<Recorded, { parties: Parties; items: ActivityRow }>({
  name: 'activity',
  version: 5,
  handles: ['ConversationStarted', ...eventsThat(({ activity }) => activity)],
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.items (
      event_id text COLLATE "C", account_id text COLLATE "C", type text NOT NULL, step text NOT NULL, part text NOT NULL,
      other_id text NOT NULL, transaction_id text, listing_id text, conversation_id text, title text, amount int, at bigint NOT NULL,
      PRIMARY KEY (event_id, account_id))`);
    await db.raw(`CREATE INDEX items_newest ON ${schema}.items (account_id, at DESC, event_id DESC)`);
    await db.raw(`CREATE INDEX items_of_type ON ${schema}.items (account_id, type, at DESC, event_id DESC)`);
    await db.raw(`CREATE TABLE ${schema}.parties (
      id text COLLATE "C" PRIMARY KEY, buyer_id text NOT NULL, seller_id text NOT NULL, listing_id text NOT NULL, title text)`);
  },
  tables: {
    parties: { key: ['id'], load: { id: (events) => events.map(subjectOf) } },
    items: { key: ['event_id', 'account_id'] },
  },
  evolve: ({ parties, items }, event) => {
    const id = subjectOf(event);
    const add = (parts: readonly ActivityRow['part'][], item: Partial<ActivityRow>): void => {
      const known = parties.get(id);
      if (!known) throw new Error(`${event.type} for ${id}, which never began`);
      const { buyer_id, seller_id, listing_id, title } = known;
      for (const part of parts) {
        const [account_id, other_id] = part === 'buyer' ? [buyer_id, seller_id] : [seller_id, buyer_id];
        items.put({
          event_id: event.id,
          account_id,
          type: 'sale',
          step: event.type,
          part,
          other_id,
          listing_id,
          title,
          transaction_id: null,
          conversation_id: null,
          amount: null,
          at: event.data.at,
          ...item,
        });
      }
    };
    switch (event.type) {
      case 'ConversationStarted': {
        const { buyerId, sellerId, listingId } = event.data;
        parties.put({ id, buyer_id: buyerId, seller_id: sellerId, listing_id: listingId, title: null });
        break;
      }
      case 'MessageSent': {
        const recipient = event.data.senderId === parties.get(id)?.buyer_id ? 'seller' : 'buyer';
        add([recipient], { type: 'message', conversation_id: id });
        break;
      }
      case 'SellerRated':
        add(['seller'], { type: 'review', transaction_id: id, amount: event.data.rating });
        break;
      case 'ReviewWritten':
        add(['seller'], { type: 'review', transaction_id: id });
        break;
      case 'ReviewReportResolved': {
        const author = event.data.part === 'review' ? 'buyer' : 'seller';
        if (event.data.outcome === 'removed') add([author], { type: 'review', transaction_id: id });
        break;
      }
      default:
        if (event.type === 'TransactionCreated') {
          const { buyerId, sellerId, listingId, item } = event.data;
          parties.put({ id, buyer_id: buyerId, seller_id: sellerId, listing_id: listingId, title: item.title });
        }
        // a refused or rejected return says it already
        if (event.type === 'DisputeOpened' && isOfReturn(event.data.category)) break;
        add(['buyer', 'seller'], { transaction_id: id });
    }
  },
});

type ActivityWithName = ActivityRow & { other: string | null };

const contentOf = ({ step, part, title, other, amount }: ActivityWithName): string => {
  const words: Record<string, string> = { title: `“${title}”`, other: other ?? ERASED, stars: String(amount) };
  const text = eventTextOf(step).activity?.[part] ?? '';
  return filled(text, words);
};

const linkOf = (row: ActivityWithName): string => {
  if (row.type === 'message') return `/messages/conversation/${row.account_id}-${row.other_id}-${row.listing_id}`;
  return `/transaction/${row.transaction_id}`;
};

/** Newest first. */
export const activityOf = async (
  db: Knex,
  account: AccountId,
  { filter, page, limit }: ActivityQuery,
): Promise<ActivityPage> => {
  const { rows } = await db.raw<{ rows: ActivityWithName[] }>(
    `SELECT i.*, a.username AS other FROM read_activity.items i LEFT JOIN read_accounts.accounts a ON a.id = i.other_id
      WHERE i.account_id = ? ${filter === 'all' ? '' : 'AND i.type = ?'}
      ORDER BY i.at DESC, i.event_id DESC LIMIT ? OFFSET ?`,
    [account, ...(filter === 'all' ? [] : [filter]), limit + 1, (page - 1) * limit],
  );
  return {
    activities: rows.slice(0, limit).map((row) => ({
      _id: row.event_id,
      type: row.type,
      content: contentOf(row),
      createdAt: new Date(row.at).toISOString(),
      link: linkOf(row),
    })),
    hasMore: rows.length > limit,
    currentPage: page,
  };
};
