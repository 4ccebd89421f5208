import type { Knex } from 'knex';
import type { SellerFigures, SellerPage } from '#application/contract/sellerPages.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { mayTrade } from '#domain/accounts/accountStatus.ts';
import { ANSWERS_COUNT, LEAST_ANSWERS, LEAST_SHIPMENTS, SHIPMENTS_COUNT } from '#domain/accounts/sellerFigures.ts';
import { businessDaysBetween } from '#domain/shared/businessDays.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import { whose } from '../accounts/standing.ts';
import { documentProjection } from '../engine/documentProjection.ts';
import { idOf, streamIds } from '../engine/rows.ts';

type TransactionRow = {
  id: string;
  seller_id: string;
  paid_at: number | null;
  shipped_at: number | null;
  /** From the payment to the shipment, in business days. */
  days: number | null;
  /** The last decision of staff gave the buyer something. */
  lost: boolean;
};

type ConversationRow = {
  id: string;
  seller_id: string;
  buyer_id: string;
  began_at: number;
  /** The seller wrote the first message, so nobody waited for an answer. */
  by_seller: boolean | null;
  answered_at: number | null;
};

const OF_TRANSACTIONS = ['TransactionCreated', 'PaymentCaptured', 'ShipmentConfirmed', 'DisputeDecided'] as const;
const OF_CONVERSATIONS = ['ConversationStarted', 'MessageSent'] as const;

type TransactionEvent = Extract<Recorded, { type: (typeof OF_TRANSACTIONS)[number] }>;
type ConversationEvent = Extract<Recorded, { type: (typeof OF_CONVERSATIONS)[number] }>;
type Handled = TransactionEvent | ConversationEvent;

const evolveTransaction = (row: TransactionRow | undefined, event: TransactionEvent): TransactionRow => {
  if (event.type === 'TransactionCreated') {
    const unpaid = { paid_at: null, shipped_at: null, days: null, lost: false };
    return { id: idOf(event.stream), seller_id: event.data.sellerId, ...unpaid };
  }
  if (!row) throw new Error(`${event.type} for a transaction that was never created`);
  const { at } = event.data;
  if (event.type === 'PaymentCaptured') return { ...row, paid_at: row.paid_at ?? at };
  if (event.type === 'DisputeDecided') return { ...row, lost: event.data.toBuyer > 0 };
  return { ...row, shipped_at: at, days: row.paid_at === null ? null : businessDaysBetween(row.paid_at, at) };
};

const evolveConversation = (row: ConversationRow | undefined, event: ConversationEvent): ConversationRow => {
  if (event.type === 'ConversationStarted') {
    const { at, sellerId, buyerId } = event.data;
    const ids = { id: idOf(event.stream), seller_id: sellerId, buyer_id: buyerId };
    return { ...ids, began_at: at, by_seller: null, answered_at: null };
  }
  if (!row) throw new Error(`${event.type} in a conversation that was never started`);
  const { at, senderId } = event.data;
  const isSeller = senderId === row.seller_id;
  if (row.by_seller === null) return { ...row, by_seller: isSeller };
  return isSeller && !row.by_seller && row.answered_at === null ? { ...row, answered_at: at } : row;
};

const isOfConversation = (event: Handled): event is ConversationEvent =>
  (OF_CONVERSATIONS as readonly string[]).includes(event.type);

