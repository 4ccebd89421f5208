import type { Email, FoundListing, WatchedNews } from '#application/notifications/emails/email.ts';
import type { ReportOutcome } from '#domain/conversations/conversation.ts';
import { isMessageRule, reportedMessageWords, warningWords } from '#domain/moderation/messageReportsText.ts';
import { newsText } from '#domain/notifications/watchedListings.ts';
import { formatCents } from '#domain/shared/money.ts';
import { cents, type Family, moment } from '../content.ts';

const SUBJECTS: Record<WatchedNews['fact'], (news: WatchedNews) => string> = {
  ListingPriceReduced: ({ title, kept }) => `Reduced to ${formatCents(cents(kept.to))}: ${title}`,
  ListingSold: ({ title }) => `Sold: ${title}`,
  ListingReturnedToMarket: ({ title }) => `Back on sale: ${title}`,
};

/** Longer lists are easier to read on the watch list. */
const MOST_TOLD = 12;

const lineOf = ({ price, how, allIn, searches }: FoundListing): string => {
  const cost = how === 'reduced' ? `Reduced to ${formatCents(price)}` : formatCents(price);
  const inAll = allIn ? ` (${formatCents(allIn.total)} including delivery to ${allIn.destination})` : '';
  return `${cost}${inAll} · matches ${searches.map((name) => `“${name}”`).join(' and ')}`;
};

const itemOf = ({ details }: Email): string => (typeof details.title === 'string' ? `“${details.title}”` : 'a listing');

const outcomeOf = ({ details }: Email): ReportOutcome => {
  const { outcome } = details;
  return outcome === 'warned' || outcome === 'suspended' ? outcome : 'nothing';
};

const SUPPORT_READS = 'Reply to this email to reach our support.';

export const messageEmails = {
  newMessages: ({ from, messagePath }) => ({
    subject: `New message from ${from ?? 'a member'}`,
    heading: `${from ?? 'A member'} sent you a message`,
    paragraphs: ['You have not read it yet. Until you do, we will not email you about this conversation again.'],
    action: { label: 'Read message', path: messagePath ?? '/messages' },
  }),
  messageWarning: (email) => {
    const { sentAt, rule } = email.details;
    return {
      subject: 'A warning about one of your messages',
      heading: 'A warning about one of your messages',
      paragraphs: isMessageRule(rule) ? warningWords({ item: itemOf(email), sentAt: moment(sentAt), rule }) : [],
      action: { label: 'Terms', path: '/terms' },
      note: SUPPORT_READS,
    };
  },
  messageReportDecided: (email) => ({
    subject: 'Decided: the message that you reported',
    heading: 'About the message that you reported',
    paragraphs: reportedMessageWords(itemOf(email), outcomeOf(email)),
    action: { label: 'Messages', path: '/messages' },
    note: SUPPORT_READS,
  }),
  watchedNews: ({ news = [] }) => {
    const [first] = news;
    const alone = news.length === 1 && first ? first : undefined;
    return {
      subject: alone ? SUBJECTS[alone.fact](alone) : `${news.length} updates on your watched items`,
      heading: 'Updates on your watched items',
      paragraphs: [
        ...news.slice(0, MOST_TOLD).map(({ fact: event, kept, title }) => newsText(event, kept, `“${title}”`)),
        ...(news.length > MOST_TOLD ? [`And ${news.length - MOST_TOLD} more.`] : []),
      ],
      action: alone
        ? { label: 'View it', path: `/listings/${alone.listing}` }
        : { label: 'Open your watch list', path: '/watching' },
    };
  },
  searchNews: ({ found = [] }) => {
    const [first] = found;
    const alone = found.length === 1 && first ? first : undefined;
    return {
      subject: alone
        ? `${alone.how === 'reduced' ? 'Reduced' : 'New'}: ${alone.title} for ${formatCents(alone.price)}`
        : `${found.length} new listings for your saved searches`,
      heading: alone ? 'Your saved search has found something' : 'Your saved searches have found something',
      paragraphs:
        found.length > MOST_TOLD
          ? [`The first ${MOST_TOLD} of ${found.length}. Open your saved searches to see the rest.`]
          : [],
      items: found.slice(0, MOST_TOLD).map((listing) => ({
        title: listing.title,
        line: lineOf(listing),
        picture: listing.picture,
        path: `/listings/${listing.listing}`,
      })),
      action: alone
        ? { label: 'View it', path: `/listings/${alone.listing}` }
        : { label: 'Open your saved searches', path: '/watching/searches' },
      note: 'You can choose how often each search notifies you under your saved searches.',
    };
  },
  dailyDigest: ({ held = [] }) => ({
    subject: held.length === 1 ? 'Your day at Reliquary' : `Your day at Reliquary: ${held.length} updates`,
    heading: 'What happened today',
    paragraphs: held.map(({ subject }) => `• ${subject}`),
    action: { label: 'See everything', path: held.length === 1 ? (held[0]?.path ?? '/dashboard') : '/dashboard' },
  }),
} as const satisfies Family;
