import { CHOICE_NAMES } from '../catalogue/conditions.ts';
import { findFranchise } from '../catalogue/franchises.ts';
import { formatCents } from '../shared/euros.ts';
import type { Cents } from '../shared/money.ts';
import { beginningOf } from '../shared/storable.ts';
import type { Wanted } from './savedSearchFilters.ts';

/** Saved searches per account. */
export const MOST_SEARCHES = 50;
/** After this many unseen matches a search falls silent until its owner looks. */
export const MOST_NEW = 100;
/** Characters of a name. */
export const LONGEST_NAME = 80;

const range = (least: Cents | undefined, most: Cents | undefined): string | undefined => {
  if (most === undefined) return least === undefined ? undefined : `from ${formatCents(least)}`;
  return least === undefined ? `up to ${formatCents(most)}` : `${formatCents(least)} to ${formatCents(most)}`;
};

/** The filters as text; empty if there are none. */
export const wordsOf = (search: Wanted): string => {
  const { franchise, faction, country, minPrice, maxPrice, minTotal, maxTotal } = search;
  const total = range(minTotal, maxTotal);
  return [
    search.search,
    franchise && (findFranchise(franchise)?.name ?? franchise),
    faction,
    ...CHOICE_NAMES.map((name) => search[name].join(' or ')),
    country.length > 0 && `from ${country.join(' or ')}`,
    range(minPrice, maxPrice),
    total && `${total} in all`,
  ]
    .filter(Boolean)
    .join(', ');
};

/** The default name. */
export const nameOf = (search: Wanted): string => {
  const name = wordsOf(search);
  return name.length > LONGEST_NAME ? `${beginningOf(name, LONGEST_NAME - 1).trimEnd()}…` : name;
};
