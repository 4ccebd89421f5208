import { DAY } from '../shared/instants.ts';
import type { QueryTerm } from './eventQuery.ts';

const OPERATORS: Readonly<Record<string, string>> = {
  OR: 'To find any of several values, put commas between them: type:Dispute*,Refund*.',
  AND: 'All terms must match anyway.',
  NOT: 'To exclude a term, write - directly before it: -type:Dispute*.',
};

type Ends = { low: number; high: number };

const EVERYTHING: Ends = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

const narrowed = (terms: readonly QueryTerm[], endsOf: (term: QueryTerm) => Partial<Ends>): Ends =>
  terms
    .filter(({ not }) => !not)
    .map(endsOf)
    .reduce<Ends>(
      (ends, { low = ends.low, high = ends.high }) => ({
        low: Math.max(ends.low, low),
        high: Math.min(ends.high, high),
      }),
      EVERYTHING,
    );

/** The last ms is included. */
const timesOf = (term: QueryTerm): Partial<Ends> => {
  if (!('instant' in term)) return {};
  const { field, instant } = term;
  if (field === 'after') return { low: instant };
  return field === 'before' ? { high: instant - 1 } : { low: instant, high: instant + DAY - 1 };
};

/** Cents, so that a strict end is the next cent. */
const amountsOf = (term: QueryTerm): Partial<Ends> => {
  if (term.field !== 'amount') return {};
  const { low, high } = term;
  return {
    ...(low && { low: low.cents + (low.strict ? 1 : 0) }),
    ...(high && { high: high.cents - (high.strict ? 1 : 0) }),
  };
};

const isEmpty = ({ low, high }: Ends): boolean => low > high;

/** Why a query that can be read finds less than its writer expects. */
export const queryWarnings = (terms: readonly QueryTerm[]): string[] => [
  ...Object.entries(OPERATORS).flatMap(([word, instead]) =>
    terms.some((term) => term.field === 'text' && term.text === word)
      ? [`“${word}” is searched as a word. ${instead}`]
      : [],
  ),
  ...(isEmpty(narrowed(terms, timesOf)) ? ['No time is within all these days: the end is before the beginning.'] : []),
  ...(isEmpty(narrowed(terms, amountsOf))
    ? ['No amount is within all these limits: the highest is below the lowest.']
    : []),
];
