import type { TransactionEvent } from '../../transactions/events.ts';
import { type Posting, postings } from '../../transactions/ledger.ts';
import type { Transaction } from '../../transactions/state.ts';
import { type BookedPosting, type TAccount, tAccountsOf } from '../../transactions/tAccount.ts';

/** The postings of one event, marked with it. `before`, `after`: the transaction around it. */
export const bookedBy = (
  event: TransactionEvent & { id: string },
  before: Transaction,
  after: Transaction,
): BookedPosting[] =>
  postings(event, before).map((posting) => {
    const kept = posting.account.startsWith('fee_income') ? after.keptForSeller - before.keptForSeller : 0;
    return { ...posting, eventId: event.id, type: event.type, kept };
  });

/** The balances by account, in the order of their first posting, and the T-accounts. */
export const booksOf = (booked: readonly BookedPosting[]): { balances: Posting[]; tAccounts: TAccount[] } => {
  const sums = new Map<string, number>();
  for (const { account, amount } of booked) sums.set(account, (sums.get(account) ?? 0) + amount);
  return { balances: [...sums].map(([account, amount]) => ({ account, amount })), tAccounts: tAccountsOf(booked) };
};
