import { DEADLINES, isReminder } from '#domain/transactions/commands.ts';
import { copyOf } from '#domain/transactions/evolve/copyOf.ts';
import { policyOf } from '#domain/transactions/limits.ts';
import { STANDING, TIMELY } from '#domain/transactions/process/conditions.ts';
import { DEADLINE_ROWS } from '#domain/transactions/process/deadlineTable.ts';
import { REGION_NAMES } from '#domain/transactions/process/regions.ts';
import { disputeOpen, hasPayoutBegun, type Sale } from '#domain/transactions/state.ts';
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
const NO_MARKS: Sale['marks'] = {};

const stillRead = ({ marks, staff }: Sale): Sale['marks'] => {
  const kinds = Object.keys(marks);
  if (kinds.length === 0) return marks;
  if (staff !== 'held') return NO_MARKS;
  if (kinds.every((kind) => WEIGHTY.includes(kind))) return marks;
  return Object.fromEntries(Object.entries(marks).filter(([kind]) => WEIGHTY.includes(kind)));
};

/** The sale without what no condition reads any more from where it stands; the same where there is nothing of it. */
const alive = (sale: Sale, claimable: boolean, now: number): Sale => {
  const change: Partial<Sale> = {};
  if (sale.claim && !disputeOpen(sale)) change.claim = null;
  // a decision may be appealed against also after a payout has failed
  if (sale.released && !claimable && !TIMELY.appealable(sale, now)) change.released = { ...sale.released, by: 'buyer' };
  if (sale.refund?.state === 'done' && sale.refund.toSeller !== 0) change.refund = { ...sale.refund, toSeller: 0 };
  if (sale.withdrawn !== 0 && !claimable) change.withdrawn = 0;
  if (sale.pausedBefore !== 0 && sale.status !== 'IN_ESCROW') change.pausedBefore = 0;
  const marks = stillRead(sale);
  if (marks !== sale.marks) change.marks = marks;
  return Object.keys(change).length === 0 ? sale : Object.assign(copyOf(sale), change);
};

const DISPUTES_OVER = ['none', 'decided', 'withdrawn'];
const RETURNS_OVER = ['received', 'refused', 'lapsed', 'rejected'];
const placeIn = (sale: Sale, region: (typeof REGION_NAMES)[number]): string => {
  if (region === 'dispute' && DISPUTES_OVER.includes(sale.dispute)) return 'over';
  if (region === 'return' && RETURNS_OVER.includes(sale.return)) return 'over';
  return region === 'return' && sale.status !== 'IN_ESCROW' ? '' : sale[region];
};

/** A condition that reads the clock matters where something asks for it. */
const asksFor: Readonly<Record<string, (sale: Sale) => boolean>> = {
  insideWindow: ({ money }) => money === 'none',
  claimable: (sale) => !hasPayoutBegun(sale) && sale.money === 'payable',
  lateClaimable: (sale) => sale.status === 'COMPLETED' || (!hasPayoutBegun(sale) && sale.money === 'payable'),
  insideCancelPeriod: ({ status }) => status === 'AWAIT_SHIPPING',
};

const FIRING = DEADLINES.filter((kind) => !isReminder(kind)).map((kind) => {
  const { in: places, at } = DEADLINE_ROWS[kind];
  const regions = Object.entries(places) as [(typeof REGION_NAMES)[number], readonly string[]][];
  return { number: numberOf(kind), late: numberOf(`${kind}!`), regions, at };
});

/** What may be armed, in its order, and what of it is overdue; conditions stand in the key beside it. */
const deadlines = (sale: Sale, now: number): number[] => {
  const set: { number: number; dueAt: number }[] = [];
  for (const { number, late, regions, at } of FIRING) {
    let runs = true;
    for (const [region, states] of regions) runs &&= states.includes(sale[region]);
    const dueAt = runs ? at(sale) : undefined;
    if (dueAt !== undefined && dueAt !== null) set.push({ number: dueAt <= now ? late : number, dueAt });
  }
  if (set.length > 1) set.sort((one, other) => one.dueAt - other.dueAt);
  return [set.length, ...set.map(({ number }) => number)];
};

const STANDINGS = Object.values(STANDING);
const TIMELIES = Object.entries(TIMELY).map(([name, holds]) => ({ holds, matters: asksFor[name] ?? (() => true) }));

