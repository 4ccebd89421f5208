import { DEADLINES, isReminder } from '#domain/transactions/commands.ts';
import { copyOf } from '#domain/transactions/evolve/copyOf.ts';
import { policyOf } from '#domain/transactions/policy.ts';
import { STANDING, TIMELY } from '#domain/transactions/process/conditions.ts';
import { DEADLINE_ROWS } from '#domain/transactions/process/deadlineTable.ts';
import { REGION_NAMES } from '#domain/transactions/process/regions.ts';
import { disputeOpen, hasPayoutBegun, type Sale } from '#domain/transactions/sale.ts';
import type { Node } from './moves.ts';

/** A sum against the whole that was captured. */
const level = (sum: number | undefined | null, whole: number): string => {
  if (sum === undefined || sum === null) return '';
  if (sum === 0) return 'none';
  if (sum === whole) return 'all';
  return sum < whole ? 'part' : 'more';
};

const presence = (values: readonly string[]): string => [...new Set(values)].sort().join('+');
const multiset = (values: readonly string[]): string => [...values].sort().join('+');

/** After so many tries the next one changes nothing any more. */
const MOST_ATTEMPTS = 4;

/** Marks that change what happens next; the others only wait for a person to read them. */
const WEIGHTY = ['heldTooLong', 'payoutFailed'] as const;

/** The sale without what nothing reads any more from where it stands. */
const alive = (sale: Sale): Sale => {
  const inEscrow = sale.status === 'IN_ESCROW';
  const toBePaid = ['READY_FOR_PAYOUT', 'PAYOUT_INITIATED'].includes(sale.status);
  const claimable = !hasPayoutBegun(sale) && (sale.money === 'escrow' || sale.money === 'payable');
  const weighty = Object.entries(sale.marks).filter(([kind]) => WEIGHTY.some((one) => one === kind));
  return Object.assign(copyOf(sale), {
    claim: disputeOpen(sale) ? sale.claim : null,
    released: sale.released && { ...sale.released, by: claimable ? sale.released.by : 'buyer' },
    refund: sale.refund?.state === 'done' ? { ...sale.refund, attempt: 0, amount: 0, toSeller: 0 } : sale.refund,
    marks: sale.staff === 'held' ? Object.fromEntries(weighty) : {},
    payout: { ...sale.payout, failures: toBePaid ? sale.payout.failures : 0 },
    endedByBuyer: inEscrow ? Math.min(sale.endedByBuyer, 2) : 0,
    withdrawn: claimable ? sale.withdrawn : 0,
    pausedBefore: inEscrow ? sale.pausedBefore : 0,
  } satisfies Partial<Sale>);
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
  insideCancelPeriod: ({ status }) => status === 'AWAIT_SHIPPING',
};

const FIRING = DEADLINES.filter((kind) => !isReminder(kind)).map((kind) => {
  const { in: places, at } = DEADLINE_ROWS[kind];
  const regions = Object.entries(places) as [(typeof REGION_NAMES)[number], readonly string[]][];
  const runs = (sale: Sale) => regions.every(([region, states]) => states.includes(sale[region]));
  return { kind, runs, at };
});

/** What may be armed, in its order, and what of it is overdue; conditions stand in the key beside it. */
const deadlines = (sale: Sale, now: number): string => {
  const set: { kind: string; dueAt: number }[] = [];
  for (const { kind, runs, at } of FIRING) {
    const dueAt = runs(sale) ? at(sale) : undefined;
    if (dueAt !== undefined && dueAt !== null) set.push({ kind, dueAt });
  }
  return set
    .sort((one, other) => one.dueAt - other.dueAt)
    .map(({ kind, dueAt }) => `${kind}${dueAt <= now ? '!' : ''}`)
    .join();
};

const bits = (conditions: boolean[]): string => {
  let number = '';
  for (const holds of conditions) number += holds ? '1' : '0';
  return number;
};
const STANDINGS = Object.values(STANDING);
const TIMELIES = Object.entries(TIMELY).map(([name, holds]) => ({ holds, matters: asksFor[name] ?? (() => true) }));

/**
 * Two sales with the same key may do the same from now on: the chart's regions, every condition of the tables, what is armed and what of it
 * is overdue, and every sum as none, part, all or more of what was captured.
 */
export const keyOf = ({ sale: whole, now }: Node): string => {
  const sale = alive(whole);
  const of = (sum: number | undefined | null) => level(sum, sale.captured);
  return [
    REGION_NAMES.map((region) => placeIn(sale, region)).join(),
    bits(STANDINGS.map((holds) => holds(sale))),
    bits(TIMELIES.map(({ holds, matters }) => matters(sale) && holds(sale, now))),
    deadlines(whole, now),
    [sale.inEscrow, sale.refundInTransit, sale.refunded, sale.chargedBack, sale.payable].map(of).join(),
    [sale.payoutInTransit, sale.paidOut, sale.overpaid, sale.platformLoss, sale.keptForSeller].map(of).join(),
    sale.feeTaken > sale.fee,
    sale.remaining === null ? '' : sale.remaining > policyOf(sale).pauseWindow ? 'long' : 'short',
    of(sale.claim?.amount),
    sale.claim?.by,
    of(sale.offer?.toBuyer),
    of(sale.proposed?.toBuyer),
    sale.released?.by,
    of(sale.released?.toSeller),
    sale.refund?.state,
    of(sale.refund?.amount),
    sale.refund?.state !== 'done' && sale.refund?.whole,
    Math.min(sale.refund?.attempt ?? 0, MOST_ATTEMPTS),
    presence(Object.values(sale.payoutAttempts).map(({ state, over }) => `${state}${over > 0 ? ' over' : ''}`)),
    sale.payout.failures,
    multiset(Object.values(sale.duplicates).map(({ state }) => state)),
    multiset(
      Object.values(sale.chargebacks).map(({ stands, amount, currency = '' }) => `${stands} ${of(amount)}${currency}`),
    ),
    // what more may be told of its money in other currencies, and of what somebody sent back
    multiset(Object.entries(sale.foreign).map(([paymentId, currency]) => `${paymentId} ${currency}`)),
    sale.refundsDone.hand ? 'hand' : '',
    Object.keys(sale.refundsDone[sale.refund?.id ?? '']?.arrivals ?? {}).length,
    Object.keys(sale.marks).sort().join(),
    sale.money === 'none' ? sale.cancelledBy : '',
    sale.settlementEndsAt === null ? '' : 'settling',
    sale.endedByBuyer,
    sale.withdrawn,
    sale.escalateAt === null ? '' : 'watched',
  ].join('|');
};
