import type { ConversationMessage, MessagePage } from '#application/contract/conversations.ts';
import { MESSAGES_PAGE_SIZE } from '#application/contract/limits.ts';
import { shortDate } from '../ui/dates.ts';

/** The loaded part of a conversation: its newest messages without a gap, oldest first. */
export type MessageLog = {
  conversation: MessagePage['conversation'];
  messages: ConversationMessage[];
  hasMore: boolean;
};

const byAge = (one: ConversationMessage, other: ConversationMessage): number =>
  one.createdAt.localeCompare(other.createdAt) || one._id.localeCompare(other._id);

const knows = (messages: readonly ConversationMessage[], page: MessagePage): boolean => {
  const ids = new Set(page.messages.map(({ _id }) => _id));
  return messages.some(({ _id }) => ids.has(_id));
};

/** Merges a page; the newer answer wins. */
const merged = (known: readonly ConversationMessage[], page: MessagePage): ConversationMessage[] =>
  [...new Map([...known, ...page.messages].map((message) => [message._id, message])).values()].sort(byAge);

/** Merges page 1; older pages stay unless there is now a gap. */
export const withNewest = (known: MessageLog | undefined, page: MessagePage): MessageLog => {
  const { conversation, pagination } = page;
  if (!known || !knows(known.messages, page))
    return { conversation, messages: merged([], page), hasMore: pagination.hasMore };
  return { conversation, messages: merged(known.messages, page), hasMore: known.hasMore };
};

export const withOlder = (known: MessageLog, page: MessagePage): MessageLog => ({
  ...known,
  messages: merged(known.messages, page),
  hasMore: page.pagination.hasMore,
});

/** Counts loaded messages, since new messages shift the pages. */
export const nextPage = ({ messages }: MessageLog): number => Math.floor(messages.length / MESSAGES_PAGE_SIZE) + 1;

export type Day = { date: string; messages: ConversationMessage[] };

/** By the reader's local date. */
export const byDay = (messages: readonly ConversationMessage[]): Day[] => {
  const days: Day[] = [];
  for (const message of messages) {
    const date = shortDate(message.createdAt);
    const last = days.at(-1);
    if (last?.date === date) last.messages.push(message);
    else days.push({ date, messages: [message] });
  }
  return days;
};

type Signed = Pick<ConversationMessage, 'sender' | 'listing'>;

/** "You (Seller)", "marta_v (Buyer)": by the sender's role in this listing. */
export const signature = ({ sender, listing }: Signed, viewer: string): string => {
  const part = listing?.seller?._id === sender._id ? 'Seller' : 'Buyer';
  return `${sender._id === viewer ? 'You' : sender.username || 'Unknown User'} (${part})`;
};
