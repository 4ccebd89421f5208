import { EURO, formatSum } from '../../shared/currencies.ts';
import { formatEuros, parseEuros } from '../../shared/euros.ts';
import { DAY, HOUR, MINUTE } from '../../shared/instants.ts';
import { inBusinessDays, inWhole } from '../../shared/lengths.ts';
import type { Terms } from '../terms/terms.ts';

type Kind =
  | 'length'
  | 'lengthOrNone'
  | 'lengths'
  | 'businessDays'
  | 'sum'
  | 'sumOrNone'
  | 'percent'
  | 'count'
  | 'yesOrNo'
  | 'run';

/** How each number of the terms is written. Null: it only appears in texts, or names the version. */
const KINDS: { readonly [Name in keyof Required<Terms>]: Kind | null } = {
  version: null,
  feePercent: 'percent',
  fixedFee: 'sum',
  internationalShipping: 'yesOrNo',
  highValue: 'sum',
  secondPersonAbove: 'sum',
  paymentWindow: 'length',
  settlementPeriod: 'length',
  shipmentPeriod: 'length',
  shipmentReminder: 'length',
  buyerCancelPeriod: 'length',
  escrowPeriod: 'length',
  firstNotice: 'length',
  lastNotice: 'length',
  pauseWindow: 'length',
  pauseReminder: 'length',
  pauseLimit: 'length',
  sellerDisputeAfter: 'length',
  claimPeriod: 'length',
  lateClaimPeriod: 'lengthOrNone',
  withdrawals: 'count',
  disputeAnswer: 'length',
  settlementOffer: 'length',
  reviewTerm: 'businessDays',
  draftAbove: 'sum',
  draftShown: 'length',
  appealTerm: 'businessDays',
  refundWaitsAbove: 'sumOrNone',
  answerAtMost: 'count',
  confirmationTerm: 'businessDays',
  returnAnswer: 'length',
  shipBackTerm: 'businessDays',
  returnInspection: 'length',
  refundRetries: 'lengths',
  refundWatch: 'businessDays',
  payoutRun: 'run',
  payoutRetries: 'lengths',
  payoutInquiry: 'businessDays',
  payoutWatch: 'businessDays',
  refundUsual: null,
  payoutPromise: null,
  banksTake: null,
  escalation: 'length',
  staffLimitOfHeld: null,
  escalationAgain: 'businessDays',
  staffTerm: 'businessDays',
  ratingPeriod: 'length',
};
export type TermName = keyof typeof KINDS;

const isTerm = (name: string): name is TermName => Object.hasOwn(KINDS, name) && KINDS[name as TermName] !== null;

const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY };
const LONGEST = 3_650 * DAY;
const LARGEST = 100_000_000;

const lengthOf = (text: string): number | undefined => {
  const [, count, unit] = /^(\d{1,6}) ?([mhd]|minutes?|hours?|days?)$/.exec(text) ?? [];
  const length = Number(count) * (UNITS[unit?.charAt(0) ?? ''] ?? Number.NaN);
  return length > 0 && length <= LONGEST ? length : undefined;
};
const countOf = (text: string): number | undefined => (/^\d{1,4}$/.test(text) ? Number(text) : undefined);
const sumOf = (text: string): number | undefined => {
  const sum = parseEuros(text.replace(/^€/, ''));
  return sum !== undefined && sum <= LARGEST ? sum : undefined;
};

/** Shown to people who change the terms. */
const LENGTH = 'a number with d (days), h (hours) or m (minutes), from 1m to 3650d';

/** The format and the parser of each kind of value. A parser returns undefined for an invalid value. */
const READERS: Readonly<Record<Kind, { like: string; read: (text: string) => unknown }>> = {
  length: { like: LENGTH, read: lengthOf },
  lengthOrNone: { like: `${LENGTH} or none`, read: (text) => (text === 'none' ? null : lengthOf(text)) },
  lengths: {
    like: `up to 10, with commas between them: ${LENGTH}`,
    read: (text) => {
      const lengths = text.split(',').map(lengthOf);
      return lengths.length <= 10 && lengths.every((length) => length !== undefined) ? lengths : undefined;
    },
  },
  businessDays: {
    like: 'a number of business days, from 1 to 999',
    read: (text) => {
      const [, count] = /^(\d{1,3})(?:b| business days?)?$/.exec(text) ?? [];
      return Number(count) > 0 ? { businessDays: Number(count) } : undefined;
    },
  },
  sum: { like: '50 or 49.95 (euros), at most 1000000', read: sumOf },
  sumOrNone: {
    like: '50 or 49.95 (euros), at most 1000000, or none',
    read: (text) => (text === 'none' ? null : sumOf(text)),
  },
  percent: {
    like: 'a percentage such as 5 or 7.5%, below 100',
    read: (text) => {
      const [, percent] = /^(\d{1,2}(?:\.\d{1,2})?)%?$/.exec(text) ?? [];
      return percent === undefined ? undefined : Number(percent);
    },
  },
  count: { like: 'a whole number from 0 to 9999', read: countOf },
  yesOrNo: { like: 'yes or no', read: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined) },
  run: {
    like: '2@10 (business days after the approval, then the hour from 0 to 23)',
    read: (text) => {
      const [, run, hour] = /^(\d{1,2})@(\d{1,2})$/.exec(text) ?? [];
      return run !== undefined && Number(hour) < 24 ? { run: Number(run), hour: Number(hour) } : undefined;
    },
  },
};

