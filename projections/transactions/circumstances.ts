import type { Knex } from 'knex';
import type { Circumstances } from '#domain/access/right.ts';
import { circumstancesOf } from '#domain/audit/sight.ts';
import type { AccountId, ListingId, TransactionId } from '#domain/shared/ids.ts';
import type { Transaction } from '#domain/transactions/state.ts';

/** One sale, or all that two have made about a listing: what they write to each other is about each of them. */
type About = { id: TransactionId } | { buyerId: AccountId; sellerId: AccountId; listingId: ListingId };

/** Of a sale `s`, what waits for a person that no fact of its own says. */
export const OUTSIDE = `((SELECT count(*) FROM read_cases.orphans o WHERE o.transaction_id = s.id)
  + (SELECT count(*) FROM projections.quarantine q WHERE q.stream = 'transaction-' || s.id))::int`;

/** How it stands with what somebody wants to read about: of several sales, one that is a case is enough. */
export const circumstancesOfTransactions = async (db: Knex, about: About): Promise<Circumstances> => {
  const condition =
    'id' in about ? 's.id = :id' : 's.buyer_id = :buyerId AND s.seller_id = :sellerId AND s.listing_id = :listingId';
  const { rows } = await db.raw<{ rows: { sale: Transaction; outside: number }[] }>(
    `SELECT s.sale, ${OUTSIDE} AS outside FROM read_transactions.sales s WHERE ${condition}`,
    about,
  );
  const each = rows.map(({ sale: transaction, outside }) => circumstancesOf(transaction, outside));
  return { case: each.some((one) => one.case), paid: each.some(({ paid }) => paid) };
};
