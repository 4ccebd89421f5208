import type { Recorded } from '#application/ports/eventCodec.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Projection } from '../engine/projection.ts';
import { byKey, idOf, loadRows, saveRows } from '../engine/rows.ts';
import { wake } from '../engine/wakeUps.ts';
import { type SaleEvent, TRANSACTION_EVENTS } from './fold/fold.ts';
import { TRANSACTION_VERSION } from './fold/version.ts';
import { evolve, rated, type TransactionRow, withNeeds } from './row.ts';

type Handled = SaleEvent | Recorded<Extract<AccountEvent, { type: 'SellerRated' }>>;

const transactionOf = (event: Handled): string =>
  event.type === 'SellerRated' ? event.data.transactionId : idOf(event.stream);

export const transactions: Projection = {
  name: 'transactions',
  version: 12 + TRANSACTION_VERSION,
  handles: [...TRANSACTION_EVENTS, 'SellerRated'],
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.sales (
      id text COLLATE "C" PRIMARY KEY, buyer_id text COLLATE "C" NOT NULL, seller_id text COLLATE "C" NOT NULL,
      listing_id text COLLATE "C" NOT NULL, status text NOT NULL, disputed boolean NOT NULL, created_at bigint NOT NULL,
      buyer_due bigint, seller_due bigint,
      payment_status text NOT NULL, address json, tracking_code text, return_tracking_code text, pause_reason text, dispute_words json,
      return_words json, return_address json, cancel_words text, carrier text, outside_words json,
      stars json, timeline json NOT NULL, sale json NOT NULL) WITH (fillfactor = 70)`);
    await db.raw(`CREATE INDEX sales_buyer ON ${schema}.sales (buyer_id, created_at DESC, id DESC)`);
    await db.raw(`CREATE INDEX sales_seller ON ${schema}.sales (seller_id, created_at DESC, id DESC)`);
    await db.raw(`CREATE INDEX sales_tail ON ${schema}.sales (right(id, 10))`);
    await db.raw(`CREATE INDEX sales_disputed ON ${schema}.sales (created_at, id) WHERE disputed`);
  },
  apply: async (batch, tables) => {
    const events = batch as readonly Handled[];
    const rows = byKey(await loadRows<TransactionRow>(tables, 'sales', 'id', events.map(transactionOf)), 'id');
    for (const event of events) {
      const id = transactionOf(event);
      const before = rows.get(id);
      rows.set(id, event.type === 'SellerRated' ? rated(before, event) : evolve(before, event));
    }
    await saveRows(tables, 'sales', ['id'], [...rows.values()].map(withNeeds));
    const parties = [...rows.values()].flatMap(({ buyer_id, seller_id }) => [buyer_id, seller_id] as AccountId[]);
    await wake(tables, 'transactions', 'sale', parties);
  },
};
