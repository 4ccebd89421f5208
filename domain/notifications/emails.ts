/** The templates of the emails that a fact sends; `application/ports/emails.ts` has those that a deadline or a person asks for. */
export const EVENT_EMAILS = [
  // account
  'verifyEmail',
  'passwordChanged',
  'secondFactorAdded',
  'secondFactorRemoved',
  'passkeyAdded',
  'firstFactorAdded',
  'passkeyRemoved',
  'recoveryCodesRenewed',
  'confirmOldEmail',
  'confirmNewEmail',
  'emailChanged',
  'emailChangeEnded',
  'accountSuspended',
  'accountReinstated',
  'accountTerminated',
  'listingRemoved',
  'reportReceived',
  'reportDecided',
  'complaintReceived',
  'complaintDecided',
  'deletionRequested',
  'deletionCancelled',
  // proposed prices
  'priceProposed',
  'priceCountered',
  'priceAgreed',
  'proposalEnded',
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
  'shipped',
  'deliveryConfirmed',
  // escrow
  'escrowPaused',
  'escrowResumed',
  'escrowReleased',
  'releaseRevoked',
  'bankAccountNeeded',
  // holds
  'saleOnHold',
  'saleGoesOn',
  'shipmentClockResumed',
  'chargebackLost',
  'chargebackReversed',
  // disputes
  'disputeOpened',
  'disputeUnderReview',
  'settlementOffered',
  'settlementRefused',
  'settlementLapsed',
  'disputeClosed',
  'lateClaim',
  'questionAsked',
  'statementGiven',
  'decisionDraft',
  'decisionAppealed',
  // returns
  'returnRequested',
  'returnApproved',
  'returnAddressGiven',
  'returnNotArrived',
  'returnRefused',
  'returnShipped',
  'returnLapsed',
  'returnInspectionResumed',
  'returnReceived',
  // refunds
  'refundRequested',
  'refundCompleted',
  'partialRefundCompleted',
  'refundDelayed',
  'settledOutside',
  // payouts
  'payoutInitiated',
  'payoutCompleted',
  'payoutPostponed',
  'payoutDelayed',
  'payoutRefused',
  // bank account
  'bankDetailsChanged',
  'bankAccountVerified',
  'bankAccountRejected',
  // rating
  'ratingReceived',
  'reviewWritten',
  'reviewRemoved',
  // to staff
  'messageReported',
  'listingReported',
  'complaintMade',
  'reviewReported',
  'supportQuestion',
  'caseForStaff',
  'terminationProposed',
  'roleChanged',
  'ledgerDiffers',
] as const;
export type EventEmail = (typeof EVENT_EMAILS)[number];

/** Plain values of the fact: cents, instants in epoch ms, short codes. Never what a person wrote. */
export type Details = Readonly<Record<string, string | number | null>>;

export type EventEmailTo = {
  /** `owner`: whose account or listing it is. `support`: our own. `author`: who reported or complained. `reporters`: all who reported a listing. */
  to: 'buyer' | 'seller' | 'owner' | 'support' | 'author' | 'reporters';
  template: EventEmail;
  details?: Details;
  /** Only to a seller whom nothing but a verified bank account is missing. */
  unlessBankVerified?: true;
  /** With the detail `suspended` while the seller is, who is not paid then. */
  saysSuspended?: true;
};

/** What an email may say beside the data of its fact. */
export type EmailContext = {
  /** Of the aggregate whose stream it is. */
  subject: string;
  eventId: string;
  /** What one command wrote shares it. */
  commandId: string;
  /** Whether money has come for the sale. */
  paid: boolean;
};

/** Told by no email of its own, and why. */
export type NoEmail = { silent: string };

export type Emails<Data> =
  | NoEmail
  | readonly EventEmailTo[]
  | ((data: Data, around: EmailContext) => readonly EventEmailTo[]);

/** One email to each person who holds one of the roles, once a cause; null where nobody has to know. */
export type StaffEmail = {
  roles: readonly ('staff' | 'auditor' | 'admin')[];
  template: EventEmail;
  details: Details;
  cause: string;
  /** Who knows of it. */
  except?: string;
};
export type StaffEmailRule<Data> = (data: Data, around: EmailContext) => StaffEmail | null;

export const noEmail = (reason: string): NoEmail => ({ silent: reason });
export const toBuyer = (template: EventEmail, details: Details = {}): EventEmailTo => ({
  to: 'buyer',
  template,
  details,
});
export const toSeller = (template: EventEmail, details: Details = {}): EventEmailTo => ({
  to: 'seller',
  template,
  details,
});
export const toBoth = (template: EventEmail, details: Details = {}): EventEmailTo[] => [
  toBuyer(template, details),
  toSeller(template, details),
];
export const toOther = (by: string, template: EventEmail, details: Details = {}): EventEmailTo[] => {
  if (by === 'buyer') return [toSeller(template, details)];
  if (by === 'seller') return [toBuyer(template, details)];
  return toBoth(template, details);
};
export const toOwner = (template: EventEmail, details: Details = {}): EventEmailTo => ({
  to: 'owner',
  template,
  details,
});
