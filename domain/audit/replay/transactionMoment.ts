import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import { holdsAgainst, isByHold, whatIsBlocked } from '../../transactions/blocked.ts';
import { currencyOf } from '../../transactions/currency.ts';
import { armedDeadlines } from '../../transactions/deadlines.ts';
import type { Posting } from '../../transactions/ledger.ts';
import { whatCanHappen } from '../../transactions/next.ts';
import type { Part } from '../../transactions/process/commandTable.ts';
import { displayStatus, publicStatus, type Transaction } from '../../transactions/state.ts';
import type { BookedPosting } from '../../transactions/tAccount.ts';
import { whatCannotHappen } from '../../transactions/whyNot.ts';
import { booksOf } from './books.ts';
import type { PlacedHold } from './transactionStrip.ts';

type Now = { now: Instant; booked: readonly BookedPosting[]; placed: readonly PlacedHold[] };

/** A transaction right after one of its events. `now`: when the store recorded that event. */
export const transactionMoment = (transaction: Transaction, { now, booked, placed }: Now) => {
  const blocked = whatIsBlocked(transaction, now);
  const isBlocked = (name: string, part: Part): boolean =>
    blocked.some((each) => each.kind === 'command' && each.command === name && each.by === part);
  return {
    status: publicStatus(transaction),
    displayStatus: displayStatus(transaction),
    currency: currencyOf(transaction),
    deadlines: armedDeadlines(transaction),
    next: whatCanHappen(transaction, now).filter(
      (step) => step.kind !== 'command' || !isBlocked(step.command, step.by),
    ),
    holds: placed,
    blocked,
    /** `holds`: those that forbid it too. `isByHold`: its obstacle says no more than that. */
    forbidden: whatCannotHappen(transaction, now)
      .filter(({ command, by }) => !isBlocked(command, by))
      .map((each) => {
        const holds = holdsAgainst(transaction, each.by, each.command, now);
        return { ...each, holds, isByHold: isByHold(each.obstacle, each.command, holds) };
      }),
    ...booksOf(booked),
  };
};
export type TransactionMoment = ReturnType<typeof transactionMoment>;

export type BalanceChange = { account: string; before: Cents; after: Cents };

/** The accounts that differ between two moments, in the order of the later one. */
export const balanceChanges = (before: readonly Posting[], after: readonly Posting[]): BalanceChange[] => {
  const sumIn = (balances: readonly Posting[], account: string) =>
    balances.find((balance) => balance.account === account)?.amount ?? 0;
  const accounts = [...new Set([...after, ...before].map(({ account }) => account))];
  return accounts
    .map((account) => ({ account, before: sumIn(before, account), after: sumIn(after, account) }))
    .filter((change) => change.before !== change.after);
};
