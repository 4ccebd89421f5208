import type { Dispute, TransactionDetail } from '#application/contract/transactions.ts';
import { TODAY } from '#domain/transactions/policy.ts';

/** A sale in escrow of €148.00, as its buyer's screen gets it. */
export const aSale = (changes: Partial<TransactionDetail> = {}): TransactionDetail => ({
  _id: 'a'.repeat(32),
  transactionId: 'TX7K2M9QPD',
  status: 'IN_ESCROW',
  displayStatus: 'IN_ESCROW',
  escrowStatus: { isPaused: false, pauseReason: null },
  escrowEndDate: '2026-11-28T13:12:00.000Z',
  amount: 148,
  platformFee: 8.15,
  shippingCost: 15,
  totalAmount: 171.15,
  paymentDetails: { provider: 'simulated', status: 'paid', metadata: { amount: { value: '171.15', currency: 'EUR' } } },
  paymentHistory: [
    { status: 'CREATED', timestamp: '2026-11-14T18:34:00.000Z', event: 'TransactionCreated', detail: null },
    { status: 'AWAIT_SHIPPING', timestamp: '2026-11-14T18:41:00.000Z', event: 'PaymentCaptured', detail: null },
    { status: 'IN_ESCROW', timestamp: '2026-11-16T13:12:00.000Z', event: 'ShipmentConfirmed', detail: null },
  ],
  buyer: { _id: 'b'.repeat(32), username: 'marta_v' },
  seller: { _id: 'c'.repeat(32), username: 'atelier_ruiz' },
  listing: { _id: 'd'.repeat(32), title: 'Vharoth', images: [] },
  sellerRated: false,
  shippingAddress: null,
  trackingCode: null,
  carrier: null,
  createdAt: '2026-11-14T18:34:00.000Z',
  role: 'buyer',
  endedOwnHold: false,
  policyVersion: TODAY.version,
  allowed: ['ConfirmDelivery'],
  deadlines: [{ kind: 'escrowEnd', dueAt: '2026-11-28T13:12:00.000Z' }],
  needs: [{ kind: 'escrowEnd', dueAt: '2026-11-28T13:12:00.000Z' }],
  dispute: null,
  heard: [],
  questions: { buyer: null, seller: null },
  draft: null,
  return: null,
  decision: null,
  refund: null,
  sums: { held: 171.15, mostPartialRefund: 163 },
  holds: [],
  ...changes,
});

/** A dispute over €60.00 that waits for the seller. */
export const aDispute = (changes: Partial<Dispute> = {}): Dispute => ({
  state: 'awaiting_seller',
  openedBy: 'buyer',
  openedAt: '2026-11-25T09:00:00.000Z',
  category: 'DAMAGED',
  claim: 60,
  answer: null,
  offer: null,
  opening: { text: 'The left wing is broken off.', evidence: [] },
  ...changes,
});
