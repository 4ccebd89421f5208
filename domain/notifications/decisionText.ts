import { formatCents } from '../shared/euros.ts';
import type { Cents } from '../shared/money.ts';
import type { ItemPlace } from '../transactions/itemPlace.ts';

type Party = 'buyer' | 'seller';
type Reader = Party | 'staff';

/** `you`, or the role with an article. */
export const whom = (party: Party, reader: Reader): string => (party === reader ? 'you' : `the ${party}`);

/** The share of each party, addressed to the reader. */
export const dividedFor = ({ toBuyer, toSeller }: { toBuyer: Cents; toSeller: Cents }, reader: Reader): string =>
  `${formatCents(toBuyer)} to ${whom('buyer', reader)}, ${formatCents(toSeller)} to ${whom('seller', reader)}`;

/** The same as a sentence. */
export const sharesSentence = ({ toBuyer, toSeller }: { toBuyer: Cents; toSeller: Cents }, reader: Reader): string => {
  const [buyer, seller] = [whom('buyer', reader), whom('seller', reader)];
  if (toBuyer === 0) return `Nothing goes back to ${buyer}. ${formatCents(toSeller)} goes to ${seller}.`;
  if (toSeller === 0) return `${formatCents(toBuyer)} goes back to ${buyer}. Nothing goes to ${seller}.`;
  return `${formatCents(toBuyer)} goes back to ${buyer}, and ${formatCents(toSeller)} goes to ${seller}.`;
};

/** Follows the shares of a later decision, which divides only what the earlier ones left. */
export const refundedBeforeSentence = (before: Cents, toBuyer: Cents, reader: Reader): string => {
  const buyer = whom('buyer', reader);
  const inAll = `${buyer} ${buyer === 'you' ? 'get' : 'gets'} ${formatCents(before + toBuyer)} in all`;
  return `This divides what was left: ${formatCents(before)} had already gone back to ${buyer}, so ${inAll}.`;
};

/** A decision divides money and says nothing about the item. */
export const itemAfterDecision = (place: ItemPlace, reader: Reader): string => {
  if (place === 'sentBack')
    return 'The decision divides only the money. The item stays where it is now, and nobody has to send it.';
  return place === 'buyer'
    ? `The decision divides only the money. The item stays with ${whom('buyer', reader)}, even if everything is refunded, and nobody has to send it back.`
    : `The decision divides only the money. The item was not shipped, so it stays with ${whom('seller', reader)}.`;
};
