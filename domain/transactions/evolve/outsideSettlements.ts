import type { Transaction } from '../state.ts';

/** A confirmed settlement keeps the number of its proposal. */
export const counted = ({ outside: { count, proposed } }: Transaction, settlementId: string): number =>
  proposed?.id === settlementId ? count : count + 1;

/** The provider paid `change` cents that staff had paid already. */
export const hadTwice = ({ outside }: Transaction, paymentId: string, change: number): Pick<Transaction, 'outside'> => {
  const { amount = 0, twice = 0 } = outside.settled[paymentId] ?? {};
  return { outside: { ...outside, settled: { ...outside.settled, [paymentId]: { amount, twice: twice + change } } } };
};
