import fc from 'fast-check';
import { type ListingFilters, listingQuery } from '#application/contract/listingSearch.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { warhammer40k } from '#domain/catalogue/franchises/warhammer40k.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { allIn } from '#domain/transactions/allIn.ts';
import { type OwnRates, ratesTaken, type ShippingRates } from '#domain/transactions/shipping.ts';
import type { RatesEvent } from '#projections/listings/applying.ts';
import { evolve, type Handled, type ListingRow } from '#projections/listings/row.ts';
import { othersOf, wordsOf } from '#projections/listings/search/words.ts';
import { editDistance, editDistanceToPrefix } from '../editDistance.ts';
import { NOW, published, registered } from '../given.ts';
import { interleave } from '../transactions/transactionRows.ts';

/** Not in order of time. */
export const id = (n: number) => ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(32, '0');
const WORDS = [
  'knight',
  'knights',
  'knave',
  'Kräken',
  'dragon',
  'dragoon',
  'orc',
  'elf',
  'elves',
  'storm',
  'stormlord',
  'azure',
];
const TYPED = [
  'kn',
  'k',
  'd',
  'st',
  'drag',
  'tyran',
  'space',
  'x',
  'kraken',
  'KRÄKEN',
  'dragons',
  'knigts',
  'elfs',
  'knihgt',
  'kngiht',
  'dragn',
  'drgoon',
  'stromlrd',
  'stormlrods',
  'azur',
  'azrue',
  'ezure',
  'kravem',
  'tiranid',
  'Drache',
  'ritter',
  'elfen',
  'bemalt',
];
const FACTIONS = ['Space Marines', 'Tyranids', 'Orks'];
const CONDITIONS = ['Painted', 'Built'] as const;
const PAINT_QUALITIES = ['Not Painted', 'High Tabletop'] as const;
const COUNTRIES = ['Netherlands', 'France', 'Germany'] as const;
const SELLERS = ['a', 'b', 'c'].map((letter) => letter.repeat(32));

const offers = fc.record({
  at: fc.nat(6).map((n) => NOW + n),
  title: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  franchise: fc.constantFrom('warhammer-40k', 'age-of-sigmar'),
  mainFaction: fc.constantFrom(...FACTIONS),
  description: fc.constantFrom('x', 'dragon', 'knight of the azure storm'),
  condition: fc.constantFrom(...CONDITIONS),
  paintQuality: fc.constantFrom(...PAINT_QUALITIES),
  country: fc.constantFrom(...COUNTRIES),
  price: fc.integer({ min: 1, max: 9 }).map((n) => n * 100),
  sellerId: fc.constantFrom(...SELLERS),
});
const rate = fc.constantFrom(0, 100, 500, 2_000);
const rates = fc.record({ at: fc.constant(NOW), domestic: rate, continental: rate, international: rate });
type Made = Parameters<typeof published>[0];
export const publish = (made: Made) => published({ subfaction: '', description: 'x', ...made });
const revise = (made: Made): ListingEvent => {
  const { title, franchise, mainFaction, subfaction, condition, paintQuality, price, description } = publish(made).data;
  const offer = { title, franchise, mainFaction, subfaction, condition, paintQuality, price, description };
  return { type: 'ListingRevised', data: { at: NOW, ...offer, sellerId: null } };
};
const own = fc.option(fc.record({ domestic: rate, continental: rate, international: fc.option(rate) }));
const ratesSet = (rates: OwnRates | null): ListingEvent => ({ type: 'ListingRatesSet', data: { at: NOW, rates } });
export const archived: ListingEvent = { type: 'ListingArchived', data: { at: NOW, reason: 'bySeller' } };
const sold: ListingEvent = { type: 'ListingSold', data: { at: NOW, transactionId: id(1) } };
const returned: ListingEvent = { type: 'ListingReturnedToMarket', data: { at: NOW, transactionId: id(1) } };

