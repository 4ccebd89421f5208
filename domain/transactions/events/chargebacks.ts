import { z } from 'zod';
import { asItWas, extended, firstVersion, revised } from '../../shared/events.ts';
import { cents } from '../../shared/money.ts';
import { opens } from '../caseMarks.ts';
import {
  chargebackStands,
  holdsNothing,
  isLost,
  isWon,
  lessBy,
  moreBy,
  nothingLeft,
  partlyLost,
  reversed,
} from '../evolve/chargebacks.ts';
import { frozen, inspectionStops } from '../evolve/escrowPeriod.ts';
import { chargedBack, givenBack, paidByOwed, partLost, partlyReversed, taken } from '../movements.ts';
import { chargebackSum, currency, owed, providerRef, said, text } from './fields.ts';
import { event } from './sheet.ts';

export const chargebacks = {
  ChargebackOpened: event(firstVersion({ chargebackId: providerRef, amount: cents, remaining: z.int().nullable() }), {
    news: 'provider',
    evolve: ({ at, chargebackId, amount, remaining }, transaction) => ({
      ...frozen({ remaining }),
      ...inspectionStops({ at }, transaction),
      ...chargebackStands(transaction, { chargebackId, amount }, 'open'),
    }),
    moves: null,
    case: opens('chargeback'),
  }),
  ChargebackWon: event(extended(firstVersion({ chargebackId: providerRef }), said), {
    news: 'provider',
    evolve: (data, transaction) => isWon(transaction, data),
    case: null,
  }),
  ChargebackLost: event(
    extended(
      extended(revised(firstVersion(chargebackSum), { ...chargebackSum, currency }, asItWas, 'asItIs'), said),
      owed,
    ),
    {
      news: 'provider',
      evolve: (data, transaction) => {
        const change = isLost(transaction, data);
        return { ...nothingLeft, ...change, ...holdsNothing(change) };
      },
      moves: ({ amount, owed = 0 }, transaction) => ({
        ...chargedBack(amount - owed, transaction),
        ...paidByOwed(owed),
      }),
      currency: null,
      case: (data, marks, { lost }) => (lost > 0 ? opens('providerFact')(data, marks) : marks),
      payment: 'charged_back',
    },
  ),
  /** Another chargeback still holds the money. */
  OneChargebackWon: event(extended(firstVersion({ chargebackId: providerRef }), said), {
    news: 'provider',
    evolve: (data, transaction) => isWon(transaction, data),
    case: null,
  }),
  /** The bank took less than the seller's share, or a refund under way cannot cover it. The transaction continues with the rest. `ours`: the part at our loss. */
  ChargebackPartlyLost: event(
    extended(
      extended(
        revised(
          revised(
            firstVersion(chargebackSum),
            { ...chargebackSum, ours: cents },
            (old) => ({ ...old, ours: 0 }),
            'asItIs',
          ),
          { ...chargebackSum, ours: cents, currency },
          asItWas,
          'asItIs',
        ),
        said,
      ),
      owed,
    ),
    {
      news: 'provider',
      evolve: (data, transaction) => {
        const change = partlyLost(data, transaction);
        return { ...change, ...holdsNothing({ ...transaction, ...change }) };
      },
      moves: partLost,
      currency: null,
      case: (data, marks, { lost }) => (lost > 0 ? opens('providerFact')(data, marks) : marks),
    },
  ),
  OneChargebackPartlyLost: event(
    extended(
      extended(
        revised(
          firstVersion({ ...chargebackSum, ours: cents }),
          { ...chargebackSum, ours: cents, currency },
          asItWas,
          'asItIs',
        ),
        said,
      ),
      owed,
    ),
    {
      news: 'provider',
      evolve: partlyLost,
      moves: partLost,
      currency: null,
      case: (data, marks, { lost }) => (lost > 0 ? opens('providerFact')(data, marks) : marks),
    },
  ),
  /** The bank returned the money of a lost chargeback, so a transaction that it ended is open again. */
  ChargebackReversed: event(
    extended(revised(firstVersion(chargebackSum), { ...chargebackSum, currency }, asItWas, 'asItIs'), said),
    {
      news: 'provider',
      evolve: reversed,
      moves: ({ amount }, transaction) => {
        const { ours, rest } = givenBack(transaction, amount);
        // the fee is divided again once somebody gets the money
        return {
          chargedBack: -amount,
          platformLoss: -ours,
          inEscrow: rest + transaction.feeTaken + transaction.keptForSeller,
          feeTaken: -transaction.feeTaken,
          keptForSeller: -transaction.keptForSeller,
        };
      },
      currency: null,
      case: null,
      payment: 'paid',
    },
  ),
  /** The same for a transaction that continued with less. */
  ChargebackPartlyReversed: event(
    extended(revised(firstVersion(chargebackSum), { ...chargebackSum, currency }, asItWas, 'asItIs'), said),
    {
      news: 'provider',
      evolve: (data, transaction) => ({
        ...reversed(data, transaction),
        ...moreBy(transaction, data.amount),
      }),
      moves: ({ amount }, transaction) => partlyReversed(transaction, amount),
      currency: null,
      case: null,
    },
  ),
  /** A refund or payout did not leave and covers our loss by a chargeback. No money is left. */
  LossRecovered: event(revised(firstVersion({ amount: cents }), { amount: cents, currency }, asItWas, 'asItIs'), {
    news: 'follows',
    evolve: (_, transaction) => ({ ...nothingLeft, ...holdsNothing(transaction) }),
    moves: ({ amount }, transaction) => ({
      ...chargedBack(amount, transaction),
      chargedBack: 0,
      platformLoss: -amount,
    }),
    currency: null,
    payment: 'refunded',
  }),
  /** The same, but some money is left. */
  LossPartlyRecovered: event(revised(firstVersion({ amount: cents }), { amount: cents, currency }, asItWas, 'asItIs'), {
    news: 'follows',
    evolve: ({ amount }, transaction) => lessBy(transaction, amount),
    moves: ({ amount }, transaction) => ({ ...taken(transaction, amount), platformLoss: -amount }),
    currency: null,
  }),
  /** The bank's decision never reached us, so staff enter it. The next event carries it out. */
  ChargebackEndedByStaff: event(
    firstVersion({
      chargebackId: providerRef,
      outcome: z.enum(['won', 'lost']),
      rationale: text,
      by: z.string(),
    }),
    {
      news: 'decided',
      personal: { rationale: 'sale.see.words' },
    },
  ),
} as const;
