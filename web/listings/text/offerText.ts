import type { PriceOffer } from '#application/contract/priceOffers.ts';
import { dueTime } from '../../ui/dates.ts';
import { formatPrice } from '../../ui/money.ts';

type End = NonNullable<PriceOffer['ended']>;

/** Whose turn it is, until when, and what happens otherwise. */
const open = ({ side, stage, price, proposed, other, until, beingBought }: PriceOffer): string => {
  const sum = formatPrice(price);
  const due = dueTime(until);
  if (stage === 'accepted') {
    if (beingBought) return `Agreed on ${sum}. ${side === 'buyer' ? 'You are' : `${other.username} is`} buying it.`;
    return side === 'buyer'
      ? `Agreed on ${sum}. Reserved for you until ${due}, then back on sale.`
      : `Agreed on ${sum}. Reserved for ${other.username} until ${due}, then back on sale.`;
  }
  if (stage === 'proposed')
    return side === 'buyer'
      ? `You offered ${sum}. The seller has until ${due} to answer, or it expires.`
      : `${other.username} offers ${sum}. Answer before ${due}, or it expires.`;
  return side === 'buyer'
    ? `You offered ${formatPrice(proposed)}, and the seller asks for ${sum}. Answer before ${due}, or it expires.`
    : `${other.username} offered ${formatPrice(proposed)}, and you asked for ${sum}. They have until ${due} to answer, or it expires.`;
};

/** Which side let the offer expire. */
const lapsed = ({ side, stage, other }: PriceOffer, sum: string): string => {
  const buys = side === 'buyer';
  if (stage === 'accepted')
    return buys ? `You did not buy it for ${sum} in time.` : `${other.username} did not buy it for ${sum} in time.`;
  const late = buys === (stage === 'countered') ? 'You' : other.username;
  const named = stage === 'proposed' ? `the offer of ${sum}` : `the price of ${sum}`;
  return `${late} did not answer ${named} in time.`;
};

const refused = ({ side, stage, other }: PriceOffer, sum: string): string => {
  const whose = (side === 'buyer') === (stage === 'countered') ? 'You' : other.username;
  return `${whose} did not accept ${sum}.`;
};

/** Undefined for an ending that only a newer release knows. */
const ended = (offer: PriceOffer, why: End): string | undefined => {
  const sum = formatPrice(offer.price);
  const buys = offer.side === 'buyer';
  const whichEnded = `which ended the offer of ${sum}.`;
  const words: Record<End, string> = {
    bought: `${buys ? 'You' : offer.other.username} bought it for ${sum}.`,
    refused: refused(offer, sum),
    lapsed: lapsed(offer, sum),
    withdrawn: `${buys ? 'You' : offer.other.username} withdrew the offer of ${sum}.`,
    settled: 'You agreed on another price.',
    sold: `It was sold to somebody else, ${whichEnded}`,
    revised: `${buys ? 'The seller' : 'You'} changed the listing, ${whichEnded}`,
    archived: `It is no longer on sale, ${whichEnded}`,
    removed: `It is no longer on sale, ${whichEnded}`,
    sellerGone: `It is no longer on sale, ${whichEnded}`,
    buyerGone: `The offer of ${sum} has ended.`,
  };
  return words[why];
};

/** One or two sentences for the reader. */
export const standing = (offer: PriceOffer): string =>
  offer.ended === null
    ? open(offer)
    : (ended(offer, offer.ended) ?? `The offer of ${formatPrice(offer.price)} has ended.`);

const ENDS: Partial<Record<End, string>> = {
  bought: 'Bought',
  refused: 'Declined',
  lapsed: 'Expired',
  withdrawn: 'Withdrawn',
};

/** A one-word state. */
export const stateOf = ({ ended: why, stage }: PriceOffer): string => {
  if (why !== null) return ENDS[why] ?? 'Ended';
  return stage === 'accepted' ? 'Agreed' : 'Open';
};
