import type { Nearest } from '#application/contract/listingSearch.ts';
import { type CountsByFacet, FACETS, type Facet, letsGo } from '../search/facets.ts';
import { type About, dropsOf } from '../search/relaxations.ts';

export type Condition = { about: About };

/** A listing that was looked at, and which of the conditions hold for it, by their places; its facets where they are to be counted. */
export type Looked = Readonly<Partial<Record<Facet, string>>> & {
  id: string;
  title: string;
  price: number;
  total: number;
  posted_at: number;
  holds: boolean[];
};

export const passing = (looked: readonly Looked[]): Looked[] => looked.filter(({ holds }) => !holds.includes(false));

/** Of every facet, with all conditions but those that another choice lets go of. */
export const countsOf = (looked: readonly Looked[], conditions: readonly Condition[]): CountsByFacet => {
  const counts = {} as CountsByFacet;
  for (const facet of FACETS) {
    const open = conditions.map(({ about }) => letsGo(facet, about));
    const numbers = new Map<string, number>();
    for (const { [facet]: value, holds } of looked)
      if (value !== undefined && holds.every((held, place) => held || open[place]))
        numbers.set(value, (numbers.get(value) ?? 0) + 1);
    counts[facet] = Object.fromEntries(numbers);
  }
  return counts;
};

export const nearestTo = (looked: readonly Looked[], conditions: readonly Condition[], search: string): Nearest[] => {
  const abouts = conditions.map(({ about }) => about);
  return dropsOf(abouts, search).flatMap(({ told, stay }) => {
    const total = looked.filter(({ holds }) => stay.every((place) => holds[place])).length;
    return total > 0 ? [{ ...told, total }] : [];
  });
};
