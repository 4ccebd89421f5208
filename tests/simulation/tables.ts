import type { Credentials, Erasure, Inactivity } from '#application/accounts/storage.ts';
import type { Retention } from '#application/policies/retention.ts';
import type { Position } from '#application/ports/eventStore.ts';
import type { Leases } from '#application/ports/leases.ts';
import type { Mail, Mailer } from '#application/ports/mail.ts';
import type { Checkpoints } from '#application/subscriptions/storage.ts';
import {
  memoryHandledTypes,
  memoryProviderEvents,
  memoryRecurringWork,
  memorySchedule,
  memorySeal,
} from '#tests/application/policies/memoryPorts.ts';
import { memoryReconciliation } from '#tests/application/policies/memoryReconciliation.ts';
import { openBooks } from './books.ts';
import { openDatabase } from './database/database.ts';
import type { EventLog } from './eventLog.ts';
import { type Faults, faultyPort } from './faults.ts';
import type { Random } from './random.ts';
import type { Owner, Scheduler } from './scheduler.ts';

type Deps = { scheduler: Scheduler; faults: Faults; random: Random };

/** A name has one holder at a time, unless the holder's connection breaks while it keeps working. */
const openLeaseTable = ({ scheduler, random }: Deps) => {
  const holders = new Map<string, { owner: Owner; lost: AbortController }>();
  const waiting = new Map<string, (() => void)[]>();
  const isFree = (name: string) => !holders.get(name)?.owner.alive;

  const openFor = (owner: Owner): Leases => ({
    hold: async (name, signal, work) => {
      while (!isFree(name)) await freed(name, owner);
      const held = { owner, lost: new AbortController() };
      holders.set(name, held);
      try {
        await work(AbortSignal.any([signal, held.lost.signal]));
      } finally {
        if (holders.get(name) === held) lose(name);
      }
    },
    close: async () => undefined,
  });

  /** The holder's connection breaks: it is notified, and another may start at once. */
  const lose = (name: string): void => {
    holders.get(name)?.lost.abort();
    holders.delete(name);
    const next = waiting.get(name) ?? [];
    waiting.delete(name);
    for (const wake of next) wake();
  };

  const freed = (name: string, owner: Owner): Promise<void> =>
    new Promise((resolve) => {
      const wake = () =>
        scheduler.at(scheduler.now() + random.below(1_000), owner, `${owner.name} may hold ${name}`, resolve);
      waiting.set(name, [...(waiting.get(name) ?? []), wake]);
    });

  /** The process is gone, and so are its leases. */
  const forget = (owner: Owner): void => {
    for (const [name, held] of holders) if (held.owner === owner) lose(name);
  };

  return { openFor, forget, lose };
};

/** Positions of the policies. A process may lose its lease right after saving one. */
const openCheckpointTable = ({ faults, random }: Deps, lose: (name: string) => void) => {
  const places = new Map<string, Position>();
  const openFor = (owner: Owner, deps: Deps): Checkpoints => {
    const reach = faultyPort(
      {
        load: async (name: string) => places.get(name),
        save: async (name: string, position: Position) => void places.set(name, position),
      },
      'tables',
      owner,
      deps,
    );
    return {
      load: reach.load,
      save: async (name, position) => {
        const lag = deps.faults.laggards.get(name);
        if (lag) await deps.scheduler.turn(owner, `${owner.name} takes its time over ${name}`, lag);
        await reach.save(name, position);
        if (random.chance(faults.weather.twice)) lose(name);
      },
      all: async () => places,
    };
  };
  return { places, openFor };
};

/** Everything that survives a crash, besides events and jobs. */
export const openTables = (
  deps: Deps,
  log: () => EventLog,
  { erasure, retention, inactivity }: { erasure: Erasure; retention: Retention; inactivity: Inactivity },
) => {
  const { scheduler, random } = deps;
  const leases = openLeaseTable(deps);
  const checkpoints = openCheckpointTable(deps, leases.lose);
  const database = openDatabase(deps);
  const schedule = memorySchedule();
  const providerEvents = memoryProviderEvents();
  const kept = new Map<string, string>();
  const heard = new Map<string, number>();
  const { keep } = providerEvents;
  providerEvents.keep = (event, receivedAt) => {
    kept.set(event.eventId, event.transactionId);
    if (!heard.has(event.eventId)) heard.set(event.eventId, scheduler.now());
    return keep(event, receivedAt);
  };
  const recurringWork = memoryRecurringWork();
  const sealInProgress = memorySeal().port;
  const reconciliation = memoryReconciliation();
  const handledTypes = memoryHandledTypes();
  const ledger = openBooks(() => log().told);
  const emails = new Map<string, Mail & { at: number }>();
  const send: Mailer['send'] = async (mail) => {
    if (!emails.has(mail.id)) emails.set(mail.id, { ...mail, at: scheduler.now() });
    return 'done';
  };
  const credentials: Pick<Credentials, 'issueToken' | 'setPassword' | 'passwordVersion'> = {
    issueToken: async (account, purpose) => `${purpose}-${account}-${random.hex(8)}`,
    setPassword: async () => undefined,
    passwordVersion: async () => undefined,
  };

  return {
    leases,
    checkpoints,
    database,
    schedule,
    providerEvents,
    heard,
    reconciliation,
    emails,
    /** Transactions with unhandled provider events. */
    unhandledFacts: (): string[] =>
      kept.size === providerEvents.outcomes.size
        ? []
        : [...kept].flatMap(([id, transaction]) => (providerEvents.outcomes.has(id) ? [] : [transaction])),
    openFor: (owner: Owner) => {
      const reach = <Port extends object>(port: Port): Port => faultyPort(port, 'tables', owner, deps);
      return {
        leases: leases.openFor(owner),
        checkpoints: checkpoints.openFor(owner, deps),
        db: database.openFor(owner, () => deps.faults.laggards.get('deadlines') ?? 0),
        schedule: reach(schedule),
        providerEvents: reach(providerEvents),
        erasure: reach(erasure),
        retention: reach(retention),
        inactivity: reach(inactivity),
        ledger: reach(ledger),
        recurringWork: reach(recurringWork),
        sealInProgress: reach(sealInProgress),
        reconciliation: reach(reconciliation),
        handledTypes: reach(handledTypes),
        credentials: reach(credentials),
        mailer: faultyPort({ send }, 'mail', owner, deps),
      };
    },
  };
};

export type Tables = ReturnType<typeof openTables>;
