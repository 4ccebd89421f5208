import type { RegistrationRejection } from '#application/accounts/registration.ts';
import type { IdentityRefusal } from '#application/accounts/sellerIdentity.ts';
import type { SignInRejection } from '#application/accounts/signIn.ts';
import type { ErrorBody } from '#application/contract/common.ts';
import { REVISION_REQUIRED } from '#application/contract/escrow.ts';
import {
  IMAGE_TOO_LARGE,
  TOO_MANY_IMAGES,
  TOO_MANY_PIXELS,
  WRONG_IMAGE_TYPE,
} from '#application/contract/imageRules.ts';
import { LISTING_ID_REQUIRED, MESSAGE_IMAGE_TOO_LARGE, MESSAGE_TOO_LONG } from '#application/contract/messageLimits.ts';
import { RATE_NEGATIVE, RATE_TOO_HIGH } from '#application/contract/rateWords.ts';
import type { MessageImageRefusal } from '#application/conversations/conversations.ts';
import type { ImageRefusal } from '#application/ports/pictures.ts';
import type { SaleRejection } from '#application/transactions/transactions.ts';
import type { AccountRejection } from '#domain/accounts/commands.ts';
import { GRANT_TERMS, PASSKEY_TERMS } from '#domain/accounts/limits.ts';
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
import type { TransactionRejection } from '#domain/transactions/commands.ts';
import { isDecision } from '#domain/transactions/moved.ts';
import { TERMS, type Terms, termsOf } from '#domain/transactions/terms/termsText.ts';
import { MOST_UNPAID } from '#domain/transactions/unpaidPurchases/limits.ts';

/** Every refusal that a decider or an application service can answer. */
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
  | 'listingIdRequired'
  | 'notYetVisible'
  | 'buyerCannotBuy'
  | 'streamNotFound'
  | 'notOpenable'
  | 'reasonRequired'
  | 'logTooShort'
  | 'notInLog'
  | 'notNewestHead'
  | 'evidenceNotFound'
  | 'sellerNotFound'
  | 'pushNotSetUp'
  | 'pushEndpointRefused'
  | 'pushKeysRefused'
  | 'tooManyPushed';

type Details = Readonly<Record<string, unknown>>;

/** What the sale was promised that is refused something. */
const promised = ({ policyVersion }: Details): Terms =>
  typeof policyVersion === 'string' ? termsOf({ policyVersion }) : TERMS;

const waitOf = ({ wait }: Details): string => inAbout(Number(wait));
const orIn = (refusal: Details): string => (refusal.wait === 0 ? '' : `, or try again in ${waitOf(refusal)}`);

/** Names the person who decided first, where somebody did. */
const movedInWords = (news: unknown): string => {
  const entries = (news ?? []) as NonNullable<ErrorBody['news']>;
  const first = entries.findLast(({ event, actor }) => isDecision(event) && actor.username !== null);
  if (!first)
    return 'Something new has arrived in this case since you opened it. Nothing has changed. Please read it first.';
  const at = `${first.timestamp.slice(0, 10)}, ${first.timestamp.slice(11, 16)} UTC`;
  return `${first.actor.username} was first: ${transactionTitle(first.event)} (${at}). Your own decision has changed nothing.`;
};

type RejectionAnswer = {
  status: number;
  /** A function: of what the refusal says beside its code. */
  message: string | ((details: Details) => string);
  /** The field that the message is about: it stands in `errors` too. */
  field?: string;
};

