import type { Knex } from 'knex';
import type { SellerFigures, SellerPage } from '#application/contract/sellerPages.ts';
import { ANSWERS_COUNT, LEAST_ANSWERS, LEAST_SHIPMENTS, SHIPMENTS_COUNT } from '#domain/accounts/sellerFigures.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import { SOLD } from './sold.ts';

type Person = { username: string; reputation: number; rating_count: number; joined_at: number; country: string };

type Counted = {
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
  const { rows } = await db.raw<{ rows: [Counted] }>(FIGURES, { id, ...since });
  const { sold, paid, lost, shipments, days, begun, answered, waited } = rows[0];
  return {
    sold,
    response:
      answered < LEAST_ANSWERS || waited === null ? null : { minutes: Math.ceil(waited / MINUTE), answered, begun },
    shipsIn: shipments < LEAST_SHIPMENTS || days === null ? null : { businessDays: days, shipments },
    disputes: { lost, paid },
  };
};

/** Not for who has nothing on offer and has sold nothing, is not verified, suspended, or leaving or gone. */
const sellerOf = async (db: Knex, id: AccountId): Promise<Person | undefined> => {
  const { rows } = await db.raw<{ rows: Person[] }>(
    `SELECT a.username, a.reputation, a.rating_count, a.joined_at, a.country FROM read_accounts.accounts a
      WHERE a.id = ? AND a.status = 'active' AND a.username IS NOT NULL
        AND EXISTS (SELECT 1 FROM read_listings.listings l
                     WHERE l.seller_id = a.id AND l.status IN ('active', 'sold') AND NOT l.removed)`,
    [id],
  );
  return rows[0];
};

/** Undefined where there is no page of them. */
export const sellerNameOf = async (db: Knex, id: AccountId): Promise<string | undefined> =>
  (await sellerOf(db, id))?.username;

/** Undefined for who is no seller. */
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
