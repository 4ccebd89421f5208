import type { Knex } from 'knex';
import type { EventStore } from '#application/ports/eventStore.ts';
import type { Follower, Handled, HandledTypes } from '#application/ports/handledTypes.ts';
import { beginning, late, takenOver, unstated } from '#application/subscriptions/handledTypes.ts';
import { StartFailure } from '../system/startFailure.ts';

type Row = Handled & { name: string };
type Options = {
  db: Knex;
  store: Pick<EventStore, 'head'>;
  /** Every type that this release knows. */
  knows: readonly string[];
};

const TABLE = 'policy_handles';

const refusal = (follower: Follower, types: readonly string[]) =>
  new StartFailure(
    `the policy ${follower.name} handles ${types.join(', ')} and did not before: its declaration has to say from where it reads them, \`begins: { ${types[0]}: 'now' }\` or 'start'`,
  );

export const openHandledTypes = ({ db, store, knows }: Options): HandledTypes => {
  const put = (transaction: Knex, name: string, handled: Handled) =>
    transaction(TABLE)
      .insert({
        name,
        handles: [...handled.handles],
        missed: JSON.stringify(handled.missed),
        knows: [...handled.knows],
      })
      .onConflict('name')
      .merge();

  /** On a log that others have followed already. */
  const introduce = async (transaction: Knex, follower: Follower): Promise<void> => {
    const { name, handles, begins } = follower;
    const position = handles.some((type) => begins?.[type] === 'now') ? await store.head() : undefined;
    if (position === undefined) return void (await put(transaction, name, { handles, missed: {}, knows }));
    await put(transaction, name, beginning(follower, knows));
    await transaction('policy_checkpoints').insert({ name, position }).onConflict('name').ignore();
  };

  /** Unless another release has taken over. */
  const change = async ({ name, handles }: Follower, missed: string, values: readonly string[]): Promise<void> => {
    await db.raw(`UPDATE ${TABLE} SET missed = ${missed} WHERE name = ? AND handles = ?::text[]`, [
      ...values,
      name,
      [...handles],
    ]);
  };

  return {
    begin: (followers) =>
      db.transaction(async (transaction) => {
        await transaction.raw(`LOCK TABLE ${TABLE} IN SHARE ROW EXCLUSIVE MODE`);
        const rows: Row[] = await transaction(TABLE);
        const known = new Map(rows.map((row) => [row.name, row]));
        for (const follower of followers) {
          const { name, handles } = follower;
          const before = known.get(name);
          // A marketplace that has just begun, or of a release that did not write it down.
          if (rows.length === 0) await put(transaction, name, { handles, missed: {}, knows });
          else {
            const types = unstated(follower, before);
            if (types.length > 0) throw refusal(follower, types);
            if (!before) await introduce(transaction, follower);
          }
        }
      }),
    takeOver: (follower, position) =>
      db.transaction(async (transaction) => {
        const { name, handles } = follower;
        const before: Row | undefined = await transaction(TABLE).where({ name }).forUpdate().first();
        if (!before) {
          await put(transaction, name, { handles, missed: {}, knows });
          return {};
        }
        const types = unstated(follower, before);
        if (types.length > 0) throw refusal(follower, types);
        const now = takenOver(follower, knows, before, position);
        await put(transaction, name, now);
        return late(follower, now);
      }),
    movedOn: (follower, types, to) =>
      change(follower, 'missed || ?::jsonb', [JSON.stringify(Object.fromEntries(types.map((type) => [type, to])))]),
    caughtUp: (follower, types) =>
      change(follower, 'missed - ARRAY(SELECT jsonb_array_elements_text(?::jsonb))', [JSON.stringify(types)]),
  };
};