/** Before the index is loaded, and after. */
export const lives = fc
  .array(
    fc.record({
      offer: offers,
      later: offers,
      own,
      ownLater: own,
      turn: fc.constantFrom('none', 'new', 'archive', 'revise', 'return', 'rates'),
    }),
    {
      minLength: 1,
      maxLength: 700,
      size: 'max',
    },
  )
  .chain((listings) =>
    fc.record({
      listings: fc.constant(listings),
      set: fc.array(fc.record({ seller: fc.constantFrom(...SELLERS), rates, turn: fc.constantFrom('early', 'late') }), {
        maxLength: 5,
      }),
    }),
  )
  .map(({ listings, set }) => {
    const early: Record<string, (ListingEvent | AccountEvent)[]> = {};
    const late: Record<string, (ListingEvent | AccountEvent)[]> = {};
    for (const seller of SELLERS) {
      const setIn = (when: string): AccountEvent[] =>
        set
          .filter((one) => one.seller === seller && one.turn === when)
          .map((one) => ({ type: 'ShippingRatesSet', data: one.rates }));
      early[`account-${seller}`] = [registered({ username: seller.slice(0, 8) }), ...setIn('early')];
      if (setIn('late').length > 0) late[`account-${seller}`] = setIn('late');
    }
    for (const [n, { offer, later, own, ownLater, turn }] of listings.entries()) {
      const key = `listing-${id(n)}`;
      const offered = own ? [publish(offer), ratesSet(own)] : [publish(offer)];
      if (turn !== 'new') early[key] = [...offered, ...(turn === 'return' ? [sold] : [])];
      if (turn === 'new') late[key] = offered;
      if (turn === 'rates') late[key] = [ratesSet(ownLater)];
      if (turn === 'archive') late[key] = [archived];
      if (turn === 'revise') late[key] = [revise(later)];
      if (turn === 'return') late[key] = [returned];
    }
    return { early: interleave(early), late: interleave(late) };
  });

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
export const queries = fc
  .record({
    search: maybe(
      fc.array(fc.constantFrom(...WORDS, ...TYPED), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    ),
    franchise: maybe(fc.constantFrom('warhammer-40k', warhammer40k.name, 'age-of-sigmar', 'nothing')),
    faction: maybe(fc.constantFrom(...FACTIONS, 'Nobody')),
    condition: maybe(fc.subarray([...CONDITIONS, 'Mint'], { minLength: 1 }).map((conditions) => conditions.join(','))),
    paintQuality: maybe(fc.constantFrom('High Tabletop', 'Not Painted', 'Not Painted,Display Quality')),
    facets: fc.constant('true'),
    country: maybe(fc.subarray([...COUNTRIES, 'Malta'], { minLength: 1 }).map((countries) => countries.join(','))),
    minPrice: maybe(fc.integer({ min: 0, max: 10 }).map(String)),
    maxPrice: maybe(fc.integer({ min: 0, max: 10 }).map(String)),
    destination: fc.constantFrom('Germany', 'Italy', 'Japan'),
    minTotal: maybe(fc.integer({ min: 4, max: 30 }).map(String)),
    maxTotal: maybe(fc.integer({ min: 4, max: 50 }).map(String)),
    sort: maybe(fc.constantFrom('relevance', 'newest', 'price-asc', 'price-desc', 'total-asc', 'total-desc')),
    page: fc.integer({ min: 1, max: 30 }).map(String),
    limit: fc.constantFrom('1', '3', '12', '100'),
  })
  .map((query) => listingQuery.parse(query));

/** The words on offer that a typed word stands for. */
const meantBy = (word: string, offered: readonly string[]): string[] => {
  const meant = offered.filter((other) => other.startsWith(word) || othersOf(word).includes(other));
  if (meant.length > 0) return meant;
  for (let distance = 1; distance <= (word.length < 4 ? 0 : word.length < 8 ? 1 : 2); distance++) {
    const whole = offered.filter((other) => editDistance(word, other) === distance);
    if (whole.length > 0) return offered.filter((other) => whole.some((begun) => other.startsWith(begun)));
    const begun = offered.filter((other) => editDistanceToPrefix(word, other) === distance);
    if (begun.length > 0) return begun;
  }
  return [];
};

const FACETS = {
  franchise: 'franchise',
  faction: 'main_faction',
  condition: 'condition',
  paintQuality: 'paint_quality',
  country: 'country',
} as const;

const passing = (rows: readonly ListingRow[], filters: ListingFilters) => {
  const active = rows.filter((row) => row.status === 'active');
  const offered = [...new Set(active.flatMap((row) => row.words.split(' ')))];
  const meant = wordsOf(filters.search ?? '').map((word) => meantBy(word, offered));
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY, condition, paintQuality, country, sort } = filters;
  const franchise = filters.franchise === warhammer40k.name ? warhammer40k.id : filters.franchise;
  const { destination = '', minTotal = 0, maxTotal = Number.POSITIVE_INFINITY } = filters;
  const totalOf = (row: ListingRow) => allIn({ ...row, rates: row }, destination)?.total ?? 0;
  const rankOf = (row: ListingRow) =>
    sort.startsWith('total') ? totalOf(row) : sort.startsWith('price') ? row.price : row.posted_at;
  const order = (one: ListingRow, other: ListingRow) => rankOf(one) - rankOf(other) || (one.id < other.id ? -1 : 1);
  const found = active
    .filter(
      (row) =>
        (!franchise || row.franchise === franchise) &&
        (!filters.faction || row.main_faction === filters.faction) &&
        (condition.length === 0 || condition.includes(row.condition)) &&
        (paintQuality.length === 0 || paintQuality.includes(row.paint_quality)) &&
        (country.length === 0 || country.includes(row.country)) &&
        row.price >= minPrice &&
        row.price <= maxPrice &&
        totalOf(row) >= minTotal &&
        totalOf(row) <= maxTotal &&
        meant.every((words) => row.words.split(' ').some((word) => words.includes(word))),
    )
    .sort(order);
  if (!sort.endsWith('-asc')) found.reverse();
  if (sort !== 'relevance') return found;
  const tierOf = (row: ListingRow) => {
    const title = wordsOf(row.title);
    const inTitle = meant.filter((words) => title.some((word) => words.includes(word))).length;
    return inTitle === meant.length ? 0 : inTitle > 0 ? 1 : 2;
  };
  return [0, 1, 2].flatMap((tier) => found.filter((row) => tierOf(row) === tier));
};

