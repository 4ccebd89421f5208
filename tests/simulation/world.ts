import type { StoredEvent } from '#application/ports/eventStore.ts';
import { holdsRole } from '#domain/accounts/grants.ts';
import { DAY, HOUR, type Instant, MINUTE } from '#domain/shared/instants.ts';
import { isTerminal } from '#domain/transactions/state.ts';
import type { transactionAggregate } from '#domain/transactions/transaction.ts';
import { openDueness } from './dueness.ts';
import { openEventLog } from './eventLog.ts';
import { closedWay, drawWeather, type Faults, NO_FAULTS, type Part, type Way } from './faults.ts';
import { openForgetting } from './forgetting.ts';
import { openInactivity } from './inactivity.ts';
import { openJobBroker } from './jobBroker.ts';
import { openOperators } from './operators.ts';
import { openPlainCodec } from './plainCodec.ts';
import { type Outside, type Ports, type Process, startProcess } from './process.ts';
import { openProvider, type Provider } from './provider.ts';
import { openRandom } from './random.ts';
import { openLiving, type Release, ROLLOUTS, type Rollout } from './releases.ts';
import { type Owner, openScheduler, WORLD } from './scheduler.ts';
import { openSealedCodec } from './sealedCodec.ts';
import { openTables } from './tables.ts';
import { openWitness } from './witness.ts';

export type Answer<Value> = { kind: 'answered'; value: Value } | { kind: 'failed'; error: unknown } | { kind: 'lost' };
export type Violation = { what: string; step: number; at: Instant };
export type WorldOptions = {
  seed: number;
  evolve: typeof transactionAggregate.evolve;
  alter?: ((ports: Ports) => Ports) | undefined;
  ignoresKeys?: boolean | undefined;
  chargedBack?: number | undefined;
  byHand?: number | undefined;
  cameBack?: number | undefined;
  lists?: boolean | undefined;
  hasty?: boolean | undefined;
  sealed?: boolean | undefined;
  trace?: ((now: Instant, step: number, label: string) => void) | undefined;
};

const NEVER = Number.POSITIVE_INFINITY;
const PLACES = ['a', 'b'];
/** Fraction of worlds with encrypted events, stored as text and appended in groups: they take three times as long. */
const SEALED = 0.06;
/** A Monday at noon, when every world begins. */
const START = Date.UTC(2026, 2, 2, 12);
const OUTAGES: Record<Part, readonly number[]> = {
  store: [10_000, 5 * MINUTE, HOUR],
  payments: [MINUTE, HOUR, DAY, 3 * DAY],
  jobs: [MINUTE, HOUR, DAY],
  tables: [10_000, 5 * MINUTE, HOUR],
  mail: [HOUR, DAY],
  webhooks: [MINUTE, HOUR, 2 * DAY],
};
/** Delays per step of a slow reader. */
const LAGS = [10_000, 10 * MINUTE, 6 * HOUR];

const IN_USE: readonly string[] = ['active', 'unverified'];

