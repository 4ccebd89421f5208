import type { Knex } from 'knex';
import type { z } from 'zod';
import type { caseMessage } from '#application/contract/cases.ts';
import type { Sight } from '#domain/access/mask.ts';
import type { AccountId, Id, ListingId } from '#domain/shared/ids.ts';
import { messageFor } from './masked.ts';
import type { MessageRow } from './row.ts';

const MOST = 200;

/** Between the two about the listing, oldest first, the last ones. `imageUrl`: where the image of a message opens, as its sender's. */
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
    ...messageFor(sight, row, () => imageUrl(row.sender_id, row.id)),
    createdAt: new Date(row.at).toISOString(),
  }));
};
