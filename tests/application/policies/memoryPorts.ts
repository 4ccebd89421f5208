import { randomBytes } from 'node:crypto';
import type { Erasure, Inactive, Inactivity } from '#application/accounts/storage.ts';
import type { MessageMonth, Retention } from '#application/policies/retention.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { Position } from '#application/ports/eventStore.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import type { Leases } from '#application/ports/leases.ts';
import type { Mail, Mailer } from '#application/ports/mail.ts';
import type { Ledger, SealInProgress } from '#application/reconciliation/storage.ts';
import type { ProviderEvents, RecurringWork, Schedule, ScheduledTask, WorkDone } from '#application/shared/storage.ts';
import { late, takenOver } from '#application/subscriptions/handledTypes.ts';
import type { Checkpoints, Handled, HandledTypes, Subscriber } from '#application/subscriptions/storage.ts';
import { eventDefinitions } from '#domain/events.ts';
import type { Books } from '#domain/reconciliation/bookChecks.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';

export const memoryKeys = (): SubjectKeys => {
  const keys = new Map<string, Buffer>();
  return {
    obtain: async (subject) => {
      const key = keys.get(subject) ?? randomBytes(32);
      keys.set(subject, key);
      return key;
    },
    find: async (subjects) =>
      new Map(subjects.flatMap((subject) => (keys.has(subject) ? [[subject, keys.get(subject)!]] : []))),
    erase: async (subject) => void keys.delete(subject),
  };
};

/** For a single process, which gets every lease it asks for. */
export const memoryLeases = (): Leases & { lose(name: string): void } => {
  const holders = new Map<string, AbortController>();
  return {
    hold: async (name, signal, work) => {
      if (holders.has(name)) throw new Error(`${name} is held`);
      const lost = new AbortController();
      holders.set(name, lost);
      try {
        await work(AbortSignal.any([signal, lost.signal]));
      } finally {
        if (holders.get(name) === lost) holders.delete(name);
      }
    },
    /** Simulates a broken connection of the holder: it is notified, and another may start at once. */
    lose: (name) => {
      holders.get(name)?.abort();
      holders.delete(name);
    },
    close: async () => undefined,
  };
};

export const memoryCheckpoints = (): Checkpoints & { places: Map<string, Position> } => {
  const places = new Map<string, Position>();
  return {
    places,
    load: async (name) => places.get(name),
    save: async (name, position) => {
      if (position > (places.get(name) ?? '')) places.set(name, position);
    },
    all: async () => places,
  };
};

/** Like the table of policies that declare where they begin. */
export const memoryHandledTypes = (): HandledTypes & { rows: Map<string, Handled> } => {
  const rows = new Map<string, Handled>();
  const knows = Object.keys(eventDefinitions);
  const change = ({ name, handles }: Subscriber, types: readonly string[], to?: Position): void => {
    const row = rows.get(name);
    if (row?.handles.join() !== handles.join()) return;
    const rest = Object.fromEntries(Object.entries(row.missed).filter(([type]) => !types.includes(type)));
    const moved = to === undefined ? {} : Object.fromEntries(types.map((type) => [type, to]));
    rows.set(name, { ...row, missed: { ...rest, ...moved } });
  };
  return {
    rows,
    begin: async () => undefined,
    takeOver: async (subscriber, position) => {
      const { name, handles } = subscriber;
      const now = takenOver(subscriber, knows, rows.get(name) ?? { handles, missed: {}, knows }, position);
      rows.set(name, now);
      return late(subscriber, now);
    },
    movedOn: async (subscriber, types, to) => change(subscriber, types, to),
    caughtUp: async (subscriber, types) => change(subscriber, types),
  };
};

export const memorySchedule = (): Schedule & { tasks: Map<string, ScheduledTask> } => {
  const tasks = new Map<string, ScheduledTask>();
  return {
    tasks,
    put: async (task) => void tasks.set(task.id, task),
    putAll: async (all) => {
      for (const task of all) tasks.set(task.id, task);
    },
    due: async (now, limit) =>
      [...tasks.values()].filter(({ dueAt }) => dueAt !== null && dueAt <= now).slice(0, limit),
    about: async (kind, subject) =>
      [...tasks.values()].filter((task) => task.kind === kind && task.subject === subject),
    remove: async (id) => void tasks.delete(id),
    removeAll: async (ids) => {
      for (const id of ids) tasks.delete(id);
    },
  };
};

export const memoryProviderEvents = (): ProviderEvents & { outcomes: Map<string, string> } => {
  const facts = new Map<string, ProviderEvent>();
  const outcomes = new Map<string, string>();
  return {
    outcomes,
    keep: async (fact) => {
      if (facts.has(fact.eventId)) return false;
      facts.set(fact.eventId, fact);
      return true;
    },
    find: async (eventId) => facts.get(eventId),
    unhandled: async (limit) => [...facts.values()].filter(({ eventId }) => !outcomes.has(eventId)).slice(0, limit),
    markHandled: async (eventId, _at, outcome) => void outcomes.set(eventId, outcome),
  };
};

export const memoryMailer = (): Mailer & { sent: Mail[] } => {
  const sent: Mail[] = [];
  return {
    sent,
    send: async (mail) => {
      if (!sent.some(({ id }) => id === mail.id)) sent.push(mail);
      return 'done';
    },
  };
};

