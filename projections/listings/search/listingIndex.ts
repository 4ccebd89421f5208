import type { ListingCursor, ListingFilters, Mended, Nearest } from '#application/contract/listingSearch.ts';
import { zoneFromAbroad } from '#domain/transactions/allIn.ts';
import type { ShippingZone } from '#domain/transactions/shipping.ts';
import { type Bitmap, bitmapFor, countBits, exclude, grown, has, include, intersect } from './bitmap.ts';
import { openFacetColumns } from './facetColumns.ts';
import { type CountsByFacet, FACETS, type Facet, isReplacedBy } from './facets.ts';
import { findWord } from './findWord.ts';
import { openLexicon } from './lexicon.ts';
import { addTo, collect, emptyPosting, type Posting } from './posting.ts';
import { openRanking } from './ranking.ts';
import { type Order, type Ranks, type ReadOff, readOffRanks, readPart, relevanceReader } from './readOff.ts';
import { type About, relaxationsOf } from './relaxations.ts';
import { type Destination, openTotals } from './totals.ts';
import { vocabularyOf } from './words.ts';

/** The searchable part of a listing. */
export type Offer = Readonly<Record<Facet, string> & Record<ShippingZone, number>> & {
  id: string;
  /** Cents, like the rates. */
  price: number;
  /** Epoch ms. */
  posted_at: number;
  title: string;
  /** In tsvector format, including the words of the title. */
  words: string;
  /** Only `active` listings are on offer. */
  status: string;
};

type OfferQuery = {
  /** All must match; each matches one of its values. */
  facets: { facet: Facet; values: readonly string[] }[];
  /** All must match. */
  words: readonly string[];
  /** As typed. */
  search: string;
  /** Whether to count the listings of each facet value. */
  counts: boolean;
  minPrice: number | undefined;
  maxPrice: number | undefined;
  /** The buyer's country, for totals. */
  destination: string | undefined;
  minTotal: number | undefined;
  maxTotal: number | undefined;
  sort: ListingFilters['sort'];
  offset: number;
  limit: number;
  /** Replaces the offset. */
  cursor: ListingCursor | undefined;
};

/** A listing id is 32 hex digits, stored as four numbers. */
const NUMBERS = 4;

/** `counts` if requested; `nearest` if nothing was found; `next` if there is more. */
type IndexResult = {
  ids: string[];
  total: number;
  next: ListingCursor | undefined;
  mended: Mended[];
  counts: CountsByFacet | undefined;
  nearest: Nearest[];
};

/** A condition, as the documents that meet it. */
type Condition = { about: About; bits: Bitmap };

export type OfferIndex = {
  /** Adds or replaces listings, each at most once per call, and removes those no longer on offer. */
  put(offers: readonly Offer[]): void;
  /** One page of ids with the exact total. */
  find(query: OfferQuery): IndexResult;
  /** `documents` includes the dead documents of changed listings. */
  size(): { documents: number; onOffer: number };
};

