import type { Knex } from 'knex';
import type { FoundSale } from '#application/contract/caseQueue.ts';
import { MOST_FOUND_SALES } from '#application/contract/limits.ts';
import type { Viewer } from '#domain/access/right.ts';
import { findsByAddress } from '#domain/audit/sight.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { tailOfTransactionId } from '#domain/shared/shortIds.ts';
import { displayStatus, type Transaction } from '#domain/transactions/state.ts';
import { asCode, contains, isAmount, seesCodes, wordsOf } from './search.ts';

type Row = { sale: Transaction; buyer: string | null; seller: string | null };
type Condition = { sql: string; values: Record<string, string | number | boolean> };

const shown = ({ sale: transaction, buyer, seller }: Row): FoundSale => ({
  _id: transaction.id,
  transactionId: transaction.transactionId,
  title: transaction.item.title,
  displayStatus: displayStatus(transaction),
  createdAt: new Date(transaction.createdAt).toISOString(),
  buyer: { _id: transaction.buyerId, username: buyer ?? ERASED },
  seller: { _id: transaction.sellerId, username: seller ?? ERASED },
});

/** Each by an index. A tracking code must be whole, because the reader may not see those of closed sales. `w`, `code`, `tail`: names of values. */
const exact = (w: string, code: string, tail: string): string => `
  SELECT id FROM read_transactions.sales WHERE right(id, 10) = :${tail}
  UNION SELECT id FROM read_transactions.sales WHERE :byCode AND replace(lower(tracking_code), ' ', '') = :${code}
  UNION SELECT id FROM read_transactions.sales WHERE :byCode AND replace(lower(return_tracking_code), ' ', '') = :${code}
  UNION SELECT s.id FROM people p JOIN read_transactions.sales s ON s.buyer_id = p.id WHERE :${w} = ANY(p.names)
  UNION SELECT s.id FROM people p JOIN read_transactions.sales s ON s.seller_id = p.id WHERE :${w} = ANY(p.names)`;

const AMOUNTS = [`(s.sale->>'captured')::bigint`, `(s.sale->'claim'->>'amount')::bigint`];

/**
 * Sales in any state by number, tracking code, or the username, e-mail address or id of a party; newest first. One word must name the sale
 * so; each other word must match too, in that way or in the title, a username or a sum. `without`: selects ids to leave out.
 */
export const foundSales = async (
  db: Knex,
  search: string,
  reader: Viewer,
  without: Condition,
): Promise<FoundSale[]> => {
  const words = wordsOf(search);
  const named = words.map((_, place) => exact(`w${place}`, `w${place}`, `tail${place}`));
  const ofWord = (word: string, place: number): string =>
    [
      `s.id IN (${named[place]})`,
      ...["s.sale->'item'->>'title'", 'b.username', 'v.username'].map((text) => contains(text, place)),
      ...isAmount(AMOUNTS, word, place),
    ].join(' OR ');
  const whole = exact('whole', 'code', 'tail');
  const { rows } = await db.raw<{ rows: Row[] }>(
    `WITH people AS MATERIALIZED (
       SELECT id, ARRAY[id, lower(username)] || CASE WHEN :byAddress THEN ARRAY[lower(email)] ELSE '{}' END AS names
         FROM read_accounts.accounts
        WHERE id = ANY(:words) OR lower(username) = ANY(:words) OR (:byAddress AND lower(email) = ANY(:words)))
     SELECT s.sale, b.username AS buyer, v.username AS seller
       FROM read_transactions.sales s
       LEFT JOIN read_accounts.accounts b ON b.id = s.buyer_id
       LEFT JOIN read_accounts.accounts v ON v.id = s.seller_id
      WHERE s.id IN (${[whole, ...named].join(' UNION ')})
        AND (s.id IN (${whole}) OR (${words.map((word, place) => `(${ofWord(word, place)})`).join(' AND ')}))
        AND s.id NOT IN (${without.sql})
      ORDER BY s.created_at DESC, s.id DESC LIMIT :most`,
    {
      ...without.values,
      ...Object.fromEntries(words.map((word, place) => [`tail${place}`, tailOfTransactionId(word) ?? ''])),
      words: [...new Set([...words, search.toLowerCase()])],
      whole: search.toLowerCase(),
      tail: tailOfTransactionId(asCode(search)) ?? '',
      byCode: seesCodes(reader),
      byAddress: findsByAddress(reader),
      most: MOST_FOUND_SALES,
    },
  );
  return rows.map(shown);
};