/** The terms that can be changed, with what a value looks like. */
export const CHANGEABLE_TERMS: readonly { name: TermName; like: string }[] = Object.entries(KINDS).flatMap(
  ([name, kind]) => (kind === null ? [] : [{ name: name as TermName, like: READERS[kind].like }]),
);

const writtenLength = (length: number): string => {
  const [unit = 'm', size = MINUTE] = Object.entries(UNITS).findLast(([, each]) => length % each === 0) ?? [];
  return `${length / size}${unit}`;
};
const WRITERS: Readonly<Record<Kind, (value: never) => string>> = {
  length: writtenLength,
  lengthOrNone: (length: number | null) => (length === null ? 'none' : writtenLength(length)),
  lengths: (lengths: readonly number[]) => lengths.map(writtenLength).join(','),
  businessDays: ({ businessDays }: { businessDays: number }) => `${businessDays}b`,
  sum: (sum: number) => formatEuros(sum),
  sumOrNone: (sum: number | undefined) => (sum === undefined ? 'none' : formatEuros(sum)),
  percent: (percent: number) => `${percent}%`,
  count: String,
  yesOrNo: (value: boolean) => (value ? 'yes' : 'no'),
  run: ({ run, hour }: { run: number; hour: number }) => `${run}@${hour}`,
};

const inEuros = (sum: number): string => formatSum(sum, EURO);
const SPELLERS: Readonly<Record<Kind, (value: never) => string>> = {
  ...WRITERS,
  length: inWhole,
  lengthOrNone: (length: number | null) => (length === null ? 'none' : inWhole(length)),
  lengths: (lengths: readonly number[]) => lengths.map(inWhole).join(', '),
  businessDays: ({ businessDays }: { businessDays: number }) => inBusinessDays(businessDays),
  sum: inEuros,
  sumOrNone: (sum: number | undefined) => (sum === undefined ? 'none' : inEuros(sum)),
  run: ({ run, hour }: { run: number; hour: number }) => `${inBusinessDays(run)} after the approval, at ${hour}:00`,
};

/** A number of the terms with its unit: `5 business days`, `€50.00`. */
export const spelledTerm = (name: TermName, terms: Terms): string => {
  const kind = KINDS[name];
  return kind === null ? '' : SPELLERS[kind](terms[name] as never);
};

/** A number of the terms as people write it. */
export const writtenTerm = (name: TermName, terms: Terms): string => {
  const kind = KINDS[name];
  return kind === null ? '' : WRITERS[kind](terms[name] as never);
};

/** `escrowPeriod` → `Escrow period` */
export const termLabel = (name: string): string => {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Changes of terms as people write them: `escrowPeriod` → `20d`. */
export type TermChanges = Readonly<Partial<Record<TermName, string>>>;

export type ChangeFault = { name: string; fault: 'unknown' } | { name: TermName; fault: 'value'; like: string };

const read = (name: TermName, text: string): unknown => READERS[KINDS[name]!].read(text);

/** The first change that means nothing; undefined if all do. */
export const changeFault = (changes: Readonly<Record<string, string>>): ChangeFault | undefined => {
  for (const [name, text] of Object.entries(changes)) {
    if (!isTerm(name)) return { name, fault: 'unknown' };
    if (read(name, text) === undefined) return { name, fault: 'value', like: READERS[KINDS[name]!].like };
  }
  return undefined;
};

/** JSON has no `undefined`; nothing is above this. */
const NEVER = Number.MAX_SAFE_INTEGER;
const stored = (name: TermName, text: string): unknown =>
  name === 'refundWaitsAbove' && text === 'none' ? NEVER : read(name, text);

/** The name of a version with changes, which `termsFor` understands: `2026-3/…?{"escrowPeriod":1728000000}`. Nothing stores it. */
export const changedVersion = (version: string, changes: TermChanges): string => {
  const entries = Object.entries(changes).sort(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) return version;
  return `${version}?${JSON.stringify(Object.fromEntries(entries.map(([name, text]) => [name, stored(name as TermName, text)])))}`;
};
