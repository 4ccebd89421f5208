import type { Parties } from '#domain/conversations/conversation.ts';

/** The id of the one conversation that two people have about a listing: 32 hex digits, because its stream's name is split on hyphens. */
export const conversationId = (
  { buyerId, sellerId, listingId }: Parties,
  sha256Hex: (text: string) => string,
): string => sha256Hex(`${buyerId}-${sellerId}-${listingId}`).slice(0, 32);

export const conversationStream = (id: string): string => `conversation-${id}`;
