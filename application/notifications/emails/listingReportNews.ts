import type { Repository } from '../../streams/repository.ts';
import type { ListingReportNews } from './email.ts';

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
  { notices, listings, accounts }: Pick<Repository, 'notices' | 'listings' | 'accounts'>,
): Promise<ListingReportNews | undefined> => {
  const { state, history } = await notices.loadWithHistory(listing);
  const fact = history.find((event) => event.revision === revision);
  if (!fact) return undefined;
  const { title } = (await listings.load(listing)).state.offer;
  const side = recipient === fact.data.sellerId ? 'seller' : 'reporter';
  const signsIn = (await accounts.load(recipient)).state.status !== 'suspended';
  return { title, side, signsIn, fact, decided: state[fact.data.case - 1]?.decision?.outcome ?? null };
};
