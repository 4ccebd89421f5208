import type { AccountId, ListingId } from '../shared/ids.ts';

/** Both sides of a transaction or conversation, from its first event. */
export type PartiesOfListing = { buyerId: AccountId; sellerId: AccountId; listingId: ListingId };

/** An event and its actor. */
type Held = { type: string; stream: string; data: object; actor: { id: string } };

const idIn = (data: object, name: string): AccountId | undefined => {
  const value = (data as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
};

export const partiesIn = (first: Pick<Held, 'type' | 'data'> | undefined): PartiesOfListing | undefined => {
  if (first?.type !== 'TransactionCreated' && first?.type !== 'ConversationStarted') return undefined;
  const [buyerId, sellerId, listingId] = ['buyerId', 'sellerId', 'listingId'].map((name) => idIn(first.data, name));
  return buyerId && sellerId && listingId ? { buyerId, sellerId, listingId } : undefined;
};

const OFFERED: ReadonlySet<string> = new Set(['ListingPublished', 'ListingPhotosChanged']);

/** The accounts whose personal data an event contains. A text by staff about a transaction concerns both parties. */
export const dataSubjectsOf = (
  { type, stream, data, actor }: Held,
  between: PartiesOfListing | undefined,
): AccountId[] => {
  if (stream.startsWith('account-')) return [stream.slice('account-'.length)];
  if (OFFERED.has(type)) return [idIn(data, 'sellerId')].filter((id) => id !== undefined);
  if (!between) return [];
  const { buyerId, sellerId } = between;
  if (type === 'ShippingSet') return [buyerId];
  if (type === 'ReturnApproved' || type === 'ReturnAddressGiven') return [sellerId];
  const author = [buyerId, sellerId].find((id) => id === actor.id);
  return author ? [author] : [buyerId, sellerId];
};
