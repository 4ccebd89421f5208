import type { RegistrationRejection } from '#application/accounts/registration.ts';
import type { IdentityRefusal } from '#application/accounts/sellerIdentity.ts';
import type { SignInRejection } from '#application/accounts/signIn.ts';
import type { ErrorBody } from '#application/contract/common.ts';
import { REVISION_REQUIRED } from '#application/contract/escrow.ts';
import {
  IMAGE_TOO_LARGE,
  LISTING_ID_REQUIRED,
  MAX_VIEWS,
  MESSAGE_IMAGE_TOO_LARGE,
  MESSAGE_TOO_LONG,
  RATE_NEGATIVE,
  RATE_TOO_HIGH,
  TOO_MANY_IMAGES,
  TOO_MANY_PIXELS,
  WRONG_IMAGE_TYPE,
} from '#application/contract/limits.ts';
import type { MessageImageRefusal } from '#application/conversations/conversations.ts';
import type { ImageRefusal } from '#application/ports/pictures.ts';
import type { SaleRejection } from '#application/transactions/transactions.ts';
import type { AccountRejection } from '#domain/accounts/commands.ts';
import { GRANT_TERMS, PASSKEY_TERMS } from '#domain/accounts/limits.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { type ConversationRejection, OPENINGS_TERM } from '#domain/conversations/conversation.ts';
import { SELLER_AWAY } from '#domain/listings/away.ts';
import type { ListingRejection } from '#domain/listings/commands.ts';
import { MOST_MADE_BY_ONE, MOST_OF_ONE } from '#domain/listings/limits.ts';
import type { SearchesRejection } from '#domain/listings/savedSearches.ts';
import { MOST_SEARCHES } from '#domain/listings/savedSearchText.ts';
import { MOST_WATCHED, type WatchListRejection } from '#domain/listings/watchList.ts';
import { COMPLAINT_TIME } from '#domain/moderation/limits.ts';
import type { ListingReportRejection } from '#domain/moderation/listingReports.ts';
import { MOST_PUSHED } from '#domain/notifications/pushes.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import type { UnmatchedEventRejection } from '#domain/reconciliation/unmatchedProviderEvents.ts';
import { MAX_REVIEW_LENGTH } from '#domain/reviews/limits.ts';
import type { ReviewRejection } from '#domain/reviews/review.ts';
import { NOT_REACHED } from '#domain/shared/erased.ts';
import { formatCents } from '#domain/shared/euros.ts';
import { inAbout } from '#domain/shared/lengths.ts';
import { type CaseDeskRejection, MOST_NOTES, SNOOZE_TERM } from '#domain/transactions/caseDesk.ts';
import type { TransactionRejection } from '#domain/transactions/commands.ts';
import { MAX_BANK_BYTES } from '#domain/transactions/evidencePack.ts';
import { isDecision } from '#domain/transactions/moved.ts';
import { type SpelledTerms, TERMS, termsOf } from '#domain/transactions/terms/termsText.ts';
import { MOST_UNPAID } from '#domain/transactions/unpaidPurchases/limits.ts';
import type { SavedViewRefusal } from '../accounts/postgresSavedViews.ts';

/** All refusals of the deciders and application services. */
type RejectionCode =
  | (
      | AccountRejection
      | ListingRejection
      | TransactionRejection
      | RegistrationRejection
      | SignInRejection
      | ImageRefusal
      | ConversationRejection
      | MessageImageRefusal
      | SaleRejection
      | UnmatchedEventRejection
      | CaseDeskRejection
      | IdentityRefusal
      | WatchListRejection
      | SearchesRejection
      | ListingReportRejection
      | ReviewRejection
    )['code']
  | 'invalidToken'
  | 'passwordTooCommon'
  | 'currentPasswordWrong'
  | 'newEmailTaken'
  | 'signedOut'
  | 'tokenReplaced'
  | 'refreshTokenNeeded'
  | 'sessionNotFound'
  | 'bankAccountRequired'
  | 'notificationNotFound'
  | SavedViewRefusal
  | 'listingIdRequired'
  | 'notYetVisible'
  | 'buyerCannotBuy'
  | 'streamNotFound'
  | 'saleNotFound'
  | 'segmentNotFound'
  | 'notOpenable'
  | 'eventQueryInvalid'
  | 'reasonRequired'
  | 'logTooShort'
  | 'notInLog'
  | 'notNewestHead'
  | 'evidenceNotFound'
  | 'sellerNotFound'
  | 'termUnknown'
  | 'termInvalid'
  | 'rangeInvalid'
  | 'counterfactualRunning'
  | 'counterfactualBusy'
  | 'pushNotSetUp'
  | 'pushEndpointRefused'
  | 'pushKeysRefused'
  | 'tooManyPushed';

