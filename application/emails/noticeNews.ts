import type { NoticeNews } from '../ports/emails.ts';
import type { Repository } from '../repository.ts';

export const NOTICE_EMAILS = ['reportReceived', 'reportDecided', 'complaintReceived', 'complaintDecided'] as const;
type NoticeEmail = (typeof NOTICE_EMAILS)[number];

export const isOfNotice = (template: string): template is NoticeEmail =>
  (NOTICE_EMAILS as readonly string[]).includes(template);

/** What an email tells of a report: the fact at `revision` of the listing's stream, and its reader's side. */
export const loadNoticeNews = async (
  { listing, revision }: { listing: string; revision: number },
  recipient: string,
  { notices, listings }: Pick<Repository, 'notices' | 'listings'>,
): Promise<NoticeNews | undefined> => {
  const fact = (await notices.loadWithHistory(listing)).history.find((event) => event.revision === revision);
  if (!fact) return undefined;
  const { title } = (await listings.load(listing)).state.offer;
  return { title, side: recipient === fact.data.sellerId ? 'seller' : 'reporter', fact };
};
