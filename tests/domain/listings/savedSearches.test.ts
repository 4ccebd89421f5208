import { describe, expect, test } from 'vitest';
import { type SearchEvent, type SearchesCommand, sameSearch, searches } from '#domain/listings/savedSearches.ts';
import type { Wanted } from '#domain/listings/savedSearchFilters.ts';
import { LONGEST_NAME, MOST_NEW, MOST_SEARCHES, nameOf } from '#domain/listings/savedSearchText.ts';
import { type Actor, SYSTEM } from '#domain/shared/actor.ts';
import { givenWith } from '#tests/support/given.ts';

const given = givenWith(searches);
const AT = Date.UTC(2026, 4, 7);
const ANNA: Actor = { id: 'a'.repeat(32), role: 'member' };
const [FIRST, SECOND] = ['1'.repeat(32), '2'.repeat(32)] as const;
const listing = (n: number) => String(n).padStart(32, '0');

const wanted = (asked: Partial<Wanted> = {}): Wanted => ({ condition: [], paintQuality: [], country: [], ...asked });
const DRAGONS = wanted({ search: 'dragon' });
const save = (asked: Wanted, name?: string): SearchesCommand => ({
  type: 'SaveSearch',
  at: AT,
  by: ANNA,
  searchId: FIRST,
  wanted: asked,
  name,
});
const saved = (asked = DRAGONS, searchId: string = FIRST, name = 'dragon'): SearchEvent => ({
  type: 'SearchSaved',
  data: { at: AT, searchId, wanted: asked, name },
});
const paced = (pace: 'daily' | 'off', searchId: string = FIRST): SearchEvent => ({
  type: 'SearchPaceChosen',
  data: { at: AT, searchId, pace },
});
const match = (n: number, ...ids: string[]): SearchesCommand => ({
  type: 'MatchListing',
  at: AT,
  by: SYSTEM,
  listingId: listing(n),
  how: 'offered',
  price: 4_500,
  searches: ids,
});
const matched = (n: number, ids: string[] = [FIRST], pace: 'atOnce' | 'daily' | 'off' = 'atOnce'): SearchEvent => ({
  type: 'SearchMatched',
  data: { at: AT, listingId: listing(n), how: 'offered', price: 4_500, searches: ids, pace },
});

describe('saving a search', () => {
  test('stores it normalised and names it after its filters', () =>
    given()
      .when(
        save(
          wanted({ search: '  Red   dragon ', franchise: 'Warhammer 40,000', condition: ['B', 'A', 'B'], minPrice: 0 }),
        ),
      )
      .emits({
        type: 'SearchSaved',
        data: {
          at: AT,
          searchId: FIRST,
          wanted: wanted({ search: 'Red dragon', franchise: 'warhammer40k', condition: ['A', 'B'] }),
          name: 'Red dragon, Warhammer 40,000, A or B',
        },
      }));

  test('rejects a search without filters; a destination is none', () => {
    given().when(save(wanted())).isRejected({ code: 'searchWithoutFilter' });
    given()
      .when(save(wanted({ destination: 'Italy', search: '  ', minPrice: 0 })))
      .isRejected({ code: 'searchWithoutFilter' });
  });

  test('ignores a repeated search, however it is typed; the destination matters only for totals', () => {
    given(saved())
      .when(save(wanted({ search: ' DRAGON ', destination: 'Italy' })))
      .changesNothing();
    expect(sameSearch(given(saved()).state(), wanted({ search: 'dragon' }))).toBe(FIRST);
    const inAll = (destination: string) => wanted({ maxTotal: 5_000, destination });
    given(saved(inAll('Italy')))
      .when(save(inAll('Italy')))
      .changesNothing();
    given(saved(inAll('Italy'), SECOND))
      .when(save(inAll('France')))
      .emits(saved(inAll('France'), FIRST, 'up to €50.00 in all'));
  });

  test(`ends at ${MOST_SEARCHES}`, () => {
    const many = Array.from({ length: MOST_SEARCHES }, (_, n) => saved(wanted({ search: `word${n}` }), listing(n)));
    given(...many)
      .when(save(DRAGONS))
      .isRejected({ code: 'tooManySearches' });
    given(...many, { type: 'SearchDeleted', data: { at: AT, searchId: listing(3) } })
      .when(save(DRAGONS))
      .emits(saved());
  });

  test('names every filter, as far as it fits', () => {
    const asked = wanted({ paintQuality: ['High Tabletop'], country: ['Spain'], minPrice: 2_000, maxPrice: 5_000 });
    expect(nameOf(asked)).toBe('High Tabletop, from Spain, €20.00 to €50.00');
    expect(nameOf(wanted({ search: 'x'.repeat(200) }))).toHaveLength(LONGEST_NAME);
  });
});

