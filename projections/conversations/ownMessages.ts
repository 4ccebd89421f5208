import type { Knex } from 'knex';
import { conversationIdOf } from '#application/contract/conversations.ts';
import type { OwnData } from '#application/contract/ownData.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId, Id, ListingId } from '#domain/shared/ids.ts';
import { shownContent } from './queries.ts';
import type { MessageRow } from './row.ts';

type Row = Pick<MessageRow, 'id' | 'sender_id' | 'content' | 'image' | 'at'> & {
  conversation: Id;
  listing_id: ListingId;
  title: string;
  seller_id: AccountId;
  other_id: AccountId;
  other: string | null;
};

/** All conversations of the account, newest first; in each, the oldest message first. */
export const ownConversationsOf = async (db: Knex, account: AccountId): Promise<OwnData['conversations']> => {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT c.id AS conversation, c.listing_id, l.title, c.seller_id, o.id AS other_id, a.username AS other,
            m.id, m.sender_id, m.content, m.image, m.at
       FROM read_conversations.conversations c
      CROSS JOIN LATERAL (SELECT CASE WHEN c.seller_id = :account THEN c.buyer_id ELSE c.seller_id END AS id) o
       JOIN read_conversations.messages m ON m.conversation_id = c.id
       JOIN read_listings.listings l ON l.id = c.listing_id
       LEFT JOIN read_accounts.accounts a ON a.id = o.id
      WHERE c.buyer_id = :account OR c.seller_id = :account
      ORDER BY c.last_at DESC, c.id DESC, m.seq`,
    { account },
  );
  const conversations = new Map<Id, OwnData['conversations'][number]>();
  for (const row of rows) {
    const conversation = conversations.get(row.conversation) ?? {
      conversationId: conversationIdOf(account, row.other_id, row.listing_id),
      role: row.seller_id === account ? 'seller' : 'buyer',
      with: row.other ?? ERASED,
      listing: { _id: row.listing_id, title: row.title },
      messages: [],
    };
    conversations.set(row.conversation, conversation);
    conversation.messages.push({
      _id: row.id,
      own: row.sender_id === account,
      content: shownContent(row),
      image: row.image?.original ?? null,
      sentAt: new Date(row.at).toISOString(),
    });
  }
  return [...conversations.values()];
};

/** Messages that the account reported, newest first. */
export const ownReportsOf = async (db: Knex, account: AccountId): Promise<OwnData['messageReports']> => {
  const { rows } = await db.raw<{ rows: { message_id: Id; reason: string | null; at: number }[] }>(
    'SELECT message_id, reason, at FROM read_conversations.reports WHERE reporter_id = ? ORDER BY at DESC, message_id DESC',
    [account],
  );
  return rows.map(({ message_id, reason, at }) => ({
    messageId: message_id,
    reason: reason ?? ERASED,
    reportedAt: new Date(at).toISOString(),
  }));
};
