import { copyOf } from '#domain/transactions/noTransaction.ts';
import { STANDING, TIMELY } from '#domain/transactions/process/conditions.ts';
import { DEADLINE_ROWS, DEADLINES, isReminder } from '#domain/transactions/process/deadlineTable.ts';
import { REGION_NAMES } from '#domain/transactions/process/regions.ts';
import {
  disputeOpen,
  hasPayoutBegun,
  pendingEnds,
  refundDeferred,
  type Transaction,
} from '#domain/transactions/state.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import type { Node } from './moves.ts';

/** A sum against the whole that was captured: none given, nothing, a part, all, more. */
const level = (sum: number | undefined | null, whole: number): number => {
  if (sum === undefined || sum === null) return 0;
  if (sum === 0) return 1;
  if (sum === whole) return 3;
  return sum < whole ? 2 : 4;
};

const numbers = new Map<string, number>();
/** One for each word. */
const numberOf = (word: string): number => {
  const known = numbers.get(word) ?? numbers.size;
  if (known === numbers.size) numbers.set(word, known);
  return known;
};

/** How many there are, and which, in no order. */
const multiset = (words: readonly string[]): number[] =>
  words.length === 0 ? NOTHING : [words.length, ...words.map(numberOf).sort((one, other) => one - other)];
const presence = (words: readonly string[]): number[] => multiset(words.length > 1 ? [...new Set(words)] : words);
const NOTHING = [0];

/** After so many tries the next one changes nothing any more. */
const MOST_ATTEMPTS = 4;

/** Marks that change what happens next; the others only wait for a person to read them. */
const WEIGHTY: readonly string[] = ['heldTooLong', 'payoutFailed'];
const NO_MARKS: Transaction['marks'] = {};

const stillRead = ({ marks, staff }: Transaction): Transaction['marks'] => {
  const kinds = Object.keys(marks);
  if (kinds.length === 0) return marks;
  if (staff !== 'held') return NO_MARKS;
  if (kinds.every((kind) => WEIGHTY.includes(kind))) return marks;
  return Object.fromEntries(Object.entries(marks).filter(([kind]) => WEIGHTY.includes(kind)));
};

/** The sale without what no condition reads any more from where it stands; the same where there is nothing of it. */
const alive = (transaction: Transaction, claimable: boolean, now: number): Transaction => {
  const change: Partial<Transaction> = {};
  if (transaction.claim && !disputeOpen(transaction) && !refundDeferred(transaction)) change.claim = null;
  // a decision may be appealed against also after a payout has failed
  if (transaction.released && !claimable && !TIMELY.buyerMayAppeal(transaction, now))
    change.released = { ...transaction.released, by: 'buyer' };
  if (transaction.refund?.state === 'done' && transaction.refund.toSeller !== 0)
    change.refund = { ...transaction.refund, toSeller: 0 };
  if (transaction.withdrawn !== 0 && !claimable) change.withdrawn = 0;
  if (transaction.pausedBefore !== 0 && transaction.status !== 'IN_ESCROW') change.pausedBefore = 0;
  const marks = stillRead(transaction);
  if (marks !== transaction.marks) change.marks = marks;
  return Object.keys(change).length === 0 ? transaction : Object.assign(copyOf(transaction), change);
};

const DISPUTES_OVER = ['none', 'decided', 'withdrawn'];
const RETURNS_OVER = ['received', 'refused', 'lapsed', 'rejected'];
const placeIn = (transaction: Transaction, region: (typeof REGION_NAMES)[number]): string => {
  if (region === 'dispute' && DISPUTES_OVER.includes(transaction.dispute)) return 'over';
  if (region === 'return' && RETURNS_OVER.includes(transaction.return)) return 'over';
  return region === 'return' && transaction.status !== 'IN_ESCROW' ? '' : transaction[region];
};

/** A condition that reads the clock matters where something asks for it. */
const asksFor: Readonly<Record<string, (transaction: Transaction) => boolean>> = {
  insideWindow: ({ money }) => money === 'none',
  claimable: (transaction) => !hasPayoutBegun(transaction) && transaction.money === 'payable',
  lateClaimable: (transaction) =>
    transaction.status === 'COMPLETED' || (!hasPayoutBegun(transaction) && transaction.money === 'payable'),
  insideCancelPeriod: ({ status }) => status === 'AWAIT_SHIPPING',
};

const FIRING = DEADLINES.filter((kind) => !isReminder(kind)).map((kind) => {
  const { in: places, at } = DEADLINE_ROWS[kind];
  const regions = Object.entries(places) as [(typeof REGION_NAMES)[number], readonly string[]][];
  return { number: numberOf(kind), late: numberOf(`${kind}!`), regions, at };
});

/** What may be armed, in its order, and what of it is overdue; conditions stand in the key beside it. */
const deadlines = (transaction: Transaction, now: number): number[] => {
  const set: { number: number; dueAt: number }[] = [];
  for (const { number, late, regions, at } of FIRING) {
    let runs = true;
    for (const [region, states] of regions) runs &&= states.includes(transaction[region]);
    const dueAt = runs ? at(transaction) : undefined;
    if (dueAt !== undefined && dueAt !== null) set.push({ number: dueAt <= now ? late : number, dueAt });
  }
  if (set.length > 1) set.sort((one, other) => one.dueAt - other.dueAt);
  return [set.length, ...set.map(({ number }) => number)];
};

