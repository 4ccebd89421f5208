import { record, reject } from '../../shared/decider.ts';
import { inDays } from '../../shared/lengths.ts';
import { armedDeadlines } from '../deadlines.ts';
import { deferredPart } from '../division.ts';
import { type DeadlineKind, isReminder, type ReminderKind } from '../process/deadlineTable.ts';
import { due } from '../process/terms.ts';
import { disputeOpen, heldMoney, refundDeferred, returnOpen, type Transaction } from '../state.ts';
import { termsFor } from '../terms/termsFor.ts';
import { type CommandOf, type Decide, events, type Step } from './deciding.ts';
import { approvePayout, carryOut, escalate, goOn, holdForStaff, release, requestRefund } from './following.ts';
import { retryOfDuplicates, retryOfRefund } from './holding.ts';
import { payOut, runPayout } from './payouts.ts';
import { postageOf } from './returns.ts';

type Firing = CommandOf<'FireDeadline'>;

/** Ends the purchase only if the provider says unpaid or no checkout was opened. */
const expire = ({ at, checkout }: Firing, transaction: Transaction): Step[] =>
  checkout === 'unpaid' || transaction.checkout === null ? [{ type: 'TransactionExpired', data: { at } }] : [];

/** Silence counts as consent only if the buyer could sign in. Both parties read the reason, so it does not name the account. */
const endEscrow = ({ at, seller, buyerSuspended }: Firing): Step[] =>
  buyerSuspended
    ? [holdForStaff(at, 'looked at before the money is released')]
    : [release('timer', at), approvePayout(seller, at)];

/**
 * Approves to the address in the seller's profile. Without an address, or with a suspended seller, staff take over. Both parties read the
 * reason, so it does not name the account.
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

/** A dispute over the whole sum replaces the pause, unless a dispute or return is under way. */
const endPause = ({ at }: Firing, transaction: Transaction): Step[] => {
  const expired: Step = { type: 'PauseExpired', data: { at } };
  if (disputeOpen(transaction) || refundDeferred(transaction) || returnOpen(transaction)) return [expired];
  const dispute = { by: 'system', category: 'PAUSE_EXPIRED', claim: heldMoney(transaction), text: null } as const;
  return [
    expired,
    {
      type: 'DisputeOpened',
      data: { at, ...dispute, evidence: [], answerBy: due('disputeAnswer', at, transaction), remaining: null },
    },
  ];
};

const FIRINGS: Readonly<
  Record<Exclude<DeadlineKind, ReminderKind>, (command: Firing, transaction: Transaction) => Step[]>
> = {
  paymentWindow: expire,
  settlement: expire,
  shipment: ({ at }) => [{ type: 'ShipmentDeadlineMissed', data: { at } }, requestRefund('all', at)],
  escrowEnd: endEscrow,
  pauseLimit: endPause,
  // a settlement offer counts as an answer
  disputeAnswer: ({ at }, transaction) => [
    {
      type: transaction.claim?.offered ? 'DisputeReferred' : 'SellerSilent',
      data: { at, decideBy: due('disputeReview', at, transaction) },
    },
  ],
  settlementOffer: ({ at }) => [{ type: 'SettlementLapsed', data: { at } }],
  disputeReview: ({ at }) => [{ type: 'ReviewOverdue', data: { at } }],
  decidedRefund: ({ at, seller }, transaction) => carryOut(deferredPart(transaction), 'staff', seller, at),
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

/** A deadline that is not armed or not due does nothing, so firing twice or late is harmless. */
export const fireDeadline: Decide<'FireDeadline'> = (command, transaction, gate) => {
  if (command.by.role !== 'system') return reject({ code: 'notYourTransaction' });
  const { kind, dueAt } = command.deadline;
  const armed = armedDeadlines(transaction, gate).some(
    (deadline) => deadline.kind === kind && deadline.dueAt === dueAt,
  );
  if (!armed || command.at < dueAt) return record();
  return isReminder(kind) ? record() : record(...events(transaction, ...FIRINGS[kind](command, transaction)));
};
