import { z } from 'zod';
import { firstVersion } from '../../shared/events.ts';
import { cents } from '../../shared/money.ts';
import { without } from '../caseMarks.ts';
import { currencyOf, currencyOfPayment } from '../currency.ts';
import { counted } from '../evolve/outsideSettlements.ts';
import { settledUnder } from '../owedOutside.ts';
import { SETTLED_OUTSIDE } from '../settledOutside.ts';
import { currency, instant, providerRef, text } from './fields.ts';
import { event } from './sheet.ts';

/** `paymentId`: the duplicate payment. `reference`: the text on the receiver's bank statement. */
const settlement = {
  settlementId: z.string(),
  what: z.enum(SETTLED_OUTSIDE),
  amount: cents,
  paymentId: providerRef.optional(),
  currency,
  reference: text,
  rationale: text,
};

export const outside = {
  /** Staff paid what the provider could not. The next event ends the refund as the provider's statement would. */
  SettledOutsideProvider: event(firstVersion({ ...settlement, by: z.string(), confirmedBy: z.string().optional() }), {
    news: 'decided',
    evolve: ({ settlementId, what, paymentId = null, amount }, transaction) => {
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
    moves: ({ what, amount }) =>
      what === 'kept' ? { keptForSeller: -amount, keptPaid: amount } : { psp_clearing: -amount, own_bank: amount },
    currency: ({ paymentId = null }, transaction) =>
      currencyOfPayment(transaction, paymentId) ?? currencyOf(transaction),
    case: ({ what }, marks) => (what === 'kept' ? without(marks, 'chargebackReversed') : marks),
    personal: { rationale: 'sale.see.words', reference: 'sale.see.words' },
  }),
  /** The sum needs a second person. A statement of the provider or a change of the sum owed ends the proposal. */
  OutsideSettlementProposed: event(firstVersion({ ...settlement, proposedBy: z.string(), confirmBy: instant }), {
    news: 'decided',
    evolve: ({ at, settlementId, what, paymentId = null, amount, proposedBy, confirmBy }, transaction) => ({
      outside: {
        ...transaction.outside,
        count: transaction.outside.count + 1,
        proposed: { id: settlementId, what, paymentId, amount, by: proposedBy, at, confirmBy },
      },
    }),
    moves: null,
    currency: ({ paymentId = null }, transaction) =>
      currencyOfPayment(transaction, paymentId) ?? currencyOf(transaction),
    personal: { rationale: 'sale.see.words', reference: 'sale.see.words' },
  }),
  /** `own`: the proposer withdrew it. */
  OutsideSettlementRejected: event(
    firstVersion({ settlementId: z.string(), reason: text, by: z.string(), own: z.boolean() }),
    {
      news: 'decided',
      evolve: (_, transaction) => ({ outside: { ...transaction.outside, proposed: null } }),
      personal: { reason: 'sale.see.words' },
    },
  ),
} as const;
