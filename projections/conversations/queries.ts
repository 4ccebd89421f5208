import type { Knex } from 'knex';
import { type ConversationHead, type ConversationList, conversationIdOf } from '#application/contract/conversations.ts';
import type { MessageImage, Parties } from '#domain/conversations/conversation.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId, Id, ListingId } from '#domain/shared/ids.ts';
import type { ListingImage } from '#domain/shared/listingImage.ts';
import { toEuros } from '#domain/shared/money.ts';
import type { MessageRow } from './row.ts';

type HeadRow = {
  conversation: Id | null;
  listing_id: ListingId;
  seller_id: AccountId;
  other_id: AccountId;
  other: string | null;
  other_staff: boolean | null;
  title: string;
  price: number;
  images: ListingImage[];
  unread: number | null;
  blocked: boolean;
};
type CardRow = HeadRow & { message_id: Id | null } & Pick<MessageRow, 'content' | 'image' | 'sender_id' | 'at'>;

export type FoundConversation = { head: ConversationHead; parties: Parties; started: Id | null };

/** SQL: whether an account writes for the marketplace. */
export const isStaff = (account: string): string => `${account}.roles && '{staff,admin}'::text[]`;

export const personNamed = (_id: AccountId, username: string | null, staff: boolean | null) => ({
  _id,
  username: username ?? ERASED,
  ...(staff && { staff: true as const }),
});

const headOf = (row: HeadRow, viewer: AccountId): ConversationHead => ({
  conversationId: conversationIdOf(viewer, row.other_id, row.listing_id),
  role: row.seller_id === viewer ? 'seller' : 'buyer',
  otherUser: personNamed(row.other_id, row.other, row.other_staff),
  listing: {
    _id: row.listing_id,
    title: row.title,
    price: toEuros(row.price),
    images: row.images,
    seller: { _id: row.seller_id },
  },
  unreadCount: row.unread ?? 0,
  blocked: row.blocked,
});

/** Empty for an image without text; `[erased]` if nothing is left. */
export const shownContent = ({ content, image }: Pick<MessageRow, 'content' | 'image'>): string =>
  content ?? (image ? '' : ERASED);

/** No photos of removed listings. */
const SHOWN = `CASE WHEN l.removed THEN '[]' ELSE l.images END`;

/** Newest activity first. */
export const conversationsOf = async (
  db: Knex,
  viewer: AccountId,
  { page, limit }: { page: number; limit: number },
): Promise<Omit<ConversationList, 'unreadCount'>> => {
  const { rows } = await db.raw<{ rows: CardRow[] }>(
    `SELECT c.id AS conversation, c.listing_id, c.seller_id, c.other_id, a.username AS other, ${isStaff('a')} AS other_staff, l.title, l.price, ${SHOWN} AS images, c.unread,
            EXISTS (SELECT FROM read_conversations.blocks b WHERE b.account_id = :viewer AND b.blocked_id = c.other_id) AS blocked,
            m.id AS message_id, m.content, m.image, m.sender_id, m.at
       FROM (SELECT *, seller_id AS other_id, buyer_unread AS unread FROM read_conversations.conversations WHERE buyer_id = :viewer
             UNION ALL
             SELECT *, buyer_id AS other_id, seller_unread AS unread FROM read_conversations.conversations WHERE seller_id = :viewer
             ORDER BY last_at DESC, id DESC LIMIT :rows OFFSET :skipped) c
       JOIN read_listings.listings l ON l.id = c.listing_id
       LEFT JOIN read_accounts.accounts a ON a.id = c.other_id
       LEFT JOIN read_conversations.messages m ON m.id = c.last_message_id
      ORDER BY c.last_at DESC, c.id DESC`,
    { viewer, rows: limit + 1, skipped: (page - 1) * limit },
  );
  const conversations = rows.slice(0, limit).map((row) => ({
    ...headOf(row, viewer),
    lastMessage:
      row.message_id === null
        ? null
        : {
            _id: row.message_id,
            content: shownContent(row),
            hasImage: row.image !== null,
            senderId: row.sender_id,
            createdAt: new Date(row.at).toISOString(),
          },
  }));
  return { conversations, pagination: { hasMore: rows.length > limit, currentPage: page } };
};

/**
 * The conversation of two accounts about a listing, or one they may start. Undefined if neither is the seller, the other account
 * does not exist, or the listing is hidden and they share no transaction.
 */
