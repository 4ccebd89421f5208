import { z } from 'zod';

/** What an account may want less of. Money, deadlines and the account itself are mailed at once whatever was chosen. */
export const CHOOSABLE = ['messages', 'sales', 'reviews', 'watching', 'searches'] as const;
export type Choosable = (typeof CHOOSABLE)[number];

export const PACES = ['atOnce', 'daily', 'off'] as const;
export type Pace = (typeof PACES)[number];

const pace = z.enum(PACES);
/** The choices of the time when nothing could be watched and no search saved; recorded facts have them. */
export const firstMailChoices = z.object({ messages: pace, sales: pace, reviews: pace });
export const formerMailChoices = firstMailChoices.extend({ watching: pace });
export const mailChoices = formerMailChoices.extend({ searches: pace });
export type MailChoices = z.infer<typeof mailChoices>;

export const AT_ONCE: MailChoices = {
  messages: 'atOnce',
  sales: 'atOnce',
  reviews: 'atOnce',
  watching: 'atOnce',
  searches: 'atOnce',
};

const CATEGORIES = {
  newMessages: 'messages',
  ratingReceived: 'reviews',
  reviewWritten: 'reviews',
  watchedNews: 'watching',
  searchNews: 'searches',
  // asks for nothing, and moves no money
  saleStarted: 'sales',
  saleTimedOut: 'sales',
  deliveryConfirmed: 'sales',
  statementGiven: 'sales',
  proposalEnded: 'sales',
} as const satisfies Readonly<Record<string, Choosable>>;

/** The choice that an email falls under; undefined for what cannot be turned off. */
export const choosable = (template: string): Choosable | undefined =>
  Object.hasOwn(CATEGORIES, template) ? CATEGORIES[template as keyof typeof CATEGORIES] : undefined;
