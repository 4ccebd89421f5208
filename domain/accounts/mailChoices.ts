import { z } from 'zod';

/** Kinds of e-mail that can be turned down. E-mails about money, deadlines and the account always go out at once. */
export const CHOOSABLE = ['messages', 'sales', 'reviews', 'watching', 'searches', 'cases'] as const;
export type Choosable = (typeof CHOOSABLE)[number];

export const PACES = ['atOnce', 'daily', 'off'] as const;
export type Pace = (typeof PACES)[number];

const pace = z.enum(PACES);
/** Older stored events have fewer choices. */
export const firstMailChoices = z.object({ messages: pace, sales: pace, reviews: pace });
export const formerMailChoices = firstMailChoices.extend({ watching: pace });
export const thirdMailChoices = formerMailChoices.extend({ searches: pace });
export const mailChoices = thirdMailChoices.extend({ cases: pace });
export type MailChoices = z.infer<typeof mailChoices>;

export const AT_ONCE: MailChoices = {
  messages: 'atOnce',
  sales: 'atOnce',
  reviews: 'atOnce',
  watching: 'atOnce',
  searches: 'atOnce',
  cases: 'atOnce',
};

const CATEGORIES = {
  newMessages: 'messages',
  ratingReceived: 'reviews',
  reviewWritten: 'reviews',
  watchedNews: 'watching',
  searchNews: 'searches',
  // the queue shows every case
  caseForStaff: 'cases',
  // these need no action and move no money
  saleStarted: 'sales',
  saleTimedOut: 'sales',
  deliveryConfirmed: 'sales',
  statementGiven: 'sales',
  proposalEnded: 'sales',
} as const satisfies Readonly<Record<string, Choosable>>;

/** The choice that governs an e-mail; undefined if it cannot be turned off. */
export const choosable = (template: string): Choosable | undefined =>
  Object.hasOwn(CATEGORIES, template) ? CATEGORIES[template as keyof typeof CATEGORIES] : undefined;
