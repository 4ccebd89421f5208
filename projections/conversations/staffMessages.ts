import type { Knex } from 'knex';
import type { z } from 'zod';
import type { caseMessage } from '#application/contract/cases.ts';
import { MASK, type Sight } from '#domain/access/mask.ts';
import type { AccountId, Id, ListingId } from '#domain/shared/ids.ts';
import { shownContent } from './queries.ts';
import type { MessageRow } from './row.ts';

/** A message as a viewer may read it. Erased messages look the same to everybody. */
export const shownTo = (
  sight: Sight,
  message: Pick<MessageRow, 'content' | 'image'>,
  imageUrl: () => string,
): { content: string; imageUrl: string | null } => {
  const erased = message.content === null && message.image === null;
  if (sight === 'clear' || erased) return { content: shownContent(message), imageUrl: message.image && imageUrl() };
  return { content: MASK, imageUrl: null };
};

const MOST = 200;

/** The latest messages between two parties about a listing, oldest first. `imageUrl` opens an image as its sender. */
export const messagesAbout = async (
  db: Knex,
  { buyerId, sellerId, listingId }: { buyerId: AccountId; sellerId: AccountId; listingId: ListingId },
  sight: Sight,
  imageUrl: (sender: AccountId, message: Id) => string,
): Promise<z.infer<typeof caseMessage>[]> => {
  if (sight === 'hidden') return [];
  const { rows } = await db.raw<{ rows: MessageRow[] }>(
    `SELECT m.* FROM read_conversations.messages m JOIN read_conversations.conversations c ON c.id = m.conversation_id
      WHERE c.listing_id = ? AND c.buyer_id = ? AND c.seller_id = ? ORDER BY m.seq DESC LIMIT ?`,
    [listingId, buyerId, sellerId, MOST],
  );
  return rows.reverse().map((row) => ({
    _id: row.id,
    stream: `conversation-${row.conversation_id}`,
    part: row.sender_id === buyerId ? 'buyer' : 'seller',
    ...shownTo(sight, row, () => imageUrl(row.sender_id, row.id)),
    createdAt: new Date(row.at).toISOString(),
  }));
};
