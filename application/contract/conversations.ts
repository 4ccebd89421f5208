import { z } from 'zod';
import { MAX_MESSAGE_LENGTH } from '#domain/conversations/limits.ts';
import { euros, id, image, paging, timestamp } from './common.ts';
import { MESSAGE_TOO_LONG, MESSAGES_PAGE_SIZE } from './limits.ts';

/** `{viewer}-{other}-{listing}`, so it differs for the two parties; the server accepts both spellings. */
export const conversationIdOf = (viewer: string, other: string, listing: string): string =>
  `${viewer}-${other}-${listing}`;

const side = z.enum(['buyer', 'seller']);

/** `staff`: works for the marketplace; absent for everybody else. */
export const person = z.object({ _id: id, username: z.string(), staff: z.literal(true).optional() });

const listing = z
  .object({ _id: id, title: z.string(), price: euros, images: z.array(image), seller: z.object({ _id: id }) })
  .meta({ id: 'ConversationListing' });

/** The head of a conversation, even before its first message. */
const conversationHead = z
  .object({
    /** In the viewer's spelling. */
    conversationId: z.string(),
    /** The viewer's side. */
    role: side,
    /** `[erased]` once the account is erased. */
    otherUser: person,
    listing,
    unreadCount: z.int(),
    /** The viewer has blocked the other person, who cannot write until unblocked. */
    blocked: z.boolean(),
  })
  .meta({ id: 'ConversationHead' });
export type ConversationHead = z.infer<typeof conversationHead>;

export const conversation = conversationHead
  .extend({
    /** Content is empty for an image alone. Null before the first message. */
    lastMessage: z
      .object({ _id: id, content: z.string(), hasImage: z.boolean(), senderId: id, createdAt: timestamp })
      .nullable(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversation>;

/** GET messages/conversations?page=&limit=: newest activity first. `unreadCount` covers all conversations. */
export const conversationList = z
  .object({
    conversations: z.array(conversation),
    unreadCount: z.int(),
    pagination: z.object({ hasMore: z.boolean(), currentPage: z.int() }),
  })
  .meta({ id: 'ConversationList' });
export type ConversationList = z.infer<typeof conversationList>;

export const conversationQuery = z.object(paging(50)).meta({ id: 'ConversationQuery' });

const conversationMessage = z
  .object({
    _id: id,
    sender: person,
    /** Empty for an image alone. */
    content: z.string(),
    /**
     * `url`: a path that works without a token and expires after some minutes. It changes as rarely as possible, for the browser's cache.
     */
    image: z.object({ original: z.string(), s3Key: z.string(), url: z.string() }).nullable(),
    createdAt: timestamp,
    listing,
    /** Whether its recipient has read it. */
    read: z.boolean(),
  })
  .meta({ id: 'ConversationMessage' });
export type ConversationMessage = z.infer<typeof conversationMessage>;

/** GET messages/conversation/{id}?page=: page 1 is the newest, 20 a page, each page oldest first. Reading it marks nothing as read. */
export const messagePage = z
  .object({
    conversation: conversationHead,
    messages: z.array(conversationMessage),
    pagination: z.object({ hasMore: z.boolean(), currentPage: z.int() }),
  })
  .meta({ id: 'MessagePage' });
export type MessagePage = z.infer<typeof messagePage>;

export const messageQuery = z.object({ page: paging(MESSAGES_PAGE_SIZE).page }).meta({ id: 'MessageQuery' });

const MISSING_CONTEXT = 'Missing recipient or listing information';

const reference = z.string({ error: MISSING_CONTEXT }).trim().min(1, MISSING_CONTEXT).max(200, MISSING_CONTEXT);

/** POST messages/send, the text parts of the multipart body; the file part is called `image`. */
export const sendMessage = z
  .object({
    recipientId: reference,
    listingId: reference,
    /** Forms send a line end as CRLF; we store and count one character. */
    content: z
      .string()
      .overwrite((text) => text.replaceAll('\r\n', '\n'))
      .trim()
      .max(MAX_MESSAGE_LENGTH, MESSAGE_TOO_LONG)
      .nullish()
      .transform((text) => text ?? ''),
  })
  .meta({ id: 'SendMessage', description: 'A message has text, an image or both' });

export const messageSent = z
  .object({ success: z.literal(true), message: z.string(), conversationId: z.string(), messageId: id })
  .meta({ id: 'MessageSent' });

/**
 * POST messages/conversation/{id}/read, while the conversation is visible. `upTo`: the newest message shown, of either party; default: all.
 */
export const readConversation = z.object({ upTo: id.optional() }).meta({ id: 'ReadConversation' });

export const conversationRead = z.object({ unreadCount: z.int() }).meta({ id: 'ConversationRead' });

/** POST messages/{id}/report, by the recipient of the message. */
export const reportMessage = z
  .object({
    reason: z
      .string({ error: 'Please explain in a few words' })
      .trim()
      .min(1, 'Please explain in a few words')
      .max(1000, 'Reason must be at most 1000 characters'),
  })
  .meta({ id: 'ReportMessage' });

/** GET user/blocked. POST and DELETE user/{id}/block change it, 204. */
export const blockedPeople = z.array(person).meta({ id: 'BlockedPeople' });
