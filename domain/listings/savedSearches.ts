import { z } from 'zod';
import { PACES, type Pace } from '../accounts/mailChoices.ts';
import { findFranchise } from '../catalogue/franchises.ts';
import type { Actor } from '../shared/actor.ts';
import { type Decider, type Result, record, reject } from '../shared/decider.ts';
import { type EventOf, fact, personal } from '../shared/events.ts';
import { type Id, id, type ListingId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import { type Cents, cents } from '../shared/money.ts';
import { MOST_NEW, MOST_SEARCHES, nameOf } from './savedSearchText.ts';

/** What is looked for, as browsing calls it: words, and of each list any. Bounds inclusive; a total is what is paid at `destination`. */
export const wanted = z.object({
  search: z.string().optional(),
  franchise: z.string().optional(),
  faction: z.string().optional(),
  condition: z.array(z.string()),
  paintQuality: z.array(z.string()),
  country: z.array(z.string()),
  minPrice: cents.optional(),
  maxPrice: cents.optional(),
  destination: z.string().optional(),
  minTotal: cents.optional(),
  maxTotal: cents.optional(),
});
export type Wanted = z.infer<typeof wanted>;

const listed = (values: readonly string[]): string[] => [...new Set(values)].sort();

/** Written one way, so that the same search is known again. Without what asks for nothing. */
export const plainly = (typed: Wanted): Wanted => {
  const { franchise, faction, destination, minPrice, maxPrice, minTotal, maxTotal } = typed;
  const search = typed.search?.trim().replace(/\s+/g, ' ');
  return {
    ...(search && { search }),
    ...(franchise && { franchise: findFranchise(franchise)?.id ?? franchise }),
    ...(faction && { faction }),
    condition: listed(typed.condition),
    paintQuality: listed(typed.paintQuality),
    country: listed(typed.country),
    ...(minPrice && { minPrice }),
    ...(maxPrice !== undefined && { maxPrice }),
    ...(destination && { destination }),
    ...(minTotal && { minTotal }),
    ...(maxTotal !== undefined && { maxTotal }),
  };
};

const ofTotals = ({ minTotal, maxTotal }: Wanted): boolean => minTotal !== undefined || maxTotal !== undefined;

/** Whether it leaves anything out; a destination alone does not. */
export const asksForSomething = ({ destination: _, ...rest }: Wanted): boolean =>
  Object.values(rest).some((asked) => (Array.isArray(asked) ? asked.length > 0 : asked !== undefined));

/** Two that are written plainly and find the same; where it is sent to matters to totals alone. */
export const isSame = (one: Wanted, other: Wanted): boolean => {
  const keyOf = (search: Wanted): string => {
    const { destination, ...rest } = { ...search, search: search.search?.toLowerCase() };
    const parts = { ...rest, ...(ofTotals(search) && { destination }) };
    return JSON.stringify(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return keyOf(one) === keyOf(other);
};

/** By being published or coming back, by what it says now, or by costing less. */
export const WAYS_TO_MATCH = ['offered', 'reduced'] as const;

const pace = z.enum(PACES);

/** Stream `searches-{accountId}`: what somebody looks for is theirs to know, and goes with their key. */
export const searchEvents = {
  SearchSaved: fact({ searchId: id, wanted: personal(wanted), name: personal(z.string()) }),
  SearchRenamed: fact({ searchId: id, name: personal(z.string()) }),
  /** How soon its owner is told: by bell and email; once a day by email; neither. */
  SearchPaceChosen: fact({ searchId: id, pace }),
  /** All that it has found is known to its owner. */
  SearchLookedAt: fact({ searchId: id }),
  SearchDeleted: fact({ searchId: id }),
  /** All searches that a listing answers now and did not before, and what it costs; `pace`: of the soonest. */
  SearchMatched: fact({
    listingId: personal(id),
    how: z.enum(WAYS_TO_MATCH),
    price: cents,
    searches: z.array(id).min(1),
    pace,
  }),
} as const;

export type SearchEvent = EventOf<typeof searchEvents>;

export type WayToMatch = (typeof WAYS_TO_MATCH)[number];

/** `matches`: every listing that it was told of; `unseen`: how many since its owner looked. */
export type SavedSearch = {
  wanted: Wanted;
  name: string;
  pace: Pace;
  matches: readonly ListingId[];
  unseen: number;
};
export type Searches = Readonly<Record<Id, SavedSearch>>;

/** Whatever the id is, such as the name of something that every object has. */
export const searchOf = (searches: Searches, id: Id): SavedSearch | undefined =>
  Object.hasOwn(searches, id) ? searches[id] : undefined;

type Told = { at: Instant; by: Actor };
export type SearchesCommand = Told &
  (
    | { type: 'SaveSearch'; searchId: Id; wanted: Wanted; name?: string | undefined }
    | { type: 'RenameSearch'; searchId: Id; name: string }
    | { type: 'ChooseSearchPace'; searchId: Id; pace: Pace }
    | { type: 'LookAtSearch'; searchId: Id }
    | { type: 'DeleteSearch'; searchId: Id }
    /** `searches`: those that the listing answers. */
    | { type: 'MatchListing'; listingId: ListingId; how: WayToMatch; price: Cents; searches: readonly Id[] }
  );

export type SearchesRejection = { code: 'searchWithoutFilter' | 'tooManySearches' | 'searchNotFound' };

type Command<Type> = Extract<SearchesCommand, { type: Type }>;
type Decision = Result<SearchEvent[], SearchesRejection>;

/** The id of the saved search that asks for the same; undefined where there is none. */
export const sameSearch = (searches: Searches, search: Wanted): Id | undefined => {
  const asked = plainly(search);
  return Object.keys(searches).find((id) => searches[id] && isSame(searches[id].wanted, asked));
};

const save = ({ at, searchId, name, ...command }: Command<'SaveSearch'>, searches: Searches): Decision => {
  const wanted = plainly(command.wanted);
  if (!asksForSomething(wanted)) return reject({ code: 'searchWithoutFilter' });
  if (sameSearch(searches, wanted) !== undefined) return record();
  if (Object.keys(searches).length >= MOST_SEARCHES) return reject({ code: 'tooManySearches' });
  return record({ type: 'SearchSaved', data: { at, searchId, wanted, name: name ?? nameOf(wanted) } });
};

const match = ({ at, listingId, how, price, searches }: Command<'MatchListing'>, saved: Searches): Decision => {
  const news = searches.filter((id) => {
    const search = searchOf(saved, id);
    return search !== undefined && search.unseen < MOST_NEW && !search.matches.includes(listingId);
  });
  if (news.length === 0) return record();
  const paces = new Set(news.map((id) => searchOf(saved, id)?.pace));
  const pace = PACES.find((each) => paces.has(each)) ?? 'off';
  return record({ type: 'SearchMatched', data: { at, listingId, how, price, searches: news, pace } });
};

const changed = (searches: Searches, id: Id, change: (search: SavedSearch) => Partial<SavedSearch>): Searches => {
  const search = searchOf(searches, id);
  return search ? { ...searches, [id]: { ...search, ...change(search) } } : searches;
};

/** What somebody has saved to be told of: bounded, each search once, each listing once a search. */
export const searches: Decider<SearchesCommand, SearchEvent, Searches, SearchesRejection> = {
  initial: {},
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'SearchSaved': {
        const { searchId, wanted, name } = data;
        // null once its account is erased
        if (wanted === null) return state;
        return {
          ...state,
          [searchId]: { wanted, name: name ?? nameOf(wanted), pace: 'atOnce', matches: [], unseen: 0 },
        };
      }
      case 'SearchRenamed':
        return changed(state, data.searchId, ({ name }) => ({ name: data.name ?? name }));
      case 'SearchPaceChosen':
        return changed(state, data.searchId, () => ({ pace: data.pace }));
      case 'SearchLookedAt':
        return changed(state, data.searchId, () => ({ unseen: 0 }));
      case 'SearchDeleted': {
        const { [data.searchId]: _, ...left } = state;
        return left;
      }
      case 'SearchMatched': {
        const { listingId, searches: found } = data;
        if (listingId === null) return state;
        return found.reduce(
          (all, id) =>
            changed(all, id, ({ matches, unseen }) => ({
              matches: [...matches, listingId],
              unseen: unseen + 1,
            })),
          state,
        );
      }
    }
  },
  decide: (command, state) => {
    if (command.type === 'SaveSearch') return save(command, state);
    if (command.type === 'MatchListing') return match(command, state);
    const { at, searchId } = command;
    const search = searchOf(state, searchId);
    // twice is once
    if (!search && command.type === 'DeleteSearch') return record();
    if (!search) return reject({ code: 'searchNotFound' });
    switch (command.type) {
      case 'RenameSearch': {
        const name = command.name || nameOf(search.wanted);
        return name === search.name ? record() : record({ type: 'SearchRenamed', data: { at, searchId, name } });
      }
      case 'ChooseSearchPace': {
        const { pace } = command;
        return pace === search.pace ? record() : record({ type: 'SearchPaceChosen', data: { at, searchId, pace } });
      }
      case 'LookAtSearch':
        return search.unseen === 0 ? record() : record({ type: 'SearchLookedAt', data: { at, searchId } });
      case 'DeleteSearch':
        return record({ type: 'SearchDeleted', data: { at, searchId } });
    }
  },
};
