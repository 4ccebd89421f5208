import { expect, test } from 'vitest';
import type { EmailRequest } from '#application/emails/emailJob.ts';
import { emails } from '#application/policies/emails.ts';
import type { PolicyDeps } from '#application/policies/policyDeps.ts';
import { staffEmails } from '#application/policies/staffEmails.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { Job } from '#application/ports/jobs.ts';
import { eventDefinitions } from '#domain/events.ts';
import { transactionEvents } from '#domain/transactions/events.ts';
import { HANDLED } from '#projections/notifications/row.ts';

const SALE = '7'.repeat(32);
const [BUYER, SELLER] = ['b'.repeat(32), '5'.repeat(32)];

const emailsFor = async (type: string, fields: object = {}): Promise<string[]> => {
  const jobs: Job[] = [];
  const created = { listingId: '1', buyerId: BUYER, sellerId: SELLER, item: { title: 'A dragon' } };
  const deps = {
    journal: { load: async () => ({ events: [{ type: 'TransactionCreated', data: created }] }) },
    commands: { standingOf: async () => ({ bankVerified: true }) },
    jobs: { add: async (added: Job[]) => void jobs.push(...added) },
  } as unknown as PolicyDeps;
  const event = { id: 'e1', type, stream: `transaction-${SALE}`, data: { at: 1, ...fields } } as unknown as Recorded;
  await emails(deps).handle(event);
  return jobs
    .map(({ data }) => data as EmailRequest)
    .map(({ role, template }) => `${role} ${template}`)
    .sort();
};

/** Which emails each fact of a sale sends, to whom. What is not here is in SILENT, with the reason. */
const TOLD: [type: string, emails: string[], fields?: object][] = [
  ['TransactionCreated', ['buyer purchaseStarted', 'seller saleStarted']],
  ['PaymentCaptured', ['buyer paymentReceived', 'seller salePaid']],
  ['PaymentFailed', ['buyer paymentFailed']],
  ['PaymentMismatched', ['buyer paymentSentBack', 'seller saleMispaid']],
  ['LatePaymentReceived', ['buyer paymentSentBack']],
  ['DuplicatePaymentReceived', ['buyer paymentSentBack']],
  ['TransactionExpired', ['buyer paymentTimedOut', 'seller saleTimedOut']],
  ['TransactionCancelled', ['buyer saleCancelled', 'seller saleCancelled']],
  ['ShipmentDeadlineMissed', ['buyer shipmentMissed', 'seller shipmentMissed']],
  ['ShipmentClockResumed', ['seller shipmentClockResumed']],
  ['ShipmentConfirmed', ['buyer shipped']],
  ['DeliveryConfirmed', ['seller deliveryConfirmed']],
  ['EscrowReleased', ['buyer escrowReleased', 'seller escrowReleased']],
  ['EscrowPaused', ['buyer escrowPaused', 'seller escrowPaused']],
  ['EscrowClockResumed', ['buyer escrowResumed', 'seller escrowResumed']],
  ['DisputeOpened', ['seller disputeOpened'], { by: 'buyer' }],
  ['DisputeOpened', ['buyer disputeOpened'], { by: 'seller' }],
  ['DisputeOpened', ['buyer disputeOpened', 'seller disputeOpened'], { by: 'system' }],
  ['DisputeContested', ['buyer disputeUnderReview']],
  ['SellerSilent', ['buyer disputeUnderReview', 'seller disputeUnderReview']],
  ['DisputeReferred', ['buyer disputeUnderReview', 'seller disputeUnderReview']],
  ['DisputeWithdrawn', ['seller disputeClosed']],
  ['DisputeAccepted', ['buyer disputeClosed', 'seller disputeClosed']],
  ['SettlementOffered', ['buyer settlementOffered']],
  ['SettlementAccepted', ['buyer disputeClosed', 'seller disputeClosed']],
  ['SettlementRefused', ['seller settlementRefused']],
  ['SettlementLapsed', ['seller settlementRefused']],
  ['DisputeDecided', ['buyer disputeClosed', 'seller disputeClosed']],
  ['ReturnRequested', ['seller returnRequested']],
  ['ReturnApproved', ['buyer returnApproved'], { by: 'seller' }],
  ['ReturnApproved', ['buyer returnApproved', 'seller returnApproved'], { by: 'system' }],
  ['ReturnRefused', ['buyer returnRefused']],
  ['ReturnShipped', ['seller returnShipped']],
  ['ReturnLapsed', ['buyer returnLapsed', 'seller returnLapsed']],
  ['ReturnReceived', [], { by: 'seller' }],
  ['ReturnReceived', ['seller returnReceived'], { by: 'system' }],
  ['ReturnRejected', ['buyer returnRefused']],
  ['RefundRequested', ['buyer refundRequested']],
  ['RefundFailed', ['buyer refundDelayed'], { attempt: 1, retryAt: 5 }],
  ['RefundFailed', [], { attempt: 2, retryAt: 5 }],
  ['RefundFailed', ['buyer refundDelayed'], { attempt: 4, retryAt: null }],
  ['RefundCompleted', ['buyer refundCompleted']],
  ['PartialRefundCompleted', ['buyer partialRefundCompleted']],
  ['DuplicateRefundCompleted', ['buyer refundCompleted']],
  ['DuplicateRefundFailed', ['buyer refundDelayed']],
  ['PayoutInitiated', ['seller payoutInitiated']],
  ['PayoutCompleted', ['seller payoutCompleted']],
  ['PayoutFailed', ['seller payoutDelayed']],
  ['PayoutRefused', ['seller payoutRefused']],
  ['PayoutReturned', ['seller payoutRefused']],
  ['PayoutArrivedLate', ['seller payoutCompleted']],
  ['OverpaymentCounted', ['seller payoutCompleted']],
  ['ChargebackOpened', ['buyer saleOnHold', 'seller saleOnHold']],
  ['ChargebackWon', ['buyer saleGoesOn', 'seller saleGoesOn']],
  ['ChargebackLost', ['buyer chargebackLost', 'seller chargebackLost']],
  ['ChargebackPartlyLost', ['buyer chargebackLost', 'seller chargebackLost']],
  ['StaffHoldPlaced', ['buyer saleOnHold', 'seller saleOnHold']],
  ['StaffHoldLifted', ['buyer saleGoesOn', 'seller saleGoesOn']],
];

