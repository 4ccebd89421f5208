import type { Knex } from 'knex';
import type { FoundSale } from '#application/contract/cases.ts';
import { MOST_FOUND_SALES } from '#application/contract/limits.ts';
import type { Viewer } from '#domain/access/right.ts';
import { findsByAddress, sightOf } from '#domain/audit/sight.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { tailOfTransactionId } from '#domain/shared/shortIds.ts';
import { displayStatus, type Transaction } from '#domain/transactions/state.ts';

type Row = { sale: Transaction; buyer: string | null; seller: string | null };
type Condition = { sql: string; values: Record<string, string | number | boolean> };

export const OF_CASE = { case: true, paid: false };

/** Whether the reader sees tracking codes in a case. */
export const seesCodes = ({ roles }: Viewer): boolean => sightOf('sale.see.words', roles, OF_CASE) === 'clear';

/** A sale number or a tracking code as it is compared: people copy them with spaces. */
export const asCode = (text: string): string => text.toLowerCase().replaceAll(/\s/g, '');

const shown = ({ sale: transaction, buyer, seller }: Row): FoundSale => ({
  _id: transaction.id,
  transactionId: transaction.transactionId,
  title: transaction.item.title,
  displayStatus: displayStatus(transaction),
  createdAt: new Date(transaction.createdAt).toISOString(),
  buyer: { _id: transaction.buyerId, username: buyer ?? ERASED },
  seller: { _id: transaction.sellerId, username: seller ?? ERASED },
});

/** Each by an index. A tracking code must be whole, because the reader may not see those of closed sales. */
const EXACT = `
  SELECT id FROM read_transactions.sales WHERE right(id, 10) = :tail
  UNION SELECT id FROM read_transactions.sales WHERE :byCode AND replace(lower(tracking_code), ' ', '') = :code
  UNION SELECT id FROM read_transactions.sales WHERE :byCode AND replace(lower(return_tracking_code), ' ', '') = :code
  UNION SELECT sales.id FROM people JOIN read_transactions.sales ON buyer_id = people.id
  UNION SELECT sales.id FROM people JOIN read_transactions.sales ON seller_id = people.id`;

/** Sales in any state by number, tracking code, or the username, e-mail address or id of a party; newest first. `without`: selects ids to leave out. */
export const foundSales = async (
  db: Knex,
  search: string,
  reader: Viewer,
  without: Condition,
): Promise<FoundSale[]> => {
  const code = asCode(search);
  const { rows } = await db.raw<{ rows: Row[] }>(
    `WITH people AS MATERIALIZED (
       SELECT id FROM read_accounts.accounts
        WHERE id = :search OR lower(username) = :search OR (:byAddress AND lower(email) = :search))
     SELECT s.sale, b.username AS buyer, v.username AS seller
       FROM read_transactions.sales s
       LEFT JOIN read_accounts.accounts b ON b.id = s.buyer_id
       LEFT JOIN read_accounts.accounts v ON v.id = s.seller_id
      WHERE s.id IN (${EXACT}) AND s.id NOT IN (${without.sql})
      ORDER BY s.created_at DESC, s.id DESC LIMIT :most`,
    {
      ...without.values,
      search: search.toLowerCase(),
      code,
      tail: tailOfTransactionId(code) ?? '',
      byCode: seesCodes(reader),
      byAddress: findsByAddress(reader),
      most: MOST_FOUND_SALES,
    },
  );
  return rows.map(shown);
};