describe('a saved search', () => {
  test('cuts the name between characters, never within one', () => {
    for (const letters of [LONGEST_NAME - 3, LONGEST_NAME - 2, LONGEST_NAME - 1])
      expect(nameOf(wanted({ search: `${'a'.repeat(letters)}\u{10330}\u{10330}\u{10330}` }))).not.toMatch(/\p{Cs}/u);
  });

  test('can be renamed, and can return to its default name', () => {
    const rename = (name: string): SearchesCommand => ({
      type: 'RenameSearch',
      at: AT,
      by: ANNA,
      searchId: FIRST,
      name,
    });
    const renamed = (name: string): SearchEvent => ({ type: 'SearchRenamed', data: { at: AT, searchId: FIRST, name } });
    given(saved()).when(rename('Smaug')).emits(renamed('Smaug'));
    given(saved(), renamed('Smaug')).when(rename('')).emits(renamed('dragon'));
    given(saved()).when(rename('dragon')).changesNothing();
    given().when(rename('Smaug')).isRejected({ code: 'searchNotFound' });
  });

  test('is deleted once, and then rejects other commands', () => {
    const remove: SearchesCommand = { type: 'DeleteSearch', at: AT, by: ANNA, searchId: FIRST };
    given(saved())
      .when(remove)
      .emits({ type: 'SearchDeleted', data: { at: AT, searchId: FIRST } });
    given().when(remove).changesNothing();
    for (const searchId of [FIRST, 'constructor'])
      given()
        .when({ type: 'ChooseSearchPace', at: AT, by: ANNA, searchId, pace: 'off' })
        .isRejected({ code: 'searchNotFound' });
  });
});

describe('a matching listing', () => {
  test('is announced once per search, at the soonest pace of several', () => {
    const both = [saved(), saved(wanted({ search: 'red' }), SECOND), paced('daily')];
    given(...both)
      .when(match(1, FIRST, SECOND))
      .emits(matched(1, [FIRST, SECOND]));
    given(...both)
      .when(match(1, FIRST))
      .emits(matched(1, [FIRST], 'daily'));
    given(...both, matched(1))
      .when(match(1, FIRST))
      .changesNothing();
    given(...both, matched(1))
      .when(match(1, FIRST, SECOND))
      .emits(matched(1, [SECOND]));
    given(saved(), paced('off'))
      .when(match(1, FIRST))
      .emits(matched(1, [FIRST], 'off'));
  });

  test('is ignored by a deleted search, or after its owner is erased', () => {
    given().when(match(1, FIRST)).changesNothing();
    const erased = { type: 'SearchSaved', data: { at: AT, searchId: FIRST, wanted: null, name: null } } as const;
    given(erased).when(match(1, FIRST)).changesNothing();
  });

  test(`counts up to ${MOST_NEW} matches until its owner looks, then starts again`, () => {
    const many = Array.from({ length: MOST_NEW }, (_, n) => matched(n));
    given(saved(), ...many)
      .when(match(MOST_NEW, FIRST))
      .changesNothing();
    const look: SearchesCommand = { type: 'LookAtSearch', at: AT, by: ANNA, searchId: FIRST };
    const looked: SearchEvent = { type: 'SearchLookedAt', data: { at: AT, searchId: FIRST } };
    given(saved(), ...many)
      .when(look)
      .emits(looked);
    given(saved(), ...many, looked)
      .when(look)
      .changesNothing();
    given(saved(), ...many, looked)
      .when(match(MOST_NEW, FIRST))
      .emits(matched(MOST_NEW));
    given(saved(), ...many, looked)
      .when(match(0, FIRST))
      .changesNothing();
  });
});
