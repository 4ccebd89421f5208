import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { EventStore, NewEvent } from '#application/ports/eventStore.ts';
import { migrateAll } from '#infrastructure/composition/migrations.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { percentile } from './percentile.ts';

/**
 * Appends a second as a ratio to plain one-row commits, from an append to its delivery, and loading an aggregate.
 * All durable, on a server of its own; the ratio's two sides take turns, so that a busy machine slows both.
 */
const ROUNDS = 20;
const ROUND_MS = 250;

const event = (): NewEvent => ({
  id: randomUUID(),
  type: 'ShipmentConfirmed',
  version: 1,
  data: {
    at: 1_760_000_000_000,
    trackingCode: { $personal: `1.${'x'.repeat(60)}` },
    carrier: 'PostNL',
    escrowEndsAt: 1,
  },
  metadata: {
    correlationId: randomUUID(),
    causationId: randomUUID(),
    actor: { id: '0199aa00000070008000000000000001', role: 'member' },
    commandId: randomUUID(),
    prevHash: 'a'.repeat(64),
    hash: 'b'.repeat(64),
  },
});

const median = (values: number[]): number => percentile(values, 0.5);

/** How often `once` finishes in a second when so many writers call it again and again. */
const rate = async (writers: number, once: (writer: number) => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  let done = 0;
  const write = async (writer: number) => {
    while (performance.now() - started < ROUND_MS) {
      await once(writer);
      done++;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return (done * 1_000) / (performance.now() - started);
};

const appending = (store: EventStore) => {
  const streams = new Map<number, { stream: string; revision: number }>();
  return async (writer: number) => {
    const at = streams.get(writer) ?? { stream: `bench-${randomUUID().replaceAll('-', '')}`, revision: -1 };
    const { revision } = await store.append(at.stream, [event()], at.revision < 0 ? 'none' : at.revision);
    // An aggregate's stream stays short.
    if (revision === 29) streams.delete(writer);
    else streams.set(writer, { stream: at.stream, revision });
  };
};

const throughput = async (url: string, writers: number): Promise<void> => {
  const store = openPostgresEventStore({ connectionString: url });
  const pool = new Pool({ connectionString: url, max: writers });
  const plainRow = () => {
    const { id, data, metadata } = event();
    const values = [id, 'bench-plain', JSON.stringify(data), JSON.stringify(metadata)];
    return pool.query({
      name: 'plain',
      text: 'INSERT INTO plain (id, stream, data, metadata) VALUES ($1, $2, $3, $4)',
      values,
    });
  };
  const append = appending(store);
  const plain: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const rates = [await rate(writers, plainRow), await rate(writers, append)] as const;
    // The first round warms up.
    if (round === 0) continue;
    plain.push(rates[0]);
    ours.push(rates[1]);
  }
  const ratios = ours.map((value, round) => value / plain[round]!);
  console.log(
    `${String(writers).padStart(2)} writers: ${median(ours).toFixed(0)} appends/s, plain commits ${median(plain).toFixed(0)}/s, ratio ${median(ratios).toFixed(2)}`,
  );
  await pool.end();
  await store.close();
};

/** From calling append until the subscription hands the event over: in the same process, and in another store that only hears NOTIFY. */
const lag = async (url: string, label: string, samples: number, sameProcess: boolean): Promise<void> => {
  const writer = openPostgresEventStore({ connectionString: url });
  const reader = sameProcess ? writer : openPostgresEventStore({ connectionString: url });
  const stop = new AbortController();
  const begun = new Map<string, number>();
  const acknowledged = new Map<string, number>();
  const total: number[] = [];
  const afterCommit: number[] = [];
  const deliveries = reader.subscribeAll({ after: await reader.head(), signal: stop.signal })[Symbol.asyncIterator]();
  await deliveries.next();
  const following = (async () => {
    for await (const delivery of { [Symbol.asyncIterator]: () => deliveries }) {
      if (delivery.kind !== 'events') continue;
      for (const { id } of delivery.events) {
        total.push(performance.now() - begun.get(id)!);
        afterCommit.push(Math.max(0, performance.now() - (acknowledged.get(id) ?? performance.now())));
      }
      if (total.length >= samples) stop.abort();
    }
  })();
  for (let n = 0; n < samples; n++) {
    const fact = event();
    begun.set(fact.id, performance.now());
    await writer.append(`lag-${randomUUID().replaceAll('-', '')}`, [fact], 'none');
    acknowledged.set(fact.id, performance.now());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await following;
  const show = (values: number[]) =>
    `p50 ${percentile(values, 0.5).toFixed(2)} ms, p99 ${percentile(values, 0.99).toFixed(2)} ms`;
  console.log(`${label}: append to delivery ${show(total)} (after the acknowledgement ${show(afterCommit)})`);
  await writer.close();
  await reader.close();
};

const loading = async (url: string): Promise<void> => {
  const store = openPostgresEventStore({ connectionString: url });
  const stream = `bench-${randomUUID().replaceAll('-', '')}`;
  await store.append(stream, Array.from({ length: 30 }, event), 'none');
  const times: number[] = [];
  for (let n = 0; n < 2_000; n++) {
    const started = performance.now();
    await store.readStream(stream);
    times.push(performance.now() - started);
  }
  console.log(
    `loading 30 events: p50 ${percentile(times, 0.5).toFixed(3)} ms, p99 ${percentile(times, 0.99).toFixed(3)} ms`,
  );
  const started = performance.now();
  const read = (await store.readAll({ limit: 100_000 })).length;
  console.log(`reading all: ${((read * 1_000) / (performance.now() - started)).toFixed(0)} events/s`);
  await store.close();
};

const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-bench-'));
chmodSync(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir });
try {
  const db = connect(server.url);
  await migrateAll(db);
  await db.raw('CREATE TABLE plain (n bigserial PRIMARY KEY, id uuid NOT NULL, stream text, data json, metadata json)');
  await db.destroy();
  for (const writers of [1, 8, 32]) await throughput(server.url, writers);
  await lag(server.url, 'one process', 1_000, true);
  await lag(server.url, 'by NOTIFY', 1_000, false);
  await loading(server.url);
} finally {
  await server.stop({ evenIfUsed: true });
  rmSync(dataDir, { recursive: true, force: true });
}
