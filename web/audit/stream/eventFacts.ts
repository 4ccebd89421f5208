import type { AuditEvent } from '#application/contract/audit.ts';
import { currencyCode, EURO, formatSum } from '#domain/shared/currencies.ts';
import { durationInShort } from '../../ui/timeLeft.ts';
import { utcTime } from './utcTime.ts';

const SUMS = [
  'amount',
  'captured',
  'expected',
  'claim',
  'toBuyer',
  'toSeller',
  'fee',
  'total',
  'shippingCost',
  'price',
  'domesticRate',
  'continentalRate',
  'internationalRate',
];
/** Of ours, in whatever currency the money came. */
const IN_EUROS = ['expected'];
/** Said by the row or by the sums already, or of no use to a reader. */
const LEFT_OUT = [
  'at',
  'currency',
  'by',
  'transactionId',
  'policyVersion',
  'checkoutUrl',
  'remindAt',
  'shipReminderAt',
  'firstNoticeAt',
  'lastNoticeAt',
];
/** Ours, and the provider's, which hold one of ours. */
const IDS = /[0-9a-f]{24}/;
const MOST_FACTS = 3;
const MOST_LETTERS = 48;

/** `shipReminderAt` → `ship reminder at` */
const inWords = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

const currencyIn = (name: string, told: unknown): string =>
  typeof told !== 'string' || IN_EUROS.includes(name) ? EURO : currencyCode(told);

/** Sums, epoch ms and lengths of time are told apart by the names that the events give them. */
const saidOf = (name: string, value: unknown, currency: unknown): string | undefined => {
  if (typeof value === 'number' && SUMS.includes(name)) return formatSum(value, currencyIn(name, currency));
  if (typeof value === 'number' && /(At|By|Until)$/.test(name)) return utcTime(new Date(value).toISOString());
  if (typeof value === 'number' && name === 'remaining') return durationInShort(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value === '' || IDS.test(value)) return undefined;
  return value.length > MOST_LETTERS ? `${value.slice(0, MOST_LETTERS)}…` : value;
};

/** The first things that an event says, sums before anything else: `captured €171.15, ship by 18 Nov 2026, 17:41:09`, in UTC as the row. */
export const eventFacts = ({ data }: Pick<AuditEvent, 'data'>): string =>
  Object.entries(data)
    .filter(([name]) => !LEFT_OUT.includes(name))
    .sort(([one], [other]) => Number(SUMS.includes(other)) - Number(SUMS.includes(one)))
    .flatMap(([name, value]) => {
      const said = saidOf(name, value, data.currency);
      return said === undefined ? [] : [`${inWords(name)} ${said}`];
    })
    .slice(0, MOST_FACTS)
    .join(', ');