type Details = Readonly<Record<string, unknown>>;

/** Rounded up, so that a sum over the limit never reads as the limit. */
const inTenths = (bytes: number): string => (Math.ceil(bytes / 100_000) / 10).toFixed(1);

/** The terms of the transaction in the refusal. */
const promised = ({ policyVersion }: Details): SpelledTerms =>
  typeof policyVersion === 'string' ? termsOf({ policyVersion }) : TERMS;

const waitOf = ({ wait }: Details): string => inAbout(Number(wait));
const orIn = (refusal: Details): string => (refusal.wait === 0 ? '' : `, or try again in ${waitOf(refusal)}`);

/** Names the person who decided first, if any. A decision comes before the end of the hold that it brings. */
const newsMessage = (news: unknown): string => {
  const entries = (news ?? []) as NonNullable<ErrorBody['news']>;
  const decisions = entries.filter(({ event, actor }) => isDecision(event) && actor.username !== null);
  const first = decisions.findLast(({ event }) => event === 'DisputeDecided') ?? decisions.at(-1);
  if (!first) return 'This case has news that you have not seen. Nothing was changed. Please read the news first.';
  const at = `${utcTime(first.timestamp).slice(0, -3)} UTC`;
  return `${first.actor.username} was first: ${transactionTitle(first.event)} (${at}). Your own decision changed nothing.`;
};

type RejectionAnswer = {
  status: number;
  /** The field of the message, which then appears in `errors` too. */
  field?: string;
} & (
  | { message: string }
  /** The function receives the refusal's details. `recorded`: for records of refused commands, which keep no details. */
  | { message: (details: Details) => string; recorded: string }
);

