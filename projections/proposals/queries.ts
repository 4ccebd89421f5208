import type { Knex } from 'knex';
import type { PriceProposal } from '#application/contract/priceProposals.ts';
import type { ListingImage } from '#domain/listings/events.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import { ERASED } from '../accounts/queries.ts';
import type { ProposalRow } from './projection.ts';

type Shown = ProposalRow & { title: string; images: ListingImage[]; asked: number; username: string | null };

/** Of those that have ended, the last ones. */
const ENDED_SHOWN = 30;
/** Open ones have bounds of their own; a seller of many listings may still have more than one can look at. */
const OPEN_SHOWN = 300;

const iso = (at: number): string => new Date(at).toISOString();

const asProposal = (row: Shown, reader: AccountId): PriceProposal => ({
  _id: row.id,
  listing: { _id: row.listing_id, title: row.title, image: row.images[0] ?? null, price: toEuros(row.asked) },
  side: row.buyer_id === reader ? 'buyer' : 'seller',
  other: { _id: row.buyer_id === reader ? row.seller_id : row.buyer_id, username: row.username ?? ERASED },
  price: toEuros(row.price),
  proposed: toEuros(row.proposed),
  stage: row.stage,
  ended: row.ended,
  until: iso(row.until),
  proposedAt: iso(row.proposed_at),
  changedAt: iso(row.changed_at),
});

/** Those of both sides: what is open with the nearest end first, then what ended last. */
export const proposalsOf = async (db: Knex, reader: AccountId): Promise<PriceProposal[]> => {
  const read = async (state: string, order: string, most: number): Promise<Shown[]> => {
    const { rows } = await db.raw<{ rows: Shown[] }>(
      `SELECT p.*, l.title, l.images, l.price AS asked, a.username
         FROM read_proposals.proposals p
         JOIN read_listings.listings l ON l.id = p.listing_id
         LEFT JOIN read_accounts.accounts a ON a.id = CASE WHEN p.buyer_id = ? THEN p.seller_id ELSE p.buyer_id END
        WHERE (p.buyer_id = ? OR p.seller_id = ?) AND ${state} ORDER BY ${order} LIMIT ${most}`,
      [reader, reader, reader],
    );
    return rows;
  };
  const open = await read('p.ended IS NULL', 'p.until, p.id', OPEN_SHOWN);
  const ended = await read('p.ended IS NOT NULL', 'p.changed_at DESC, p.id DESC', ENDED_SHOWN);
  return [...open, ...ended].map((row) => asProposal(row, reader));
};

/** In cents, what its seller and that account have agreed on, and until when it is kept for them (epoch ms). */
export const agreedOn = async (
  db: Knex,
  listing: ListingId,
  buyer: AccountId,
): Promise<{ price: number; until: number } | undefined> => {
  const { rows } = await db.raw<{ rows: { price: number; until: number }[] }>(
    `SELECT price, until FROM read_proposals.proposals
      WHERE listing_id = ? AND buyer_id = ? AND stage = 'accepted' AND ended IS NULL`,
    [listing, buyer],
  );
  return rows[0];
};
