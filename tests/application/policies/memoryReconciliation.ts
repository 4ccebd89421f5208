import type { ProviderObject } from '#application/ports/payments.ts';
import type { LastRun, Reconciliation, RunUnderWay } from '#application/reconciliation/storage.ts';

type Row = { object: ProviderObject; since: number; run: string };

export const memoryReconciliation = (): Reconciliation => {
  const rows = new Map<string, Row>();
  const keyOf = ({ kind, id }: Pick<ProviderObject, 'kind' | 'id'>) => `${kind} ${id}`;
  let underWay: RunUnderWay | undefined;
  let last: LastRun | undefined;
  return {
    underWay: async () => underWay,
    last: async () => last,
    save: async (run) => {
      underWay = run;
    },
    finish: async (run) => {
      [underWay, last] = [undefined, run];
    },
    seen: async (objects, run, at) => {
      for (const object of objects) {
        const before = rows.get(keyOf(object));
        const asBefore = before && before.object.state === object.state && before.object.amount === object.amount;
        const since = before ? (asBefore ? before.since : at) : object.createdAt;
        rows.set(keyOf(object), { object, since, run });
      }
      return new Map(objects.map((object) => [object.id, rows.get(keyOf(object))?.since ?? at]));
    },
    object: async (kind, id) => rows.get(keyOf({ kind, id }))?.object,
    vanished: async (kind, from, run, limit) =>
      [...rows.values()]
        .filter((row) => row.object.kind === kind && row.object.createdAt >= from && row.run < run)
        .slice(0, limit)
        .map(({ object }) => object),
    told: async () => undefined,
    forget: async (objects) => {
      for (const object of objects) rows.delete(keyOf(object));
    },
  };
};
