import type { Instant } from '../shared/instants.ts';
import type { Deadline, DeadlineKind } from './commands.ts';
import { disputeOpen, isFree, type Sale } from './sale.ts';

type Armed = Partial<Record<DeadlineKind, Instant | null | undefined>>;

const ofPayment = (sale: Sale): Armed =>
  sale.settlementEndsAt === null ? { paymentWindow: sale.windowEndsAt } : { settlement: sale.settlementEndsAt };

/** Money would move, or a party lose it, while a hold of the bank or of the staff stands: such deadlines wait for its end. */
const blocked = (sale: Sale): boolean => sale.chargeback === 'open' || sale.staff === 'held';

const ofEscrow = (sale: Sale): Armed => ({
  ...(isFree(sale) && {
    escrowEnd: sale.clock?.endsAt,
    firstNotice: sale.clock?.firstNoticeAt,
    lastNotice: sale.clock?.lastNoticeAt,
  }),
  ...(sale.pause === 'paused' && { pauseReminder: sale.pauseRemindAt, pauseLimit: sale.pauseLimitAt }),
  ...(sale.return === 'requested' && { returnAnswer: sale.returnAnswerBy }),
  ...(sale.return === 'approved' && { returnShipBack: sale.returnShipBy }),
  ...(sale.return === 'shipped' && !blocked(sale) && { returnInspection: sale.returnInspectBy }),
});

const ofDispute = (sale: Sale): Armed => ({
  ...(sale.dispute === 'awaiting_seller' && { disputeAnswer: sale.claim?.answerBy }),
  ...(sale.dispute === 'under_review' && { disputeReview: sale.claim?.decideBy }),
  settlementOffer: sale.offer?.lapsesAt,
});

const ofStatus = (sale: Sale): Armed => {
  switch (sale.status) {
    case 'CREATED':
    case 'PAYMENT_PENDING':
    case 'PAYMENT_FAILED':
      return ofPayment(sale);
    case 'AWAIT_SHIPPING':
      return blocked(sale) ? {} : { shipReminder: sale.shipReminderAt, shipment: sale.shipBy };
    case 'IN_ESCROW':
      return ofEscrow(sale);
    case 'REFUND_BUYER':
      return { refundWatch: sale.refund?.watchUntil, refundRetry: sale.refund?.retryAt };
    case 'READY_FOR_PAYOUT':
      return isFree(sale) ? { payoutRun: sale.payout.runAt, payoutRetry: sale.payout.retryAt } : {};
    case 'PAYOUT_INITIATED':
      return { payoutAsk: sale.payout.askAt, payoutWatch: sale.payout.watchUntil };
    default:
      return {};
  }
};

const holdsMoney = ({ money }: Sale): boolean => ['escrow', 'refunding', 'payable', 'transit'].includes(money);

/** Every deadline that is armed now, soonest first. What is not in this list does nothing when it fires. */
export const armedDeadlines = (sale: Sale): Deadline[] => {
  const armed: Armed = {
    ...ofStatus(sale),
    ...(disputeOpen(sale) && ofDispute(sale)),
    decisionConfirmation: sale.proposed?.confirmBy,
    ...(holdsMoney(sale) && { escalation: sale.escalateAt }),
  };
  return (Object.entries(armed) as [DeadlineKind, Instant | null | undefined][])
    .flatMap(([kind, dueAt]) => (dueAt === null || dueAt === undefined ? [] : [{ kind, dueAt }]))
    .sort((one, other) => one.dueAt - other.dueAt);
};