/** Told to neither party by an email of its own, and why. */
const SILENT: Readonly<Record<string, string>> = {
  ShippingSet: 'the buyer’s own step, answered at once; the seller reads it with the payment',
  CheckoutOpened: 'the buyer’s own step, answered at once',
  PaymentProcessing: 'the buyer stands on the page that says so; its end is told',
  ReleaseRevoked: 'always with DisputeOpened or DisputeDecided, which are told',
  EscrowResumed: 'always with EscrowClockResumed, or another hold still stands',
  PauseExpired: 'always with DisputeOpened, which is told to both',
  DecisionProposed: 'nothing is decided yet: an email to staff',
  DecisionConfirmed: 'always with DisputeDecided',
  DecisionRejected: 'nothing is decided yet',
  DecisionWithdrawn: 'nothing is decided yet',
  DecisionLapsed: 'nothing is decided yet; the case is in the queue again',
  ReviewOverdue: 'an email to staff; the parties are told when it is decided',
  RefundRetried: 'the first failure was told, its end will be',
  DuplicateRefundRequested: 'always with DuplicatePaymentReceived',
  PayoutApproved: 'always after EscrowReleased or BankAccountVerified, which say when the payout comes',
  PayoutPostponed: 'the change of the bank account was told with its date; a weekend needs no email',
  PayoutApprovalWithdrawn: 'always after BankAccountRejected',
  LateChargebackOpened: 'the money has left: the marketplace’s own matter, an email to staff',
  LateChargebackWon: 'the marketplace’s own matter',
  LateChargebackLost: 'the marketplace’s own loss',
  PayoutOverpaid: 'the marketplace’s own loss, an email to staff, who ask for it back',
  OverpaymentReturned: 'the marketplace’s own matter',
  LateClaimRecorded: 'answered at once to who claims; an email to staff',
  ProviderFactRecorded: 'of no meaning to the parties; with money in it an email to staff',
  EscalatedToStaff: 'an email to staff; the hold that goes with it is told',
  CaseClosed: 'a note of staff about their own work',
  NameClaimed: 'part of registering',
  NameReleased: 'part of being erased',
  ProfileUpdated: 'one’s own action, answered at once',
  ShippingAddressSet: 'one’s own action, answered at once',
  SellerTermsAccepted: 'one’s own action, answered at once',
  ShippingRatesSet: 'one’s own action, answered at once',
  EmailVerified: 'one’s own action, answered at once',
  RoleGranted: 'given by an admin to a colleague; it signs out everywhere',
  RoleRevoked: 'taken by an admin from a colleague; it signs out everywhere',
  AccountBlocked: 'who is blocked must not learn of it',
  AccountUnblocked: 'who was blocked must not learn of it',
  TerminationRejected: 'between staff; the account stays suspended',
  TerminationWithdrawn: 'between staff; the account stays suspended',
  AccountErased: 'no address is left to write to; the deletion was announced',
  ListingPublished: 'one’s own action, answered at once',
  ListingRevised: 'one’s own action, answered at once',
  ListingArchived: 'one’s own action, or part of a sale’s end, which is told',
  ListingReserved: 'always with TransactionCreated',
  ReservationReleased: 'always after the end of a sale, which is told',
  ListingSold: 'always with PaymentCaptured',
  ListingReturnedToMarket: 'always after a refund, which is told',
  ConversationRead: 'shown to the sender in the conversation',
  MessageReportResolved: 'between staff; what follows from it, a suspension, is told',
  NotificationRead: 'one’s own action',
  AllNotificationsRead: 'one’s own action',
  NotificationDeleted: 'one’s own action',
  OrphanFactClosed: 'a note of staff about their own work',
  LedgerAttested: 'the books agree; the weekly report counts the nights',
};

test.each(TOLD)('%s sends %j %j', async (type, emails, fields) => {
  expect(await emailsFor(type, fields)).toEqual(emails);
});

test('every fact of the marketplace is told to somebody, or is silent for a reason, and never both', () => {
  const byEmail = emails({} as PolicyDeps).handles as readonly string[];
  const byBell = HANDLED.filter((type) => !/^(ConversationStarted|ConversationRead|.*Notification.*)$/.test(type));
  const told = new Set<string>([...byEmail, ...byBell]);
  const ofStaff = staffEmails({} as PolicyDeps).handles as readonly string[];
  const types = Object.keys(eventDefinitions);
  const silent = (type: string) => SILENT[type] !== undefined;
  const begins = ['ConversationStarted']; // its first message is told
  const unexplained = types.filter(
    (type) => !told.has(type) && !silent(type) && !ofStaff.includes(type) && !begins.includes(type),
  );
  expect(unexplained).toEqual([]);
  expect(types.filter((type) => told.has(type) && silent(type))).toEqual([]);
  expect(Object.keys(SILENT).filter((type) => !types.includes(type))).toEqual([]);
});

test('the table above knows every fact of a sale', () => {
  const known = new Set([...TOLD.map(([type]) => type), ...Object.keys(SILENT)]);
  expect(Object.keys(transactionEvents).filter((type) => !known.has(type))).toEqual([]);
});
