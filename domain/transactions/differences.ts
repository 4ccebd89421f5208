import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import type { Transaction } from './state.ts';
import { termsFor } from './terms/termsFor.ts';

/** Kinds of provider objects whose difference from our books staff can book. A transfer and its payout are one `payout`. */
export const DIFFERING_OBJECTS = ['payment', 'refund', 'chargeback', 'payout'] as const;
/** `objectId`: the provider's id of a refund, our own id of a payout. */
export type DifferingObject = { object: (typeof DIFFERING_OBJECTS)[number]; objectId: string };

const keyOf = ({ object, objectId }: DifferingObject): string => `${object}.${objectId}`;

type Difference = Transaction['differences'][string];
const NONE: Difference = { lost: 0, proposed: null };

/** The booked or proposed loss of a provider object; undefined if there is neither. */
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

export const isDifferencePending = ({ differences }: Transaction): boolean =>
  Object.values(differences).some(({ proposed }) => proposed !== null);

export const UNBOOKABLE = ['notBookable', 'nothingDiffers', 'differenceNotOurs', 'differenceBooked'] as const;

/**
 * Why nothing may be booked for the object; undefined if it may. `lost`: the whole sum that the provider took by it beyond our events, as the
 * reconciliation finds it. Negative: the provider holds more. Null: the object is gone, or its currency is another.
 */
export const unbookable = (
  transaction: Transaction,
  about: DifferingObject,
  lost: Cents | null,
): (typeof UNBOOKABLE)[number] | undefined => {
  if (lost === null) return 'notBookable';
  if (lost < 0) return 'differenceNotOurs';
  const known = differenceOf(transaction, about);
  if (lost !== (known?.lost ?? 0)) return undefined;
  return lost > 0 || known?.proposed === null ? 'differenceBooked' : 'nothingDiffers';
};

/** Whether one person may not book it alone. */
export const bookingNeedsSecond = (transaction: Transaction, about: DifferingObject, lost: Cents): boolean =>
  Math.abs(lost - bookedLoss(transaction, about)) > termsFor(transaction).secondPersonAbove;
