import { record, reject } from '../../shared/decider.ts';
import type { Instant } from '../../shared/instants.ts';
import { inDays } from '../../shared/lengths.ts';
import { type DeadlineKind, isReminder, type REMINDERS } from '../commands.ts';
import { armedDeadlines } from '../deadlines.ts';
import { termsFor } from '../limits.ts';
import { due, retryAfter } from '../process/terms.ts';
import { disputeOpen, heldMoney, returnOpen, type Transaction } from '../state.ts';
import { type CommandOf, type Decide, events, type Step } from './deciding.ts';
import { approvePayout, escalate, goOn, holdForStaff, release, requestRefund } from './following.ts';
import { retryOfDuplicates, retryOfRefund } from './holding.ts';
import { payOut, runPayout } from './payouts.ts';
import { heldForChargebacks, recoverLoss } from './provider/chargebacks.ts';
import { postageOf } from './returns.ts';

type Firing = CommandOf<'FireDeadline'>;

/** The provider was asked, or there is no session that could be paid. */
const expire = ({ at, checkout }: Firing, transaction: Transaction): Step[] =>
  checkout === 'unpaid' || transaction.checkout === null ? [{ type: 'TransactionExpired', data: { at } }] : [];

/** Silence is consent only of who could speak. Both read the reason, which does not say whose account it is about. */
const endEscrow = ({ at, seller, buyerSuspended }: Firing): Step[] =>
  buyerSuspended
    ? [holdForStaff(at, 'looked at before the money is released')]
    : [release('timer', at), approvePayout(seller, at)];

/**
 * To the address in the seller's profile. Nobody sends a parcel to nowhere: without one, and where its seller is suspended, the staff have
 * the sale. Both read the reason, which does not say whose account it is about.
 */
const approveReturn = ({ at, seller, returnTo }: Firing, transaction: Transaction): Step[] => {
  const to = seller.suspended ? undefined : returnTo;
  const terms = { ...(to && { to }), addressed: to !== undefined, postage: postageOf(transaction) };
  const shipBackBy = due('returnShipBack', at, transaction);
  return [
    { type: 'ReturnApproved', data: { at, by: 'system', shipBackBy, ...terms } },
    ...(to ? [] : [holdForStaff(at, 'the address for the return is still to be given')]),
  ];
};

/** In place of the pause a dispute over the whole sum, unless a dispute or a return is under way already. */
const endPause = ({ at }: Firing, transaction: Transaction): Step[] => {
  const expired: Step = { type: 'PauseExpired', data: { at } };
  if (disputeOpen(transaction) || returnOpen(transaction)) return [expired];
  const dispute = { by: 'system', category: 'PAUSE_EXPIRED', claim: heldMoney(transaction), text: null } as const;
  return [
    expired,
    {
      type: 'DisputeOpened',
      data: { at, ...dispute, evidence: [], answerBy: due('disputeAnswer', at, transaction), remaining: null },
    },
  ];
};

/** The provider said so: tried again after 1 h, 1 d, 3 d, then staff take over. Silence is no failure, because the money may be on its way. */
export const refundFailed = (
  transaction: Transaction,
  at: Instant,
  reason: string,
  word: { saidAt?: Instant; providerRefundId?: string } = {},
): Step[] => {
  const { refund } = transaction;
  if (!refund) return [];
  const retryAt = retryAfter('refundRetry', refund.attempt, at, transaction);
  const failed: Step = {
    type: 'RefundFailed',
    data: { at, refundId: refund.id, reason, attempt: refund.attempt, retryAt, ...word },
  };
  const givenUp = ({ status }: Transaction) =>
    retryAt === null && status === 'REFUND_BUYER' ? [escalate(at, 'refundFailed')] : [];
  return [failed, recoverLoss(at), givenUp, heldForChargebacks(at)];
};

const FIRINGS: Readonly<
  Record<Exclude<DeadlineKind, (typeof REMINDERS)[number]>, (command: Firing, transaction: Transaction) => Step[]>
> = {
  paymentWindow: expire,
  settlement: expire,
  shipment: ({ at }) => [{ type: 'ShipmentDeadlineMissed', data: { at } }, requestRefund('all', at)],
  escrowEnd: endEscrow,
  pauseLimit: endPause,
  // an offer is an answer
  disputeAnswer: ({ at }, transaction) => [
    {
      type: transaction.claim?.offered ? 'DisputeReferred' : 'SellerSilent',
      data: { at, decideBy: due('disputeReview', at, transaction) },
    },
  ],
  settlementOffer: ({ at }) => [{ type: 'SettlementLapsed', data: { at } }],
  disputeReview: ({ at }) => [{ type: 'ReviewOverdue', data: { at } }],
  decisionConfirmation: ({ at }, { proposed }) =>
    proposed ? [{ type: 'DecisionLapsed', data: { at, decisionId: proposed.id } }] : [],
  returnAnswer: approveReturn,
  returnShipBack: ({ at }) => [{ type: 'ReturnLapsed', data: { at } }, goOn(null, at)],
  returnInspection: ({ at }) => [{ type: 'ReturnReceived', data: { at, by: 'system' } }, requestRefund('all', at)],
  refundWatch: ({ at }) => [escalate(at, 'refundSilent')],
  refundRetry: ({ at }, transaction) => retryOfRefund(transaction, at),
  duplicateRetry: ({ at }, transaction) =>
    retryOfDuplicates(transaction, at, ({ retryAt }) => retryAt !== null && retryAt <= at),
  payoutRun: ({ at, seller }) => [runPayout(seller, at)],
  payoutWatch: ({ at }) => [escalate(at, 'payoutSilent')],
  payoutRetry: ({ at, seller }) => [payOut(seller, at)],
  escalation: ({ at }, transaction) => [
    escalate(at, 'heldTooLong'),
    holdForStaff(at, `held for ${inDays(termsFor(transaction).escalation)}`),
  ],
};

/** Nothing happens when the deadline is no longer armed, or not due yet: firing twice, or late, is harmless. */
export const fireDeadline: Decide<'FireDeadline'> = (command, transaction, gate) => {
  if (command.by.role !== 'system') return reject({ code: 'notYourTransaction' });
  const { kind, dueAt } = command.deadline;
  const armed = armedDeadlines(transaction, gate).some(
    (deadline) => deadline.kind === kind && deadline.dueAt === dueAt,
  );
  if (!armed || command.at < dueAt) return record();
  return isReminder(kind) ? record() : record(...events(transaction, ...FIRINGS[kind](command, transaction)));
};
