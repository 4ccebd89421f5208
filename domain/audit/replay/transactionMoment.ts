import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import { currencyOf } from '../../transactions/currency.ts';
import { armedDeadlines } from '../../transactions/deadlines.ts';
import type { Posting } from '../../transactions/ledger.ts';
import { whatCanHappen } from '../../transactions/next.ts';
import { displayStatus, publicStatus, type Transaction } from '../../transactions/state.ts';
import type { BookedPosting } from '../../transactions/tAccount.ts';
import { whatCannotHappen } from '../../transactions/whyNot.ts';
import { booksOf } from './books.ts';

/** A transaction right after one of its events. `now`: when the store recorded that event. */
export const transactionMoment = (transaction: Transaction, now: Instant, booked: readonly BookedPosting[]) => ({
  status: publicStatus(transaction),
  displayStatus: displayStatus(transaction),
  currency: currencyOf(transaction),
  deadlines: armedDeadlines(transaction),
  next: whatCanHappen(transaction, now),
  forbidden: whatCannotHappen(transaction, now),
  ...booksOf(booked),
});
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