/** All conditions, eight a number. */
const conditions = (sale: Sale, now: number): number[] => {
  const eights: number[] = [];
  let place = 0;
  const add = (holds: boolean) => {
    if (place % 8 === 0) eights.push(0);
    if (holds) eights[eights.length - 1]! |= 1 << (place % 8);
    place++;
  };
  for (const holds of STANDINGS) add(holds(sale));
  for (const { holds, matters } of TIMELIES) add(matters(sale) && holds(sale, now));
  return eights;
};

/** It was paid outside the provider, and may still arrive. */
const mayStillArrive = ({ outside, refundsDone }: Sale, state: string, refundId: string): boolean =>
  state === 'done' && refundId !== '' && !(refundId in refundsDone) && Object.keys(outside.settled).length > 0;

/** Nobody may tell more of a refund that has arrived: by another try of it, or that it came back. */
const isOver = ({ refundsDone }: Sale): boolean =>
  !('hand' in refundsDone) && Object.values(refundsDone).every(({ arrivals }) => arrivals === undefined);

/** Of a refund that has arrived, how it did says nothing, unless it may come once more. */
const refund = (sale: Sale): number[] => {
  const { refund, refundsDone, captured } = sale;
  if (!refund) return NOTHING;
  const { state, amount, whole, attempt, id } = refund;
  const arrivals = Object.keys(refundsDone[id]?.arrivals ?? {}).length;
  const isDone = state === 'done';
  const isLate = mayStillArrive(sale, state, id);
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
  const sale = alive(told, claimable, now);
  const { captured: whole, claim, released, status, payout } = sale;
  return String.fromCharCode(
    ...REGION_NAMES.map((region) => numberOf(placeIn(sale, region))),
    ...conditions(sale, now),
    ...deadlines(told, now),
    level(sale.inEscrow, whole),
    level(sale.refundInTransit, whole),
    level(sale.refunded, whole),
    level(sale.chargedBack, whole),
    level(sale.payable, whole),
    level(sale.payoutInTransit, whole),
    level(sale.paidOut, whole),
    level(sale.overpaid, whole),
    level(sale.platformLoss, whole),
    level(sale.keptForSeller, whole),
    ...presence(Object.entries(sale.outside.settled).map(([id, { twice }]) => `${id} ${twice > 0}`)),
    numberOf(sale.outside.proposed?.what ?? ''),
    Number(sale.feeTaken > sale.fee),
    sale.remaining === null ? 0 : sale.remaining > policyOf(sale).pauseWindow ? 2 : 1,
    level(claim?.amount, whole),
    numberOf(claim?.by ?? ''),
    level(sale.offer?.toBuyer, whole),
    level(sale.proposed?.toBuyer, whole),
    numberOf(released?.by ?? ''),
    level(released?.toSeller, whole),
    ...refund(sale),
    ...presence(Object.values(sale.payoutAttempts).map(({ state, over }) => (over > 0 ? `${state} over` : state))),
    TO_BE_PAID.includes(status) ? payout.failures : 0,
    ...multiset(
      Object.entries(sale.duplicates).flatMap(([paymentId, { state, refundId }]) => {
        if (mayStillArrive(sale, state, refundId)) return 'settled';
        return paymentId === sale.paymentId && state === 'done' && isOver(sale) ? [] : state;
      }),
    ),
    ...multiset(
      Object.values(sale.chargebacks).map(
        ({ stands, amount, currency = '' }) => `${stands} ${level(amount, whole)}${currency}`,
      ),
    ),
    // what more may be told of its money in other currencies, and of what somebody sent back
    ...multiset(Object.entries(sale.foreign).map(([paymentId, currency]) => `${paymentId} ${currency}`)),
    Number('hand' in sale.refundsDone),
    Object.keys(sale.refundsBack).length,
    ...multiset(Object.keys(sale.marks)),
    numberOf((sale.money === 'none' && sale.cancelledBy) || ''),
    Number(sale.settlementEndsAt !== null),
    status === 'IN_ESCROW' ? Math.min(sale.endedByBuyer, 2) : 0,
    sale.withdrawn,
    Number(sale.escalateAt !== null),
  );
};
