import { SYSTEM } from '#domain/shared/actor.ts';
import type { Deadline } from '#domain/transactions/commands.ts';
import { armedDeadlines } from '#domain/transactions/deadlines.ts';
import { type DeadlineKind, isReminder } from '#domain/transactions/process/deadlineTable.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import { ADDRESS } from './details.ts';
import type { Move, Node } from './moves.ts';
import type { Rules } from './rules.ts';
import { NOT_PAYABLE, PAYABLE } from './standing.ts';

/** Those that write something, soonest first. */
export const firingDeadlines = (transaction: Transaction, { gate }: Rules): Deadline[] =>
  armedDeadlines(transaction, gate).filter(({ kind }) => !isReminder(kind));

export const firing = ({ kind, dueAt }: Deadline, at: number, seller = PAYABLE): Move => ({
  by: 'clock',
  at,
  label: `clock: ${kind}`,
  command: {
    type: 'FireDeadline',
    by: SYSTEM,
    at,
    deadline: { kind, dueAt },
    seller,
    checkout: 'unpaid',
    returnTo: ADDRESS,
  },
  ...(seller === NOT_PAYABLE && { alike: 'butForSeller' }),
});

/** Instants at which nothing is written, but a condition becomes another one. */
export const thresholds = (transaction: Transaction): number[] => {
  const { buyerCancelPeriod, claimPeriod, pauseWindow, sellerDisputeAfter } = termsFor(transaction);
  return [
    ...(transaction.status === 'AWAIT_SHIPPING' && transaction.capturedAt !== null
      ? [transaction.capturedAt + buyerCancelPeriod + 1]
      : []),
    ...(transaction.clock ? [transaction.clock.endsAt - pauseWindow] : []),
    ...(transaction.released?.by === 'buyer' && transaction.deliveredAt !== null && transaction.money === 'payable'
      ? [transaction.deliveredAt + claimPeriod + 1]
      : []),
    ...(transaction.proposed?.shownUntil ? [transaction.proposed.shownUntil] : []),
    ...(transaction.pausedSince === null ? [] : [transaction.pausedSince + sellerDisputeAfter + 1]),
  ];
};

/** A condition reads their instant, so that it matters when they fire late. Firing any other late is as if others had been early. */
const READ_BY_CONDITIONS: readonly DeadlineKind[] = [
  'paymentWindow',
  'settlement',
  'escrowEnd',
  'settlementOffer',
  'pauseLimit',
];

/** The clock goes on to the next deadline, which fires or is late, or to what changes a condition before. */
export const time = ({ sale: transaction, now }: Node, rules: Rules): Move[] => {
  const armed = firingDeadlines(transaction, rules);
  const overdue = armed.filter(({ dueAt }) => dueAt <= now);
  const next = armed.find(({ dueAt }) => dueAt > now);
  const threshold = Math.min(...thresholds(transaction).filter((at) => at > now));
  const both = (deadline: Deadline, at: number) => [firing(deadline, at), firing(deadline, at, NOT_PAYABLE)];

  const late = overdue.flatMap((deadline) => both(deadline, now));
  if (threshold < (next?.dueAt ?? Number.POSITIVE_INFINITY))
    return [...late, { by: 'clock', at: threshold, label: 'clock: time passes' }];
  if (!next) return late;
  const passed: Move[] =
    overdue.length === 0 && READ_BY_CONDITIONS.includes(next.kind)
      ? [{ by: 'clock', at: next.dueAt, label: `clock: ${next.kind} is late` }]
      : [];
  return [...late, ...both(next, next.dueAt), ...passed];
};
