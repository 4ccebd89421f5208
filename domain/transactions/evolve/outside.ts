import type { TransactionEvent } from '../events.ts';
import { owedOutside, settledUnder } from '../owedOutside.ts';
import { STATEMENTS } from '../process/providerTable.ts';
import type { Sale } from '../state.ts';
import type { Change, Evolutions } from './evolution.ts';

type Outside = Sale['outside'];

/** What is confirmed has the number of what was proposed. */
const counted = ({ outside: { count, proposed } }: Sale, settlementId: string): number =>
  proposed?.id === settlementId ? count : count + 1;

/** The payer has so much of it from the provider, too. */
export const hadTwice = ({ outside }: Sale, paymentId: string, change: number): Pick<Sale, 'outside'> => {
  const { amount = 0, twice = 0 } = outside.settled[paymentId] ?? {};
  return { outside: { ...outside, settled: { ...outside.settled, [paymentId]: { amount, twice: twice + change } } } };
};

export const outside = {
  SettledOutsideProvider: ({ settlementId, what, paymentId = null, amount }, sale): Change => {
    const under = settledUnder(sale, { what, paymentId });
    const { settled } = sale.outside;
    const before = settled[under] ?? { amount: 0, twice: 0 };
    return {
      outside: {
        count: counted(sale, settlementId),
        settled: { ...settled, [under]: { ...before, amount: before.amount + amount } },
        proposed: null,
      },
    };
  },
  OutsideSettlementProposed: ({ at, settlementId, what, paymentId = null, amount, proposedBy, confirmBy }, sale) => ({
    outside: {
      ...sale.outside,
      count: sale.outside.count + 1,
      proposed: { id: settlementId, what, paymentId, amount, by: proposedBy, at, confirmBy },
    },
  }),
  OutsideSettlementRejected: (_, sale) => ({ outside: { ...sale.outside, proposed: null } }),
} satisfies Partial<Evolutions>;

/** What the provider's word leads to first. */
const SAID: ReadonlySet<string> = new Set(
  Object.values(STATEMENTS).flatMap((steps) => steps.map(({ facts }) => facts[0])),
);

/** What was proposed stands while the same is owed, and the provider says nothing. `sale`: after the fact. */
export const stillProposed = (sale: Sale, { type }: TransactionEvent): Outside => {
  const { proposed } = sale.outside;
  if (!proposed) return sale.outside;
  const owed = owedOutside(sale, proposed);
  const stands = !SAID.has(type) && 'amount' in owed && owed.amount === proposed.amount;
  return stands ? sale.outside : { ...sale.outside, proposed: null };
};
