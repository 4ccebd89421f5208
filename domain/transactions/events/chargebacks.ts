import { z } from 'zod';
import { asItWas, extended, firstVersion, revised } from '../../shared/events.ts';
import { cents } from '../../shared/money.ts';
import { opens } from '../caseMarks.ts';
import {
  chargebackStands,
  endWaits,
  holdsNothing,
  isLost,
  isWon,
  lessBy,
  moreBy,
  nothingLeft,
  packStands,
  partlyLost,
  reversed,
} from '../evolve/chargebacks.ts';
import { frozen, inspectionStops } from '../evolve/escrowPeriod.ts';
import { chargedBack, givenBack, paidByOwed, partLost, partlyReversed, taken } from '../movements.ts';
import {
  asked,
  bankPhotos,
  bankReceipt,
  chargebackSum,
  currency,
  evidencePack,
  instant,
  owed,
  providerRef,
  said,
  text,
} from './fields.ts';
import { event } from './sheet.ts';

export const chargebacks = {
  ChargebackOpened: event(
    extended(firstVersion({ chargebackId: providerRef, amount: cents, remaining: z.int().nullable() }), asked),
    {
      news: 'provider',
      evolve: ({ at, chargebackId, amount, remaining, respondBy }, transaction) => ({
        ...frozen({ remaining }),
        ...inspectionStops({ at }, transaction),
        ...chargebackStands(
          transaction,
          { chargebackId, amount },
          'open',
          respondBy === undefined ? {} : { respondBy },
        ),
      }),
      moves: null,
      case: opens('chargeback'),
    },
  ),
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
    extended(
      firstVersion({
        chargebackId: providerRef,
        outcome: z.enum(['won', 'lost']),
        rationale: text,
        by: z.string(),
      }),
      { confirmedBy: z.string().optional() },
    ),
    {
      news: 'decided',
      personal: { rationale: 'sale.see.words' },
    },
  ),
  /** The sum needs a second person. A decision of the bank ends the proposal. */
  ChargebackEndProposed: event(
    firstVersion({
      chargebackId: providerRef,
      endId: z.string(),
      outcome: z.enum(['won', 'lost']),
      rationale: text,
      proposedBy: z.string(),
      confirmBy: instant,
    }),
    {
      news: 'decided',
      evolve: ({ at, chargebackId, endId, outcome, proposedBy, confirmBy }, transaction) =>
        endWaits(transaction, chargebackId, { id: endId, outcome, by: proposedBy, at, confirmBy }),
      personal: { rationale: 'sale.see.words' },
    },
  ),
  /** `own`: the proposer withdrew it. */
  ChargebackEndRejected: event(
    firstVersion({ chargebackId: providerRef, endId: z.string(), reason: text, by: z.string(), own: z.boolean() }),
    {
      news: 'decided',
      evolve: ({ chargebackId }, transaction) => endWaits(transaction, chargebackId),
      personal: { reason: 'sale.see.words' },
    },
  ),
  /** Staff send the bank our evidence. The policy delivers it; the provider's answer is one of the next two events. */
  EvidencePackSubmitted: event(
    extended(
      extended(
        firstVersion({
          chargebackId: providerRef,
          /** Each pack after a refused one has the next number. */
          attempt: z.int(),
          pack: evidencePack,
          characters: z.int(),
          by: z.string(),
        }),
        { photos: bankPhotos },
      ),
      { receipt: bankReceipt },
    ),
    {
      news: 'decided',
      evolve: (data, transaction) => packStands(transaction, data, 'submitted'),
      // it repeats the delivery address, the strictest of its contents
      personal: { pack: 'sale.see.address' },
    },
  ),
  EvidencePackDelivered: event(firstVersion({ chargebackId: providerRef, attempt: z.int() }), {
    news: 'routine',
    evolve: (data, transaction) => packStands(transaction, data, 'delivered'),
  }),
  /** `reason`: the provider's code. */
  EvidencePackRefused: event(firstVersion({ chargebackId: providerRef, attempt: z.int(), reason: z.string() }), {
    news: 'provider',
    evolve: (data, transaction) => packStands(transaction, data, 'refused'),
    // the chargeback's own case is still open
    case: null,
  }),
} as const;
