import { asItWas, extended, firstVersion, revised } from '../../shared/events.ts';
import { cents } from '../../shared/money.ts';
import { opens, reopens } from '../caseMarks.ts';
import { currencyOf } from '../currency.ts';
import { isLost, isWon, reversed } from '../evolve/chargebacks.ts';
import { givenBack, lateLost, otherLost, paidByOwed } from '../movements.ts';
import { asked, chargebackSum, currency, owed, providerRef, said } from './fields.ts';
import { event } from './sheet.ts';

export const lateChargebacks = {
  /**
   * A chargeback after the payout began, during a full refund, or on another payment: staff get a case and the status stays. `paymentId`:
   * the payment, unless it is the first one; also set if that one is not known yet.
   */
  LateChargebackOpened: event(
    extended(
      extended(revised(firstVersion(chargebackSum), { ...chargebackSum, currency }, asItWas, 'asItIs'), {
        paymentId: providerRef.optional(),
      }),
      asked,
    ),
    {
      news: 'provider',
      evolve: ({ chargebackId, amount, currency, paymentId, respondBy }, transaction) => {
        const ofOther = currency !== undefined && currency !== currencyOf(transaction);
        const { currency: _, ...known } = transaction.chargebacks[chargebackId] ?? {};
        const named = { ...(ofOther && { currency }), ...(paymentId !== undefined && { paymentId }) };
        const terms = respondBy !== undefined && { respondBy };
        const opened = { ...known, amount, stands: 'lateOpen' as const, ...named, ...terms };
        return { chargebacks: { ...transaction.chargebacks, [chargebackId]: opened } };
      },
      moves: null,
      currency: ({ currency = null }) => currency,
      case: opens('chargeback'),
    },
  ),
  LateChargebackWon: event(extended(firstVersion({ chargebackId: providerRef }), said), {
    news: 'provider',
    evolve: (data, transaction) => isWon(transaction, data),
    case: null,
  }),
  LateChargebackLost: event(
    extended(
      extended(revised(firstVersion(chargebackSum), { ...chargebackSum, currency }, asItWas, 'asItIs'), said),
      owed,
    ),
    {
      news: 'provider',
      evolve: (data, transaction) => isLost(transaction, data),
      moves: (data, transaction, ofOtherMoney) => (ofOtherMoney ? otherLost(data) : lateLost(data, transaction)),
      currency: ({ currency = null }) => currency,
      // the case of the chargeback ends, but nobody has seen the loss yet
      case: (data, marks) => (data.owed === data.amount ? marks : opens('providerFact')(data, marks)),
    },
  ),
  /** The bank returned money after ours had left. `kept`: the seller's part, which the payout did not include. */
  LateChargebackReversed: event(
    extended(
      extended(
        revised(
          revised(firstVersion(chargebackSum), { ...chargebackSum, currency }, asItWas, 'asItIs'),
          { ...chargebackSum, currency, kept: cents.optional() },
          asItWas,
          'asItIs',
        ),
        said,
      ),
      owed,
    ),
    {
      news: 'provider',
      evolve: reversed,
      moves: ({ amount, kept = 0, owed = 0 }, transaction, ofOtherMoney) => {
        if (ofOtherMoney) return { psp_clearing: -amount, duplicate: owed, platform_loss: amount - owed };
        const { ours, rest } = givenBack(transaction, amount - owed);
        const toTransaction = { platformLoss: -ours, feeTaken: rest - kept, keptForSeller: kept };
        return { chargedBack: owed - amount, ...toTransaction, ...paidByOwed(-owed) };
      },
      currency: ({ currency = null }) => currency,
      case: (data, marks) => {
        const failed = data.owed ? reopens('refundFailed')(data, marks) : marks;
        // the payer gets all of it back, so nobody else has a share
        return data.owed === data.amount ? failed : opens('chargebackReversed')(data, failed);
      },
    },
  ),
} as const;
