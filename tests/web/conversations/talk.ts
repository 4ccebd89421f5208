import type { Conversation, ConversationMessage, MessagePage } from '#application/contract/conversations.ts';
import { MARTA, type Sent } from '#tests/support/browser.tsx';
import type { MessageLog } from '#web/conversations/messageLog.ts';

export const RUIZ = { _id: 'b'.repeat(32), username: 'ruiz' };
const MARTA_HERE = { _id: MARTA._id, username: MARTA.username };
export const LISTING_ID = 'c'.repeat(32);
export const TALK_ID = `${MARTA._id}-${RUIZ._id}-${LISTING_ID}`;

export const aboutDragon = {
  _id: LISTING_ID,
  title: 'Vharoth, Red Wyrm of the Pass',
  price: 148,
  images: [],
  seller: { _id: RUIZ._id },
};

/** The `number`th message of a conversation, a minute after the previous one; Marta buys, Ruiz sells. */
export const aMessage = (number: number, changes: Partial<ConversationMessage> = {}): ConversationMessage => ({
  _id: number.toString(16).padStart(32, '0'),
  sender: RUIZ,
  content: `Message ${number}`,
  image: null,
  createdAt: new Date(Date.UTC(2026, 10, 15, 9, number)).toISOString(),
  listing: aboutDragon,
  read: false,
  ...changes,
});

export const fromMarta = { sender: MARTA_HERE };

export const messages = (from: number, to: number): ConversationMessage[] =>
  Array.from({ length: to - from + 1 }, (_, index) => aMessage(from + index));

const head = (changes: Partial<MessagePage['conversation']> = {}): MessagePage['conversation'] => ({
  conversationId: TALK_ID,
  role: 'buyer',
  otherUser: RUIZ,
  listing: aboutDragon,
  unreadCount: 0,
  blocked: false,
  ...changes,
});

export const aPageOf = (
  shown: ConversationMessage[],
  { hasMore = false, currentPage = 1 } = {},
  changes: Partial<MessagePage['conversation']> = {},
): MessagePage => ({ conversation: head(changes), messages: shown, pagination: { hasMore, currentPage } });

/** A server with these messages, oldest first, 20 a page. */
export const pagesOf =
  (all: () => ConversationMessage[]) =>
  ({ query }: Sent): MessagePage => {
    const page = Number(query.get('page'));
    const end = Math.max(0, all().length - (page - 1) * 20);
    const start = Math.max(0, end - 20);
    return aPageOf(all().slice(start, end), { hasMore: start > 0, currentPage: page });
  };

export const aLog = (shown: ConversationMessage[], hasMore = false): MessageLog => ({
  conversation: head(),
  messages: shown,
  hasMore,
});

export const aConversation = (changes: Partial<Conversation> = {}): Conversation => ({
  ...head(),
  lastMessage: {
    _id: 'd'.repeat(32),
    content: 'They come off, both are magnetised.',
    hasImage: false,
    senderId: RUIZ._id,
    createdAt: new Date().toISOString(),
  },
  ...changes,
});

/** Shows or hides the tab. */
export const show = (visible: boolean): void => {
  Object.defineProperty(document, 'visibilityState', { value: visible ? 'visible' : 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
};
