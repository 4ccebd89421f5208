import type { SaleFacts } from '../sales/saleFacts.ts';

/** Every mail that the product sends, by family (one file each in infrastructure/mail/templates). */
export const EMAILS = [
  // account
  'verifyEmail',
  'resetPassword',
  'passwordChanged',
  'accountSuspended',
  'accountReinstated',
  'accountTerminated',
  'listingRemoved',
  'deletionRequested',
  'deletionCancelled',
  'inactivityWarning',
  // purchase
  'purchaseStarted',
  'saleStarted',
  // payment
  'paymentReceived',
  'salePaid',
  'paymentFailed',
  'paymentTimedOut',
  'saleTimedOut',
  'paymentSentBack',
  'saleMispaid',
  // cancellation
  'saleCancelled',
  'shipmentMissed',
  // shipping
  'shipReminder',
  'shipped',
  'deliveryConfirmed',
  // escrow
  'escrowNotice',
  'escrowPaused',
  'escrowResumed',
  'pauseReminder',
  'escrowReleased',
  'bankAccountNeeded',
  // holds
  'saleOnHold',
  'saleGoesOn',
  'shipmentClockResumed',
  'chargebackLost',
  // disputes
  'disputeOpened',
  'disputeUnderReview',
  'settlementOffered',
  'settlementRefused',
  'disputeClosed',
  // returns
  'returnRequested',
  'returnApproved',
  'returnRefused',
  'returnShipped',
  'returnLapsed',
  'returnReceived',
  // refunds
  'refundRequested',
  'refundCompleted',
  'partialRefundCompleted',
  'refundDelayed',
  // payouts
  'payoutInitiated',
  'payoutCompleted',
  'payoutDelayed',
  'payoutRefused',
  // bank account
  'bankDetailsChanged',
  'bankAccountVerified',
  'bankAccountRejected',
  // rating
  'ratingReceived',
  // to staff
  'messageReported',
  'supportQuestion',
  'caseForStaff',
  'terminationProposed',
  'ledgerDiffers',
  'needsRepair',
  'weeklyReport',
] as const;
export type EmailTemplate = (typeof EMAILS)[number];

/** What a member asks of support, in their own words. */
export type SupportQuestion = { subject: string; message: string; username: string; email: string };

export type Email = {
  template: EmailTemplate;
  username: string;
  /** What this reader is in the sale. */
  role: 'buyer' | 'seller' | null;
  sale: SaleFacts | null;
  /** Plain values of the fact: cents, instants in epoch ms, short codes. Never what another person wrote. */
  details: Readonly<Record<string, string | number | null>>;
  /** The path with its one-time token, for verifyEmail and resetPassword. */
  path: string | null;
  /** For supportQuestion. */
  question?: SupportQuestion;
};

export type RenderEmail = (email: Email) => { subject: string; text: string; html: string };