export const findConversation = async (
  db: Knex,
  viewer: AccountId,
  other: AccountId,
  listing: ListingId,
): Promise<FoundConversation | undefined> => {
  if (viewer === other) return undefined;
  const { rows } = await db.raw<{ rows: (HeadRow & { buyer_id: AccountId; visible: boolean })[] }>(
    `SELECT c.id AS conversation, l.id AS listing_id, l.seller_id, a.id AS other_id, a.username AS other, ${isStaff('a')} AS other_staff, l.title, l.price, ${SHOWN} AS images,
            CASE WHEN l.seller_id = :viewer THEN :other ELSE :viewer END AS buyer_id,
            CASE WHEN l.seller_id = :viewer THEN c.seller_unread ELSE c.buyer_unread END AS unread,
            l.status <> 'archived' AND NOT l.removed AS visible,
            EXISTS (SELECT FROM read_conversations.blocks b WHERE b.account_id = :viewer AND b.blocked_id = :other) AS blocked
       FROM read_listings.listings l
       JOIN read_accounts.accounts a ON a.id = :other
       LEFT JOIN read_conversations.conversations c ON c.listing_id = l.id AND c.seller_id = l.seller_id
             AND c.buyer_id = CASE WHEN l.seller_id = :viewer THEN :other ELSE :viewer END
      WHERE l.id = :listing AND l.seller_id IN (:viewer, :other)`,
    { viewer, other, listing },
  );
  const [row] = rows;
  if (!row) return undefined;
  if (row.conversation === null && !row.visible && !(await shareTransaction(db, viewer, other))) return undefined;
  const parties = { buyerId: row.buyer_id, sellerId: row.seller_id, listingId: row.listing_id };
  return { head: headOf(row, viewer), parties, started: row.conversation };
};

/** Whether they have a transaction with each other, in any status. */
export const shareTransaction = async (db: Knex, one: AccountId, other: AccountId): Promise<boolean> => {
  const { rows } = await db.raw(
    `SELECT FROM read_transactions.sales WHERE (buyer_id = ? AND seller_id = ?) OR (buyer_id = ? AND seller_id = ?) LIMIT 1`,
    [one, other, other, one],
  );
  return rows.length > 0;
};

/** Unread messages over all conversations. */
export const unreadMessagesOf = async (db: Knex, account: AccountId): Promise<number> => {
  const { rows } = await db.raw<{ rows: { n: number }[] }>(
    `SELECT (SELECT coalesce(sum(buyer_unread), 0) FROM read_conversations.conversations WHERE buyer_id = :account)::int
          + (SELECT coalesce(sum(seller_unread), 0) FROM read_conversations.conversations WHERE seller_id = :account)::int AS n`,
    { account },
  );
  return rows[0]!.n;
};

export const conversationKeysOf = async (db: Knex, account: AccountId): Promise<Id[]> => {
  const { rows } = await db.raw<{ rows: { id: Id }[] }>(
    'SELECT id FROM read_conversations.conversations WHERE buyer_id = :account OR seller_id = :account ORDER BY id',
    { account },
  );
  return rows.map(({ id }) => id);
};

/** The message's conversation and image; undefined unless the viewer is one of the two parties. */
export const messageFor = async (
  db: Knex,
  id: Id,
  viewer: AccountId,
): Promise<{ conversation: Id; image: MessageImage | null } | undefined> => {
  const { rows } = await db.raw<{ rows: { conversation: Id; image: MessageImage | null }[] }>(
    `SELECT m.conversation_id AS conversation, m.image
       FROM read_conversations.messages m JOIN read_conversations.conversations c ON c.id = m.conversation_id
      WHERE m.id = :id AND :viewer IN (c.buyer_id, c.seller_id)`,
    { id, viewer },
  );
  return rows[0];
};

/** The accounts that this account has blocked, by name. */
export const blockedBy = async (db: Knex, account: AccountId): Promise<{ _id: AccountId; username: string }[]> => {
  const { rows } = await db.raw<{ rows: { id: AccountId; username: string | null }[] }>(
    `SELECT b.blocked_id AS id, a.username FROM read_conversations.blocks b LEFT JOIN read_accounts.accounts a ON a.id = b.blocked_id
      WHERE b.account_id = ? ORDER BY lower(a.username), b.blocked_id`,
    [account],
  );
  return rows.map(({ id, username }) => ({ _id: id, username: username ?? ERASED }));
};