/** The raw data of the seller figures; they are computed when a page asks for them. */
export const sellers = documentProjection<Handled, { sales: TransactionRow; talks: ConversationRow }>({
  name: 'sellers',
  version: 1,
  handles: [...OF_TRANSACTIONS, ...OF_CONVERSATIONS],
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.sales (id text COLLATE "C" PRIMARY KEY, seller_id text COLLATE "C" NOT NULL,
      paid_at bigint, shipped_at bigint, days int, lost boolean NOT NULL)`);
    await db.raw(`CREATE INDEX sales_paid ON ${schema}.sales (seller_id) WHERE paid_at IS NOT NULL`);
    await db.raw(`CREATE TABLE ${schema}.talks (id text COLLATE "C" PRIMARY KEY, seller_id text COLLATE "C" NOT NULL,
      buyer_id text COLLATE "C" NOT NULL, began_at bigint NOT NULL, by_seller boolean, answered_at bigint)`);
    await db.raw(`CREATE INDEX talks_begun ON ${schema}.talks (seller_id, began_at)`);
  },
  tables: {
    sales: { key: ['id'], load: { id: (events) => streamIds(events.filter((event) => !isOfConversation(event))) } },
    talks: { key: ['id'], load: { id: (events) => streamIds(events.filter(isOfConversation)) } },
  },
  evolve: ({ sales, talks }, event) => {
    const id = idOf(event.stream);
    if (isOfConversation(event)) talks.put(evolveConversation(talks.get(id), event));
    else sales.put(evolveTransaction(sales.get(id), event));
  },
});

/** SQL: statuses of transactions that were paid and neither cancelled nor refunded. */
export const SOLD =
  "'AWAIT_SHIPPING', 'IN_ESCROW', 'ESCROW_COMPLETED', 'READY_FOR_PAYOUT', 'PAYOUT_INITIATED', 'COMPLETED'";

type Person = { username: string; reputation: number; rating_count: number; joined_at: number; country: string };

type FigureRow = {
  sold: number;
  paid: number;
  lost: number;
  shipments: number;
  days: number | null;
  begun: number;
  answered: number;
  waited: number | null;
};

const FIGURES = `
  SELECT (SELECT count(*)::int FROM read_transactions.sales s WHERE s.seller_id = :id AND s.status IN (${SOLD})) AS sold,
         sales.*, talks.*
    FROM (SELECT count(*)::int AS paid, count(*) FILTER (WHERE lost)::int AS lost,
                 count(days) FILTER (WHERE shipped_at > :shippedSince)::int AS shipments,
                 percentile_disc(0.5) WITHIN GROUP (ORDER BY days) FILTER (WHERE shipped_at > :shippedSince) AS days
            FROM read_sellers.sales WHERE seller_id = :id AND paid_at IS NOT NULL) sales,
         (SELECT count(*)::int AS begun, count(answered_at)::int AS answered,
                 percentile_disc(0.5) WITHIN GROUP (ORDER BY answered_at - began_at) AS waited
            FROM read_sellers.talks t
           WHERE seller_id = :id AND began_at > :begunSince AND NOT by_seller
             AND NOT EXISTS (SELECT 1 FROM read_transactions.sales s
                              WHERE s.seller_id = t.seller_id AND s.buyer_id = t.buyer_id AND s.created_at < t.began_at)) talks`;

const figuresOf = async (db: Knex, id: AccountId, now: Instant): Promise<SellerFigures> => {
  const since = { shippedSince: now - SHIPMENTS_COUNT, begunSince: now - ANSWERS_COUNT };
  const { rows } = await db.raw<{ rows: [FigureRow] }>(FIGURES, { id, ...since });
  const { sold, paid, lost, shipments, days, begun, answered, waited } = rows[0];
  return {
    sold,
    response:
      answered < LEAST_ANSWERS || waited === null ? null : { minutes: Math.ceil(waited / MINUTE), answered, begun },
    shipsIn: shipments < LEAST_SHIPMENTS || days === null ? null : { businessDays: days, shipments },
    disputes: { lost, paid },
  };
};

/** Undefined unless the account is active and has a listing on offer or sold. */
const sellerOf = async (db: Knex, id: AccountId): Promise<Person | undefined> => {
  const { rows } = await db.raw<{ rows: Person[] }>(
    `SELECT a.username, a.reputation, a.rating_count, a.joined_at, a.country FROM read_accounts.accounts a
      WHERE a.id = ? AND ${whose(mayTrade, 'a')} AND a.username IS NOT NULL
        AND EXISTS (SELECT 1 FROM read_listings.listings l
                     WHERE l.seller_id = a.id AND l.status IN ('active', 'sold') AND NOT l.removed)`,
    [id],
  );
  return rows[0];
};

/** Undefined without a seller page. */
export const sellerNameOf = async (db: Knex, id: AccountId): Promise<string | undefined> =>
  (await sellerOf(db, id))?.username;

/** Undefined without a seller page. */
export const sellerPageOf = async (db: Knex, id: AccountId, now: Instant): Promise<SellerPage | undefined> => {
  const person = await sellerOf(db, id);
  return (
    person && {
      _id: id,
      username: person.username,
      reputation: person.reputation,
      ratingCount: person.rating_count,
      joinDate: new Date(person.joined_at).toISOString(),
      country: person.country,
      figures: await figuresOf(db, id, now),
    }
  );
};
