import type { ListingFilters } from '#application/contract/listings.ts';
import type { ListingRow } from '../row.ts';
import { bitmapFor, countBits, documentsIn, exclude, grown, has, include, intersect } from './bitmap.ts';
import { openLexicon } from './lexicon.ts';
import { openPostings } from './postings.ts';
import { openRanking, type Ranking } from './ranking.ts';

/** What a listing is found by. */
export type Offer = Pick<
  ListingRow,
  'id' | 'franchise' | 'main_faction' | 'condition' | 'country' | 'price' | 'posted_at' | 'words' | 'status'
>;

type OfferQuery = {
  /** Each must hold for a listing, by any of its alternatives. */
  facets: { facet: Facet; values: readonly string[] }[];
  /** Each must be found, by any of its beginnings. */
  beginnings: readonly (readonly string[])[];
  minPrice: number | undefined;
  maxPrice: number | undefined;
  sort: ListingFilters['sort'];
  offset: number;
  limit: number;
};

const FACETS = ['franchise', 'main_faction', 'condition', 'country'] as const;
export type Facet = (typeof FACETS)[number];
/** Words have letters and digits only, so the colon keeps the two apart. */
const facetTerm = (facet: Facet, value: string): string => `${facet}:${value}`;

const ID_BYTES = 16;
/** So few are sorted; more are read off in their order. */
const FEW = 300;

export type OfferIndex = {
  /** Takes in listings as they stand now, each at most once: replaces those it has, forgets those no longer on offer. */
  put(offers: readonly Offer[]): void;
  /** The ids of one page and how many there are in all; exact. */
  find(query: OfferQuery): { ids: string[]; total: number };
  /** Documents in all, and those that are a listing on offer: a listing that changes leaves one behind. */
  size(): { documents: number; onOffer: number };
};

/** What is on offer, by every facet and word, as bitmaps: any combination is an intersection, any total a count of bits. */
export const openOfferIndex = (): OfferIndex => {
  const postings = openPostings();
  const lexicon = openLexicon();
  let documents = 0;
  let onOffer = 0;
  let open = bitmapFor(1_024);
  let prices = new Int32Array(1_024);
  let posted = new Float64Array(1_024);
  let ids = new Uint8Array(1_024 * ID_BYTES);
  let idBytes = Buffer.from(ids.buffer);

  const compareIds = (one: number, other: number): number =>
    idBytes.compare(idBytes, other * ID_BYTES, (other + 1) * ID_BYTES, one * ID_BYTES, (one + 1) * ID_BYTES);
  const byTime = (one: number, other: number): number => posted[one]! - posted[other]! || compareIds(one, other);
  const byPrice = (one: number, other: number): number => prices[one]! - prices[other]! || compareIds(one, other);
  const oldest = openRanking(byTime);
  const cheapest = openRanking(byPrice);

  const write = (document: number, { id, price, posted_at }: Offer): void => {
    open = grown(open, (document >>> 5) + 1);
    prices = grown(prices, document + 1);
    posted = grown(posted, document + 1);
    if (ids.length < (document + 1) * ID_BYTES) {
      ids = grown(ids, (document + 1) * ID_BYTES);
      idBytes = Buffer.from(ids.buffer);
    }
    if (idBytes.write(id, document * ID_BYTES, 'hex') !== ID_BYTES) throw new Error('a listing id is 32 hex digits');
    prices[document] = price;
    posted[document] = posted_at;
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

  const put: OfferIndex['put'] = (offers) => {
    const added: number[] = [];
    for (const offer of offers) {
      write(documents, offer);
      forget(documents);
      if (offer.status !== 'active') continue;
      include(open, documents);
      onOffer++;
      for (const facet of FACETS) postings.add(facetTerm(facet, offer[facet]), documents);
      for (const word of offer.words.split(' ')) if (word && postings.add(word, documents)) lexicon.add(word);
      added.push(documents++);
    }
    oldest.insert(added);
    cheapest.insert(added);
  };

  const matching = ({ facets, beginnings, minPrice, maxPrice }: OfferQuery) => {
    const matches = open.slice(0, (documents + 31) >>> 5);
    const either = bitmapFor(documents);
    const narrow = (terms: readonly string[]): void => {
      either.fill(0);
      for (const term of terms) postings.collect(term, either);
      intersect(matches, either);
    };
    for (const { facet, values } of facets) narrow(values.map((value) => facetTerm(facet, value)));
    for (const some of beginnings) narrow(some.flatMap((beginning) => lexicon.beginningWith(beginning)));
    const from = minPrice === undefined ? 0 : cheapest.first((document) => prices[document]! < minPrice);
    const to = maxPrice === undefined ? cheapest.length : cheapest.first((document) => prices[document]! <= maxPrice);
    if (to - from < cheapest.length / 2) {
      either.fill(0);
      for (let rank = from; rank < to; rank++) include(either, cheapest.documents[rank]!);
      intersect(matches, either);
    } else {
      for (let rank = 0; rank < from; rank++) exclude(matches, cheapest.documents[rank]!);
      for (let rank = to; rank < cheapest.length; rank++) exclude(matches, cheapest.documents[rank]!);
    }
    return { matches, ranks: { from, to } };
  };

  /** Those from the `skip`th match on, upwards or downwards through the ranks. */
  const readOff = (
    { documents: ranked }: Ranking,
    { from, to }: { from: number; to: number },
    matches: Uint32Array,
    { down, skip, take }: { down: boolean; skip: number; take: number },
  ): number[] => {
    const page: number[] = [];
    const step = down ? -1 : 1;
    let left = skip;
    for (let rank = down ? to - 1 : from; rank >= from && rank < to && page.length < take; rank += step) {
      const document = ranked[rank]!;
      if ((matches[document >>> 5]! & (1 << (document & 31))) === 0) continue;
      if (left > 0) left--;
      else page.push(document);
    }
    return page;
  };

  return {
    put,
    find: (query) => {
      const { matches, ranks } = matching(query);
      const total = countBits(matches);
      const take = Math.max(0, Math.min(query.limit, total - query.offset));
      const down = query.sort !== 'price-asc';
      const ranking = query.sort === 'newest' ? oldest : cheapest;
      const range = query.sort === 'newest' ? { from: 0, to: oldest.length } : ranks;
      let page: number[];
      if (take === 0) page = [];
      else if (total <= FEW) {
        const all = documentsIn(matches).sort(query.sort === 'newest' ? byTime : byPrice);
        page = (down ? all.reverse() : all).slice(query.offset, query.offset + take);
      } else if (query.offset <= total / 2) page = readOff(ranking, range, matches, { down, skip: query.offset, take });
      else {
        const behind = total - query.offset - take;
        page = readOff(ranking, range, matches, { down: !down, skip: behind, take }).reverse();
      }
      return {
        total,
        ids: page.map((document) => idBytes.toString('hex', document * ID_BYTES, (document + 1) * ID_BYTES)),
      };
    },
    size: () => ({ documents, onOffer }),
  };
};
