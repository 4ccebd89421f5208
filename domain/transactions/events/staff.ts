import { z } from 'zod';
import { EURO } from '../../shared/currencies.ts';
import { asItWas, extended, firstVersion, revised } from '../../shared/events.ts';
import { cents } from '../../shared/money.ts';
import { CLOSABLE_CASES } from '../caseKinds.ts';
import { closes, isCause, opens, reopens, without } from '../caseMarks.ts';
import { currencyOf } from '../currency.ts';
import { bookedLoss, DIFFERING_OBJECTS, differenceBecomes } from '../differences.ts';
import { frozen, inspectionStops } from '../evolve/escrowPeriod.ts';
import { attemptBecomes, watchOver } from '../evolve/payouts.ts';
import { failedAt } from '../evolve/refundStatements.ts';
import { refundBecomes } from '../evolve/refunds.ts';
import type { Chargeback } from '../stateShape.ts';
import { currency, instant, providerRef, said, text } from './fields.ts';
import { event } from './sheet.ts';

const closing = { note: text, by: z.string() };
/** `lost`: the whole sum that the provider took by the object beyond our events. */
const difference = {
  object: z.enum(DIFFERING_OBJECTS),
  objectId: providerRef,
  lost: cents,
  currency,
  rationale: text,
};
const told = { kind: z.string(), reference: z.string(), amount: cents.nullable() };

export const staff = {
  ProviderFactRecorded: event(extended(revised(firstVersion(told), { ...told, currency }, asItWas, 'asItIs'), said), {
    news: 'provider',
    // a later statement arrived first, so an older one that follows changes nothing
    evolve: ({ kind, reference, amount, currency = EURO, saidAt }, transaction) => {
      if (kind === 'chargeback.won') {
        const won: Chargeback = { amount: amount ?? 0, stands: 'won', back: amount ?? 0 };
        if (currency !== currencyOf(transaction)) won.currency = currency;
        if (saidAt !== undefined) won.wonAt = saidAt;
        return { chargebacks: { ...transaction.chargebacks, [reference]: won } };
      }
      if (kind === 'refund.failed') return failedAt(transaction, { providerRefundId: reference, saidAt });
      return kind === 'payout.returned' && transaction.payoutAttempts[reference]?.state === 'failed'
        ? attemptBecomes(transaction, reference, { state: 'returned' })
        : {};
    },
    moves: null,
    currency: ({ currency = null }) => currency,
    case: (data, marks) => (data.amount ? opens('providerFact')(data, marks) : marks),
  }),
  StaffHoldPlaced: event(firstVersion({ reason: text, by: z.string(), remaining: z.int().nullable() }), {
    news: 'decided',
    evolve: (data, transaction) => ({ ...frozen(data), ...inspectionStops(data, transaction) }),
    case: reopens('staffHold'),
    personal: { reason: 'sale.see.words' },
  }),
  StaffHoldLifted: event(firstVersion({ reason: text, by: z.string() }), {
    news: 'decided',
    case: closes('staffHold', 'heldTooLong', 'payoutFailed'),
    personal: { reason: 'sale.see.words' },
  }),
  EscalatedToStaff: event(firstVersion({ cause: z.string() }), {
    news: 'routine',
    evolve: ({ cause }, transaction) => {
      if (cause === 'heldTooLong') return { escalateAt: null };
      if (cause === 'refundSilent') return refundBecomes(transaction, { watchUntil: null });
      return cause === 'payoutSilent' ? watchOver(transaction) : {};
    },
    case: (data, marks) => (isCause(data.cause) ? reopens(data.cause)(data, marks) : marks),
  }),
  /** Staff lifted the hold of the escalation, but the money is still here. */
  EscalationRenewed: event(firstVersion({ escalateAt: instant }), {
    news: 'follows',
    evolve: ({ escalateAt }) => ({ escalateAt }),
  }),
  /** Our loss: no party's money moves. A smaller sum than before gives the rest back. */
  DifferenceBooked: event(firstVersion({ ...difference, by: z.string(), confirmedBy: z.string().optional() }), {
    news: 'decided',
    evolve: ({ lost, ...about }, transaction) => differenceBecomes(transaction, about, { lost, proposed: null }),
    moves: ({ lost, ...about }, transaction) => {
      const more = lost - bookedLoss(transaction, about);
      return { psp_clearing: more, platform_loss: -more };
    },
    currency: ({ currency = EURO }) => currency,
    personal: { rationale: 'sale.see.words' },
  }),
  /** The sum needs a second person. */
  DifferenceProposed: event(firstVersion({ ...difference, proposedBy: z.string(), confirmBy: instant }), {
    news: 'decided',
    evolve: ({ at, lost, proposedBy: by, confirmBy, ...about }, transaction) =>
      differenceBecomes(transaction, about, { proposed: { lost, by, at, confirmBy } }),
    currency: ({ currency = EURO }) => currency,
    personal: { rationale: 'sale.see.words' },
  }),
  /** A person closed a case that no event ends. */
  CaseClosed: event(
    revised(
      revised(
        firstVersion({ ...closing, kind: z.enum(['providerFact', 'lateClaim', 'paymentMismatch']) }),
        { ...closing, kind: z.enum(['providerFact', 'lateClaim', 'paymentMismatch', 'providerSilent']) },
        asItWas,
        'asItIs',
      ),
      { ...closing, kind: z.enum(CLOSABLE_CASES) },
      asItWas,
      'asItIs',
    ),
    {
      news: 'decided',
      // earlier releases let staff close this case before the seller was paid
      case: ({ kind }, marks, { kept }) => (kind === 'chargebackReversed' && kept > 0 ? marks : without(marks, kind)),
      personal: { note: 'sale.see.words' },
    },
  ),
} as const;
