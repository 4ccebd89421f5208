import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EventStore } from '#application/ports/eventStore.ts';
import type { Jobs } from '#application/ports/jobs.ts';
import { endsWithin } from '../system/closing.ts';
import type { DiskSpace } from '../system/disk.ts';

export type Metrics = ReturnType<typeof openMetrics>;

/** The metrics registry of one marketplace. */
export const openMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'reliquary_http_request_duration_seconds',
      help: 'Duration of HTTP requests by route, not by address',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    commands: new Counter({
      name: 'reliquary_commands_total',
      help: 'Calls that change something, by route and outcome (done, refused, failed)',
      labelNames: ['route', 'outcome'],
      registers,
    }),
    events: new Counter({
      name: 'reliquary_events_appended_total',
      help: 'Events appended by this process',
      labelNames: ['type'],
      registers,
    }),
    appends: new Histogram({
      name: 'reliquary_append_duration_seconds',
      help: 'Duration of appends to the event store',
      labelNames: ['outcome'],
      buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers,
    }),
  };
};

/** Measures appends. */
export const measuredStore = (
  store: EventStore,
  { appends, events }: Metrics,
  failed: (error: unknown) => void = () => undefined,
): EventStore => ({
  readStream: (stream, options) => store.readStream(stream, options),
  readAll: (options) => store.readAll(options),
  subscribeAll: (subscription) => store.subscribeAll(subscription),
  cuts: () => store.cuts(),
  head: () => store.head(),
  close: () => store.close(),
  append: async (stream, written, expected) => {
    const stop = appends.startTimer();
    try {
      const appended = await store.append(stream, written, expected);
      stop({ outcome: 'done' });
      for (const { type } of written) events.inc({ type });
      return appended;
    } catch (error) {
      stop({ outcome: error instanceof Error ? error.name : 'failed' });
      failed(error);
      throw error;
    }
  },
});

type Sample = { value: number; labels?: Record<string, string> };
type Named = { name: string; help: string; labelNames?: string[] };

/** A scrape must not wait longer than this, ms. */
const FOUND_WITHIN = 3_000;

/** Computed on each scrape. A value that cannot be computed in time is left out. */
const gauge = ({ registry }: Metrics, { labelNames = [], ...named }: Named, find: () => Promise<readonly Sample[]>) =>
  new Gauge({
    ...named,
    labelNames,
    registers: [registry],
    async collect() {
      let found: readonly Sample[] = [];
      await endsWithin(
        FOUND_WITHIN,
        find().then((samples) => (found = samples)),
      );
      if (labelNames.length > 0) this.reset();
      else this.remove();
      for (const { labels = {}, value } of found) this.set(labels, value);
    },
  });

type Standings = () => Promise<readonly { name: string; behind: number; stopped: string | null }[]>;

/** Lag of read models and policies, and queue sizes. */
export const measureSubscriptions = (metrics: Metrics, standings: Standings, jobs: Pick<Jobs, 'counts'>): void => {
  gauge(
    metrics,
    {
      name: 'reliquary_events_behind',
      help: 'Events of the store that a read model or policy has not seen',
      labelNames: ['name'],
    },
    async () => (await standings()).map(({ name, behind }) => ({ labels: { name }, value: behind })),
  );
  gauge(
    metrics,
    { name: 'reliquary_jobs', help: 'Jobs by queue and state', labelNames: ['queue', 'state'] },
    async () =>
      Object.entries(await jobs.counts()).flatMap(([queue, counts]) =>
        Object.entries(counts).map(([state, value]) => ({ labels: { queue, state }, value })),
      ),
  );
};

export const measureQuarantine = (metrics: Metrics, count: () => number): void => {
  gauge(
    metrics,
    {
      name: 'reliquary_quarantined_streams',
      help: 'Streams that do not add up, and stand still until they are put right',
    },
    async () => [{ value: count() }],
  );
};

/** Gauges over one shared result; no samples until there is one. */
const gaugesOf =
  <Found>(metrics: Metrics, last: () => Promise<Found | undefined>) =>
  (name: string, help: string, read: (found: Found) => number) =>
    gauge(metrics, { name, help }, async () => {
      const found = await last();
      return found ? [{ value: read(found) }] : [];
    });

export const measureDisk = (metrics: Metrics, space: () => DiskSpace): void => {
  const gauge = gaugesOf(metrics, async () => space());
  gauge('reliquary_disk_free_bytes', 'Free on the disk of the data folder', ({ free }) => free);
  gauge('reliquary_disk_size_bytes', 'Size of the disk of the data folder', ({ size }) => size);
};

type LastReconciliation = () => Promise<{ endedAt: number; lookedAt: number; unmatched: number } | undefined>;

/** Results of the last nightly reconciliation, for alarms on discrepancies and on a missing night. */
export const measureReconciliation = (metrics: Metrics, last: LastReconciliation): void => {
  const gauge = gaugesOf(metrics, last);
  gauge(
    'reliquary_provider_objects',
    'Objects of the provider that the last night has looked at',
    (found) => found.lookedAt,
  );
  gauge(
    'reliquary_provider_objects_unmatched',
    'Of those, new cases: no fact of ours fits',
    (found) => found.unmatched,
  );
  gauge(
    'reliquary_last_reconciliation_timestamp_seconds',
    'When the last night’s look into the provider’s lists ended',
    (found) => found.endedAt / 1_000,
  );
};

type LastBookCheck = () => Promise<{ at: number; difference: number; faults: number } | undefined>;

/** Results of the last nightly book check, for alarms on discrepancies and on a missing night. */
export const measureBooks = (metrics: Metrics, last: LastBookCheck): void => {
  const gauge = gaugesOf(metrics, last);
  gauge(
    'reliquary_ledger_difference_cents',
    'What the provider held on the last attested night, less what the ledger says that it must, in cents',
    ({ difference }) => difference,
  );
  gauge('reliquary_ledger_faults', 'Kinds of faults in the books on the last attested night', ({ faults }) => faults);
  gauge(
    'reliquary_ledger_attested_timestamp_seconds',
    'When the books were attested last, on the marketplace’s clock',
    ({ at }) => Math.floor(at / 1_000),
  );
};
