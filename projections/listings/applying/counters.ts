import type { Tables } from '../../engine/projection.ts';
import type { ListingRow } from '../row.ts';

export type Facet = Pick<ListingRow, 'franchise' | 'main_faction' | 'condition' | 'country'>;

const add = <Key>(counts: Map<Key, number>, key: Key, amount: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + amount);
};

const facetOf = ({ franchise, main_faction, condition, country }: ListingRow): string =>
  JSON.stringify([franchise, main_faction, condition, country]);

/** What a batch changes in the counts of listings that are on offer: per combination of facets, and per word. */
export const countChanges = (before: Iterable<ListingRow>, after: Iterable<ListingRow>) => {
  const facets = new Map<string, number>();
  const words = new Map<string, number>();
  const countRows = (rows: Iterable<ListingRow>, amount: number): void => {
    for (const row of rows) {
      if (row.status !== 'active') continue;
      add(facets, facetOf(row), amount);
      for (const word of row.words.split(' ')) if (word) add(words, word, amount);
    }
  };
  countRows(before, -1);
  countRows(after, 1);
  return { facets, words };
};

export const saveCounts = async (
  { transaction, schema }: Tables,
  changes: ReturnType<typeof countChanges>,
): Promise<void> => {
  const facets = [...changes.facets]
    .filter(([, n]) => n !== 0)
    .map(([key, n]) => [...(JSON.parse(key) as string[]), n]);
  if (facets.length > 0)
    await transaction.raw(
      `INSERT INTO ${schema}.facets AS kept (franchise, main_faction, condition, country, n)
       SELECT f->>0, f->>1, f->>2, f->>3, (f->>4)::int FROM json_array_elements(?::json) f
       ON CONFLICT (franchise, main_faction, condition, country) DO UPDATE SET n = kept.n + excluded.n`,
      [JSON.stringify(facets)],
    );
  if (facets.some((facet) => Number(facet.at(-1)) < 0))
    await transaction.raw(`DELETE FROM ${schema}.facets WHERE n <= 0`);
  const words = [...changes.words].filter(([, n]) => n !== 0);
  if (words.length === 0) return;
  await transaction.raw(
    `INSERT INTO ${schema}.vocabulary AS kept (word, n)
     SELECT w->>0, (w->>1)::int FROM json_array_elements(?::json) w
     ON CONFLICT (word) DO UPDATE SET n = kept.n + excluded.n`,
    [JSON.stringify(words)],
  );
  const fewer = words.filter(([, n]) => n < 0).map(([word]) => word);
  if (fewer.length > 0)
    await transaction.raw(`DELETE FROM ${schema}.vocabulary WHERE word = ANY(?) AND n <= 0`, [fewer]);
};
