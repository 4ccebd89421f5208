import { formatCents } from '../../shared/euros.ts';
import { RELEASED_BY } from '../transactions/text.ts';
import { AS_IN_TIMELINE, type FullSentences, until } from './sentence.ts';

/** Purchase, payment, shipment and escrow. */
export const sale = {
  TransactionCreated: ({ item, amount, fee, windowEndsAt }, tell) =>
    `${tell.who} bought “${item.title}” from ${tell.seller} for ${formatCents(amount)}. The platform fee is ${formatCents(fee)}.${until('The time to pay ends on', windowEndsAt, tell)}`,
  ShippingSet: ({ shippingCost, zone, total }) =>
    `The shipping address is set. Shipping (${zone}) costs ${formatCents(shippingCost)}, so the total is ${formatCents(total)}.`,
  CheckoutOpened: ({ attempt }, { who }) => `${who} opened the payment page, attempt ${attempt}.`,
  PaymentProcessing: ({ settlementEndsAt }, tell) =>
    `The buyer’s bank is processing the payment.${until('It has until', settlementEndsAt, tell, ' to arrive')}`,
  PaymentCaptured: ({ captured, shipBy }, tell) =>
    `The payment of ${formatCents(captured)} arrived and is held in escrow.${until(`The time of ${tell.seller} to ship ends on`, shipBy, tell)}`,
  PaymentMismatched: AS_IN_TIMELINE,
  PaymentFailed: ({ reason, windowEndsAt }, tell) =>
    `The payment failed. The provider’s reason is “${reason}”.${until('The time to pay ends on', windowEndsAt, tell)}`,
  TransactionExpired: () => 'The time to pay is over. The sale ended, and nothing was charged.',
  TransactionCancelled: AS_IN_TIMELINE,
  ShipmentDeadlineMissed: (_, { seller }) =>
    `The time to ship is over, and ${seller} did not confirm a shipment. The sale was cancelled.`,
  ShipmentClockResumed: ({ shipBy }, tell) => `The time to ship starts again.${until('It ends on', shipBy, tell)}`,
  ShipmentConfirmed: ({ escrowEndsAt }, tell) =>
    `${tell.who} confirmed the shipment.${until('The escrow period began. Unless something stops its clock, it ends on', escrowEndsAt, tell)}`,
  DeliveryConfirmed: (_, { who }) => `${who} confirmed that the item has arrived.`,
  EscrowReleased: ({ by, toSeller, fee }, { seller }) =>
    `${RELEASED_BY[by]}. ${formatCents(toSeller)} was released to ${seller}, and ${formatCents(fee)} was taken as the platform fee.`,
  ReleaseRevoked: ({ toSeller, fee }) => `The release was revoked. ${formatCents(toSeller + fee)} went back to escrow.`,
  EscrowPaused: ({ limitAt }, tell) =>
    `${tell.who} paused the escrow period.${until('The pause can last until', limitAt, tell)}`,
  EscrowResumed: (_, { who }) => `${who} ended the pause.`,
  PauseExpired: AS_IN_TIMELINE,
  EscrowClockResumed: ({ escrowEndsAt }, tell) =>
    `The escrow period runs again.${until('It ends on', escrowEndsAt, tell)}`,
} satisfies Partial<FullSentences>;
