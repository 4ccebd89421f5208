import type { Projection } from '#projections/engine/projection.ts';

/** Counts listings by title, so that an event applied twice shows. Throws for the titles in `failsOn`. */
export const countingProjection = (
  name: string,
  { version = 1, failsOn = new Set<string>(), step = 1 } = {},
): Projection => ({
  name,
  version,
  handles: ['ListingPublished'],
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.counts (title text PRIMARY KEY, n int NOT NULL)`);
  },
  apply: async (batch, { schema, transaction }) => {
    for (const event of batch) {
      if (event.type !== 'ListingPublished') continue;
      const title = event.data.title ?? '';
      await transaction.raw(
        `INSERT INTO ${schema}.counts AS t VALUES (?, ?) ON CONFLICT (title) DO UPDATE SET n = t.n + ?`,
        [title, step, step],
      );
      if (failsOn.has(title)) throw new Error(`${title} cannot be counted`);
    }
  },
});
