import type { Parties } from '#domain/conversations/conversation.ts';

/**
 * Id of the only conversation between two people about a listing: 32 hex digits, because stream names split at
 * hyphens.
 */
export const conversationId = (
  { buyerId, sellerId, listingId }: Parties,
  sha256Hex: (text: string) => string,
): string => sha256Hex(`${buyerId}-${sellerId}-${listingId}`).slice(0, 32);

export const conversationStream = (id: string): string => `conversation-${id}`;
