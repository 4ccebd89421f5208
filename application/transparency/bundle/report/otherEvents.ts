import { titleOfAny } from '#domain/notifications/inFull/inFull.ts';
import { formatCents } from '#domain/shared/euros.ts';

type Data = Readonly<Record<string, unknown>>;
const euros = (amount: unknown): string => (typeof amount === 'number' ? formatCents(amount) : 'an unknown sum');
const details = ({ price, condition, paintQuality }: Data): string =>
  `The price is ${euros(price)}. Condition: ${condition}. Paint: ${paintQuality}.`;

/** Events of the listing, the conversation and the accounts that belong to the sale. `who` begins a sentence. */
const SENTENCES: Readonly<Record<string, (data: Data, who: string) => string>> = {
  ListingPublished: (data, who) => `${who} published the listing. ${details(data)}`,
  ListingRevised: (data, who) => `${who} changed the listing. ${details(data)}`,
  ListingPriceReduced: ({ from, to }, who) => `${who} reduced the price from ${euros(from)} to ${euros(to)}.`,
  ListingPhotosChanged: (_, who) => `${who} changed the photos of the listing.`,
  ListingRatesSet: (_, who) => `${who} set shipping rates for the listing.`,
  ListingReserved: () => 'The listing was reserved for this sale.',
  ListingSold: () => 'The listing was marked as sold.',
  ReservationReleased: () => 'The reservation of the listing ended.',
  ListingReturnedToMarket: () => 'The listing went back on sale.',
  ConversationStarted: () => 'The parties began a conversation about the listing.',
  MessageSent: (_, who) => `${who} sent a message.`,
  ConversationRead: (_, who) => `${who} read the conversation.`,
  SellerRated: ({ rating }, who) => `${who} rated the seller with ${rating} of 5.`,
};

export const otherEventInFull = (type: string, data: Data, who: string): string => {
  try {
    return Object.hasOwn(SENTENCES, type) ? SENTENCES[type]!(data, who) : `${titleOfAny(type)}.`;
  } catch {
    return `${titleOfAny(type)}.`; // a forged event can contain anything
  }
};
