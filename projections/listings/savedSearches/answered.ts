import type { Knex } from 'knex';
import type { Answered, Offered } from '#application/listings/storage.ts';
import { mayTrade } from '#domain/accounts/accountStatus.ts';
import type { Id, ListingId } from '#domain/shared/ids.ts';
import { whose } from '../../accounts/standing.ts';
import { type ListingRow, offerOf } from '../row.ts';
import { type Findable, openMatching } from './matching.ts';
import type { SearchRow } from './projection.ts';

/** Saved searches read at once. */
const PORTION = 2_000;

type Candidate = Pick<SearchRow, 'id' | 'account_id' | 'wanted'>;

/** Searches that may match the listing's game, faction and price, of active accounts without a block between them and the seller. */
const candidatesAfter = async (
  db: Knex,
  listing: ListingRow,
  { at, after, among = null }: { at: number; after: string; among?: readonly Id[] | null },
): Promise<Candidate[]> => {
  const { seller_id: seller, franchise, main_faction: faction, price } = listing;
  const { rows } = await db.raw<{ rows: Candidate[] }>(
    `SELECT s.id, s.account_id, s.wanted FROM read_searches.saved s
       JOIN read_accounts.accounts a ON a.id = s.account_id AND ${whose(mayTrade, 'a')}
      WHERE s.id > :after AND s.saved_at <= :at AND s.account_id <> :seller
        AND (:among::text[] IS NULL OR s.id = ANY(:among))
        AND (s.franchise IS NULL OR s.franchise = :franchise) AND (s.faction IS NULL OR s.faction = :faction)
        AND (s.min_price IS NULL OR s.min_price <= :price) AND (s.max_price IS NULL OR s.max_price >= :price)
        AND s.account_id NOT IN (SELECT b.blocked_id FROM read_conversations.blocks b WHERE b.account_id = :seller)
        AND NOT EXISTS (SELECT FROM read_conversations.blocks b WHERE b.account_id = s.account_id AND b.blocked_id = :seller)
      ORDER BY s.id LIMIT ${PORTION}`,
    { after, at, among, seller, franchise, faction, price } as never,
  );
  return rows;
};

const onOffer = async (db: Knex, listing: ListingId): Promise<{ row: ListingRow; now: Findable } | undefined> => {
  const { rows } = await db.raw<{ rows: ListingRow[] }>(
    `SELECT * FROM read_listings.listings WHERE id = ? AND status = 'active'`,
    [listing],
  );
  const [row] = rows;
  return row && { row, now: { ...row, words: row.words.replaceAll("'", '') } };
};

/** Which of these searches find the listing now; none if it is not on offer. */
export const findingStill = async (db: Knex, listing: ListingId, searches: readonly Id[]): Promise<readonly Id[]> => {
  const offered = await onOffer(db, listing);
  if (!offered) return [];
  const candidates = await candidatesAfter(db, offered.row, {
    at: Number.MAX_SAFE_INTEGER,
    after: '',
    among: searches,
  });
  return (await openMatching(db)(offered.now, candidates)).map(({ id }) => id);
};

/** Saved searches that find the listing now and did not before, by account; none if it is not on offer. */
export const answeredBy = async (
  db: Knex,
  { listing, former, at }: Pick<Offered, 'listing' | 'former' | 'at'>,
): Promise<Answered> => {
  const offered = await onOffer(db, listing);
  if (!offered) return { price: 0, found: [] };
  const { row, now } = offered;
  const before: Findable | undefined = former && { ...row, ...offerOf(former) };
  const matching = openMatching(db);
  const found = new Map<string, Id[]>();
  for (let after = ''; ; ) {
    const candidates = await candidatesAfter(db, row, { at, after });
    const matches = await matching(now, candidates);
    const known = new Set(before ? await matching(before, matches) : []);
    for (const search of matches) {
      if (known.has(search)) continue;
      const { id, account_id } = search;
      found.set(account_id, [...(found.get(account_id) ?? []), id]);
    }
    if (candidates.length < PORTION) break;
    after = candidates.at(-1)!.id;
  }
  return { price: row.price, found: [...found].map(([account, searches]) => ({ account, searches })) };
};
