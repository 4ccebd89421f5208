import { expect, test } from 'vitest';
import { countriesOf } from '#domain/catalogue/continents.ts';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { chipsOf } from '#web/listings/components/FilterChips.tsx';
import { toggledEurope } from '#web/listings/europe.ts';
import {
  changed,
  type Filters,
  filtersFrom,
  NO_FILTERS,
  pagesFrom,
  priceBound,
  toParams,
} from '#web/listings/filters.ts';

const CHOSEN: Filters = {
  search: 'dragon',
  franchise: 'dnd',
  faction: 'Dragons',
  condition: ['Built', 'Painted'],
  paintQuality: ['High Tabletop'],
  country: ['Spain', 'Germany'],
  minPrice: '10',
  minTotal: '',
  maxTotal: '',
  maxPrice: '99.50',
  sort: 'price-asc',
};

test('preserves filters and open pages in the URL [D1-094]', () => {
  const address = toParams(CHOSEN, 3);
  expect(address.get('country')).toBe('Spain,Germany');
  expect(filtersFrom(address)).toEqual(CHOSEN);
  expect(pagesFrom(address)).toBe(3);
});

test('leaves unused filters out of the URL', () => {
  expect(toParams(NO_FILTERS).toString()).toBe('');
});

test('ignores invalid parts of the URL', () => {
  const address = new URLSearchParams('minPrice=1.250&maxPrice=1e9&sort=worst&page=-3');
  expect(filtersFrom(address)).toEqual(NO_FILTERS);
  expect(pagesFrom(address)).toBe(1);
});

test('does not read page 51 as page 1, and stops at the longest list', () => {
  expect(pagesFrom(new URLSearchParams('page=51'))).toBe(51);
  expect(pagesFrom(new URLSearchParams('page=5000'))).toBe(100);
});

test('accepts a comma in a price and ignores an invalid amount', () => {
  expect(priceBound(' 12,50 ')).toBe('12.50');
  expect(priceBound('1.250,00')).toBe('1250');
  expect(priceBound('')).toBe('');
  expect(['12.345', '-3', 'ten'].map(priceBound)).toEqual([undefined, undefined, undefined]);
});

test('clears the faction for another franchise only', () => {
  expect(changed(CHOSEN, { franchise: 'swl' }).faction).toBe('');
  expect(changed(CHOSEN, { franchise: 'dnd' }).faction).toBe('Dragons');
  expect(changed(CHOSEN, { minPrice: '' }).faction).toBe('Dragons');
});

test('selects the European list and Cyprus on Select All Europe, and deselects on a second press [D1-093] [D1-209]', () => {
  const europe = countriesOf('Europe');
  const all = toggledEurope(['Japan', 'Spain']);
  expect(new Set(all)).toEqual(new Set(['Japan', ...europe, 'Cyprus']));
  expect(all).toHaveLength(europe.length + 2);
  expect(REGISTRATION_COUNTRIES.filter((country) => !all.includes(country))).toEqual([]);
  expect(toggledEurope(all)).toEqual(['Japan']);
});

test('has a chip for each filter that removes only that one', () => {
  const chips = chipsOf(CHOSEN, 'Dungeons & Dragons');
  expect(chips.map(({ label }) => label)).toEqual([
    'Dungeons & Dragons',
    'Dragons',
    'Built',
    'Painted',
    'High Tabletop',
    'From €10.00',
    'Up to €99.50',
    '2 countries',
  ]);
  expect(chipsOf(changed(CHOSEN, chips[2]?.without ?? {}), '').map(({ label }) => label)).not.toContain('Built');
  expect(chipsOf(changed(CHOSEN, chips[2]?.without ?? {}), '').map(({ label }) => label)).toContain('Painted');
  expect(chipsOf(NO_FILTERS, '')).toEqual([]);
});
