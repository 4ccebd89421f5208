import { formatCents } from '#domain/shared/money.ts';
import type { TransactionEvent, TransactionEventType } from '#domain/transactions/events.ts';

type DataOf<Type extends TransactionEventType> = Extract<TransactionEvent, { type: Type }>['data'];
type Text<Type extends TransactionEventType> = string | null | ((data: DataOf<Type>) => string | null);

const REASONS = {
  UNAVAILABLE: 'the listing is no longer available',
  SHIPPING_ISSUES: 'issues with shipping',
  OTHER: 'another reason',
};
const RELEASED_BY = {
  buyer: 'The buyer confirmed the delivery',
  timer: 'The escrow period is over',
  staff: 'Decided by our staff',
  settlement: 'The parties settled',
};
const who = (party: 'buyer' | 'seller' | 'system' | 'staff'): string =>
  party === 'system' ? 'automatically' : party === 'staff' ? 'by our staff' : `by the ${party}`;
const split = ({ toBuyer, toSeller }: { toBuyer: number; toSeller: number }): string =>
  `${formatCents(toBuyer)} to the buyer, ${formatCents(toSeller)} to the seller`;

/** What the timeline says beside the status: a sentence without names, addresses or other personal data. */
const TEXTS: { [Type in TransactionEventType]: Text<Type> } = {
  TransactionCreated: 'The item is reserved until the payment arrives',
  ShippingSet: 'The shipping address is set',
  CheckoutOpened: 'The checkout was opened',
  PaymentProcessing: 'The bank is processing the payment',
  PaymentCaptured: ({ captured }) => `${formatCents(captured)} is held in escrow`,
  PaymentMismatched: ({ captured, expected }) =>
    `${formatCents(captured)} was paid instead of ${formatCents(expected)}, and goes back`,
  PaymentFailed: 'The payment failed',
  TransactionExpired: 'The time to pay is over',
  TransactionCancelled: ({ by, reason }) => `Cancelled ${who(by)}${reason ? `: ${REASONS[reason]}` : ''}`,
  ShipmentDeadlineMissed: 'The seller did not ship in time',
  ShipmentClockResumed: 'The time to ship begins anew',
  ShipmentConfirmed: 'The item was shipped',
  DeliveryConfirmed: 'The buyer has the item',
  EscrowReleased: ({ by, toSeller }) => `${RELEASED_BY[by]}: ${formatCents(toSeller)} to the seller`,
  ReleaseRevoked: 'The money went back to escrow',
  EscrowPaused: 'The buyer paused the escrow period',
  EscrowResumed: 'The buyer ended the pause',
  PauseExpired: 'The pause reached its limit',
  EscrowClockResumed: 'The escrow period runs again',
  DisputeOpened: ({ by, claim }) => `A dispute over ${formatCents(claim)} was opened ${who(by)}`,
  DisputeContested: 'The seller contests the claim',
  SellerSilent: 'The seller did not answer in time',
  DisputeReferred: 'Our staff review the dispute',
  DisputeWithdrawn: 'The buyer withdrew the dispute',
  DisputeAccepted: (decision) => `The seller accepts the claim: ${split(decision)}`,
  SettlementOffered: ({ toBuyer }) => `The seller offers ${formatCents(toBuyer)} to settle`,
  SettlementAccepted: (decision) => `The buyer accepts the offer: ${split(decision)}`,
  SettlementRefused: 'The buyer refused the offer',
  SettlementLapsed: 'The offer was not answered in time',
  DisputeDecided: (decision) => `Our staff decided: ${split(decision)}`,
  DecisionProposed: (decision) => `Proposed, to be confirmed by a second person: ${split(decision)}`,
  DecisionConfirmed: 'A second member of staff confirmed the decision',
  DecisionRejected: 'A second member of staff rejected the decision',
  DecisionWithdrawn: 'The proposed decision was taken back',
  DecisionLapsed: 'Nobody confirmed the decision in time',
  ReviewOverdue: null,
  ReturnRequested: 'The buyer asks to return the item',
  ReturnApproved: ({ by }) => `The return was approved ${who(by)}`,
  ReturnRefused: 'The seller refused the return',
  ReturnShipped: 'The buyer sent the item back',
  ReturnLapsed: 'The item was not sent back in time',
  ReturnReceived: 'The seller has the item back',
  ReturnRejected: 'The seller rejected what came back',
  RefundRequested: ({ amount }) => `${formatCents(amount)} go back to the buyer`,
  RefundFailed: 'The refund failed',
  RefundRetried: 'The refund is tried again',
  RefundCompleted: ({ amount }) => `${formatCents(amount)} was refunded`,
  PartialRefundCompleted: ({ amount }) => `${formatCents(amount)} was refunded`,
  LatePaymentReceived: ({ captured }) => `${formatCents(captured)} arrived after the end of the sale, and goes back`,
  DuplicatePaymentReceived: ({ captured }) => `${formatCents(captured)} was paid a second time, and goes back`,
  DuplicateRefundRequested: ({ amount }) => `${formatCents(amount)} paid twice go back to the buyer`,
  DuplicateRefundCompleted: ({ amount }) => `${formatCents(amount)} paid twice was refunded`,
  DuplicateRefundFailed: 'The refund of the second payment failed',
  PayoutApproved: ({ amount }) => `${formatCents(amount)} is ready for payout`,
  PayoutPostponed: 'The payout waits for a later run',
  PayoutApprovalWithdrawn: 'The payout waits for a verified bank account',
  PayoutInitiated: ({ amount }) => `${formatCents(amount)} is on its way to the seller`,
  PayoutCompleted: ({ amount }) => `${formatCents(amount)} was paid out`,
  PayoutFailed: 'The payout failed and is tried again',
  PayoutRefused: 'The bank refused the payout',
  PayoutReturned: 'The bank returned the payout',
  PayoutArrivedLate: ({ amount }) => `${formatCents(amount)} arrived with the seller after all`,
  PayoutOverpaid: null,
  OverpaymentCounted: ({ amount }) => `${formatCents(amount)} had arrived with the seller before`,
  OverpaymentReturned: null,
  ChargebackOpened: 'The payment is disputed at the bank',
  ChargebackWon: 'The bank decided for the sale',
  ChargebackLost: 'The bank gave the money back to the buyer',
  ChargebackPartlyLost: ({ amount }) => `The bank gave ${formatCents(amount)} back to the buyer`,
  LateChargebackOpened: null,
  LateChargebackWon: null,
  LateChargebackLost: null,
  LateClaimRecorded: ({ by }) => `A claim was made ${who(by)} after the payout had begun`,
  ProviderFactRecorded: null,
  StaffHoldPlaced: 'Our staff hold the sale',
  StaffHoldLifted: 'Our staff lifted their hold',
  EscalatedToStaff: null,
  CaseClosed: ({ kind }) => `Our staff dealt with it: ${kind}`,
};

/** Only staff see these: they say something about our work, not about the sale. */
const INTERNAL: readonly TransactionEventType[] = [
  'DecisionProposed',
  'DecisionConfirmed',
  'DecisionRejected',
  'DecisionWithdrawn',
  'DecisionLapsed',
  'CaseClosed',
  'ReviewOverdue',
  'LateChargebackOpened',
  'LateChargebackWon',
  'LateChargebackLost',
  'PayoutOverpaid',
  'OverpaymentReturned',
  'ProviderFactRecorded',
  'EscalatedToStaff',
];
export const isInternal = (type: string): boolean => (INTERNAL as readonly string[]).includes(type);

export const detailOf = (event: TransactionEvent): string | null => {
  const text = TEXTS[event.type] as Text<typeof event.type>;
  return typeof text === 'function' ? (text as (data: TransactionEvent['data']) => string | null)(event.data) : text;
};
