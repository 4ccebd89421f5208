import type { Recorded } from '#application/ports/eventCodec.ts';
import { eventsThat } from '#domain/notifications/eventTexts.ts';
import type { EventType } from '#domain/notifications/row.ts';
import type { Projection, Tables } from '../../engine/projection.ts';
import { byKey, idOf, loadRows, saveRows } from '../../engine/rows.ts';

/** `step` names what happened; its words and names of people are put together when it is read. */
export type ActivityRow = {
  /** The event's id; with the account it is the key. */
  event_id: string;
  account_id: string;
  type: 'message' | 'sale' | 'review';
  step: EventType;
  /** The account's part in it. */
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

const HANDLED = ['ConversationStarted', ...eventsThat(({ activity }) => activity)] as const;
const loadParties = async (tables: Tables, events: readonly Recorded[]): Promise<Map<string, Parties>> => {
  const ids = events.map((event) => (event.type === 'SellerRated' ? event.data.transactionId : idOf(event.stream)));
  return byKey(await loadRows<Parties>(tables, 'parties', 'id', ids), 'id');
};

export const activity: Projection = {
  name: 'activity',
  version: 4,
  handles: HANDLED,
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
  apply: async (events, tables) => {
    const known = await loadParties(tables, events);
    const begun: Parties[] = [];
    const items: ActivityRow[] = [];

    const begin = (parties: Parties): void => {
      known.set(parties.id, parties);
      begun.push(parties);
    };
    const add = (
      event: Recorded,
      id: string,
      parts: readonly ActivityRow['part'][],
      item: Partial<ActivityRow>,
    ): void => {
      const parties = known.get(id);
      if (!parties) throw new Error(`${event.type} for ${id}, which never began`);
      const { buyer_id, seller_id, listing_id, title } = parties;
      for (const part of parts) {
        const [account_id, other_id] = part === 'buyer' ? [buyer_id, seller_id] : [seller_id, buyer_id];
        items.push({
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

    for (const event of events) {
      const id = idOf(event.stream);
      switch (event.type) {
        case 'ConversationStarted': {
          const { buyerId, sellerId, listingId } = event.data;
          begin({ id, buyer_id: buyerId, seller_id: sellerId, listing_id: listingId, title: null });
          break;
        }
        case 'MessageSent': {
          const part = event.data.senderId === known.get(id)?.buyer_id ? 'seller' : 'buyer';
          add(event, id, [part], { type: 'message', conversation_id: id });
          break;
        }
        case 'SellerRated': {
          const { transactionId, rating } = event.data;
          add(event, transactionId, ['seller'], { type: 'review', transaction_id: transactionId, amount: rating });
          break;
        }
        case 'ReviewWritten':
          add(event, id, ['seller'], { type: 'review', transaction_id: id });
          break;
        case 'ReviewReportResolved': {
          const author = event.data.part === 'review' ? 'buyer' : 'seller';
          if (event.data.outcome === 'removed') add(event, id, [author], { type: 'review', transaction_id: id });
          break;
        }
        default:
          if (event.type === 'TransactionCreated') {
            const { buyerId, sellerId, listingId, item } = event.data;
            begin({ id, buyer_id: buyerId, seller_id: sellerId, listing_id: listingId, title: item.title });
          }
          add(event, id, ['buyer', 'seller'], { transaction_id: id });
      }
    }

    await saveRows(tables, 'parties', ['id'], begun);
    await saveRows(tables, 'items', ['event_id', 'account_id'], items);
  },
};
