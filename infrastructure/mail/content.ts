import type { Email, EmailTemplate } from '#application/notifications/emails/email.ts';
import type { MoneySentence } from '#domain/notifications/moneyText.ts';
import { formatSum } from '#domain/shared/currencies.ts';
import { type Cents, formatCents } from '#domain/shared/money.ts';
import { spelledTermsOf } from '#domain/transactions/terms/spelledTerms.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { type SpelledTerms, TERMS, termsOf } from '#domain/transactions/terms/termsText.ts';

/** The content of an email; HTML and text are rendered from it. */
export type Content = {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** Listings with links to their pages; `picture` is a path like `path`. */
  items?: readonly { title: string; line: string; picture: string | null; path: string }[];
  /** Money rows; the last is the total. */
  amounts?: readonly (readonly [label: string, amount: Cents])[];
  /** The main action; `path` is on this site. */
  action?: { label: string; path: string };
  /** An external page next to it; `url` must be trusted. */
  elsewhere?: { label: string; url: string };
  /** Small print below the button. */
  note?: string;
};

export type Family = { readonly [Template in EmailTemplate]?: (email: Email) => Content };

export const cents = (amount: unknown): Cents => (typeof amount === 'number' ? amount : 0);
export const euros = (amount: unknown): string => formatCents(cents(amount));
/** In the currency of the details, by default euros. */
export const sumOf = (amount: unknown, { details }: Pick<Email, 'details'>): string =>
  formatSum(cents(amount), typeof details.currency === 'string' ? details.currency : undefined);

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Amsterdam',
  timeZoneName: 'short',
});

/** An instant with its time zone: `7 May 2025 at 14:30 CEST`. */
export const moment = (instant: unknown): string =>
  typeof instant === 'number' ? MOMENT.format(instant) : 'a date that we will tell you';

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Amsterdam',
});

/** `7 May 2025` */
export const day = (instant: unknown): string =>
  typeof instant === 'number' && Number.isFinite(instant) ? DAY.format(instant) : 'a day that we will tell you';

export const titleOf = ({ transaction }: Email): string => `“${transaction?.title ?? 'your miniature'}”`;
export const referenceOf = ({ transaction }: Email): string => transaction?.reference ?? '';

export const toTransaction = ({ transaction }: Email, label = 'View Transaction') => ({
  label,
  path: `/transactions/${transaction?.id ?? ''}`,
});

/** The terms promised to this sale. */
export const termsIn = ({ transaction }: Email): SpelledTerms => (transaction ? termsOf(transaction) : TERMS);

/** The sentences that are true in the sale's state, joined. */
export const moneyIn = ({ money, role }: Email, ...sentences: MoneySentence[]): string[] => {
  if (!money || (role !== 'buyer' && role !== 'seller')) return [];
  const said = sentences.flatMap((sentence) => sentence({ ...money, reader: role, when: moment }) ?? []);
  return said.length > 0 ? [said.join(' ')] : [];
};

export const promisedIn = ({ transaction }: Email) => transaction ?? { policyVersion: CURRENT_TERMS.version };

export const spelledTermsIn = (email: Email) => spelledTermsOf(promisedIn(email));

/** Always item, fee, shipping, total. */
export const breakdown = ({ transaction }: Email): readonly (readonly [string, Cents])[] => {
  if (!transaction) return [];
  const shipping = transaction.shippingCost === null ? [] : ([['Shipping Cost', transaction.shippingCost]] as const);
  return [
    ['Item Price', transaction.amount],
    [`Platform Fee (${termsOf(transaction).fee})`, transaction.fee],
    ...shipping,
    [
      transaction.shippingCost === null ? 'Total before shipping' : 'Total',
      transaction.amount + transaction.fee + (transaction.shippingCost ?? 0),
    ],
  ];
};
