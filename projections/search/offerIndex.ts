import type { ListingFilters, Mended } from '#application/contract/listings.ts';
import { zoneFromAbroad } from '#domain/transactions/allIn.ts';
import type { ShippingZone } from '#domain/transactions/shipping.ts';
import { type Bitmap, bitmapFor, countBits, documentsIn, exclude, grown, has, include, intersect } from './bitmap.ts';
import { FACETS, type Facet } from './facets.ts';
import { openLexicon } from './lexicon.ts';
import { addTo, anyIn, collect, emptyPosting, type Posting } from './posting.ts';
import { openRanking, type Ranking } from './ranking.ts';
import { type Destination, openTotals } from './totals.ts';
import { mendedWord, othersOf, toleratedSlips } from './words.ts';

/** What a listing is found by. */
export type Offer = Readonly<Record<Facet, string> & Record<ShippingZone, number>> & {
  id: string;
  /** Cents, as the rates of the zones are. */
  price: number;
  /** Epoch ms. */
  posted_at: number;
  /** As a tsvector is written. */
  words: string;
  /** Only what is `active` is on offer. */
  status: string;
};

type OfferQuery = {
  /** Each must hold for a listing, by any of its alternatives. */
  facets: { facet: Facet; values: readonly string[] }[];
  /** Each must be found. */
  words: readonly string[];
  minPrice: number | undefined;
  maxPrice: number | undefined;
  /** Where the buyer is: what the totals, by bounds and order, are reckoned for. */
  destination: string | undefined;
  minTotal: number | undefined;
  maxTotal: number | undefined;
  sort: ListingFilters['sort'];
  offset: number;
  limit: number;
};

/** Of a listing's id, which is 32 hex digits. */
const NUMBERS = 4;
/** So few are sorted; more are read off in their order. */
const FEW = 300;

export type OfferIndex = {
  /** Takes in listings as they stand now, each at most once: replaces those it has, forgets those no longer on offer. */
  put(offers: readonly Offer[]): void;
  /** The ids of one page and how many there are in all; exact. And what was taken for something similar. */
  find(query: OfferQuery): { ids: string[]; total: number; mended: Mended[] };
  /** Documents in all, and those that are a listing on offer: a listing that changes leaves one behind. */
  size(): { documents: number; onOffer: number };
};

