import type { Knex } from 'knex';
import type { EvidencePhoto } from '#application/contract/common.ts';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import type { Circumstances, Who } from '#domain/access/right.ts';
import { circumstancesOf, shownAs, sightOf } from '#domain/audit/sight.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId, ListingId, TransactionId } from '#domain/shared/ids.ts';
import type { OutsideCase } from '#domain/transactions/caseKinds.ts';
import { type CaseReason, caseReasons } from '#domain/transactions/cases.ts';
import type { Transaction } from '#domain/transactions/state.ts';

/** How a viewer reads the personal data of a transaction. */
export type Sights = TransactionDetail['sights'];

export const sightsOf = (who: readonly Who[], circumstances: Circumstances): Sights => ({
  address: sightOf('sale.see.address', who, circumstances),
  returnAddress: sightOf('sale.see.returnAddress', who, circumstances),
  words: sightOf('sale.see.words', who, circumstances),
  evidence: sightOf('sale.see.evidence', who, circumstances),
  messages: sightOf('conversation.see.said', who, circumstances),
});

/** `[erased]` if the text is missing or hidden. */
export const wordsFor = ({ words: sight }: Pick<Sights, 'words'>, words: string | null | undefined): string =>
  (words == null ? null : shownAs(words, sight)) ?? ERASED;

/** Links to the photos, or their number if the viewer may not see them. */
export const photosFor = (
  { evidence: sight }: Pick<Sights, 'evidence'>,
  keys: readonly string[],
  links: (keys: readonly string[]) => EvidencePhoto[],
): { evidence: EvidencePhoto[]; withheld?: number } => {
  if (sight === 'clear' || keys.length === 0) return { evidence: links(keys) };
  return { evidence: [], withheld: keys.length };
};

/** One transaction, or all transactions of two parties about a listing: their messages belong to each of them. */
type About = { id: TransactionId } | { buyerId: AccountId; sellerId: AccountId; listingId: ListingId };

/** SQL: open cases of a transaction `s` that its own events do not record. */
export const OUTSIDE_CASES = `((SELECT count(*) FROM read_cases.orphans o WHERE o.transaction_id = s.id)
  + (SELECT count(*) FROM projections.quarantine q WHERE q.stream = 'transaction-' || s.id))::int`;

/** Circumstances, and what makes the transaction a case. */
export type CaseCircumstances = Circumstances & { reasons: (CaseReason | OutsideCase)[] };

/** One open case among several transactions is enough. */
export const circumstancesOfTransactions = async (db: Knex, about: About): Promise<CaseCircumstances> => {
  const condition =
    'id' in about ? 's.id = :id' : 's.buyer_id = :buyerId AND s.seller_id = :sellerId AND s.listing_id = :listingId';
  const { rows } = await db.raw<{ rows: { sale: Transaction; outside: OutsideCase[] }[] }>(
    `SELECT s.sale, ARRAY(SELECT o.kind FROM read_cases.orphans o WHERE o.transaction_id = s.id
         UNION SELECT 'quarantined' FROM projections.quarantine q WHERE q.stream = 'transaction-' || s.id) AS outside
       FROM read_transactions.sales s WHERE ${condition}`,
    about,
  );
  const each = rows.map(({ sale: transaction, outside }) => circumstancesOf(transaction, outside.length));
  const reasons = rows.flatMap(({ sale: transaction, outside }) => [...caseReasons(transaction), ...outside]);
  return { case: each.some((one) => one.case), paid: each.some(({ paid }) => paid), reasons };
};
