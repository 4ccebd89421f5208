import type { Repository } from '../../streams/repository.ts';

/** The first unread message that the e-mail is about. */
export type UnreadMessage = { conversation: string; message: string; from: string };

/** Undefined if the message was read or its sender erased. */
export const loadUnreadMessage = async (
  { conversation, message, from }: UnreadMessage,
  recipient: string | null,
  { conversations, accounts }: Pick<Repository, 'conversations' | 'accounts'>,
): Promise<{ from: string; messagePath: string } | undefined> => {
  const { parties, unread } = (await conversations.load(conversation)).state;
  if (!parties || recipient === null) return undefined;
  const side = parties.buyerId === recipient ? 'buyer' : 'seller';
  if (!unread[side].some(({ id, incoming }) => incoming && id === message)) return undefined;
  const { username } = (await accounts.load(from)).state;
  return username === null
    ? undefined
    : { from: username, messagePath: `/messages/conversation/${recipient}-${from}-${parties.listingId}` };
};