/** What is on offer, by every facet and word, as bitmaps: any combination is an intersection, any total a count of bits. */
export const openOfferIndex = (): OfferIndex => {
  const byFacet = new Map(FACETS.map((facet) => [facet, new Map<string, Posting>()]));
  const lexicon = openLexicon<Posting>();
  let documents = 0;
  let onOffer = 0;
  let open = bitmapFor(1_024);
  let prices = new Int32Array(1_024);
  let posted = new Float64Array(1_024);
  let ids = new Uint32Array(1_024 * NUMBERS);
  // Used anew by each search: what it allocated would make the garbage collector stop the others.
  let matchesRoom = bitmapFor(1_024);
  let eitherRoom = bitmapFor(1_024);
  let homeRoom = bitmapFor(1_024);

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
  const byTime = (one: number, other: number): number => posted[one]! - posted[other]! || compareIds(one, other);
  const byPrice = (one: number, other: number): number => prices[one]! - prices[other]! || compareIds(one, other);
  const oldest = openRanking(byTime);
  const cheapest = openRanking(byPrice);
  const totals = openTotals(compareIds);

  const write = (document: number, { id, price, posted_at, ...rates }: Offer): void => {
    open = grown(open, (document >>> 5) + 1);
    matchesRoom = grown(matchesRoom, open.length);
    eitherRoom = grown(eitherRoom, open.length);
    homeRoom = grown(homeRoom, open.length);
    prices = grown(prices, document + 1);
    posted = grown(posted, document + 1);
    ids = grown(ids, (document + 1) * NUMBERS);
    if (!/^[\da-f]{32}$/.test(id)) throw new Error('a listing id is 32 hex digits');
    for (let part = 0; part < NUMBERS; part++)
      ids[document * NUMBERS + part] = Number.parseInt(id.slice(part * 8, part * 8 + 8), 16);
    prices[document] = price;
    posted[document] = posted_at;
    totals.write(document, { price, rates });
  };

  /** Takes whatever it was before out: the documents of one listing stand side by side, as its time never changes. */
  const forget = (document: number): void => {
    for (let rank = oldest.first((other) => byTime(other, document) < 0); rank < oldest.length; rank++) {
      const earlier = oldest.documents[rank]!;
      if (byTime(earlier, document) !== 0) return;
      if (!has(open, earlier)) continue;
      exclude(open, earlier);
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
  /** From a tsvector as it is written: words have letters and digits only, so each stands plainly between its quotes. */
  const addWords = (words: string, document: number): void => {
    for (let from = 1, to = 1; from < words.length; from = to + 3) {
      to = words.indexOf("'", from);
      const posting = lexicon.at(words, from, to) ?? emptyPosting();
      // A copy: a slice would keep all words of the listing in memory.
      if (posting.length === 0) lexicon.set(Buffer.from(words.slice(from, to)).toString(), posting);
      addTo(posting, document);
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
      addWords(offer.words, documents);
      added.push(documents++);
    }
    oldest.insert(added);
    cheapest.insert(added);
    totals.insert(added);
  };

  /** A word that begins none on offer, and is the other number of none, stands for the most similar ones. */
  const postingsFor = (word: string): { postings: Posting[]; mended?: Mended } => {
    const meant = lexicon.beginningWith(word);
    for (const other of othersOf(word)) meant.push(lexicon.get(other) ?? emptyPosting());
    const offered = (posting: Posting) => anyIn(posting, open);
    if (meant.some(offered)) return { postings: meant };
    for (let distance = 1; distance <= toleratedSlips(word); distance++) {
      const { whole, begun, words } = lexicon.similarTo(word, distance);
      const similar = [...whole.keys()].filter((place) => offered(whole[place]![0]!));
      if (similar.length > 0) {
        const mended = mendedWord(
          word,
          similar.map((place) => words.whole[place]!),
        );
        return { postings: similar.flatMap((place) => whole[place]!), mended };
      }
      if (begun.some(offered)) {
        const mended = mendedWord(
          word,
          words.begun.filter((_, place) => offered(begun[place]!)),
        );
        return { postings: begun, mended };
      }
    }
    return { postings: [] };
  };

  /** Undefined where totals are not asked for, or nothing is sent. */
  const destinationOf = ({ destination, sort, minTotal, maxTotal }: OfferQuery): Destination | undefined => {
    const asked = sort.startsWith('total') || minTotal !== undefined || maxTotal !== undefined;
    const abroad = asked && destination !== undefined ? zoneFromAbroad(destination) : undefined;
    if (destination === undefined || !abroad) return undefined;
    const home = homeRoom.subarray(0, (documents + 31) >>> 5).fill(0);
    const posting = byFacet.get('country')?.get(destination);
    if (posting) collect(posting, home);
    return { home, abroad };
  };

  const matching = (query: OfferQuery, destination: Destination | undefined) => {
    const { facets, words, minPrice, maxPrice, minTotal, maxTotal } = query;
    const length = (documents + 31) >>> 5;
    const matches = matchesRoom.subarray(0, length);
    const either = eitherRoom.subarray(0, length);
    matches.set(open.subarray(0, length));
    const narrow = (postings: readonly Posting[]): void => {
      const alone = postings.length === 1 ? postings[0]?.bits : undefined;
      if (!alone) {
        either.fill(0);
        for (const posting of postings) collect(posting, either);
      }
      intersect(matches, alone ?? either);
    };
    for (const { facet, values } of facets) narrow(values.flatMap((value) => byFacet.get(facet)?.get(value) ?? []));
    const mended: Mended[] = [];
    for (const word of words) {
      const found = postingsFor(word);
      narrow(found.postings);
      if (found.mended) mended.push(found.mended);
    }
    const from = minPrice === undefined ? 0 : cheapest.first((document) => prices[document]! < minPrice);
    const to = maxPrice === undefined ? cheapest.length : cheapest.first((document) => prices[document]! <= maxPrice);
    const ranked = cheapest.documents;
    if (to - from < cheapest.length / 2) {
      either.fill(0);
      for (let rank = from; rank < to; rank++) include(either, ranked[rank]!);
      intersect(matches, either);
    } else {
      for (let rank = 0; rank < from; rank++) exclude(matches, ranked[rank]!);
      for (let rank = to; rank < cheapest.length; rank++) exclude(matches, ranked[rank]!);
    }
    if (destination && (minTotal !== undefined || maxTotal !== undefined)) {
      either.fill(0);
      totals.collect(destination, { minTotal, maxTotal }, either);
      intersect(matches, either);
    }
    return { matches, ranks: { from, to }, mended };
  };

  /** Those from the `skip`th match on, upwards or downwards through the ranks. */
  const readOff = (
    { documents: ranked }: Ranking,
    { from, to }: { from: number; to: number },
    matches: Bitmap,
    { down, skip, take }: { down: boolean; skip: number; take: number },
  ): number[] => {
    const page: number[] = [];
    const step = down ? -1 : 1;
    let rank = down ? to - 1 : from;
    let passed = 0;
    for (let left = to - from; left > 0; left--, rank += step) {
      const document = ranked[rank]!;
      if ((matches[document >>> 5]! & (1 << (document & 31))) === 0) continue;
      if (passed++ >= skip && page.push(document) === take) break;
    }
    return page;
  };

  return {
    put,
    find: (query) => {
      const destination = destinationOf(query);
      const { matches, ranks, mended } = matching(query, destination);
      const total = countBits(matches);
      const take = Math.max(0, Math.min(query.limit, total - query.offset));
      const down = !query.sort.endsWith('-asc');
      const byTotal = destination && query.sort.startsWith('total') ? destination : undefined;
      const ranking = query.sort === 'newest' ? oldest : cheapest;
      const range = query.sort === 'newest' ? { from: 0, to: oldest.length } : ranks;
      let page: number[];
      if (take === 0) page = [];
      else if (total <= FEW) {
        const order = byTotal ? totals.order(byTotal) : query.sort === 'newest' ? byTime : byPrice;
        const all = documentsIn(matches).sort(order);
        page = (down ? all.reverse() : all).slice(query.offset, query.offset + take);
      } else {
        const fromHere = query.offset <= total / 2;
        const way = fromHere
          ? { down, skip: query.offset, take }
          : { down: !down, skip: total - query.offset - take, take };
        page = byTotal ? totals.readOff(byTotal, matches, way) : readOff(ranking, range, matches, way);
        if (!fromHere) page.reverse();
      }
      return {
        total,
        ids: page.map(idOf),
        mended,
      };
    },
    size: () => ({ documents, onOffer }),
  };
};