/** Code → status and message; messages of the specification are literal. A new code does not compile without its line here. */
export const rejections: Record<RejectionCode, RejectionAnswer> = {
  // ── accounts and signing in ──
  invalidCredentials: { status: 401, message: 'Invalid email or password' },
  tokenReplaced: { status: 409, message: 'This session has a newer token' },
  refreshTokenNeeded: { status: 409, message: 'Only the browser that opened this session can renew it' },
  signedOut: { status: 401, message: 'Authentication failed. Please log in again.' },
  secondFactorRequired: {
    status: 401,
    message: 'Please enter the code of your authenticator app, or use your passkey',
  },
  secondFactorWrong: { status: 400, message: 'This code is wrong or has already been used', field: 'code' },
  tooManyCodes: {
    status: 429,
    message: (refusal) => `Too many wrong codes. Please try again in ${waitOf(refusal)}.`,
    field: 'code',
    recorded: 'Too many wrong codes. Please try again later.',
  },
  ownRole: { status: 403, message: 'You cannot give yourself a role' },
  accountNotInUse: {
    status: 409,
    message: 'Only an active account can hold a role. This one is unverified, suspended or about to be deleted.',
  },
  rolesExclude: {
    status: 409,
    message: ({ held }) =>
      `This account already has the role ${String(held)}, and an account can have only one. Revoke that role first.`,
    recorded: 'This account already has another role, and an account can have only one. Revoke that role first.',
  },
  roleProposed: { status: 409, message: 'A role has already been proposed for this account' },
  roleProposalGone: { status: 409, message: 'This proposal is no longer open' },
  ownRoleProposal: { status: 403, message: 'A second admin must confirm this role' },
  notYourProposal: { status: 403, message: 'Only its author can withdraw this proposal' },
  tooNew: {
    status: 403,
    message: (refusal) =>
      `You cannot decide this in the first ${GRANT_TERMS.newColleague} of a new role. Please try again in ${waitOf(refusal)}.`,
    recorded: `You cannot decide this in the first ${GRANT_TERMS.newColleague} of a new role`,
  },
  grantedByProposer: {
    status: 403,
    message: 'The author of this proposal gave you your role, so somebody else must confirm it.',
  },
  proposerGone: {
    status: 409,
    message: 'The author of this proposal no longer holds the role. Please reject it and make your own proposal.',
  },
  secondFactorNeeded: {
    status: 409,
    message: 'Your role requires two-factor authentication, so you cannot remove your last second factor',
  },
  noSecondFactor: { status: 409, message: 'You do not use a second factor' },
  factorPending: {
    status: 409,
    message: (refusal) => `Your first second factor is still pending. You can do this in ${waitOf(refusal)}.`,
    recorded: 'Your first second factor is still pending, so you cannot do this yet',
  },
  factorLinkGone: {
    status: 409,
    message: 'This second factor is no longer pending, so this link can no longer remove it',
  },
  tooManyPasskeys: {
    status: 409,
    message: 'You have reached the maximum number of passkeys. Please remove one first.',
  },
  passkeyNotFound: { status: 404, message: 'This passkey is not yours or has already been removed' },
  passkeyRefused: {
    status: 400,
    message: `This passkey was not accepted. It may have been removed from your account, or you took more than ${PASSKEY_TERMS.answer}. Please try again.`,
  },
  passkeyKnown: { status: 409, message: 'This passkey is already registered' },
  passkeyCopied: {
    status: 403,
    message: 'This passkey may have been copied: its counter went backwards. Please sign in another way and remove it.',
  },
  sessionNotFound: { status: 404, message: 'This session has already ended' },
  emailNotVerified: {
    status: 403,
    message: 'Please verify your email address before you sign in. We can send you the verification email again.',
  },
  accountTerminated: {
    status: 403,
    message: 'Our staff closed this account. If you think this is a mistake, please contact support.',
  },
  accountSuspended: { status: 403, message: 'This account is suspended. Please contact support.' },
  accountDeleted: { status: 403, message: 'This account has been deleted.' },
  accountNotActive: { status: 403, message: 'You cannot do this while your account is not active.' },
  accountNotFound: { status: 404, message: 'User not found' },
  alreadyRegistered: { status: 409, message: 'Email already exists', field: 'email' },
  emailTaken: { status: 409, message: 'Email already exists', field: 'email' },
  usernameTaken: { status: 409, message: 'Username already exists', field: 'username' },
  passwordTooCommon: {
    status: 400,
    message: 'This password is too easy to guess. Please choose another one.',
    field: 'password',
  },
  invalidToken: { status: 400, message: 'Invalid or expired token' },
  emailUnchanged: { status: 400, message: 'This is already your address', field: 'email' },
  emailChangeGone: {
    status: 409,
    message: 'This change of address is no longer open. It was completed, cancelled or replaced, or it has expired.',
  },
  emailChangeUnconfirmed: { status: 409, message: 'Both addresses must confirm the change first' },
  newEmailTaken: {
    status: 409,
    message: 'Another account now uses this address, so your address stays as it is',
  },
  currentPasswordWrong: {
    status: 400,
    message: 'Current password is incorrect (invalid authentication code)',
    field: 'currentPassword',
  },
  alreadySeller: { status: 409, message: 'User is already registered as seller' },
  bankAccountNotChecked: { status: 409, message: 'You have no bank account that is being checked.' },
  identityNotAsked: { status: 409, message: 'The payment provider needs nothing more than your bank details.' },
  sellerTermsRequired: { status: 403, message: 'Please become a seller and accept the seller terms first.' },
  bankAccountRequired: { status: 403, message: 'Please add your banking details first; they must be verified.' },
  ratesNegative: { status: 400, message: RATE_NEGATIVE },
  ratesTooHigh: { status: 400, message: RATE_TOO_HIGH },
  alreadyRated: { status: 409, message: 'You have already rated the seller for this transaction' },
  notRatable: { status: 409, message: 'This transaction cannot be rated now' },
  alreadyReviewed: { status: 409, message: 'You have already reviewed this transaction' },
  alreadyAnswered: { status: 409, message: 'You have already answered this review' },
  reviewTooLate: { status: 409, message: 'The time to review this transaction is over' },
  reviewEmpty: { status: 400, message: 'Please write something' },
  reviewTooLong: { status: 400, message: `At most ${MAX_REVIEW_LENGTH} characters` },
  reviewNotFound: { status: 404, message: 'This review does not exist or has been removed' },
  notYourReview: { status: 403, message: 'Only the reviewed seller can answer a review' },
  ownReviewReported: { status: 400, message: 'You cannot report your own text' },
  reviewReportNotFound: { status: 404, message: 'Nobody reported this' },
  salesOpen: { status: 409, message: 'This account still has open sales with money in escrow' },
  termUnknown: {
    status: 400,
    message: ({ name }) => `No term is called ${JSON.stringify(name)}`,
    field: 'set',
    recorded: 'No term has this name',
  },
  termInvalid: {
    status: 400,
    message: ({ name, like }) => `“${name}” must be ${like}`,
    field: 'set',
    recorded: 'A term cannot have this value',
  },
  rangeInvalid: { status: 400, message: 'The first day must not be after the last', field: 'to' },
  counterfactualRunning: { status: 409, message: 'Your last question is still being answered. Please wait for it.' },
  counterfactualBusy: { status: 429, message: 'Somebody else’s question is being answered. Please try again soon.' },
  notAllowed: { status: 403, message: 'You are not allowed to do this' },

  // ── listings ──
  sellerNotFound: { status: 404, message: 'This seller does not exist or has left.' },
  listingNotFound: { status: 404, message: 'Listing not found' },
  notYourListing: { status: 403, message: 'Only the owner can change this listing' },
  onlyActiveCanBeEdited: { status: 409, message: 'Only active listings can be edited' },
  listingReserved: { status: 409, message: 'This listing is being bought right now' },
  ownPurchase: { status: 409, message: 'You are already buying this: find your purchase in My Transactions' },
  listingPromised: {
    status: 409,
    message: 'This listing is reserved for a buyer who agreed a price with the seller',
  },
  proposalOutOfRange: {
    status: 400,
    message: ({ least, below }) =>
      Number(least) < Number(below)
        ? `Please offer at least ${formatCents(Number(least))} and less than ${formatCents(Number(below))}`
        : 'No price fits between the last offer and the asking price',
    field: 'price',
    recorded: 'This price is too low or not below the asking price',
  },
  proposedAlready: { status: 409, message: 'You have already offered this amount. Please wait for the answer.' },
  tooManyProposals: {
    status: 409,
    message: `You have ${MOST_OF_ONE} open offers on this listing. Please wait for an answer, or withdraw one.`,
  },
  proposalsFull: {
    status: 409,
    message: 'This listing cannot take more offers now. Please try again later, or buy it at its price.',
  },
  proposedOften: {
    status: 409,
    message: `You have already made ${MOST_MADE_BY_ONE} offers on this listing. Please message the seller instead, or buy it at its price.`,
  },
  proposalNotFound: { status: 404, message: 'Offer not found' },
  proposalOver: { status: 409, message: 'This offer is no longer open' },
  proposalWaits: { status: 409, message: 'This offer is waiting for the other person’s answer' },
  proposalChanged: { status: 409, message: 'The price of this offer has changed. Please check it again.' },
  buyerCannotBuy: {
    status: 409,
    message: 'The buyer cannot buy at the moment. The offer stays open: please try again later.',
  },
  proposerBlocked: { status: 403, message: 'This person does not accept offers from you' },
  sellerBlocked: { status: 403, message: 'You have blocked this person. Please unblock them first.' },
  tooManyUnpaid: {
    status: 409,
    message: (refusal) =>
      `You have ${MOST_UNPAID} unpaid purchases, including agreed prices. Please pay or cancel one of them first${orIn(refusal)}.`,
    recorded: `You have ${MOST_UNPAID} unpaid purchases, including agreed prices. Please pay or cancel one of them first.`,
  },
  listingBlocked: {
    status: 409,
    message: (refusal) => `You did not pay for this listing last time. You can buy it again in ${waitOf(refusal)}.`,
    recorded: 'You did not pay for this listing last time, so you cannot buy it again yet',
  },
  listingNotAvailable: { status: 409, message: 'This listing is no longer available' },
  sellerAway: { status: 409, message: SELLER_AWAY },
  ownListing: { status: 403, message: 'You cannot purchase your own listing' },
  sellerMismatch: { status: 400, message: 'Invalid seller information', field: 'seller' },
  priceChanged: { status: 409, message: 'The price of this listing has changed' },
  disclaimerRequired: {
    status: 400,
    message: 'You must accept the disclaimer for this franchise',
    field: 'disclaimerAccepted',
  },
  imagesRequired: { status: 400, message: 'At least one image is required', field: 'images' },
  tooManyImages: { status: 400, message: TOO_MANY_IMAGES, field: 'images' },
  photoUnknown: {
    status: 409,
    message: 'The photos of this listing have changed. Please reload the page and try again.',
    field: 'images',
  },
  factionUnknown: {
    status: 400,
    message: 'Franchise, main faction and subfaction do not belong together',
    field: 'mainFaction',
  },
  invalidFileType: {
    status: 400,
    message: WRONG_IMAGE_TYPE,
    field: 'images',
  },
  fileTooLarge: { status: 400, message: IMAGE_TOO_LARGE, field: 'images' },
  tooManyPixels: { status: 400, message: TOO_MANY_PIXELS, field: 'images' },

  excludedFromCase: {
    status: 409,
    message: ({ own }) =>
      own === true
        ? 'You decided or proposed what this case is about, so somebody else must act on it.'
        : 'This person decided or proposed what this case is about. Please choose somebody else.',
    field: 'to',
    recorded: 'This person decided or proposed what the case is about',
  },
  cannotWorkOnCase: { status: 409, message: 'This person cannot work on this case', field: 'to' },
  caseTaken: {
    status: 409,
    message: 'Somebody else has just taken this case or given it back. Nothing was changed. Please look at it again.',
  },
  viewNameTaken: {
    status: 409,
    message: 'You already have a view of this name. Please choose another name, or delete that view first.',
    field: 'name',
  },
  tooManyViews: { status: 409, message: `You have ${MAX_VIEWS} views. Please delete one of them first.` },
  snoozePast: { status: 400, message: 'Please choose a date in the future', field: 'until' },
  snoozeOutOfRange: { status: 400, message: `Please choose a day within ${SNOOZE_TERM}`, field: 'until' },
  tooManyNotes: { status: 409, message: `This case has ${MOST_NOTES} notes, the maximum` },

  ownListingWatched: { status: 403, message: 'You cannot watch your own listing' },
  tooManyWatched: {
    status: 409,
    message: `You are watching ${MOST_WATCHED} listings, the maximum. Please stop watching one of them first.`,
  },

  searchWithoutFilter: {
    status: 400,
    message: 'This search has no word and no filter. Please add one first.',
    field: 'search',
  },
  tooManySearches: {
    status: 409,
    message: `You have saved ${MOST_SEARCHES} searches, the maximum. Please delete one of them first.`,
  },
  searchNotFound: { status: 404, message: 'This saved search no longer exists' },
  ownListingReported: { status: 403, message: 'You cannot report your own listing' },
  noSuchReport: { status: 404, message: 'Report not found' },
  reportDecided: { status: 409, message: 'Somebody else has already decided this' },
  senderNotSuspended: {
    status: 409,
    message: 'This account is not suspended. Suspend it with this report, or choose another outcome.',
  },
  ruleMissing: { status: 400, message: 'Please select the rule that the message breaks', field: 'rule' },
  ownReportDecided: {
    status: 403,
    message: 'You cannot decide a report that you made or are involved in',
  },
  listingRemovedAlready: {
    status: 409,
    message: 'This listing has already been removed, for the reason given then',
  },
  noReasonToComplain: { status: 409, message: 'You cannot complain about this decision: it did not go against you' },
  alreadyComplained: { status: 409, message: 'Somebody has already complained about this decision' },
  complaintTooLate: {
    status: 409,
    message: `You can complain about a decision for ${COMPLAINT_TIME}. That time is over.`,
  },
  noComplaint: { status: 409, message: 'Nobody has complained about this decision' },
  complaintDecided: { status: 409, message: 'This complaint has been decided, and the decision is final' },
  anotherPersonDecides: {
    status: 403,
    message: 'You made the first decision, so somebody else must decide the complaint',
  },

  // ── sales ──
  transactionNotFound: { status: 404, message: 'Transaction not found' },
  notYourTransaction: { status: 403, message: 'You cannot do this in this transaction' },
  notNow: { status: 409, message: 'This is not possible in the current state of the transaction' },
  ownDecision: { status: 403, message: 'A second member of staff must confirm this decision' },
  decisionChanged: { status: 409, message: 'This decision is no longer open. Please check the case again.' },
  orphanNotFound: { status: 404, message: 'Event not found' },
  notSuspended: { status: 409, message: 'Only a suspended account can be terminated' },
  terminationProposed: { status: 409, message: 'The termination of this account has already been proposed' },
  terminationGone: { status: 409, message: 'This proposal is no longer open' },
  ownTermination: { status: 403, message: 'A second member of staff must confirm this termination' },
  ownSale: {
    status: 403,
    message: 'You have an open sale with this account, so somebody else must do this.',
  },
  holdsRole: {
    status: 409,
    message: 'You cannot suspend or delete an account that has a role. An admin must revoke the role first.',
  },
  lastAdmin: { status: 409, message: 'You cannot revoke the role of the last admin' },
  streamNotFound: { status: 404, message: 'History not found' },
  saleNotFound: { status: 404, message: 'There is no sale with this number or id', field: 'sale' },
  eventQueryInvalid: {
    status: 400,
    field: 'q',
    message: ({ at, text }) => `Character ${at}: ${text}`,
    recorded: 'This query cannot be read',
  },
  segmentNotFound: { status: 404, message: 'This history ends before this part' },
  notOpenable: { status: 403, message: 'You cannot open this, even with a reason' },
  reasonRequired: { status: 400, message: 'Please say why', field: 'reason' },
  logTooShort: { status: 404, message: 'The log has not reached this size yet' },
  notInLog: { status: 404, message: 'This event is not in the log at that size' },
  notNewestHead: { status: 409, message: 'The end of a history can be proven only at the newest head' },
  answerTermOutOfRange: { status: 400, message: 'Please choose a possible number of days' },
  chargebackNotOpen: { status: 409, message: 'This chargeback is no longer open' },
  chargebackEndProposed: { status: 409, message: 'An end of this chargeback is already waiting for confirmation' },
  evidencePackSent: {
    status: 409,
    message: 'Evidence for this chargeback was already submitted. A bank takes it once.',
  },
  evidenceNotTaken: {
    status: 409,
    message: 'The bank takes no evidence for this chargeback, or its due date has passed',
  },
  bankPhotoMissing: {
    status: 409,
    message: ({ name }) =>
      `The photo “${name}” is not available: it was erased, removed or changed. Please leave it out.`,
    field: 'photos',
    recorded: 'A photo is not available: it was erased, removed or changed. Please leave it out.',
  },
  bankReceiptChanged: {
    status: 409,
    message: 'The receipt is no longer the one that you read. Please open the evidence again and read it.',
    field: 'receipt',
  },
  bankPhotosTooLarge: {
    status: 400,
    message: ({ bytes }) =>
      `The documents have ${inTenths(Number(bytes))} MB together, and a bank takes ${inTenths(MAX_BANK_BYTES)} MB. Please leave some out.`,
    field: 'photos',
    recorded: `The documents are larger than the ${inTenths(MAX_BANK_BYTES)} MB that a bank takes. Please leave some out.`,
  },
  nothingOwed: { status: 409, message: 'We owe no such payment now' },
  settledAlready: { status: 409, message: 'This has already been paid by bank transfer' },
  refundMayArrive: {
    status: 409,
    message:
      'This refund may still arrive: the payment provider has not confirmed that it failed. Please try it again first.',
  },
  claimedByBank: { status: 409, message: 'The buyer’s bank claims this money and has not decided yet' },
  settlementProposed: { status: 409, message: 'A bank transfer for this sale is already waiting for confirmation' },
  notBookable: {
    status: 409,
    message: 'This difference cannot be booked: the provider no longer reports it like this, or not in our currency',
  },
  nothingDiffers: { status: 409, message: 'Our books already agree with the provider here. You can close the case.' },
  differenceNotOurs: {
    status: 409,
    message:
      'The provider holds more than our books say, and this money is not ours. Ask the provider to send its event again.',
  },
  differenceBooked: { status: 409, message: 'This difference has already been booked' },
  stillOwed: {
    status: 409,
    message: 'You cannot close this case yet: we still owe the seller the money that the bank gave back',
  },
  caseMoved: {
    status: 409,
    message: ({ news }) => newsMessage(news),
    recorded: 'This case had news that the reader had not seen. Nothing was changed.',
  },
  consequencesChanged: {
    status: 409,
    message: 'What would follow is no longer what you were shown. Nothing has moved. Please look at it again.',
  },
  revisionUnknown: { status: 400, message: REVISION_REQUIRED, field: 'basedOn' },
  sumsChanged: {
    status: 409,
    message: 'The sums have changed since you opened this. Nothing has moved. Please read the new sums first.',
  },
  caseNotOpen: { status: 409, message: 'This case is no longer open' },
  quoteChanged: { status: 409, message: 'The sums have changed. Please check the new total.' },
  paymentUnavailable: {
    status: 503,
    message:
      'Failed to initialize payment. The payment provider does not answer at the moment; please try again shortly.',
  },
  paymentNotInitialized: { status: 502, message: 'Failed to initialize payment' },
  paymentUnderWay: { status: 409, message: 'A payment is already under way for this transaction' },
  windowOver: {
    status: 409,
    message: (transaction) => `The payment window of ${promised(transaction).paymentWindow} is over`,
    recorded: 'The payment window is over',
  },
  claimsOver: {
    status: 409,
    message: ({ supportEmail, ...transaction }) =>
      `You can claim for ${promised(transaction).lateClaim ?? ''} after the payout of a sale. Please write to ${String(supportEmail)}.`,
    recorded: 'The time for claims after the payout is over',
  },
  trackingCodeRequired: {
    status: 400,
    message: (transaction) => `A tracking code is required for items over ${promised(transaction).highValue}`,
    field: 'trackingCode',
    recorded: 'A tracking code is required for items of high value',
  },
  cancellationReasonRequired: { status: 400, message: 'Please select a reason for cancellation', field: 'reason' },
  cancellationDetailsRequired: {
    status: 400,
    message: 'Please provide details for the cancellation reason',
    field: 'otherReason',
  },
  pauseNotEligible: { status: 409, message: 'This transaction is not eligible for escrow pausing' },
  amountOutOfRange: { status: 400, message: 'This amount is not possible here' },
  textRequired: { status: 400, message: 'Please explain in a few words', field: 'text' },
  evidenceRequired: { status: 400, message: 'Evidence is required', field: 'evidence' },
  evidenceUnknown: {
    status: 400,
    message: 'One of the photos is not among your uploads for this sale. Please add it again.',
    field: 'evidence',
  },
  evidenceNotFound: { status: 404, message: 'Photo not found' },
  countryNotOffered: { status: 400, message: 'We do not ship to this country', field: 'country' },

  notYetVisible: { status: 503, message: 'Saved. It will take a moment longer than usual to appear.' },

  // ── messages ──
  messageToYourself: { status: 400, message: 'You cannot send a message to yourself', field: 'recipientId' },
  messageOnOwnListing: {
    status: 400,
    message: 'You cannot message yourself about your own listing',
    field: 'recipientId',
  },
  messageEmpty: { status: 400, message: 'Please enter a message or attach an image', field: 'content' },
  tooManyConversations: {
    status: 429,
    message: ({ most, ...refusal }) =>
      `You have started ${String(most)} conversations within ${OPENINGS_TERM}, your current maximum. It grows with each completed sale. Please try again in ${waitOf(refusal)}.`,
    recorded: `You have started as many conversations within ${OPENINGS_TERM} as you may. The maximum grows with each completed sale.`,
  },
  messageTooLong: { status: 400, message: MESSAGE_TOO_LONG, field: 'content' },
  messageImageTooLarge: { status: 400, message: MESSAGE_IMAGE_TOO_LARGE, field: 'image' },
  messageImageTooManyPixels: { status: 400, message: TOO_MANY_PIXELS, field: 'image' },
  messageImageInvalid: {
    status: 400,
    message: WRONG_IMAGE_TYPE,
    field: 'image',
  },
  listingIdRequired: { status: 400, message: LISTING_ID_REQUIRED },
  recipientGone: { status: 404, message: NOT_REACHED },
  notTheSellerOfListing: { status: 403, message: 'You can only write to the seller of this listing' },
  onlyBuyersBegin: { status: 403, message: 'Only a buyer can start a conversation about a listing' },
  senderBlocked: { status: 403, message: 'This person does not receive messages from you' },
  recipientBlocked: { status: 403, message: 'You have blocked this person. Unblock them before you message them.' },
  conversationNotFound: { status: 404, message: 'Conversation not found' },
  messageNotFound: { status: 404, message: 'Message not found' },
  reportNotFound: { status: 404, message: 'Nobody has reported this message' },
  ownMessageReported: { status: 400, message: 'You cannot report your own message' },
  cannotBlockYourself: { status: 400, message: 'You cannot block yourself' },

  // ── notifications ──
  pushNotSetUp: { status: 409, message: 'Push is not set up here' },
  pushEndpointRefused: {
    status: 400,
    message: 'We cannot reach this push service: its address must use https and a public host',
    field: 'endpoint',
  },
  pushKeysRefused: { status: 400, message: 'These keys cannot encrypt a push message', field: 'keys' },
  tooManyPushed: {
    status: 409,
    message: `Push is on for ${MOST_PUSHED} devices, the maximum for one account. Turn it off on one of them, or end its session under Security.`,
  },
  notificationNotFound: { status: 404, message: 'Notification not found' },
};

/** The message of a refusal that is known before a call, such as `notYet` of a listing. */
export const wordsOf = ({ code, ...details }: { code: RejectionCode } & Details): string => {
  const { message } = rejections[code];
  return typeof message === 'string' ? message : message(details);
};

/** Of `nameTaken`, which no caller sees by this code. */
const NAME_TAKEN = 'Another account already has this username or address';
const UNKNOWN = 'Refused for a reason that this version of the marketplace does not know';

/** The sentence for a recorded refusal. Never the code. */
export const recordedWords = (code: string): string => {
  const answer = Object.hasOwn(rejections, code) ? rejections[code as RejectionCode] : undefined;
  if (!answer) return code === 'nameTaken' ? NAME_TAKEN : UNKNOWN;
  return 'recorded' in answer ? answer.recorded : answer.message;
};
