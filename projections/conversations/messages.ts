import type { Knex } from 'knex';
import {
  type ConversationMessage,
  conversationIdOf,
  MESSAGES_PAGE_SIZE,
  type MessageReport,
} from '#application/contract/messages.ts';
import type { ReportOutcome } from '#domain/conversations/events.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { ERASED } from '../accounts.ts';
import { type FoundConversation, shownContent } from '../conversations.ts';
import type { MessageRow } from './row.ts';

type Named = MessageRow & { sender: string | null; read: boolean };

export type MessagesOfPage = { messages: ConversationMessage[]; pagination: { hasMore: boolean; currentPage: number } };

/** Page 1 is the newest; each page oldest first. `imageUrl`: where a message's image opens. */
export const messagesOf = async (
  db: Knex,
  { started, head }: FoundConversation,
  page: number,
  imageUrl: (message: Id) => string,
): Promise<MessagesOfPage> => {
  if (started === null) return { messages: [], pagination: { hasMore: false, currentPage: page } };
  const { rows } = await db.raw<{ rows: Named[] }>(
    `SELECT m.*, a.username AS sender,
            m.seq <= CASE WHEN m.sender_id = c.buyer_id THEN c.seller_read ELSE c.buyer_read END AS read
       FROM read_conversations.messages m
       JOIN read_conversations.conversations c ON c.id = m.conversation_id
       LEFT JOIN read_accounts.accounts a ON a.id = m.sender_id
      WHERE m.conversation_id = ? ORDER BY m.seq DESC LIMIT ? OFFSET ?`,
    [started, MESSAGES_PAGE_SIZE + 1, (page - 1) * MESSAGES_PAGE_SIZE],
  );
  const messages = rows.slice(0, MESSAGES_PAGE_SIZE).map((row) => ({
    _id: row.id,
    sender: { _id: row.sender_id, username: row.sender ?? ERASED },
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

const STATES = { open: 'WHERE r.outcome IS NULL', resolved: 'WHERE r.outcome IS NOT NULL', all: '' } as const;

/** What was reported to staff, newest first. `imageUrl`: where the image of a message opens, as its sender's. */
export const reportedMessages = async (
  db: Knex,
  { page, limit, state }: { page: number; limit: number; state: keyof typeof STATES },
  imageUrl: (conversationId: string, message: Id) => string,
): Promise<MessageReport[]> => {
  const { rows } = await db.raw(
    `SELECT r.message_id, r.reason, r.at, r.reporter_id, p.username AS reporter, m.sender_id, s.username AS sender, m.content, m.image,
            c.listing_id, r.outcome, r.resolved_by, r.resolved_at, w.username AS resolver
       FROM read_conversations.reports r
       JOIN read_conversations.messages m ON m.id = r.message_id
       JOIN read_conversations.conversations c ON c.id = r.conversation_id
       LEFT JOIN read_accounts.accounts p ON p.id = r.reporter_id
       LEFT JOIN read_accounts.accounts s ON s.id = m.sender_id
       LEFT JOIN read_accounts.accounts w ON w.id = r.resolved_by
      ${STATES[state]}
      ORDER BY r.at DESC, r.message_id DESC LIMIT ? OFFSET ?`,
    [limit, (page - 1) * limit],
  );
  return (rows as ReportedRow[]).map((row) => ({
    messageId: row.message_id,
    reason: row.reason ?? ERASED,
    reportedAt: new Date(row.at).toISOString(),
    reporter: { _id: row.reporter_id, username: row.reporter ?? ERASED },
    sender: { _id: row.sender_id, username: row.sender ?? ERASED },
    content: shownContent(row),
    imageUrl: row.image && imageUrl(conversationIdOf(row.sender_id, row.reporter_id, row.listing_id), row.message_id),
    listingId: row.listing_id,
    resolution: row.outcome && {
      outcome: row.outcome,
      by: { _id: row.resolved_by ?? '', username: row.resolver ?? ERASED },
      at: new Date(row.resolved_at ?? 0).toISOString(),
    },
  }));
};

type ReportedRow = Pick<MessageRow, 'content' | 'image' | 'sender_id' | 'at'> & {
  message_id: Id;
  reason: string | null;
  reporter_id: AccountId;
  reporter: string | null;
  sender: string | null;
  listing_id: Id;
  outcome: ReportOutcome | null;
  resolved_by: AccountId | null;
  resolved_at: number | null;
  resolver: string | null;
};

/** In which conversation a reported message stands. */
export const reportedIn = async (db: Knex, message: Id): Promise<Id | undefined> => {
  const { rows } = await db.raw<{ rows: { conversation_id: Id }[] }>(
    'SELECT conversation_id FROM read_conversations.reports WHERE message_id = ? LIMIT 1',
    [message],
  );
  return rows[0]?.conversation_id;
};

/** Goes with erasing the keys of the months that are over: no rebuild brings back what was sent or reported before `instant`. */
export const forgetMessagesBefore = async (db: Knex, instant: Instant): Promise<void> => {
  await db.raw(
    `UPDATE read_conversations.messages SET content = NULL, image = NULL
      WHERE at < ? AND (content IS NOT NULL OR image IS NOT NULL)`,
    [instant],
  );
  await db.raw('UPDATE read_conversations.reports SET reason = NULL WHERE at < ? AND reason IS NOT NULL', [instant]);
};
