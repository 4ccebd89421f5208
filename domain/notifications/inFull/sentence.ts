import { formatSum } from '../../shared/currencies.ts';
import { formatCents } from '../../shared/euros.ts';
import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import type { TransactionEventType } from '../../transactions/events.ts';
import type { Split } from '../../transactions/fees.ts';
import type { DataOf } from '../row.ts';

/** How a record names people and instants. */
export type Teller = {
  /** The actor at the start of a sentence: `The buyer elena`, `Staff 1`. */
  who: string;
  buyer: string;
  seller: string;
  /** A member of staff, within a sentence: `staff 1`. */
  staff: (id: string) => string;
  on: (instant: Instant) => string;
};

/** The sentence of the timeline says it all. */
export const AS_IN_TIMELINE = 'asInTimeline';

export type FullSentence<Data> = typeof AS_IN_TIMELINE | ((data: Data, tell: Teller) => string);
export type FullSentences = { readonly [Type in TransactionEventType]: FullSentence<DataOf<Type>> };

/** `on 14 Nov 2026, 19:34`; nothing for an instant that an older version of the event lacks. */
export const until = (begin: string, instant: Instant | null | undefined, tell: Teller, rest = ''): string =>
  instant === null || instant === undefined ? '' : ` ${begin} ${tell.on(instant)}${rest}.`;

export const sum = ({ amount, currency }: { amount: Cents; currency?: string | undefined }): string =>
  formatSum(amount, currency);

/** Says how the held money is divided. */
export const dividedInFull = ({ toBuyer, toSeller, fee }: Split, { buyer, seller }: Teller): string => {
  const held = formatCents(toBuyer + toSeller + fee);
  if (toSeller === 0 && fee === 0) return `All of the ${held} held goes back to ${buyer}.`;
  const parts = [
    ...(toBuyer > 0 ? [`${formatCents(toBuyer)} goes back to ${buyer}`] : []),
    ...(toSeller > 0 ? [`${formatCents(toSeller)} goes to ${seller}`] : []),
    `${formatCents(fee)} is the platform fee`,
  ];
  const nothing = toBuyer === 0 ? `Nothing goes back to ${buyer}. ` : '';
  return `${nothing}Of the ${held} held, ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`;
};
