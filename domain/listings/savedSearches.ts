import { z } from 'zod';
import { PACES, type Pace } from '../accounts/mailChoices.ts';
import type { Actor } from '../shared/actor.ts';
import { type Decider, type Result, record, reject } from '../shared/decider.ts';
import { type EventOf, firstVersion, personal } from '../shared/events.ts';
import { type Id, id, type ListingId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import { type Cents, cents } from '../shared/money.ts';
import { asksForSomething, isSame, plainly, type Wanted, wanted } from './savedSearchFilters.ts';
import { MOST_NEW, MOST_SEARCHES, nameOf } from './savedSearchText.ts';

/** `offered`: published, changed or back on the market. `reduced`: cheaper. */
export const WAYS_TO_MATCH = ['offered', 'reduced'] as const;

const pace = z.enum(PACES);

/** Stream `searches-{accountId}`. Encrypted under its owner's key. */
export const searchEvents = {
  SearchSaved: firstVersion({ searchId: id, wanted: personal(wanted), name: personal(z.string()) }),
  SearchRenamed: firstVersion({ searchId: id, name: personal(z.string()) }),
  /** When its owner hears of a match: at once, once a day, or never. */
  SearchPaceChosen: firstVersion({ searchId: id, pace }),
  /** Its owner has seen every match. */
  SearchLookedAt: firstVersion({ searchId: id }),
  SearchDeleted: firstVersion({ searchId: id }),
  /** The searches that match the listing for the first time. `pace`: the soonest among them. */
  SearchMatched: firstVersion({
    listingId: personal(id),
    how: z.enum(WAYS_TO_MATCH),
    price: cents,
    searches: z.array(id).min(1),
    pace,
  }),
} as const;

export type SearchEvent = EventOf<typeof searchEvents>;

export type WayToMatch = (typeof WAYS_TO_MATCH)[number];

/** `matches`: every listing announced so far. `unseen`: matches since its owner looked. */
export type SavedSearch = {
  wanted: Wanted;
  name: string;
  pace: Pace;
  matches: readonly ListingId[];
  unseen: number;
};
export type Searches = Readonly<Record<Id, SavedSearch>>;

/** `hasOwn`: an id could be a name that every object inherits. */
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
    /** `searches`: those that the listing matches. */
    | { type: 'MatchListing'; listingId: ListingId; how: WayToMatch; price: Cents; searches: readonly Id[] }
  );

export type SearchesRejection = { code: 'searchWithoutFilter' | 'tooManySearches' | 'searchNotFound' };

type Command<Type> = Extract<SearchesCommand, { type: Type }>;
type Decision = Result<SearchEvent[], SearchesRejection>;

/** The saved search with the same filters, if any. */
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

/** The saved searches of one account. Each search is saved once, and each listing is announced once per search. */
export const searches: Decider<SearchesCommand, SearchEvent, Searches, SearchesRejection> = {
  initial: {},
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'SearchSaved': {
        const { searchId, wanted, name } = data;
        // null after erasure
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
    // idempotent
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