/** Listings on offer by facet and word, as bitmaps: a search is an intersection, a total a count of bits. */
export const openOfferIndex = (): OfferIndex => {
  const byFacet = new Map(FACETS.map((facet) => [facet, new Map<string, Posting>()]));
  const lexicon = openLexicon<Posting>();
  let documents = 0;
  let onOffer = 0;
  let open = bitmapFor(1_024);
  let prices = new Int32Array(1_024);
  let posted = new Float64Array(1_024);
  let ids = new Uint32Array(1_024 * NUMBERS);
  // reused by every search, so that garbage collection does not pause the others
  let matchesRoom = bitmapFor(1_024);
  let tierRoom = bitmapFor(1_024);
  let homeRoom = bitmapFor(1_024);
  const conditionRooms: Bitmap[] = [];
  const columns = openFacetColumns();
  const readRelevant = relevanceReader();

  const compareIds = (one: number, other: number): number => {
    for (let part = 0; part < NUMBERS; part++) {
      const difference = ids[one * NUMBERS + part]! - ids[other * NUMBERS + part]!;
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const idOf = (document: number): string => {
    let id = '';
    for (let part = 0; part < NUMBERS; part++) id += ids[document * NUMBERS + part]!.toString(16).padStart(8, '0');
    return id;
  };
  const partsOf = (id: string): number[] =>
    Array.from({ length: NUMBERS }, (_, part) => Number.parseInt(id.slice(part * 8, part * 8 + 8), 16));
  const comparingTo = (id: string) => {
    const parts = partsOf(id);
    return (document: number): number => {
      for (let part = 0; part < NUMBERS; part++) {
        const difference = ids[document * NUMBERS + part]! - parts[part]!;
        if (difference !== 0) return difference;
      }
      return 0;
    };
  };
  const byTime = (one: number, other: number): number => posted[one]! - posted[other]! || compareIds(one, other);
  const byPrice = (one: number, other: number): number => prices[one]! - prices[other]! || compareIds(one, other);
  const oldest = openRanking(byTime);
  const cheapest = openRanking(byPrice);
  const totals = openTotals(compareIds);

  const write = (document: number, { id, price, posted_at, ...rates }: Offer): void => {
    open = grown(open, (document >>> 5) + 1);
    matchesRoom = grown(matchesRoom, open.length);
    tierRoom = grown(tierRoom, open.length);
    homeRoom = grown(homeRoom, open.length);
    prices = grown(prices, document + 1);
    posted = grown(posted, document + 1);
    ids = grown(ids, (document + 1) * NUMBERS);
    if (!/^[\da-f]{32}$/.test(id)) throw new Error('a listing id is 32 hex digits');
    ids.set(partsOf(id), document * NUMBERS);
    prices[document] = price;
    posted[document] = posted_at;
    totals.write(document, { price, rates });
  };

  /** Removes the listing's earlier document. Its documents are neighbours, because `posted_at` never changes. */
  const forget = (document: number): void => {
    for (let rank = oldest.first((other) => byTime(other, document) < 0); rank < oldest.length; rank++) {
      const earlier = oldest.documents[rank]!;
      if (byTime(earlier, document) !== 0) return;
      if (!has(open, earlier)) continue;
      exclude(open, earlier);
      columns.withdraw(earlier);
      onOffer--;
    }
  };

  const addFacets = (offer: Offer, document: number): void => {
    for (const [facet, postings] of byFacet) {
      const posting = postings.get(offer[facet]) ?? emptyPosting();
      if (posting.length === 0) postings.set(offer[facet], posting);
      addTo(posting, document);
    }
  };
  /** Parses a tsvector. Words have only letters and digits, so quotes need no escaping. */
  const addWords = (words: string, document: number): void => {
    for (let from = 1, to = 1; from < words.length; from = to + 3) {
      to = words.indexOf("'", from);
      const posting = lexicon.at(words, from, to) ?? emptyPosting();
      // a copy, because a slice would keep the whole text in memory
      if (posting.length === 0) lexicon.set(Buffer.from(words.slice(from, to)).toString(), posting);
      addTo(posting, document);
    }
  };
  const addTitle = (title: string, document: number): void => {
    for (const word of vocabularyOf(title)) {
      const posting = lexicon.get(word);
      if (!posting) continue;
      posting.inTitle ??= emptyPosting();
      addTo(posting.inTitle, document);
    }
  };

  const put: OfferIndex['put'] = (offers) => {
    const added: number[] = [];
    for (const offer of offers) {
      write(documents, offer);
      forget(documents);
      if (offer.status !== 'active') continue;
      include(open, documents);
      onOffer++;
      addFacets(offer, documents);
      columns.write(documents, offer);
      columns.offer(documents);
      addWords(offer.words, documents);
      addTitle(offer.title, documents);
      added.push(documents++);
    }
    oldest.insert(added);
    cheapest.insert(added);
    totals.insert(added);
  };

  /** Undefined without totals or a known destination. */
  const destinationOf = ({ destination, sort, minTotal, maxTotal }: OfferQuery): Destination | undefined => {
    const asked = sort.startsWith('total') || minTotal !== undefined || maxTotal !== undefined;
    const abroad = asked && destination !== undefined ? zoneFromAbroad(destination) : undefined;
    if (destination === undefined || !abroad) return undefined;
    const home = homeRoom.subarray(0, (documents + 31) >>> 5).fill(0);
    const posting = byFacet.get('country')?.get(destination);
    if (posting) collect(posting, home);
    return { home, abroad };
  };

  const roomOf = (place: number): Bitmap => {
    conditionRooms[place] = grown(conditionRooms[place] ?? bitmapFor(1_024), open.length);
    return conditionRooms[place].subarray(0, (documents + 31) >>> 5).fill(0);
  };

  /** Each condition in its own bitmap, so that leaving one out is an intersection as well. */
  const conditionsOf = (query: OfferQuery, destination: Destination | undefined) => {
    const { facets, words, minPrice, maxPrice, minTotal, maxTotal } = query;
    const conditions: Condition[] = [];
    const mended: Mended[] = [];
    const titles: Posting[][] = [];
    const add = (about: About, postings: readonly Posting[]): void => {
      const alone = postings.length === 1 ? postings[0]?.bits : undefined;
      const bits = alone ?? roomOf(conditions.length);
      if (!alone) for (const posting of postings) collect(posting, bits);
      conditions.push({ about, bits });
    };
    for (const { facet, values } of facets)
      add(
        facet,
        values.flatMap((value) => byFacet.get(facet)?.get(value) ?? []),
      );
    for (const word of words) {
      const found = findWord(lexicon, open, word);
      add({ word }, found.postings);
      titles.push(found.postings.flatMap(({ inTitle }) => inTitle ?? []));
      if (found.mended) mended.push(found.mended);
    }
    const from = minPrice === undefined ? 0 : cheapest.first((document) => prices[document]! < minPrice);
    const to = maxPrice === undefined ? cheapest.length : cheapest.first((document) => prices[document]! <= maxPrice);
    if (minPrice !== undefined || maxPrice !== undefined) {
      const bits = roomOf(conditions.length);
      const ranked = cheapest.documents;
      if (to - from < cheapest.length / 2) for (let rank = from; rank < to; rank++) include(bits, ranked[rank]!);
      else {
        bits.fill(-1);
        for (let rank = 0; rank < from; rank++) exclude(bits, ranked[rank]!);
        for (let rank = to; rank < cheapest.length; rank++) exclude(bits, ranked[rank]!);
      }
      conditions.push({ about: 'price', bits });
    }
    if (destination && (minTotal !== undefined || maxTotal !== undefined)) {
      const bits = roomOf(conditions.length);
      totals.collect(destination, { minTotal, maxTotal }, bits);
      conditions.push({ about: 'total', bits });
    }
    return { conditions, titles, ranks: { from, to }, mended };
  };

  const matching = (conditions: readonly Condition[], room: Bitmap): Bitmap => {
    const matches = room.subarray(0, (documents + 31) >>> 5);
    matches.set(open.subarray(0, matches.length));
    for (const { bits } of conditions) intersect(matches, bits);
    return matches;
  };

  /** Per facet, ignoring the conditions that choosing another value would replace. */
  const countsOf = (conditions: readonly Condition[], matches: Bitmap): CountsByFacet => {
    const counts = {} as CountsByFacet;
    for (const facet of FACETS) {
      const others = conditions.filter(({ about }) => !isReplacedBy(facet, about));
      if (others.length === 0) counts[facet] = columns.offered(facet);
      else if (others.length === conditions.length) counts[facet] = columns.count(facet, matches);
      else counts[facet] = columns.count(facet, matching(others, tierRoom));
    }
    return counts;
  };

  const nearestTo = (conditions: readonly Condition[], search: string): Nearest[] =>
    relaxationsOf(
      conditions.map(({ about }) => about),
      search,
    ).flatMap(({ told, stay }) => {
      const staying = stay.map((place) => conditions[place]!);
      const total = countBits(matching(staying, tierRoom));
      return total > 0 ? [{ ...told, total }] : [];
    });

  const orderOf = (sort: OfferQuery['sort'], destination: Destination | undefined, ranks: Ranks): Order => {
    const down = !sort.endsWith('-asc');
    if (destination && sort.startsWith('total')) {
      const read: ReadOff = (matches, way) => totals.readOff(destination, matches, way);
      const goesBy = (document: number) => totals.totalOf(destination, document);
      return { compare: totals.order(destination), goesBy, down, read };
    }
    if (sort === 'newest' || sort === 'relevance') {
      const goesBy = (document: number) => posted[document]!;
      const read = readOffRanks(oldest, { from: 0, to: oldest.length }, goesBy);
      return { compare: byTime, goesBy, down, read };
    }
    const goesBy = (document: number) => prices[document]!;
    return { compare: byPrice, goesBy, down, read: readOffRanks(cheapest, ranks, goesBy) };
  };

  return {
    put,
    find: (query) => {
      const destination = destinationOf(query);
      const { conditions, titles, ranks, mended } = conditionsOf(query, destination);
      const matches = matching(conditions, matchesRoom);
      const total = countBits(matches);
      const order = orderOf(query.sort, destination, ranks);
      const behind = query.cursor && { ...query.cursor, compareId: comparingTo(query.cursor.id) };
      // one more than shown, to know whether there is more
      const part = { skip: query.offset, most: query.limit + 1, behind };
      const { page, tiers } =
        query.sort === 'relevance' && titles.length > 0
          ? readRelevant(matches, titles, order, part)
          : { page: readPart(matches, total, order, part), tiers: [] };
      const last = page[query.limit - 1];
      const more = page.length > query.limit && last !== undefined;
      return {
        total,
        ids: page.slice(0, query.limit).map(idOf),
        next: more ? { tier: tiers[query.limit - 1] ?? 0, value: order.goesBy(last), id: idOf(last) } : undefined,
        mended,
        counts: query.counts ? countsOf(conditions, matches) : undefined,
        nearest: total === 0 ? nearestTo(conditions, query.search) : [],
      };
    },
    size: () => ({ documents, onOffer }),
  };
};