const STANDINGS = Object.values(STANDING);
const TIMELIES = Object.entries(TIMELY).map(([name, holds]) => ({ holds, matters: asksFor[name] ?? (() => true) }));

/** All conditions, eight a number. */
const conditions = (transaction: Transaction, now: number): number[] => {
  const eights: number[] = [];
  let place = 0;
  const add = (holds: boolean) => {
    if (place % 8 === 0) eights.push(0);
    if (holds) eights[eights.length - 1]! |= 1 << (place % 8);
    place++;
  };
  for (const holds of STANDINGS) add(holds(transaction));
  for (const { holds, matters } of TIMELIES) add(matters(transaction) && holds(transaction, now));
  return eights;
};

/** It was paid outside the provider, and may still arrive. */
const mayStillArrive = ({ outside, refundsDone }: Transaction, state: string, refundId: string): boolean =>
  state === 'done' && refundId !== '' && !(refundId in refundsDone) && Object.keys(outside.settled).length > 0;

/** Nobody may tell more of a refund that has arrived: by another try of it, or that it came back. */
const isOver = ({ refundsDone }: Transaction): boolean =>
  !('hand' in refundsDone) && Object.values(refundsDone).every(({ arrivals }) => arrivals === undefined);

/** Of a refund that has arrived, how it did says nothing, unless it may come once more. */
const refund = (transaction: Transaction): number[] => {
  const { refund, refundsDone, captured } = transaction;
  if (!refund) return NOTHING;
  const { state, amount, whole, attempt, id } = refund;
  const arrivals = Object.keys(refundsDone[id]?.arrivals ?? {}).length;
  const isDone = state === 'done';
  const isLate = mayStillArrive(transaction, state, id);
  return [
    1,
    numberOf(isLate ? 'settled' : state),
    arrivals,
    isDone && !isLate ? 0 : level(amount, captured),
    isDone ? 0 : Number(whole),
    isDone ? 0 : Math.min(attempt, MOST_ATTEMPTS),
  ];
};

const TO_BE_PAID = ['READY_FOR_PAYOUT', 'PAYOUT_INITIATED'];

/**
 * Two sales with the same key may do the same from now on: the chart's regions, every condition of the tables, what is armed and what of it
 * is overdue, and every sum as none, part, all or more of what was captured. Each number of it is less than 65,536.
 */
export const keyOf = ({ sale: told, now }: Node): string => {
  const claimable = !hasPayoutBegun(told) && (told.money === 'escrow' || told.money === 'payable');
  const transaction = alive(told, claimable, now);
  const { captured: whole, claim, released, status, payout } = transaction;
  return String.fromCharCode(
    ...REGION_NAMES.map((region) => numberOf(placeIn(transaction, region))),
    ...conditions(transaction, now),
    ...deadlines(told, now),
    level(transaction.inEscrow, whole),
    level(transaction.refundInTransit, whole),
    level(transaction.refunded, whole),
    level(transaction.chargedBack, whole),
    level(transaction.payable, whole),
    level(transaction.payoutInTransit, whole),
    level(transaction.paidOut, whole),
    level(transaction.overpaid, whole),
    level(transaction.platformLoss, whole),
    level(transaction.keptForSeller, whole),
    ...presence(Object.entries(transaction.outside.settled).map(([id, { twice }]) => `${id} ${twice > 0}`)),
    numberOf(transaction.outside.proposed?.what ?? ''),
    ...presence(pendingEnds(transaction).map(({ outcome }) => outcome)),
    Number(transaction.feeTaken > transaction.fee),
    transaction.remaining === null ? 0 : transaction.remaining > termsFor(transaction).pauseWindow ? 2 : 1,
    level(claim?.amount, whole),
    numberOf(claim?.by ?? ''),
    level(transaction.offer?.toBuyer, whole),
    level(transaction.proposed?.toBuyer, whole),
    level(transaction.deferred?.due, whole),
    ...multiset((transaction.decided?.appeals ?? []).map(({ by, against }) => `${by} ${against}`)),
    numberOf(released?.by ?? ''),
    level(released?.toSeller, whole),
    ...refund(transaction),
    ...presence(
      Object.values(transaction.payoutAttempts).map(({ state, over }) => (over > 0 ? `${state} over` : state)),
    ),
    TO_BE_PAID.includes(status) ? payout.failures : 0,
    ...multiset(
      Object.entries(transaction.duplicates).flatMap(([paymentId, { state, refundId }]) => {
        if (mayStillArrive(transaction, state, refundId)) return 'settled';
        return paymentId === transaction.paymentId && state === 'done' && isOver(transaction) ? [] : state;
      }),
    ),
    ...multiset(
      Object.values(transaction.chargebacks).map(
        ({ stands, amount, currency = '' }) => `${stands} ${level(amount, whole)}${currency}`,
      ),
    ),
    // what more may be told of its money in other currencies, and of what somebody sent back
    ...multiset(Object.entries(transaction.foreign).map(([paymentId, currency]) => `${paymentId} ${currency}`)),
    Number('hand' in transaction.refundsDone),
    Object.keys(transaction.refundsBack).length,
    ...multiset(Object.keys(transaction.marks)),
    numberOf((transaction.money === 'none' && transaction.cancelledBy) || ''),
    Number(transaction.settlementEndsAt !== null),
    status === 'IN_ESCROW' ? Math.min(transaction.endedByBuyer, 2) : 0,
    transaction.withdrawn,
    Number(transaction.escalateAt !== null),
  );
};
