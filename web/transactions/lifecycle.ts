import type { TransactionDetail, TransactionView } from '#application/contract/transactions.ts';
import { whom } from '#domain/notifications/decisionText.ts';
import type { TransactionEventType } from '#domain/transactions/events.ts';
import type { DeadlineKind } from '#domain/transactions/process/deadlineTable.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { shortDay } from '../ui/dates.ts';
import { isDeferred } from '../ui/moneySentences.ts';
import { isOpen } from './text/disputeText.ts';

export const dueAt = (transaction: Pick<TransactionView, 'deadlines'>, kind: DeadlineKind): string | null =>
  transaction.deadlines.find((deadline) => deadline.kind === kind)?.dueAt ?? null;

export type Step = { label: string; note: string; state: 'past' | 'now' | 'ahead' };

/** The seller has the money. */
export const PAID_OUT = [
  'PayoutCompleted',
  'PayoutArrivedLate',
  'OverpaymentCounted',
] as const satisfies TransactionEventType[];

type Draft = { label: string; happened: string | null; awaited: string };

/** The last occurrence counts: pauses and payments can repeat. */
const dayOf = (history: TransactionView['paymentHistory'], ...events: TransactionEventType[]): string | null => {
  const entry = history.findLast(({ event }) => (events as string[]).includes(event));
  return entry ? shortDay(entry.timestamp) : null;
};

/** The bank was processing the payment when it last reported. */
export const bankMayPay = ({ paymentHistory }: Pick<TransactionView, 'paymentHistory'>): boolean =>
  paymentHistory.findLast(({ event }) => /^Payment(Processing|Failed)$/.test(event))?.event === 'PaymentProcessing';

const placed = (drafts: Draft[]): Step[] => {
  const now = drafts.findIndex((draft) => draft.happened === null);
  return drafts.map(({ label, happened, awaited }, index) => ({
    label,
    note: happened ?? awaited,
    state: now === -1 || index < now ? 'past' : index === now ? 'now' : 'ahead',
  }));
};

const endedUnpaid = (history: TransactionView['paymentHistory']): Step[] =>
  placed([
    { label: 'Purchase created', happened: dayOf(history, 'TransactionCreated') ?? '', awaited: '' },
    { label: 'Cancelled', happened: dayOf(history, 'TransactionCancelled', 'TransactionExpired') ?? '', awaited: '' },
  ]);

const refunded = (transaction: TransactionView): Step[] => {
  const { paymentHistory: history } = transaction;
  const shipped = dayOf(history, 'ShipmentConfirmed');
  return placed([
    {
      label: 'Paid',
      happened: dayOf(history, 'PaymentCaptured', 'PaymentMismatched', 'LatePaymentReceived') ?? '',
      awaited: '',
    },
    ...(shipped ? [{ label: 'Shipped', happened: shipped, awaited: '' }] : []),
    { label: 'Refund requested', happened: dayOf(history, 'RefundRequested') ?? '', awaited: '' },
    {
      label: 'Refunded',
      // A chargeback may have taken and returned it before.
      happened:
        transaction.status === 'REFUND_BUYER'
          ? null
          : dayOf(history, 'RefundCompleted', 'ChargebackLost', 'LossRecovered'),
      awaited: termsOf(transaction).refund,
    },
  ]);
};

/** A payout that the bank returned does not count. */
const paidOutOn = (history: TransactionView['paymentHistory']): string | null =>
  dayOf(history.slice(history.findLastIndex(({ event }) => event === 'PayoutReturned') + 1), ...PAID_OUT);

/** A dispute moved the money back into escrow after its release. */
const isRevoked = (history: TransactionView['paymentHistory']): boolean =>
  history.findLast(({ event }) => event === 'EscrowReleased' || event === 'ReleaseRevoked')?.event === 'ReleaseRevoked';

/** When the released money leaves. */
const payoutNote = (transaction: TransactionDetail): string => {
  if (transaction.status === 'PAYOUT_INITIATED') return 'on its way';
  if (transaction.holds.length > 0 || isOpen(transaction.dispute) || isDeferred(transaction)) return 'on hold';
  const leaves = dueAt(transaction, 'payoutRun') ?? dueAt(transaction, 'payoutRetry');
  return leaves ? `leaves on ${shortDay(leaves)}` : `once ${whom('seller', transaction.role)} can be paid`;
};

/** The steps of the progress bar. "In escrow" runs from shipment to release. */
export const lifecycleSteps = (transaction: TransactionDetail): Step[] => {
  const { paymentHistory: history, escrowEndDate, escrowStatus } = transaction;
  if (transaction.status === 'CANCELLED') return endedUnpaid(history);
  if (transaction.status === 'REFUND_BUYER' || transaction.status === 'REFUNDED') return refunded(transaction);
  const shipped = dayOf(history, 'ShipmentConfirmed');
  const released = transaction.status === 'IN_ESCROW' || isRevoked(history) ? null : dayOf(history, 'EscrowReleased');
  const bank = dueAt(transaction, 'settlement');
  const until = escrowStatus.isPaused ? 'paused' : escrowEndDate ? `until ${shortDay(escrowEndDate)}` : 'clock stopped';
  return placed([
    {
      label: 'Paid',
      happened: dayOf(history, 'PaymentCaptured'),
      awaited: bank ? `until ${shortDay(bank)}` : `within ${termsOf(transaction).paymentWindow}`,
    },
    { label: 'Shipped', happened: shipped, awaited: `within ${termsOf(transaction).shipment}` },
    { label: 'In escrow', happened: released, awaited: shipped ? until : termsOf(transaction).escrow },
    { label: 'Released', happened: released, awaited: 'to the seller' },
    {
      label: 'Paid out',
      happened: paidOutOn(history),
      awaited: released ? payoutNote(transaction) : termsOf(transaction).payout,
    },
  ]);
};
