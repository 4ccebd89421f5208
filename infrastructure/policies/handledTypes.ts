import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { EventStore } from '#application/ports/eventStore.ts';
import { openBatchedLookup } from '#application/subscriptions/batchedLookup.ts';
import { beginning, late, takenOver, unstated } from '#application/subscriptions/handledTypes.ts';
import type { Handled, HandledTypes, Subscriber } from '#application/subscriptions/storage.ts';
import { StartFailure } from '../system/startFailure.ts';

type Row = Handled & { name: string };
type Options = {
  db: Knex;
  store: Pick<EventStore, 'head'>;
  /** Every event type this release knows. */
  knows: readonly string[];
};

const TABLE = 'policy_handles';

const refusal = (subscriber: Subscriber, types: readonly string[]) =>
  new StartFailure(
    `the policy ${subscriber.name} handles ${types.join(', ')} and did not before: its declaration has to say from where it reads them, \`begins: { ${types[0]}: 'now' }\` or 'start'`,
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

  /** For a log that others already follow. */
  const introduce = async (transaction: Knex, subscriber: Subscriber): Promise<void> => {
    const { name, handles, begins } = subscriber;
    const position = handles.some((type) => begins?.[type] === 'now') ? await store.head() : undefined;
    if (position === undefined) return void (await put(transaction, name, { handles, missed: {}, knows }));
    await put(transaction, name, beginning(subscriber, knows));
    await transaction('policy_checkpoints').insert({ name, position }).onConflict('name').ignore();
  };

  /** No-op if another release has taken over. */
  const change = async ({ name, handles }: Subscriber, missed: string, values: readonly string[]): Promise<void> => {
    await db.raw(`UPDATE ${TABLE} SET missed = ${missed} WHERE name = ? AND handles = ?::text[]`, [
      ...values,
      name,
      [...handles],
    ]);
  };

  const find = openBatchedLookup(async (names) => {
    const rows: Row[] = await db(TABLE).whereIn('name', names);
    return new Map(rows.map((row) => [row.name, row]));
  });

  return {
    begin: (subscribers) =>
      db.transaction(async (transaction) => {
        await transaction.raw(`LOCK TABLE ${TABLE} IN SHARE ROW EXCLUSIVE MODE`);
        const rows: Row[] = await transaction(TABLE);
        const known = new Map(rows.map((row) => [row.name, row]));
        for (const subscriber of subscribers) {
          const { name, handles } = subscriber;
          const before = known.get(name);
          // A new marketplace, or one last run by a release that did not record this.
          if (rows.length === 0) await put(transaction, name, { handles, missed: {}, knows });
          else {
            const types = unstated(subscriber, before);
            if (types.length > 0) throw refusal(subscriber, types);
            if (!before) await introduce(transaction, subscriber);
          }
        }
      }),
    takeOver: async (subscriber, position) => {
      const { name, handles } = subscriber;
      const standing = await find(name);
      // a restart of the same release changes nothing
      if (standing && isDeepStrictEqual(standing, { name, ...takenOver(subscriber, knows, standing, position) }))
        return late(subscriber, standing);
      return db.transaction(async (transaction) => {
        const before: Row | undefined = await transaction(TABLE).where({ name }).forUpdate().first();
        if (!before) {
          await put(transaction, name, { handles, missed: {}, knows });
          return {};
        }
        const types = unstated(subscriber, before);
        if (types.length > 0) throw refusal(subscriber, types);
        const now = takenOver(subscriber, knows, before, position);
        await put(transaction, name, now);
        return late(subscriber, now);
      });
    },
    movedOn: (subscriber, types, to) =>
      change(subscriber, 'missed || ?::jsonb', [JSON.stringify(Object.fromEntries(types.map((type) => [type, to])))]),
    caughtUp: (subscriber, types) =>
      change(subscriber, 'missed - ARRAY(SELECT jsonb_array_elements_text(?::jsonb))', [JSON.stringify(types)]),
  };
};
