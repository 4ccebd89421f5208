import type { TransactionEvent } from '../events.ts';
import { owedOutside, settledUnder } from '../owedOutside.ts';
import { STATEMENTS } from '../process/providerTable.ts';
import type { Transaction } from '../state.ts';
import type { Change, Evolutions } from './evolution.ts';

type Outside = Transaction['outside'];

/** What is confirmed has the number of what was proposed. */
const counted = ({ outside: { count, proposed } }: Transaction, settlementId: string): number =>
  proposed?.id === settlementId ? count : count + 1;

/** The payer has so much of it from the provider, too. */
export const hadTwice = ({ outside }: Transaction, paymentId: string, change: number): Pick<Transaction, 'outside'> => {
  const { amount = 0, twice = 0 } = outside.settled[paymentId] ?? {};
  return { outside: { ...outside, settled: { ...outside.settled, [paymentId]: { amount, twice: twice + change } } } };
};

export const outside = {
  SettledOutsideProvider: ({ settlementId, what, paymentId = null, amount }, transaction): Change => {
    const under = settledUnder(transaction, { what, paymentId });
    const { settled } = transaction.outside;
    const before = settled[under] ?? { amount: 0, twice: 0 };
    return {
      outside: {
        count: counted(transaction, settlementId),
        settled: { ...settled, [under]: { ...before, amount: before.amount + amount } },
        proposed: null,
      },
    };
  },
  OutsideSettlementProposed: (
    { at, settlementId, what, paymentId = null, amount, proposedBy, confirmBy },
    transaction,
  ) => ({
    outside: {
      ...transaction.outside,
      count: transaction.outside.count + 1,
      proposed: { id: settlementId, what, paymentId, amount, by: proposedBy, at, confirmBy },
    },
  }),
  OutsideSettlementRejected: (_, transaction) => ({ outside: { ...transaction.outside, proposed: null } }),
} satisfies Partial<Evolutions>;

/** What the provider's word leads to first. */
const SAID: ReadonlySet<string> = new Set(
  Object.values(STATEMENTS).flatMap((steps) => steps.map(({ facts: events }) => events[0])),
);

/** What was proposed stands while the same is owed, and the provider says nothing. `sale`: after the fact. */
export const stillProposed = (transaction: Transaction, { type }: TransactionEvent): Outside => {
  const { proposed } = transaction.outside;
  if (!proposed) return transaction.outside;
  const owed = owedOutside(transaction, proposed);
  const stands = !SAID.has(type) && 'amount' in owed && owed.amount === proposed.amount;
  return stands ? transaction.outside : { ...transaction.outside, proposed: null };
};
