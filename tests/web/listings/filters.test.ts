import { expect, test } from 'vitest';
import { countriesOf } from '#domain/catalogue/continents.ts';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { toggledEurope } from '#web/listings/europe.ts';
import { chipsOf } from '#web/listings/FilterChips.tsx';
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
  conditions: ['Built', 'Painted'],
  paintQualities: ['High Tabletop'],
  countries: ['Spain', 'Germany'],
  minPrice: '10',
  minTotal: '',
  maxTotal: '',
  maxPrice: '99.50',
  sort: 'price-asc',
};

test('filters and open pages survive the way through the address [D1-094]', () => {
  const address = toParams(CHOSEN, 3);
  expect(address.get('country')).toBe('Spain,Germany');
  expect(filtersFrom(address)).toEqual(CHOSEN);
  expect(pagesFrom(address)).toBe(3);
});

test('what is not asked for is not in the address', () => {
  expect(toParams(NO_FILTERS).toString()).toBe('');
});

test('an address that was tampered with asks for nothing odd', () => {
  const address = new URLSearchParams('minPrice=1.250&maxPrice=1e9&sort=worst&page=-3');
  expect(filtersFrom(address)).toEqual(NO_FILTERS);
  expect(pagesFrom(address)).toBe(1);
});

test('page 51 is not page 1; beyond what a list holds it ends there', () => {
  expect(pagesFrom(new URLSearchParams('page=51'))).toBe(51);
  expect(pagesFrom(new URLSearchParams('page=5000'))).toBe(100);
});

test('a price may be typed with a comma; no amount is no bound', () => {
  expect(priceBound(' 12,50 ')).toBe('12.50');
  expect(priceBound('1.250,00')).toBe('1250');
  expect(priceBound('')).toBe('');
  expect(['12.345', '-3', 'ten'].map(priceBound)).toEqual([undefined, undefined, undefined]);
});

test('another franchise lets go of the faction, the same one does not', () => {
  expect(changed(CHOSEN, { franchise: 'swl' }).faction).toBe('');
  expect(changed(CHOSEN, { franchise: 'dnd' }).faction).toBe('Dragons');
  expect(changed(CHOSEN, { minPrice: '' }).faction).toBe('Dragons');
});

test('Select All Europe picks the whole European list and Cyprus, a second use takes it back [D1-093] [D1-209]', () => {
  const europe = countriesOf('Europe');
  const all = toggledEurope(['Japan', 'Spain']);
  expect(new Set(all)).toEqual(new Set(['Japan', ...europe, 'Cyprus']));
  expect(all).toHaveLength(europe.length + 2);
  expect(REGISTRATION_COUNTRIES.filter((country) => !all.includes(country))).toEqual([]);
  expect(toggledEurope(all)).toEqual(['Japan']);
});

test('each filter has a chip that drops it and nothing else', () => {
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
