import type { Knex } from 'knex';
import type { Openings } from '#application/conversations/storage.ts';
import { ADVISORY_LOCKS } from '../postgres/advisoryLocks.ts';

export const openPostgresOpenings = (db: Knex): Openings => ({
  take: (account, conversation, { at, since, most }) =>
    db.transaction(async (transaction) => {
      await transaction.raw('SELECT pg_advisory_xact_lock(?, hashtext(?))', [ADVISORY_LOCKS.openings, account]);
      const places = () => transaction('conversation_openings').where({ account_id: account });
      await places().where('opened_at', '<=', since).delete();
      const standing: { conversation_id: string; opened_at: number }[] = await places().orderBy('opened_at');
      const oldest = Number(standing[0]?.opened_at ?? at);
      if (standing.some(({ conversation_id }) => conversation_id === conversation)) return { taken: true, oldest };
      if (standing.length >= most) return { taken: false, oldest };
      await transaction('conversation_openings').insert({
        account_id: account,
        conversation_id: conversation,
        opened_at: at,
      });
      return { taken: true, oldest };
    }),
});
