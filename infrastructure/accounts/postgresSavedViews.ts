import type { Knex } from 'knex';
import { MAX_VIEWS, type ViewedList } from '#application/contract/limits.ts';
import type { SavedView } from '#application/contract/savedViews.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { DAY } from '#domain/shared/instants.ts';
import { ADVISORY_LOCKS } from '../postgres/advisoryLock.ts';
import type { Migration } from '../postgres/migrate.ts';

/** `used_at`: system time, by the day. Views of a person who no longer opens their list are swept. */
export const savedViewMigrations: Migration[] = [
  {
    name: 'saved_views_1',
    up: (db) =>
      db.raw(`
        CREATE TABLE saved_views (
          account_id text NOT NULL,
          list text NOT NULL,
          name text NOT NULL,
          query text NOT NULL,
          saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
          used_at timestamptz NOT NULL DEFAULT now()
        );
        CREATE UNIQUE INDEX saved_views_by_name ON saved_views (account_id, list, lower(name));
      `),
  },
];

export type SavedViewRefusal = 'viewNameTaken' | 'tooManyViews';
export type SavedViewStore = ReturnType<typeof openPostgresSavedViews>;

/** The named searches of one person's lists. */
export const openPostgresSavedViews = (db: Knex) => ({
  of: async (account: AccountId, list: ViewedList): Promise<SavedView[]> => {
    const own = { account_id: account, list };
    await db('saved_views')
      .where(own)
      .where('used_at', '<', new Date(Date.now() - DAY))
      .update({ used_at: db.fn.now() });
    return db('saved_views').where(own).orderBy(['saved_at', 'name']).select('name', 'query');
  },
  /** Saving the same view again changes nothing. Names differ by more than their capitals. */
  save: async (
    account: AccountId,
    list: ViewedList,
    { name, query }: SavedView,
  ): Promise<SavedViewRefusal | undefined> =>
    db.transaction(async (trx) => {
      // two tabs of one person count one after the other
      await trx.raw('SELECT pg_advisory_xact_lock(?, hashtext(?))', [ADVISORY_LOCKS.savedViews, account]);
      const views = await trx('saved_views').where({ account_id: account, list }).select('name', 'query');
      const known = views.find((view) => view.name.toLowerCase() === name.toLowerCase());
      if (known) return known.name === name && known.query === query ? undefined : 'viewNameTaken';
      if (views.length >= MAX_VIEWS) return 'tooManyViews';
      await trx('saved_views').insert({ account_id: account, list, name, query });
      return undefined;
    }),
  remove: async (account: AccountId, list: ViewedList, name: string): Promise<void> => {
    await db('saved_views').where({ account_id: account, list, name }).delete();
  },
});