export const memoryRecurringWork = (): RecurringWork & { works: Map<string, WorkDone> } => {
  const works = new Map<string, WorkDone>();
  return {
    works,
    begin: async (periods) => {
      for (const [work, period] of periods) if (!works.has(work)) works.set(work, { period, waitingSince: null });
    },
    find: async (asked) => new Map([...works].filter(([work]) => asked.includes(work))),
    wait: async (work, since) => {
      const known = works.get(work);
      if (known) works.set(work, { ...known, waitingSince: since === null ? null : (known.waitingSince ?? since) });
    },
    done: async (work, period) => {
      if ((works.get(work)?.period ?? '') < period) works.set(work, { period, waitingSince: null });
    },
  };
};

export const memorySeal = () => {
  const kept: { progress?: Parameters<SealInProgress['save']>[0]; saves: number } = { saves: 0 };
  const port: SealInProgress = {
    load: async () => kept.progress,
    save: async (progress) => {
      kept.progress = progress;
      kept.saves++;
    },
  };
  return { kept, port };
};

/** The books, derived from all events on each call. */
export const ledgerOf = (history: () => Promise<readonly Recorded[]>): Ledger => ({
  position: async () => (await history()).at(-1)?.position,
  read: async () => {
    const books: Books = { totals: {}, entries: 0, wrongBalances: 0, leftovers: 0 };
    const totals: Record<string, number> = {};
    const transactions = new Map<string, Sale>();
    const events = await history();
    for (const event of events) {
      if (!event.stream.startsWith('transaction-')) continue;
      const before = transactions.get(event.stream) ?? transactionAggregate.initial;
      for (const { account, amount } of postings(event as TransactionEvent, before)) {
        const kind = account.split(':')[0]!;
        totals[kind] = (totals[kind] ?? 0) + amount;
        books.entries++;
      }
      transactions.set(event.stream, transactionAggregate.evolve(before, event as TransactionEvent));
    }
    const position = events.at(-1)?.position;
    return position === undefined ? undefined : { ...books, totals, position };
  },
});

/** The test decides what is due; `forgotten` lists what was deleted, in order. */
export const memoryRetention = () => {
  const forgotten: string[] = [];
  const months: MessageMonth[] = [];
  const transactions: string[] = [];
  const unmatchedEvents: string[] = [];
  const digests: string[] = [];
  const seen = new Map<string, { lastSeenAt: number; warnedAt: number | null }>();
  const retention: Retention = {
    messageMonths: async (endedBy) => months.filter(({ until }) => until <= endedBy),
    forgetMessageImages: async ({ subject }) => void forgotten.push(`pictures of ${subject}`),
    forgetMessagesBefore: async (instant) => void forgotten.push(`texts before ${new Date(instant).toISOString()}`),
    endedSales: async () => [...transactions],
    endedOrphans: async () => unmatchedEvents.splice(0),
    digestMonths: async () => [...digests],
    forgetSale: async (transaction) =>
      void forgotten.push(`texts of ${transactions.splice(transactions.indexOf(transaction), 1)}`),
    eraseKey: async (subject) => {
      forgotten.push(`key of ${subject}`);
      const place = months.findIndex((month) => month.subject === subject);
      if (place >= 0) months.splice(place, 1);
      if (digests.includes(subject)) digests.splice(digests.indexOf(subject), 1);
    },
    sweepTables: async () => ({ sessions: 0 }),
  };
  const inactive = (wanted: (row: { lastSeenAt: number; warnedAt: number | null }) => boolean): Inactive[] =>
    [...seen].flatMap(([account, row]) => (wanted(row) ? [{ account, lastSeenAt: row.lastSeenAt }] : []));
  const inactivity: Inactivity = {
    toWarn: async (since) => inactive(({ lastSeenAt, warnedAt }) => warnedAt === null && lastSeenAt <= since),
    markWarned: async (account, at) => void seen.set(account, { ...seen.get(account)!, warnedAt: at }),
    toDelete: async (since, warnedBy) =>
      inactive(({ lastSeenAt, warnedAt }) => lastSeenAt <= since && warnedAt !== null && warnedAt <= warnedBy),
  };
  const forgetEvidence = async (transaction: string) => void forgotten.push(`evidence of ${transaction}`);
  return {
    retention,
    inactivity,
    forgetEvidence,
    forgotten,
    months,
    sales: transactions,
    orphans: unmatchedEvents,
    digests,
    seen,
  };
};

type MemoryErasure = Erasure & {
  pending: Map<string, number>;
  openSales: Map<string, number>;
  listings: Map<string, string[]>;
  unpaidSales: Map<string, string[]>;
  forgotten: string[];
};

export const memoryErasure = (): MemoryErasure => {
  const erasure: MemoryErasure = {
    pending: new Map(),
    openSales: new Map(),
    listings: new Map(),
    unpaidSales: new Map(),
    forgotten: [],
    due: async (now, limit, beyond) => {
      const due = [...erasure.pending].flatMap(([account, eraseAt]) => (eraseAt <= now ? { account, eraseAt } : []));
      const ordered = due.sort((a, b) => a.eraseAt - b.eraseAt);
      return ordered
        .slice(beyond ? ordered.findIndex(({ account }) => account === beyond.account) + 1 : 0)
        .slice(0, limit);
    },
    openSalesOf: async (account) => erasure.openSales.get(account) ?? 0,
    activeListingsOf: async (account) => erasure.listings.get(account) ?? [],
    unpaidSalesOf: async (account) => erasure.unpaidSales.get(account) ?? [],
    listingsOf: async (account) => erasure.listings.get(account) ?? [],
    forgetSignIn: async (account) => void erasure.forgotten.push(`sign-in of ${account}`),
    forgetMessageImages: async (account) => void erasure.forgotten.push(`pictures of ${account}`),
    eraseKey: async (account) => void erasure.forgotten.push(`key of ${account}`),
  };
  return erasure;
};
