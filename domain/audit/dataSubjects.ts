import type { AccountId, ListingId } from '../shared/ids.ts';

/** The two of a sale or a conversation, as its first event names them. */
export type PartiesOfListing = { buyerId: AccountId; sellerId: AccountId; listingId: ListingId };

/** An event, and who did it. */
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

/** Whose personal data a fact holds. What staff wrote about a sale is about both; what belongs to nobody concerns nobody. */
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