/** Code → status and text, in the words of the seeds where they have any. Exhaustive: a new code does not compile without its line. */
export const rejections: Record<RejectionCode, RejectionAnswer> = {
  // ── accounts and signing in ──
  invalidCredentials: { status: 401, message: 'Invalid email or password' },
  tokenReplaced: { status: 409, message: 'This session has a newer token' },
  refreshTokenNeeded: { status: 409, message: 'This session is renewed by the browser that it was opened in' },
  signedOut: { status: 401, message: 'Authentication failed. Please log in again.' },
  secondFactorRequired: {
    status: 401,
    message: 'Please enter the code of your authenticator app, or use your passkey',
  },
  secondFactorWrong: { status: 400, message: 'This code is not right, or it has been used already', field: 'code' },
  tooManyCodes: {
    status: 429,
    message: (refusal) => `Too many wrong codes. Please try again in ${waitOf(refusal)}.`,
    field: 'code',
  },
  ownRole: { status: 403, message: 'Nobody gives a role to themself' },
  accountNotInUse: {
    status: 409,
    message: 'A role is for an account that is active: this one is not verified, suspended, or about to be deleted',
  },
  rolesExclude: {
    status: 409,
    message: ({ held }) =>
      `This account is ${String(held)} already, and nobody holds two roles. Revoke that one first.`,
  },
  roleProposed: { status: 409, message: 'A role is proposed for this account already' },
  roleProposalGone: { status: 409, message: 'This proposal no longer stands' },
  ownRoleProposal: { status: 403, message: 'A second admin must confirm this role' },
  notYourProposal: { status: 403, message: 'Only who proposed it takes it back' },
  tooNew: {
    status: 403,
    message: (refusal) =>
      `Whoever was given a role decides nothing like this for ${GRANT_TERMS.newColleague}. You can in ${waitOf(refusal)}.`,
  },
  grantedByProposer: {
    status: 403,
    message: 'You have your role from who proposes this. Somebody else must confirm it.',
  },
  proposerGone: {
    status: 409,
    message: 'Who proposed this no longer holds the role. Please reject it, and propose what you find right.',
  },
  secondFactorNeeded: { status: 409, message: 'Your role asks for a second factor, so it stays' },
  noSecondFactor: { status: 409, message: 'No second factor is in use' },
  factorPending: {
    status: 409,
    message: (refusal) => `Your first second factor is still pending. You can do this in ${waitOf(refusal)}.`,
  },
  factorLinkGone: { status: 409, message: 'This second factor is no longer pending, so this link removes nothing' },
  tooManyPasskeys: {
    status: 409,
    message: 'This account has as many passkeys as it can have. Please remove one first.',
  },
  passkeyNotFound: { status: 404, message: 'This passkey is not one of yours, or has been removed already' },
  passkeyRefused: {
    status: 400,
    message: `This passkey could not be accepted. It may have been removed here, or have taken more than ${PASSKEY_TERMS.answer}.`,
  },
  passkeyKnown: { status: 409, message: 'This passkey is known already' },
  passkeyCopied: {
    status: 403,
    message:
      'This passkey counts less than it did when it was last used here, so there may be a copy of it. Sign in another way and remove it.',
  },
  sessionNotFound: { status: 404, message: 'This session has ended already' },
  emailNotVerified: {
    status: 403,
    message: 'Please verify your email address before you sign in. We can send you the verification email again.',
  },
  accountTerminated: {
    status: 403,
    message: 'This account has been closed by our staff. If you think that this is a mistake, please contact support.',
  },
  accountSuspended: { status: 403, message: 'This account is suspended. Please contact support.' },
  accountDeleted: { status: 403, message: 'This account has been deleted.' },
  accountNotActive: { status: 403, message: 'Your account is not active, so this is not possible now.' },
  accountNotFound: { status: 404, message: 'User not found' },
  alreadyRegistered: { status: 409, message: 'Email already exists', field: 'email' },
  emailTaken: { status: 409, message: 'Email already exists', field: 'email' },
  usernameTaken: { status: 409, message: 'Username already exists', field: 'username' },
  passwordTooCommon: {
    status: 400,
    message: 'This password is among the first that are guessed. Please choose another one.',
    field: 'password',
  },
  invalidToken: { status: 400, message: 'Invalid or expired token' },
  emailUnchanged: { status: 400, message: 'This is your address already', field: 'email' },
  emailChangeGone: {
    status: 409,
    message:
      'This change of address does not stand any more: it was made, ended, replaced by another one, or its time is over.',
  },
  emailChangeUnconfirmed: { status: 409, message: 'Both addresses have to confirm the change first' },
  newEmailTaken: {
    status: 409,
    message: 'Another account has this address by now, so that yours keeps the one it has',
  },
  currentPasswordWrong: {
    status: 400,
    message: 'Current password is incorrect (invalid authentication code)',
    field: 'currentPassword',
  },
  alreadySeller: { status: 409, message: 'User is already registered as seller' },
  bankAccountNotChecked: { status: 409, message: 'No bank account of yours is being checked.' },
  identityNotAsked: { status: 409, message: 'The payment provider asks for no more than your bank details.' },
  sellerTermsRequired: { status: 403, message: 'Please become a seller and accept the seller terms first.' },
  bankAccountRequired: { status: 403, message: 'Please add your banking details first; they must be verified.' },
  ratesNegative: { status: 400, message: RATE_NEGATIVE },
  ratesTooHigh: { status: 400, message: RATE_TOO_HIGH },
  alreadyRated: { status: 409, message: 'You have already rated the seller for this transaction' },
  notRatable: { status: 409, message: 'This transaction cannot be rated now' },
  alreadyReviewed: { status: 409, message: 'You have already written about this transaction' },
  alreadyAnswered: { status: 409, message: 'You have already answered this review' },
  reviewTooLate: { status: 409, message: 'The time to write about this transaction is over' },
  reviewEmpty: { status: 400, message: 'Please write something' },
  reviewTooLong: { status: 400, message: `At most ${MAX_REVIEW_LENGTH} characters` },
  reviewNotFound: { status: 404, message: 'This review is not there, or not any more' },
  notYourReview: { status: 403, message: 'Only the seller whom it is about can answer a review' },
  ownReviewReported: { status: 400, message: 'You cannot report what you wrote yourself' },
  reviewReportNotFound: { status: 404, message: 'Nobody reported this' },
  salesOpen: { status: 409, message: 'The account still has sales with money in them' },
  notAllowed: { status: 403, message: 'You are not allowed to do this' },

  // ── listings ──
  sellerNotFound: { status: 404, message: 'Nobody sells here under this address, or not any more.' },
  listingNotFound: { status: 404, message: 'Listing not found' },
  notYourListing: { status: 403, message: 'Only the owner can change this listing' },
  onlyActiveCanBeEdited: { status: 409, message: 'Only active listings can be edited' },
  listingReserved: { status: 409, message: 'This listing is being bought right now' },
  ownPurchase: { status: 409, message: 'You are buying this already: your purchase stands in My Transactions' },
  listingPromised: {
    status: 409,
    message: 'This listing is reserved for a buyer who has agreed on a price with its seller',
  },
  proposalOutOfRange: {
    status: 400,
    message: ({ least, below }) =>
      Number(least) < Number(below)
        ? `Please offer at least ${formatCents(Number(least))} and less than ${formatCents(Number(below))}`
        : 'There is no price between what was offered and what is asked',
    field: 'price',
  },
  proposedAlready: { status: 409, message: 'You have offered this sum already, and it waits for an answer' },
  tooManyProposals: {
    status: 409,
    message: `${MOST_OF_ONE} offers of yours are open on this listing. Please wait for an answer, or take one back.`,
  },
  proposalsFull: {
    status: 409,
    message: 'This listing has as many open offers as it can have. Please try again later, or buy it at its price.',
  },
  proposedOften: {
    status: 409,
    message: `You have made ${MOST_MADE_BY_ONE} offers on this listing. Please write to its seller instead, or buy it at its price.`,
  },
  proposalNotFound: { status: 404, message: 'Offer not found' },
  proposalOver: { status: 409, message: 'This offer is no longer open' },
  proposalWaits: { status: 409, message: 'This offer waits for the answer of the other side' },
  proposalChanged: { status: 409, message: 'The price of this offer has changed. Please look at it again.' },
  buyerCannotBuy: {
    status: 409,
    message: 'The buyer cannot take this on at the moment. The offer stays open: please try again later.',
  },
  proposerBlocked: { status: 403, message: 'This person does not take offers from you' },
  sellerBlocked: { status: 403, message: 'You have blocked this person. Unblock them before you deal with them.' },
  tooManyUnpaid: {
    status: 409,
    message: (refusal) =>
      `You have ${MOST_UNPAID} unpaid purchases, agreed prices included. Please pay or cancel one of them first${orIn(refusal)}.`,
  },
  listingBlocked: {
    status: 409,
    message: (refusal) => `You have let this listing go unpaid. You can buy it again in ${waitOf(refusal)}.`,
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
    message: 'The photos of this listing have changed meanwhile. Please reload the page and try again.',
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

  ownListingWatched: { status: 403, message: 'You cannot watch your own listing' },
  tooManyWatched: {
    status: 409,
    message: `You watch ${MOST_WATCHED} listings, which is as many as one can. Please stop watching one of them first.`,
  },

  searchWithoutFilter: {
    status: 400,
    message: 'This search leaves nothing out. Please type a word or choose a filter first.',
    field: 'search',
  },
  tooManySearches: {
    status: 409,
    message: `You have saved ${MOST_SEARCHES} searches, which is as many as one can. Please delete one of them first.`,
  },
  searchNotFound: { status: 404, message: 'This search is not saved any more' },
  ownListingReported: { status: 403, message: 'You cannot report your own listing' },
  noSuchReport: { status: 404, message: 'There is no such report' },
  reportDecided: { status: 409, message: 'Somebody has decided this meanwhile' },
  ownReportDecided: {
    status: 403,
    message: 'What you have reported, or have a part in yourself, somebody else decides',
  },
  listingRemovedAlready: {
    status: 409,
    message: 'This listing is off the market already, with the reason that was given then',
  },
  noReasonToComplain: { status: 409, message: 'The decision did not go against you' },
  alreadyComplained: { status: 409, message: 'Of this decision somebody has complained already' },
  complaintTooLate: {
    status: 409,
    message: `One can complain of a decision for ${COMPLAINT_TIME}. That time is over.`,
  },
  noComplaint: { status: 409, message: 'Nobody has complained of this decision' },
  complaintDecided: { status: 409, message: 'The complaint is decided, for good' },
  anotherPersonDecides: { status: 403, message: 'Somebody else than who decided first has to decide a complaint' },

  // ── sales ──
  transactionNotFound: { status: 404, message: 'Transaction not found' },
  notYourTransaction: { status: 403, message: 'This is not yours to do in this transaction' },
  notNow: { status: 409, message: 'This is not possible in the current state of the transaction' },
  ownDecision: { status: 403, message: 'A second member of staff must confirm this decision' },
  decisionChanged: { status: 409, message: 'This decision is no longer waiting. Please look at the case again.' },
  orphanNotFound: { status: 404, message: 'There is no such fact' },
  notSuspended: { status: 409, message: 'Only a suspended account can be terminated' },
  terminationProposed: { status: 409, message: 'The termination of this account has been proposed already' },
  terminationGone: { status: 409, message: 'This proposal no longer stands' },
  ownTermination: { status: 403, message: 'A second member of staff must confirm this termination' },
  ownSale: {
    status: 403,
    message: 'You have a sale with this account that is not over. Somebody else has to do this.',
  },
  holdsRole: {
    status: 409,
    message: 'An account with a role is neither suspended nor deleted: an admin takes the role from it first',
  },
  lastAdmin: { status: 409, message: 'The last admin cannot be taken that role' },
  streamNotFound: { status: 404, message: 'There is no such history' },
  notOpenable: { status: 403, message: 'No reason opens this to you' },
  reasonRequired: { status: 400, message: 'Please say why', field: 'reason' },
  logTooShort: { status: 404, message: 'No head of the log covers so many facts' },
  notInLog: { status: 404, message: 'This event is not in the log of that size' },
  notNewestHead: { status: 409, message: 'The ends of histories are proven at the newest head only' },
  answerTermOutOfRange: { status: 400, message: 'Please give a number of days that is possible' },
  chargebackNotOpen: { status: 409, message: 'This chargeback is not open any more' },
  nothingOwed: { status: 409, message: 'Nothing of this is owed now' },
  settledAlready: { status: 409, message: 'This has been paid by bank transfer already' },
  refundMayArrive: {
    status: 409,
    message:
      'The payment provider has not said for good that this refund failed: it may still arrive. Try it again first.',
  },
  claimedByBank: { status: 409, message: 'The payer’s bank claims this money, and has not decided yet' },
  settlementProposed: { status: 409, message: 'A bank transfer of this sale waits to be confirmed already' },
  stillOwed: {
    status: 409,
    message: 'The seller is still owed what the bank gave back: this case ends when it is paid',
  },
  caseMoved: { status: 409, message: ({ news }) => movedInWords(news) },
  revisionUnknown: { status: 400, message: REVISION_REQUIRED, field: 'basedOn' },
  sumsChanged: {
    status: 409,
    message: 'The sums have changed since you opened this. Nothing has moved. Please read the new sums first.',
  },
  caseNotOpen: { status: 409, message: 'This case is not open any more' },
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
  },
  claimsOver: {
    status: 409,
    message: ({ supportEmail, ...transaction }) =>
      `Claims about a sale end ${promised(transaction).lateClaim ?? ''} after its payout. Please write to ${String(supportEmail)}.`,
  },
  trackingCodeRequired: {
    status: 400,
    message: (transaction) => `A tracking code is required for items over ${promised(transaction).highValue}`,
    field: 'trackingCode',
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

  notYetVisible: { status: 503, message: 'Saved. It takes a moment longer than usual until it can be shown.' },

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
      `You have begun ${String(most)} conversations within ${OPENINGS_TERM}, which is as many as you may now; it is more with each sale that you complete. Please try again in ${waitOf(refusal)}.`,
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
  onlyBuyersBegin: { status: 403, message: 'Only a buyer can begin a conversation about a listing' },
  senderBlocked: { status: 403, message: 'This person does not receive messages from you' },
  recipientBlocked: { status: 403, message: 'You have blocked this person. Unblock them before you write to them.' },
  conversationNotFound: { status: 404, message: 'Conversation not found' },
  messageNotFound: { status: 404, message: 'Message not found' },
  reportNotFound: { status: 404, message: 'Nobody reported this message' },
  ownMessageReported: { status: 400, message: 'You cannot report your own message' },
  cannotBlockYourself: { status: 400, message: 'You cannot block yourself' },

  // ── notifications ──
  pushNotSetUp: { status: 409, message: 'Push is not set up here' },
  pushEndpointRefused: {
    status: 400,
    message: 'This push service cannot be called: its address has to be https, and of a public host',
    field: 'endpoint',
  },
  pushKeysRefused: { status: 400, message: 'Nothing can be sealed with these keys', field: 'keys' },
  tooManyPushed: {
    status: 409,
    message: `Push is on for ${MOST_PUSHED} devices, which is as many as one account can have. Turn it off on one, or end its session under Security.`,
  },
  notificationNotFound: { status: 404, message: 'Notification not found' },
};

/** What a refusal says, where it is told before anything was asked. */
export const wordsOf = ({ code, ...details }: { code: RejectionCode } & Details): string => {
  const { message } = rejections[code];
  return typeof message === 'string' ? message : message(details);
};
