import type { Recorded } from '#application/ports/eventCodec.ts';
import { businessDaysBetween } from '#domain/shared/businessDays.ts';
import type { Projection } from '../../engine/projection.ts';
import { byKey, idOf, loadRows, saveRows } from '../../engine/rows.ts';

type TransactionRow = {
  id: string;
  seller_id: string;
  paid_at: number | null;
  shipped_at: number | null;
  /** From the payment to the shipment, in business days. */
  days: number | null;
  /** What staff decided last gives the buyer something. */
  lost: boolean;
};

type TalkRow = {
  id: string;
  seller_id: string;
  buyer_id: string;
  began_at: number;
  /** The seller wrote first, so that nobody waited for them. */
  by_seller: boolean | null;
  answered_at: number | null;
};

const OF_TRANSACTIONS = ['TransactionCreated', 'PaymentCaptured', 'ShipmentConfirmed', 'DisputeDecided'] as const;
const OF_TALKS = ['ConversationStarted', 'MessageSent'] as const;
const HANDLED = [...OF_TRANSACTIONS, ...OF_TALKS] as const;

type OfTransaction = Extract<Recorded, { type: (typeof OF_TRANSACTIONS)[number] }>;
type OfTalk = Extract<Recorded, { type: (typeof OF_TALKS)[number] }>;
const isOfTalk = (event: Recorded): event is OfTalk => (OF_TALKS as readonly string[]).includes(event.type);

const sold = (row: TransactionRow | undefined, event: OfTransaction): TransactionRow => {
  if (event.type === 'TransactionCreated') {
    const nothingYet = { paid_at: null, shipped_at: null, days: null, lost: false };
    return { id: idOf(event.stream), seller_id: event.data.sellerId, ...nothingYet };
  }
  if (!row) throw new Error(`${event.type} for a sale that never began`);
  const { at } = event.data;
  if (event.type === 'PaymentCaptured') return { ...row, paid_at: row.paid_at ?? at };
  if (event.type === 'DisputeDecided') return { ...row, lost: event.data.toBuyer > 0 };
  return { ...row, shipped_at: at, days: row.paid_at === null ? null : businessDaysBetween(row.paid_at, at) };
};

const talked = (row: TalkRow | undefined, event: OfTalk): TalkRow => {
  if (event.type === 'ConversationStarted') {
    const { at, sellerId, buyerId } = event.data;
    const ids = { id: idOf(event.stream), seller_id: sellerId, buyer_id: buyerId };
    return { ...ids, began_at: at, by_seller: null, answered_at: null };
  }
  if (!row) throw new Error(`${event.type} in a conversation that was never started`);
  const { at, senderId } = event.data;
  const ofSeller = senderId === row.seller_id;
  if (row.by_seller === null) return { ...row, by_seller: ofSeller };
  return ofSeller && !row.by_seller && row.answered_at === null ? { ...row, answered_at: at } : row;
};

/** How sellers sell, for the figures of their pages; counted when they are asked for. */
export const sellers: Projection = {
  name: 'sellers',
  version: 1,
  handles: HANDLED,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.sales (id text COLLATE "C" PRIMARY KEY, seller_id text COLLATE "C" NOT NULL,
      paid_at bigint, shipped_at bigint, days int, lost boolean NOT NULL)`);
    await db.raw(`CREATE INDEX sales_paid ON ${schema}.sales (seller_id) WHERE paid_at IS NOT NULL`);
    await db.raw(`CREATE TABLE ${schema}.talks (id text COLLATE "C" PRIMARY KEY, seller_id text COLLATE "C" NOT NULL,
      buyer_id text COLLATE "C" NOT NULL, began_at bigint NOT NULL, by_seller boolean, answered_at bigint)`);
    await db.raw(`CREATE INDEX talks_begun ON ${schema}.talks (seller_id, began_at)`);
  },
  apply: async (batch, tables) => {
    const events = batch as readonly (OfTransaction | OfTalk)[];
    const streams = events.map(({ stream }) => idOf(stream));
    const transactions = byKey(await loadRows<TransactionRow>(tables, 'sales', 'id', streams), 'id');
    const talks = byKey(await loadRows<TalkRow>(tables, 'talks', 'id', streams), 'id');
    for (const event of events) {
      const id = idOf(event.stream);
      if (isOfTalk(event)) talks.set(id, talked(talks.get(id), event));
      else transactions.set(id, sold(transactions.get(id), event));
    }
    await saveRows(tables, 'sales', ['id'], transactions.values());
    await saveRows(tables, 'talks', ['id'], talks.values());
  },
};
