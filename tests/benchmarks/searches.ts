import { CONDITIONS } from '#domain/catalogue/conditions.ts';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { FRANCHISES } from '#domain/catalogue/franchises.ts';
import { COMMON_WORDS, RARE_WORDS, rareWord } from './manyWords.ts';

type Query = Record<string, string>;

let state = 42;
const random = (): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
};
const below = (most: number): number => Math.floor(random() * most);
const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() ** 1.7 * items.length)]!;
const common = () => oneOf(COMMON_WORDS);
const misspelt = (word: string) => word.replace(/^(.)(.)(.)/, '$1$3$2');

/** What visitors ask of so many listings. */
export const searches = (listings: number): Record<string, () => Query> => ({
  'newest, page 1': () => ({}),
  'cheapest, page 1': () => ({ sort: 'price-asc' }),
  'a page in the middle': () => ({ page: String(1 + below((listings * 0.87) / 12)) }),
  'one facet': () => ({ franchise: oneOf(FRANCHISES).id }),
  'four facets': () => ({
    franchise: oneOf(FRANCHISES).id,
    condition: oneOf(CONDITIONS),
    country: `${oneOf(REGISTRATION_COUNTRIES)},${oneOf(REGISTRATION_COUNTRIES)}`,
  }),
  'a price range': () => ({ minPrice: '10', maxPrice: String(20 + below(500)) }),
  'facets, price, cheapest': () => ({ condition: oneOf(CONDITIONS), minPrice: '5', maxPrice: '50', sort: 'price-asc' }),
  'any of many countries': () => ({
    country: REGISTRATION_COUNTRIES.filter(() => random() > 0.5).join(','),
    minPrice: '20',
  }),
  'all options counted': () => ({ facets: 'true' }),
  'a facet, options counted': () => ({ facets: 'true', condition: oneOf(CONDITIONS) }),
  'four facets, counted': () => ({
    facets: 'true',
    franchise: oneOf(FRANCHISES).id,
    condition: `${oneOf(CONDITIONS)},${oneOf(CONDITIONS)}`,
    country: `${oneOf(REGISTRATION_COUNTRIES)},${oneOf(REGISTRATION_COUNTRIES)}`,
    minPrice: '5',
  }),
  'a word, options counted': () => ({ facets: 'true', search: common() }),
  'nothing found, nearest': () => ({ facets: 'true', search: 'dexter sinister', condition: oneOf(CONDITIONS) }),
  'a common word': () => ({ search: common() }),
  'a rare word': () => ({ search: rareWord(below(RARE_WORDS)) }),
  'two common words': () => ({ search: `${common()} ${common()}` }),
  'two that never meet': () => ({ search: 'dexter sinister' }),
  'only in the oldest': () => ({ search: 'heirloom', limit: String(10 + below(5)) }),
  'word, a middle page': () => ({ search: common(), sort: 'price-desc', page: String(1 + below(2_000)) }),
  'word and facets': () => ({ search: common(), franchise: oneOf(FRANCHISES).id, condition: oneOf(CONDITIONS) }),
  'six words': () => ({ search: `${common()} ${common()} ${common()} ${common()} ${common()} ${common()}` }),
  'a single letter': () => ({ search: common().slice(0, 1) }),
  'a beginning': () => ({ search: common().slice(0, 3) }),
  'a typo': () => ({ search: misspelt(common()) }),
  'a typo in a rare word': () => ({ search: misspelt(rareWord(below(RARE_WORDS))) }),
  'two slips': () => ({ search: `${misspelt(rareWord(64_000 + below(RARE_WORDS - 64_000)))}x` }),
  'a word that is none': () => ({ search: `q${rareWord(below(RARE_WORDS))}qx${below(10)}` }),
  'almost a number': () => ({ search: `oddity${below(listings / 50) * 50 + 2}` }),
});