const without = (filters: ListingFilters, ...names: (keyof ListingFilters)[]): ListingFilters => {
  const fewer: Record<string, unknown> = { ...filters };
  for (const name of names) fewer[name] = Array.isArray(filters[name]) ? [] : undefined;
  return fewer as ListingFilters;
};

const lettingGo = (filters: ListingFilters, facet: keyof typeof FACETS): ListingFilters =>
  facet === 'franchise' ? without(filters, facet, 'faction') : without(filters, facet);

const countsOf = (rows: readonly ListingRow[], filters: ListingFilters) =>
  Object.fromEntries(
    Object.entries(FACETS).map(([facet, column]) => {
      const counts: Record<string, number> = {};
      for (const row of passing(rows, lettingGo(filters, facet as keyof typeof FACETS)))
        counts[row[column]] = (counts[row[column]] ?? 0) + 1;
      return [facet, counts];
    }),
  );

const nearestTo = (rows: readonly ListingRow[], filters: ListingFilters) => {
  const facets = (Object.keys(FACETS) as (keyof typeof FACETS)[]).filter((facet) => filters[facet]?.length);
  const words = [...new Set(wordsOf(filters.search ?? ''))];
  const typed = (filters.search ?? '').split(' ').filter(Boolean);
  const [price, total] = [
    filters.minPrice !== undefined || filters.maxPrice !== undefined,
    filters.minTotal !== undefined || filters.maxTotal !== undefined,
  ];
  const many = (fewer: ListingFilters) => passing(rows, fewer).length;
  const drops = facets.map((facet) => ({ without: facet as string, total: many(lettingGo(filters, facet)) }) as object);
  for (const word of words.length > 1 ? words : []) {
    const search = typed.filter((other) => wordsOf(other)[0] !== word).join(' ');
    const said = typed.find((other) => wordsOf(other)[0] === word);
    drops.push({ without: 'word', word: said, search, total: many({ ...filters, search }) });
  }
  if (price) drops.push({ without: 'price', total: many(without(filters, 'minPrice', 'maxPrice')) });
  if (total) drops.push({ without: 'total', total: many(without(filters, 'minTotal', 'maxTotal')) });
  if (words.length > 0) drops.push({ without: 'search', search: '', total: many(without(filters, 'search')) });
  if (facets.length + Number(price) + Number(total) > 1) {
    const all = [...facets, 'minPrice', 'maxPrice', 'minTotal', 'maxTotal'] as const;
    drops.push({ without: 'filters', total: many(without(filters, ...all)) });
  }
  return drops.filter((drop) => (drop as { total: number }).total > 0);
};

/** The reference implementation: reads every listing, filters, sorts and cuts out the page. */
export const naively = (rows: readonly ListingRow[], filters: ListingFilters) => {
  const { page, limit } = filters;
  const found = passing(rows, filters);
  const shown = found.slice((page - 1) * limit, page * limit);
  return {
    ids: shown.map((row) => row.id),
    total: found.length,
    totalPages: Math.ceil(found.length / limit),
    hasMore: shown.length > 0 && page * limit < found.length,
    facets: countsOf(rows, filters),
    nearest: found.length === 0 ? nearestTo(rows, filters) : [],
  };
};

/** Every listing after its events. */
export const fold = (history: readonly Recorded[]) => {
  const rows = new Map<string, ListingRow>();
  const ratesOf = new Map<string, ShippingRates>();
  for (const event of history as (Handled | RatesEvent)[]) {
    const key = event.stream.slice(event.stream.indexOf('-') + 1);
    if (event.type === 'ShippingRatesSet') {
      const { at: _, ...set } = event.data;
      ratesOf.set(key, set);
    } else if (event.stream.startsWith('listing-')) rows.set(key, evolve(rows.get(key), event));
  }
  return [...rows.values()].map((row) => ({
    ...row,
    ...ratesTaken(ratesOf.get(row.seller_id) ?? null, row.own_rates),
  }));
};
