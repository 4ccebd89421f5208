import type { Inactive, Inactivity } from '#application/accounts/storage.ts';
import type { Instant } from '#domain/shared/instants.ts';

type Row = { lastSeenAt: Instant; warnedAt: Instant | null };

/** The last sign-in of each account in use; `since` applies to accounts never seen. */
export const openInactivity = (since: Instant, inUse: () => readonly string[]) => {
  const rows = new Map<string, Row>();
  const rowOf = (account: string): Row => rows.get(account) ?? { lastSeenAt: since, warnedAt: null };
  const found = (limit: number, wanted: (row: Row) => boolean): Inactive[] =>
    inUse()
      .filter((account) => wanted(rowOf(account)))
      .slice(0, limit)
      .map((account) => ({ account, lastSeenAt: rowOf(account).lastSeenAt }));
  const port: Inactivity = {
    toWarn: async (notSeenSince, limit) =>
      found(limit, ({ lastSeenAt, warnedAt }) => warnedAt === null && lastSeenAt <= notSeenSince),
    markWarned: async (account, warnedAt) => void rows.set(account, { ...rowOf(account), warnedAt }),
    toDelete: async (notSeenSince, warnedBy, limit) =>
      found(
        limit,
        ({ lastSeenAt, warnedAt }) => lastSeenAt <= notSeenSince && warnedAt !== null && warnedAt <= warnedBy,
      ),
  };
  return {
    port,
    seen: (account: string, lastSeenAt: Instant) => void rows.set(account, { lastSeenAt, warnedAt: null }),
  };
};
