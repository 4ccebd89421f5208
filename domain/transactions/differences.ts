import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import type { Transaction } from './state.ts';

/** Kinds of provider objects whose difference from our books staff can book. A transfer and its payout are one `payout`. */
export const DIFFERING_OBJECTS = ['payment', 'refund', 'chargeback', 'payout'] as const;
/** `objectId`: the provider's id of a refund, our own id of a payout. */
export type DifferingObject = { object: (typeof DIFFERING_OBJECTS)[number]; objectId: string };

const keyOf = ({ object, objectId }: DifferingObject): string => `${object}.${objectId}`;

type Difference = Transaction['differences'][string];
const NONE: Difference = { lost: 0, proposed: null };

/** What staff booked or proposed about a provider object; undefined for neither. */
export const differenceOf = ({ differences }: Transaction, about: DifferingObject): Difference | undefined =>
  differences[keyOf(about)];

/** The loss that staff have booked for the object. */
export const bookedLoss = (transaction: Transaction, about: DifferingObject): Cents =>
  differenceOf(transaction, about)?.lost ?? 0;

export const differenceBecomes = (
  transaction: Transaction,
  about: DifferingObject,
  change: Partial<Difference>,
): Pick<Transaction, 'differences'> => ({
  differences: {
    ...transaction.differences,
    [keyOf(about)]: { ...(differenceOf(transaction, about) ?? NONE), ...change },
  },
});

/** The proposal to book this sum, which waits for a second person. It ends with its term, or when another sum differs. */
export const pendingDifference = (
  transaction: Transaction,
  about: DifferingObject & { lost: Cents },
  now: Instant,
): NonNullable<Difference['proposed']> | undefined => {
  const { proposed } = differenceOf(transaction, about) ?? NONE;
  return proposed && proposed.lost === about.lost && now <= proposed.confirmBy ? proposed : undefined;
};
