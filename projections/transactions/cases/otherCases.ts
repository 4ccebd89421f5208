import type { Knex } from 'knex';
import type { OtherCase } from '#application/contract/cases.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import { claimMade, heldMoney, type Transaction } from '#domain/transactions/state.ts';

type Row = { sale: Transaction; condition: string | null };

const MOST_EARLIER = 10;
const MOST_SIMILAR = 5;

const iso = (instant: number): string => new Date(instant).toISOString();

const shown = ({ sale: transaction, condition }: Row): OtherCase => {
  const { decision, decided, chargebacks } = transaction;
  const claim = claimMade(transaction);
  const chargedBack = Object.keys(chargebacks).length > 0;
  return {
    _id: transaction.id,
    transactionId: transaction.transactionId,
    title: transaction.item.title,
    condition: condition ?? ERASED,
    category: claim?.category ?? (chargedBack ? 'chargeback' : 'staffHold'),
    openedAt: iso(claim?.openedAt ?? transaction.createdAt),
    claim: toEuros(claim?.amount ?? 0),
    outcome: decision && {
      toBuyer: toEuros(decision.toBuyer),
      toSeller: toEuros(decision.toSeller),
      held: toEuros(Math.max(decision.toBuyer + decision.toSeller + decision.fee, decided?.most ?? 0)),
      by: decided ? 'staff' : 'parties',
      appealed: (decided?.appeals.length ?? 0) > 0,
    },
    chargedBack,
  };
};

const SALES = `SELECT s.sale, l.condition FROM read_transactions.sales s
  LEFT JOIN read_listings.listings l ON l.id = s.listing_id`;

/** Disputes and chargebacks of an account in other transactions, newest first. */
export const earlierCasesOf = async (db: Knex, party: AccountId, { id }: Transaction): Promise<OtherCase[]> => {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `${SALES} WHERE (s.buyer_id = :party OR s.seller_id = :party) AND s.id <> :id
        AND (s.sale->>'dispute' <> 'none' OR (s.sale->'chargebacks')::text <> '{}')
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${MOST_EARLIER}`,
    { party, id },
  );
  return rows.map(shown);
};

/**
 * Disputes of the same category that staff have decided: first the nearest part of the held money that was claimed, then the same condition.
 * A hold or a chargeback without a dispute has no claim. An index holds the decided ones only.
 */
export const similarCasesOf = async (db: Knex, transaction: Transaction): Promise<OtherCase[]> => {
  const { id, listingId } = transaction;
  const claim = claimMade(transaction);
  if (!claim) return [];
  const part = claim.amount / Math.max(1, heldMoney(transaction));
  const { rows } = await db.raw<{ rows: Row[] }>(
    `${SALES} WHERE (s.sale->>'decided') IS NOT NULL AND s.sale->>'decision' IS NOT NULL AND s.id <> :id
        AND s.sale->'claim'->>'category' = :category AND s.sale->>'dispute' NOT IN ('awaiting_seller', 'under_review')
      ORDER BY abs((s.sale->'claim'->>'amount')::numeric / greatest(1, (s.sale->'decided'->>'most')::numeric) - :part),
        l.condition = (SELECT condition FROM read_listings.listings WHERE id = :listing) DESC NULLS LAST,
        s.created_at DESC, s.id DESC LIMIT ${MOST_SIMILAR}`,
    { id, category: claim.category, part, listing: listingId },
  );
  return rows.map(shown);
};