/** Lets all microtasks finish, so that the effects of a step end before the next one. */
const quiet = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
/** Yields to the event loop after this many steps. */
const STEPS_IN_A_ROW = 1_000;
const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Two processes of the marketplace, their shared parts, and all faults. */
export const openWorld = ({
  seed,
  evolve,
  alter = (ports) => ports,
  ignoresKeys = false,
  chargedBack = 0.2,
  byHand = 0.01,
  cameBack = 0,
  lists = false,
  hasty = false,
  sealed,
  trace,
}: WorldOptions) => {
  const random = openRandom(seed);
  const weather = drawWeather(random);
  const scheduler = openScheduler(random, START, trace);
  const faults: Faults = { weather: NO_FAULTS, away: new Map(), laggards: new Map() };
  const deps = { scheduler, random, faults };
  let violation: Violation | undefined;
  const fail = (what: string): void => {
    violation ??= { what, step: scheduler.steps(), at: scheduler.now() };
  };

  const witness = openWitness({
    fail,
    sampled: () => random.chance(0.1),
    heardAt: (cause) => tables.heard.get(cause.replace(/^provider\./, '')),
    evolve,
  });
  const isSealed = random.chance(SEALED) || sealed === true;
  const codec = isSealed ? openSealedCodec(deps) : openPlainCodec();
  const living = openLiving(scheduler.now, hasty);
  const rollout = random.pick(ROLLOUTS);
  const shown = new Set<unknown>();
  const stored = (events: readonly StoredEvent[]): void => {
    for (const event of events) if (!codec.isWritten(event)) fail(`${event.stream} holds what was not written`);
    const told = codec.told(events);
    log.told.push(...told);
    for (const { type, data } of told) if (type === 'CheckoutOpened') shown.add(data.sessionId);
    witness.stored(told);
    const { stream } = events[0]!;
    if (stream.startsWith('transaction-')) {
      if (random.chance(faults.weather.spoilt) && operators.spoilt.size < 2) operators.spoil(random.pick(events));
      const id = stream.slice('transaction-'.length);
      dueness.changed(id, witness.sales.get(id)!.sale);
    }
    planSweep();
  };
  const log = openEventLog({ scheduler, asText: isSealed, stored });
  const { erasure, retention } = openForgetting({ witness, codec });
  const inUse = () =>
    [...witness.accounts].flatMap(([id, account]) =>
      IN_USE.includes(account.status) && !holdsRole(account) ? [id] : [],
    );
  const inactivity = openInactivity(START, inUse);
  const tables = openTables(deps, () => log, { erasure, retention, inactivity: inactivity.port });
  const dueness = openDueness(tables.database);
  const broker = openJobBroker(deps);
  const provider: Provider = openProvider({
    ...deps,
    ignoresKeys,
    chargedBack,
    byHand,
    cameBack,
    lists,
    isShown: (sessionId) => shown.has(sessionId),
    deliver: async (fact) => {
      const process = anyProcess();
      const closed = process && closedWay(faults, 'webhooks', process.owner.name, scheduler.now());
      if (!process || closed === 'there') return false;
      const answer = await ask(process, () => process.receive(Buffer.from(JSON.stringify(fact)), {}));
      planSweep();
      return closed !== 'back' && answer.kind === 'answered' && answer.value.status === 200;
    },
    asked: (movement) => witness.moved(provider, movement),
  });
  const outside: Outside = {
    ...deps,
    log,
    codec,
    living,
    broker,
    tables,
    provider,
    alter,
    watchQuarantine,
    fail,
    get spoilt() {
      return operators.spoilt;
    },
    metNewer: (owner, { type }) => {
      if (!tooLate) fail(`${owner.name} meets ${type} in a version that it does not read`);
    },
  };

  const lookers = new Map<Owner, () => void>();
  function watchQuarantine(owner: Owner, look: () => void): () => void {
    lookers.set(owner, look);
    return () => void lookers.delete(owner);
  }
  const processes = new Map<string, Process>();
  const ever: Process[] = [];
  const anyProcess = (): Process | undefined => (processes.size > 0 ? random.pick([...processes.values()]) : undefined);
  const releases = new Map<string, Release>([...PLACES].map((place) => [place, rollout ? 0 : 1]));
  // a previous release that starts when all others read more must wait for its successor
  let tooLate = false;
  let born = 0;
  const start = (place: string): void => {
    if (processes.has(place)) return;
    const release = releases.get(place)!;
    tooLate ||= release === 0 && born >= PLACES.length && living.isAllNew();
    const process = startProcess(`${place}${++born}`, release, outside);
    processes.set(place, process);
    ever.push(process);
    // a process that fails to start ends and is restarted
    process.policies.catch(() => processes.get(place) === process && crash(place));
  };
  const crash = (place: string): void => {
    const process = processes.get(place);
    if (!process) return;
    processes.delete(place);
    process.owner.alive = false;
    for (const lost of process.callers) lost();
    living.died(process.owner);
    broker.forget(process.owner);
    tables.leases.forget(process.owner);
    tables.database.forget(process.owner);
    lookers.delete(process.owner);
    scheduler.at(scheduler.now() + random.pick([1_000, MINUTE, 2 * HOUR]), WORLD, `${place} starts`, () =>
      start(place),
    );
  };

  const put = (place: string, release: Release): void => {
    releases.set(place, release);
    crash(place);
    start(place);
  };
  /** The first place returns only while the other still runs the previous release. */
  const rollOut = ({ places, back }: Rollout): void => {
    const at = (after: number, label: string, run: () => void) =>
      scheduler.at(scheduler.now() + after, WORLD, label, run);
    const [first, second] = PLACES as [string, string];
    if (back !== undefined) {
      at(back, 'a release is tried out', () => put(first, 1));
      at(back + HOUR, 'and taken back', () => put(first, 0));
    }
    at(places[0], 'a release goes out', () => put(first, 1));
    at(places[1], 'to the other place', () => put(second, 1));
  };

  /** A request as a client sees it: an answer, an error, or nothing, with an unknown outcome. */
  const ask = <Value>(process: Process, request: () => Promise<Value>): Promise<Answer<Value>> =>
    new Promise((resolve) => {
      const lost = () => resolve({ kind: 'lost' });
      process.callers.add(lost);
      const settle = (answer: Answer<Value>) => {
        process.callers.delete(lost);
        resolve(random.chance(faults.weather.unanswered) ? { kind: 'lost' } : answer);
      };
      scheduler.at(0, process.owner, `${process.owner.name} is asked`, () => {
        request().then(
          (value) => settle({ kind: 'answered', value }),
          (error) => settle({ kind: 'failed', error }),
        );
      });
    });

  const sweep = (): void => {
    broker.tick('sweep');
    broker.tick('sweepAtProvider');
  };
  const spawn = (work: () => Promise<void>): void => {
    work().catch((error) => fail(`the simulation itself failed: ${(error as Error).stack}`));
  };
  const operators = openOperators({ scheduler, tables, fail, anyProcess, ask, spawn });

  // A sweep without work changes nothing, so only sweeps that may find work are run.
  let sweepAt: Instant = NEVER;
  let fruitless = 0;
  let quietUntil: Instant = 0;
  const nextDue = (): Instant => {
    const held = new Set(tables.database.read('projections.quarantine').map(({ stream }) => stream));
    const canBeDone = (transaction: string) => held.size === 0 || !held.has(`transaction-${transaction}`);
    return Math.min(
      ...dueness.open().map(({ transactionId, dueAt }) => (canBeDone(transactionId) ? dueAt : NEVER)),
      ...[...tables.schedule.tasks.values()].map(({ subject, dueAt }) =>
        canBeDone(subject) ? (dueAt ?? NEVER) : NEVER,
      ),
      ...[...witness.accounts.values()].map(({ status, eraseAt }) =>
        status === 'deletion_pending' && eraseAt !== null ? eraseAt : NEVER,
      ),
      tables.unhandledFacts().some(canBeDone) ? 0 : NEVER,
    );
  };
  const planSweep = (delay = 0): void => {
    const next = Math.max(nextDue(), scheduler.now() + delay, quietUntil) + 5_000;
    if (next >= sweepAt) return;
    sweepAt = next;
    scheduler.at(next, WORLD, 'the sweep is due', () => {
      if (sweepAt !== next) return;
      sweepAt = NEVER;
      sweep();
      scheduler.at(next + 10_000, WORLD, 'after the sweep', () => {
        fruitless = nextDue() <= next ? Math.min(fruitless + 1, 10) : 0;
        // after many fruitless sweeps the next ones are rare: the work waits for a release or the provider
        quietUntil = fruitless > 5 ? next + 10_000 * 2 ** fruitless : 0;
        planSweep(10_000 * (2 ** fruitless - 1));
      });
    });
  };

  // processes check every second; only checks that may see a change are run
  let seen: readonly (readonly unknown[])[] = [];
  const lookAtQuarantine = (): void => {
    const stands = ['projections.quarantine', 'projections.passed_by'].map((table) => tables.database.read(table));
    if (stands.every((rows, place) => rows === seen[place])) return;
    seen = stands;
    for (const [owner] of lookers)
      for (const delay of [1_000, 2_000, MINUTE])
        scheduler.at(scheduler.now() + delay, owner, `${owner.name} looks at the quarantine`, () =>
          lookers.get(owner)?.(),
        );
  };

  const strike = (): void => {
    const { weather: now } = faults;
    if (random.chance(now.crash)) crash(random.pick(PLACES));
    if (random.chance(now.queueLost)) broker.lose();
    if (random.chance(now.laggard) && tables.checkpoints.places.size > 0)
      faults.laggards = new Map([[random.pick([...tables.checkpoints.places.keys(), 'deadlines']), random.pick(LAGS)]]);
    if (!random.chance(now.outage)) return;
    const part = random.pick(Object.keys(OUTAGES) as Part[]);
    const way: Way = random.pick(['there', 'there', 'back']);
    const whose = random.chance(0.5) ? part : `${part} ${anyProcess()?.owner.name}`;
    faults.away.set(whose, { until: scheduler.now() + random.pick(OUTAGES[part]), way });
  };

  const night = (): void =>
    scheduler.at(scheduler.now() + DAY, WORLD, 'a night has passed', () => {
      sweep();
      scheduler.at(scheduler.now() + HOUR, WORLD, 'and is looked at again', sweep);
      night();
    });

  return {
    seed,
    random,
    scheduler,
    witness,
    codec,
    tables,
    dueness,
    broker,
    sweep,
    provider,
    lists,
    log,
    faults,
    processes,
    fail,
    ask,
    anyProcess,
    violation: () => violation,
    begin: () => {
      for (const place of PLACES) start(place);
      night();
    },
    storm: () => {
      Object.assign(faults, { weather });
      if (rollout) rollOut(rollout);
      for (const { owner } of processes.values()) owner.skew = random.between(-weather.skew, weather.skew);
    },
    endFaults: () => {
      Object.assign(faults, { weather: NO_FAULTS });
      faults.away.clear();
      faults.laggards.clear();
      for (const place of PLACES) {
        if (releases.get(place) === 0) crash(place);
        releases.set(place, 1);
      }
      for (const place of PLACES) start(place);
      operators.mendAll();
      planSweep();
    },
    /** Frees all memory of the world. */
    close: () => {
      for (const { forget } of ever) forget();
    },
    seen: (account: string) => inactivity.seen(account, scheduler.now()),
    inUse,
    isQuarantined: () => tables.database.read('projections.quarantine').length > 0,
    /** Whether a nightly reconciliation has seen all provider objects twice since the last change. */
    isReconciled: async () => {
      const begun = (await tables.reconciliation.last())?.begunAt ?? 0;
      return !lists || begun >= provider.changedAt() + 2 * DAY;
    },
    allEnded: () => [...witness.sales.values()].every(({ sale: transaction }) => isTerminal(transaction)),
    /** Steps until a rule is broken, nothing is left, or `enough`. */
    run: async (enough: () => boolean): Promise<void> => {
      while (!violation && !enough()) {
        if (!scheduler.step()) return;
        strike();
        lookAtQuarantine();
        await (scheduler.steps() % STEPS_IN_A_ROW === 0 ? breath() : quiet());
      }
    },
    /** Runs something concurrently. */
    spawn,
  };
};

export type World = ReturnType<typeof openWorld>;
