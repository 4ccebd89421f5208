import type { Knex } from 'knex';
import type { ConversationMessage } from '#application/contract/conversations.ts';
import { MESSAGES_PAGE_SIZE } from '#application/contract/limits.ts';
import type { Id } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { type FoundConversation, isStaff, personNamed, shownContent } from './queries.ts';
import type { MessageRow } from './row.ts';

type MessageWithSender = MessageRow & { sender: string | null; staff: boolean | null; read: boolean };

type MessagesOfPage = { messages: ConversationMessage[]; pagination: { hasMore: boolean; currentPage: number } };

/** Page 1 has the newest messages; each page starts with its oldest. */
export const messagesOf = async (
  db: Knex,
  { started, head }: FoundConversation,
  page: number,
  imageUrl: (message: Id) => string,
): Promise<MessagesOfPage> => {
  if (started === null) return { messages: [], pagination: { hasMore: false, currentPage: page } };
  const { rows } = await db.raw<{ rows: MessageWithSender[] }>(
    `SELECT m.*, a.username AS sender, ${isStaff('a')} AS staff,
            m.seq <= CASE WHEN m.sender_id = c.buyer_id THEN c.seller_read ELSE c.buyer_read END AS read
       FROM read_conversations.messages m
       JOIN read_conversations.conversations c ON c.id = m.conversation_id
       LEFT JOIN read_accounts.accounts a ON a.id = m.sender_id
      WHERE m.conversation_id = ? ORDER BY m.seq DESC LIMIT ? OFFSET ?`,
    [started, MESSAGES_PAGE_SIZE + 1, (page - 1) * MESSAGES_PAGE_SIZE],
  );
  const messages = rows.slice(0, MESSAGES_PAGE_SIZE).map((row) => ({
    _id: row.id,
    sender: personNamed(row.sender_id, row.sender, row.staff),
    content: shownContent(row),
    image: row.image && { ...row.image, url: imageUrl(row.id) },
    createdAt: new Date(row.at).toISOString(),
    listing: head.listing,
    read: row.read,
  }));
  return {
    messages: messages.reverse(),
    pagination: { hasMore: rows.length > MESSAGES_PAGE_SIZE, currentPage: page },
  };
};

/** Runs when the keys of past months are erased, so a rebuild cannot restore these messages and reports either. */
export const forgetMessagesBefore = async (db: Knex, instant: Instant): Promise<void> => {
  await db.raw(
    `UPDATE read_conversations.messages SET content = NULL, image = NULL
      WHERE at < ? AND (content IS NOT NULL OR image IS NOT NULL)`,
    [instant],
  );
  await db.raw('UPDATE read_conversations.reports SET reason = NULL WHERE at < ? AND reason IS NOT NULL', [instant]);
  await db.raw('UPDATE read_conversations.reports SET note = NULL WHERE resolved_at < ? AND note IS NOT NULL', [
    instant,
  ]);
};
