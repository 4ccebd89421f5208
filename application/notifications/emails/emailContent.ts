import { isSuspended } from '#domain/accounts/accountStatus.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { currencyOf } from '#domain/transactions/currency.ts';
import { claimMade, disputeOpen, stillHeld } from '#domain/transactions/state.ts';
import { waitsOf } from '#domain/transactions/waitsFor.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Repository } from '../../streams/repository.ts';
import type { Email, ListingReportNews, OpenCase, RemovedReview, SupportQuestion } from './email.ts';

export const LISTING_REPORT_EMAILS = [
  'reportReceived',
  'reportDecided',
  'complaintReceived',
  'complaintDecided',
] as const;
type ListingReportEmail = (typeof LISTING_REPORT_EMAILS)[number];

export const isOfListingReport = (template: string): template is ListingReportEmail =>
  (LISTING_REPORT_EMAILS as readonly string[]).includes(template);

/** The event at `revision` of the listing's stream, as its reader's side sees it. */
export const loadListingReportNews = async (
  { listing, revision }: { listing: string; revision: number },
  recipient: string,
  { listingReports, listings, accounts }: Pick<Repository, 'listingReports' | 'listings' | 'accounts'>,
): Promise<ListingReportNews | undefined> => {
  const { state, history } = await listingReports.loadWithHistory(listing);
  const fact = history.find((event) => event.revision === revision);
  if (!fact) return undefined;
  const { title } = (await listings.load(listing)).state.offer;
  const side = recipient === fact.data.sellerId ? 'seller' : 'reporter';
  const signsIn = !isSuspended((await accounts.load(recipient)).state);
  return { title, side, signsIn, fact, decided: state[fact.data.case - 1]?.decision?.outcome ?? null };
};

/** What the event at `revision` of the review's stream removed, and why. */
export const loadRemovedReview = async (
  saleId: TransactionId,
  revision: number,
  { reviews }: Pick<Repository, 'reviews'>,
): Promise<RemovedReview | undefined> => {
  const fact = (await reviews.loadWithHistory(saleId)).history.find((event) => event.revision === revision);
  return fact?.type === 'ReviewReportResolved' ? { part: fact.data.part, reason: fact.data.note } : undefined;
};

/** `cause`: of the e-mail to staff, which is a kind of case or an event of one. */
export const loadOpenCase = async (
  saleId: TransactionId,
  cause: string,
  { repository: { transactions }, clock }: { repository: Pick<Repository, 'transactions'>; clock: Clock },
): Promise<OpenCase> => {
  const { state } = await transactions.show(saleId);
  const claim = disputeOpen(state) ? claimMade(state) : null;
  const open = openCases(state);
  const about = open.find(({ kind }) => kind === cause) ?? (claim && open[0]);
  return {
    category: claim?.category ?? null,
    claim: claim?.amount ?? null,
    held: stillHeld(state),
    currency: currencyOf(state),
    waits: about ? waitsOf(about, state, clock.now()) : [],
  };
};

/** Personal, so no job holds it: read when the e-mail is written, null after an erasure. */
export const loadShipmentDetails = async (
  saleId: TransactionId,
  { transactions }: Pick<Repository, 'transactions'>,
): Promise<{ carrier: string | null; trackingCode: string | null }> => {
  const { history } = await transactions.loadWithHistory(saleId);
  const shipped = history.findLast(({ type }) => type === 'ShipmentConfirmed');
  if (shipped?.type !== 'ShipmentConfirmed') return { carrier: null, trackingCode: null };
  const { carrier, trackingCode } = shipped.data;
  return { carrier, trackingCode };
};

/**
 * The job holds only ids: the text stays encrypted in the account's events until the e-mail is written. Undefined
 * once the account is erased.
 */
export const loadSupportQuestion = async (
  { account, question }: Email['details'],
  { accounts }: Pick<Repository, 'accounts'>,
): Promise<SupportQuestion | undefined> => {
  const asker = String(account);
  const { state, history } = await accounts.loadWithHistory(asker);
  const { email, username } = state;
  const asked = history.find(({ id }) => id === question);
  if (asked?.type !== 'SupportContacted' || !email || !username) return undefined;
  const { subject, message } = asked.data;
  return subject === null || message === null ? undefined : { subject, message, username, email };
};

/** The first unread message that the e-mail is about. */
export type UnreadMessage = { conversation: string; message: string; from: string };

/** Undefined if the message was read or its sender erased. */
export const loadUnreadMessage = async (
  { conversation, message, from }: UnreadMessage,
  recipient: string | null,
  { conversations, accounts }: Pick<Repository, 'conversations' | 'accounts'>,
): Promise<{ from: string; messagePath: string } | undefined> => {
  const { parties, unread } = (await conversations.load(conversation)).state;
  if (!parties || recipient === null) return undefined;
  const side = parties.buyerId === recipient ? 'buyer' : 'seller';
  if (!unread[side].some(({ id, incoming }) => incoming && id === message)) return undefined;
  const { username } = (await accounts.load(from)).state;
  return username === null
    ? undefined
    : { from: username, messagePath: `/messages/conversation/${recipient}-${from}-${parties.listingId}` };
};
