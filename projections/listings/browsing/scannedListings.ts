import type { Nearest } from '#application/contract/listingSearch.ts';
import { type CountsByFacet, FACETS, type Facet, isReplacedBy } from '../search/facets.ts';
import { type About, relaxationsOf } from '../search/relaxations.ts';

export type Condition = { about: About };

/** A listing that was read. `holds`: which conditions hold, by their index. It has facets if they are to be counted. */
export type ScannedListing = Readonly<Partial<Record<Facet, string>>> & {
  id: string;
  title: string;
  price: number;
  total: number;
  posted_at: number;
  holds: boolean[];
};

export const passing = (looked: readonly ScannedListing[]): ScannedListing[] =>
  looked.filter(({ holds }) => !holds.includes(false));

/** Per facet, ignoring the conditions that choosing another value would replace. */
export const countsOf = (looked: readonly ScannedListing[], conditions: readonly Condition[]): CountsByFacet => {
  const counts = {} as CountsByFacet;
  for (const facet of FACETS) {
    const open = conditions.map(({ about }) => isReplacedBy(facet, about));
    const numbers = new Map<string, number>();
    for (const { [facet]: value, holds } of looked)
      if (value !== undefined && holds.every((held, place) => held || open[place]))
        numbers.set(value, (numbers.get(value) ?? 0) + 1);
    counts[facet] = Object.fromEntries(numbers);
  }
  return counts;
};

export const nearestTo = (
  looked: readonly ScannedListing[],
  conditions: readonly Condition[],
  search: string,
): Nearest[] => {
  const abouts = conditions.map(({ about }) => about);
  return relaxationsOf(abouts, search).flatMap(({ told, stay }) => {
    const total = looked.filter(({ holds }) => stay.every((place) => holds[place])).length;
    return total > 0 ? [{ ...told, total }] : [];
  });
};
