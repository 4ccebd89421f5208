/** E-mail templates sent for an event. `application/ports/emails.ts` has those for deadlines and requests. */
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
  'messageWarning',
  'messageReportDecided',
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
  'decided',
  'lateClaim',
  'questionAsked',
  'statementGiven',
  'decisionDraft',
  'draftWithdrawn',
  'decisionAppealed',
  'refundDeferred',
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

/** Values from the event: cents, instants in epoch ms, short codes. Never text that a person wrote. */
export type Details = Readonly<Record<string, string | number | null>>;

export type EventEmailTo = {
  /**
   * `owner`: of the account or listing. `support`: our own address. `author`: of a report or complaint. `sender`: of
   * the reported message. `reporters`: everybody who reported the listing or message.
   */
  to: 'buyer' | 'seller' | 'owner' | 'support' | 'author' | 'sender' | 'reporters';
  template: EventEmail;
  details?: Details;
  /** Only if a verified bank account is all that the seller lacks. */
  unlessBankVerified?: true;
  /** Adds the detail `suspended` while the seller is suspended and not paid. */
  saysSuspended?: true;
};

/** What an e-mail may use besides the event's data. */
export type EmailContext = {
  /** Id of the aggregate. */
  subject: string;
  eventId: string;
  /** Shared by all events of one command. */
  commandId: string;
  /** Whether the transaction has been paid. */
  paid: boolean;
};

/** Why an event has no e-mail of its own. */
export type NoEmail = { silent: string };

export type Emails<Data> =
  | NoEmail
  | readonly EventEmailTo[]
  | ((data: Data, around: EmailContext) => readonly EventEmailTo[]);

/** One e-mail per cause to everybody with one of the roles; null if none is needed. */
export type StaffEmail = {
  roles: readonly ('staff' | 'auditor' | 'admin')[];
  template: EventEmail;
  details: Details;
  cause: string;
  /** The account that already knows. */
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
