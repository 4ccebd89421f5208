import type { DomainEvent } from '#domain/events.ts';
import { DAY } from '#domain/shared/instants.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { isTerminal, notArrived, type Transaction } from '#domain/transactions/state.ts';
import type { Recorded } from '../../../ports/eventCodec.ts';
import type { PolicyDeps } from '../../../shared/policyDeps.ts';
import type { Schedule, ScheduledTask } from '../../../shared/storage.ts';
import { idIn } from '../../../streams/transactionSummary.ts';

export const ASKED_AFTER = [
  'TransactionCancelled',
  'TransactionExpired',
  'PaymentCaptured',
  'PaymentMismatched',
  'RefundRequested',
  'RefundRetried',
  'DuplicateRefundRequested',
  'RefundFailed',
  'PayoutInitiated',
  'ProviderFactRecorded',
  'ChargebackOpened',
  'LateChargebackOpened',
  'CaseClosed',
  'PayoutFailed',
  'PayoutRefused',
  'PayoutReturned',
  'OverpaymentReturned',
] as const satisfies readonly DomainEvent['type'][];

/** `refund`: failed, but may still arrive. `refundUnderWay`: silent beyond its watch. */
export type Subject = 'checkout' | 'refund' | 'refundUnderWay' | 'duplicateRefund' | 'payout' | 'recall' | 'chargeback';

/** Enough time for the job and the webhook. */
const PATIENCE = 2 * DAY;
/** Polled daily this many times; then staff get a case. */
export const LAST_QUESTION = 30;

export const inquiry = (
  subject: string,
  reference: string,
  about: Subject,
  asked: number,
  dueAt: number,
  data: Record<string, string> = {},
): ScheduledTask => ({
  id: `inquiry.${[reference, data.series, asked].filter(Boolean).join('.')}`,
  kind: 'inquiry',
  subject,
  dueAt,
  data: { ...data, about, reference, asked: String(asked) },
});

type Question = { about: Subject; reference: string; data?: Record<string, string> };

/** A checkout still open although the transaction ended or was paid through another one. */
const isLeftOpen = (sessionId: string, transaction: Transaction, history: readonly TransactionEvent[]): boolean =>
  transaction.paymentId === null
    ? isTerminal(transaction)
    : history.some(
        ({ type, data }) =>
          (type === 'PaymentCaptured' || type === 'PaymentMismatched') && data.sessionId !== sessionId,
      );

/** Everything the provider may have left unanswered. */
const unanswered = (transaction: Transaction, history: readonly TransactionEvent[]): Question[] => {
  const { checkout, refund, duplicates } = transaction;
  const questions: Question[] = Object.entries(duplicates).flatMap(([paymentId, { state, refundId, amount }]) =>
    state === 'requested'
      ? [{ about: 'duplicateRefund', reference: refundId, data: { paymentId, amount: String(amount) } }]
      : [],
  );
  if (refund?.state === 'failed') questions.push({ about: 'refund', reference: refund.id });
  if (checkout && isLeftOpen(checkout.sessionId, transaction, history))
    questions.push({ about: 'checkout', reference: checkout.sessionId });
  for (const reference of notArrived(transaction)) questions.push({ about: 'recall', reference });
  return questions;
};

type Handled<Type extends DomainEvent['type'] = (typeof ASKED_AFTER)[number]> = Recorded<
  Extract<DomainEvent, { type: Type }>
>;
export type Asking = Pick<PolicyDeps, 'repository'> & { schedule: Schedule };

/** Restarts polling: closing the case does not bring back anybody's money. */
export const askAgain = async (
  { stream, revision, data: { at } }: Handled<'CaseClosed'>,
  { repository, schedule }: Asking,
): Promise<void> => {
  const id = idIn(stream);
  const { state, history } = await repository.transactions.loadWithHistory(id);
  const asked = await schedule.about('inquiry', id);
  const goesOn = ({ about, reference }: Question) =>
    asked.some(
      ({ data }) => data.about === about && data.reference === reference && Number(data.asked) < LAST_QUESTION,
    );
  for (const question of unanswered(state, history)) {
    const { about, reference, data } = question;
    if (goesOn(question)) continue;
    // its own series of ids, apart from earlier polls
    await schedule.put(inquiry(id, reference, about, 1, at + DAY, { ...data, series: `closed${revision}` }));
  }
};

export const askAboutCheckout = async (
  event: Handled<'TransactionCancelled' | 'TransactionExpired' | 'PaymentCaptured' | 'PaymentMismatched'>,
  { repository, schedule }: Asking,
): Promise<void> => {
  const id = idIn(event.stream);
  const transaction = await repository.saleFacts(id);
  if (!transaction?.sessionId) return;
  const paidThrough = event.type === 'PaymentCaptured' || event.type === 'PaymentMismatched';
  if (paidThrough ? event.data.sessionId !== transaction.sessionId : transaction.paymentId === null)
    await schedule.put(inquiry(id, transaction.sessionId, 'checkout', 1, event.data.at));
};

/** The poll that follows from the event alone. */
export const questionAfter = (event: Handled): ScheduledTask | undefined => {
  const id = idIn(event.stream);
  const { at } = event.data;
  switch (event.type) {
    case 'DuplicateRefundRequested': {
      const { refundId, paymentId, amount } = event.data;
      const data = { paymentId, amount: String(amount), askedAt: String(at) };
      return inquiry(id, refundId, 'duplicateRefund', 1, at + PATIENCE, data);
    }
    case 'RefundRequested':
    case 'RefundRetried': {
      const attempt = event.type === 'RefundRetried' ? event.data.attempt : 1;
      const { refundId, watchUntil } = event.data;
      const data = { series: `asked${attempt}`, attempt: String(attempt) };
      return inquiry(id, refundId, 'refundUnderWay', 1, watchUntil + DAY, data);
    }
    case 'RefundFailed': {
      const { refundId, attempt } = event.data;
      return inquiry(id, refundId, 'refund', 1, at + PATIENCE, { series: `failed${attempt}` });
    }
    case 'PayoutInitiated':
      return inquiry(id, event.data.payoutId, 'payout', 1, event.data.watchUntil + DAY);
    case 'PayoutFailed':
    case 'PayoutRefused':
    case 'PayoutReturned':
      return inquiry(id, event.data.payoutId, 'recall', 1, at + PATIENCE, { series: `recall${event.revision}` });
    // no job recalls it
    case 'OverpaymentReturned':
      return inquiry(id, event.data.payoutId, 'recall', 1, at, { series: `recall${event.revision}` });
    // a reopened chargeback gets its own series
    case 'ChargebackOpened':
    case 'LateChargebackOpened':
      return inquiry(id, event.data.chargebackId, 'chargeback', 1, at + DAY, { series: String(event.revision) });
    // a bank moves money through a closed checkout, so the earlier answer no longer holds
    case 'ProviderFactRecorded':
      return event.data.kind === 'payment.processing'
        ? inquiry(id, event.data.reference, 'checkout', 1, at + DAY, { series: 'processing' })
        : undefined;
    default:
      return undefined;
  }
};
