import type { SavedSearch } from '#application/contract/savedSearches.ts';
import { perListFilter } from '#domain/catalogue/conditions.ts';
import { wordsOf } from '#domain/listings/savedSearchText.ts';
import { typedCents } from '../../../ui/typedMoney.ts';

const list = (values: string | undefined): string[] => values?.split(',') ?? [];

/** A saved search's filters in words, with the destination of its totals. */
export const askedFor = ({ destination, ...query }: SavedSearch['query']): string => {
  const [minPrice, maxPrice, minTotal, maxTotal] = [query.minPrice, query.maxPrice, query.minTotal, query.maxTotal].map(
    (euros) => typedCents(euros ?? ''),
  );
  const words = wordsOf({
    ...query,
    ...perListFilter((name) => list(query[name])),
    minPrice,
    maxPrice,
    minTotal,
    maxTotal,
  });
  return destination ? `${words}, delivered to ${destination}` : words;
};
