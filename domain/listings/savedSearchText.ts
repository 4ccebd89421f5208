import { findFranchise } from '../catalogue/franchises.ts';
import { formatCents } from '../shared/euros.ts';
import type { Cents } from '../shared/money.ts';
import { beginningOf } from '../shared/storable.ts';
import type { Wanted } from './savedSearches.ts';

/** So many searches one account may have saved at once. */
export const MOST_SEARCHES = 50;
/** So many new ones a search counts and tells of until its owner looks at it: one that nobody looks at any more falls silent. */
export const MOST_NEW = 100;
/** In characters, what a saved search is called. */
export const LONGEST_NAME = 80;

const range = (least: Cents | undefined, most: Cents | undefined): string | undefined => {
  if (most === undefined) return least === undefined ? undefined : `from ${formatCents(least)}`;
  return least === undefined ? `up to ${formatCents(most)}` : `${formatCents(least)} to ${formatCents(most)}`;
};

/** What it asks for, in words; empty where it asks for nothing. */
export const wordsOf = (search: Wanted): string => {
  const { franchise, faction, condition, paintQuality, country, minPrice, maxPrice, minTotal, maxTotal } = search;
  const total = range(minTotal, maxTotal);
  return [
    search.search,
    franchise && (findFranchise(franchise)?.name ?? franchise),
    faction,
    condition.join(' or '),
    paintQuality.join(' or '),
    country.length > 0 && `from ${country.join(' or ')}`,
    range(minPrice, maxPrice),
    total && `${total} in all`,
  ]
    .filter(Boolean)
    .join(', ');
};

/** What it is called where nobody gives it a name. */
export const nameOf = (search: Wanted): string => {
  const name = wordsOf(search);
  return name.length > LONGEST_NAME ? `${beginningOf(name, LONGEST_NAME - 1).trimEnd()}…` : name;
};
