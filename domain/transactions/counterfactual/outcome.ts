import { EURO } from '../../shared/currencies.ts';
import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import { currencyOf } from '../currency.ts';
import { armedDeadlines } from '../deadlines.ts';
import type { TransactionEvent } from '../events.ts';
import { evolve } from '../evolve.ts';
import { NO_TRANSACTION } from '../noTransaction.ts';
import { DEADLINES, type DeadlineKind } from '../process/deadlineTable.ts';
import type { Transaction } from '../state.ts';

/** The outcome of a sale. Sums are null if its payment was not in euros. */
export type Outcome = {
  status: string;
  /** What the buyer has to pay, or paid; before an address without shipping. */
  total: Cents | null;
  refunded: Cents | null;
  paidOut: Cents | null;
  /** Owed to the seller, and not paid out at the end. */
  payable: Cents | null;
  fees: Cents | null;
  /** ms in which we held money of the sale. */
  held: number;
  /** Disputes of the buyer that were opened, and claims that came after the payout had begun. */
  disputes: number;
  lateClaims: number;
};

const holdsMoney = ({ inEscrow, refundInTransit, payable, payoutInTransit }: Transaction): boolean =>
  inEscrow + refundInTransit + payable + payoutInTransit > 0;

const isBuyers = (event: TransactionEvent): boolean => event.type === 'DisputeOpened' && event.data.by === 'buyer';

/** `until`: money that is still here counts as held up to it. */
export const outcomeOf = (events: readonly TransactionEvent[], until: Instant): Outcome => {
  let transaction = NO_TRANSACTION;
  let held = 0;
  let since: Instant | null = null;
  for (const event of events) {
    transaction = evolve(transaction, event);
    const holds = holdsMoney(transaction);
    if (holds && since === null) since = event.data.at;
    if (!holds && since !== null) {
      held += event.data.at - since;
      since = null;
    }
  }
  if (since !== null) held += Math.max(0, until - since);
  const { amount, fee, total, refunded, chargedBack, paidOut, payable, payoutInTransit, feeTaken } = transaction;
  const inEuros = currencyOf(transaction) === EURO;
  return {
    status: transaction.status,
    total: inEuros ? (total ?? amount + fee) : null,
    refunded: inEuros ? refunded + chargedBack : null,
    paidOut: inEuros ? paidOut : null,
    payable: inEuros ? payable + payoutInTransit : null,
    fees: inEuros ? feeTaken : null,
    held,
    disputes: events.filter(isBuyers).length,
    lateClaims: events.filter(({ type }) => type === 'LateClaimRecorded').length,
  };
};

const SUMS = ['amount', 'captured', 'claim', 'toBuyer', 'toSeller', 'fee'] as const;
/** An event with its time and sums. Deadlines that it sets are left out: they only matter once they pass. */
const mainOf = ({ type, data }: TransactionEvent): string =>
  [type, data.at, ...SUMS.map((name) => (name in data ? data[name as keyof typeof data] : ''))].join(' ');

export type Difference = {
  revision: number;
  was: { type: string; at: Instant } | null;
  would: { type: string; at: Instant } | null;
};

/** The first event that differs; null if none does. */
export const firstDifference = (
  was: readonly TransactionEvent[],
  would: readonly TransactionEvent[],
): Difference | null => {
  const length = Math.max(was.length, would.length);
  for (let revision = 0; revision < length; revision++) {
    const [one, other] = [was[revision], would[revision]];
    if (one && other && mainOf(one) === mainOf(other)) continue;
    const told = (event: TransactionEvent | undefined) => (event ? { type: event.type, at: event.data.at } : null);
    return { revision, was: told(one), would: told(other) };
  }
  return null;
};

/** Null: not armed. */
export type MovedDeadline = { kind: DeadlineKind; was: Instant | null; would: Instant | null };

/** The deadlines that are armed at the end of a history, by kind. */
const armedAfter = (events: readonly TransactionEvent[]): ReadonlyMap<DeadlineKind, Instant> =>
  new Map(armedDeadlines(events.reduce(evolve, NO_TRANSACTION)).map(({ kind, dueAt }) => [kind, dueAt]));

/** The deadlines of a sale that is still open and waits for another instant, or for none, under the other terms. */
export const movedDeadlines = (
  was: readonly TransactionEvent[],
  would: readonly TransactionEvent[],
): MovedDeadline[] => {
  const [one, other] = [armedAfter(was), armedAfter(would)];
  return DEADLINES.flatMap((kind) => {
    const [before, after] = [one.get(kind) ?? null, other.get(kind) ?? null];
    return before === after ? [] : [{ kind, was: before, would: after }];
  });
};
