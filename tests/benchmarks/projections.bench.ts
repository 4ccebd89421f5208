import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '#application/streams/journal.ts';
import { openRepository } from '#application/streams/repository.ts';
import { decodeOnce } from '#application/subscriptions/decodeOnce.ts';
import { shareReading } from '#application/subscriptions/sharedReading.ts';
import type { DomainEvent } from '#domain/events.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { migrateAll } from '#infrastructure/composition/migrations.ts';
import { connectForSubscriptions, runReadModels } from '#infrastructure/composition/readModels.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { openQuarantine } from '#infrastructure/policies/quarantine.ts';
import { openAdvisoryLock } from '#infrastructure/postgres/advisoryLock.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { failures } from '#infrastructure/postgres/failures.ts';
import { openLeases } from '#infrastructure/postgres/leases.ts';
import { systemClock } from '#infrastructure/system/clock.ts';
import { allProjections } from '#projections/all.ts';
import type { Projection } from '#projections/engine/projection.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { NOW, published } from '#tests/projections/given.ts';
import { openTransaction } from '#tests/projections/transactions/transactionRows.ts';
import { percentile } from './percentile.ts';

/** How fast read models catch up on real, encrypted events, each alone and all together; and from an append to its visibility. */
const TRANSACTIONS = Number(process.env.SALES ?? 3_000);
const LISTINGS = Number(process.env.LISTINGS ?? 10_000);
const APPENDS = 300;
/** All read models, or without one (WITHOUT=events), to see what it costs the others. */
const models = allProjections.filter(({ name }) => name !== process.env.WITHOUT);

const id = (n: number) => n.toString(16).padStart(32, '0');
const silent = { info: () => undefined, warn: console.warn, error: console.error };

/** Seconds that this process has worked, all its threads together. */
const cpuUsed = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const dataDir = mkdtempSync(join(tmpdir(), 'projections-bench-'));
chmodSync(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir });
const db = connect(server.url);
await migrateAll(db);
const store = openPostgresEventStore({ connectionString: server.url });
const codec = createEventCodec({ keys: openSubjectKeys({ db, masterKey: randomBytes(32) }) });

const append = async (stream: string, events: readonly DomainEvent[], from = 0, hash: string | null = null) => {
  const commandId = `${stream}${from}`;
  const encoded = await codec.encode(
    stream,
    events,
    { correlationId: 'b', causationId: 'b', commandId, actor: SYSTEM },
    hash,
  );
  const { position } = await store.append(stream, encoded, from === 0 ? 'none' : from - 1);
  return { position, hash: encoded.at(-1)!.metadata.hash };
};

const seed = async (): Promise<number> => {
  let events = 0;
  await Promise.all(
    Array.from({ length: 64 }, async (_, writer) => {
      for (let n = writer; n < LISTINGS; n += 64) {
        await append(`listing-${id(n)}`, [
          published({ at: NOW + n, title: `Knight number ${n}`, price: (n % 40_000) + 1 }),
        ]);
        events++;
      }
      for (let n = writer; n < TRANSACTIONS; n += 64) {
        const story = openTransaction({ id: id(n), at: NOW + n }).completed().events;
        for (let from = 0, hash: string | null = null; from < story.length; from++)
          ({ hash } = await append(`transaction-${id(n)}`, [story[from]!], from, hash));
        events += story.length;
      }
    }),
  );
  return events;
};

const began = performance.now();
const events = await seed();
console.log(
  `${events} events written in ${Math.round(performance.now() - began)} ms: ${TRANSACTIONS} completed sales, ${LISTINGS} listings`,
);

const leases = openLeases({ connectionString: server.url, log: silent });
const pool = connectForSubscriptions(server.url, allProjections.length + 3);
const journal = openJournal(store, codec);
const quarantine = openQuarantine({ db, clock: systemClock, log: silent });
const run = (projections: readonly Projection[]) =>
  runReadModels({
    store: shareReading(store),
    codec: decodeOnce(codec),
    db: pool,
    connectionString: server.url,
    projections,
    leases,
    quarantine,
    releases: { knowNewer: async () => false },
    verify: openRepository({ journal, clock: systemClock, quarantine }).verify,
    log: silent,
  });

const catchUp = async (projections: readonly Projection[]): Promise<{ seconds: number; cpu: number }> => {
  const head = (await store.head())!;
  await db.raw('TRUNCATE projections.checkpoints');
  const started = performance.now();
  const worked = cpuUsed();
  const runner = await run(projections);
  if (!(await runner.waitFor(head, 600_000))) throw new Error('not caught up');
  const seconds = (performance.now() - started) / 1_000;
  await runner.stop();
  return { seconds, cpu: cpuUsed() - worked };
};

console.log('\ncatch-up              events/s    CPU s');
for (const projection of models) {
  const { seconds, cpu } = await catchUp([projection]);
  console.log(
    `${projection.name.padEnd(20)} ${Math.round(events / seconds)
      .toString()
      .padStart(9)} ${cpu.toFixed(2).padStart(8)}`,
  );
}
const together = await catchUp(models);
console.log(
  `${'all together'.padEnd(20)} ${Math.round(events / together.seconds)
    .toString()
    .padStart(9)} ${together.cpu.toFixed(2).padStart(8)}`,
);

const transactions = allProjections.filter(({ name }) => name === 'transactions');
const rebuilding = performance.now();
const exclusively = openAdvisoryLock(db, 'builds');
await rebuild({ store, codec, db, projection: transactions[0]!, quarantine, failures, exclusively, log: silent });
console.log(
  `rebuild transactions ${Math.round((events * 1_000) / (performance.now() - rebuilding))
    .toString()
    .padStart(9)}`,
);

const runner = await run(models);
await runner.waitFor((await store.head())!, 60_000);
const before = cpuUsed();
const lags: number[] = [];
for (let n = 0; n < APPENDS; n++) {
  const { position } = await append(`listing-${id(LISTINGS + n)}`, [published({ title: `Live ${n}` })]);
  const appended = performance.now();
  if (!(await runner.waitFor(position, 5_000))) throw new Error('not visible');
  lags.push(performance.now() - appended);
}
const transactionLags: number[] = [];
for (let n = 0; n < APPENDS; n++) {
  const [created] = openTransaction({ id: id(TRANSACTIONS + n) }).created().events;
  const { position } = await append(`transaction-${id(TRANSACTIONS + n)}`, [created!]);
  const appended = performance.now();
  if (!(await runner.waitFor(position, 5_000))) throw new Error('not visible');
  transactionLags.push(performance.now() - appended);
}
await runner.stop();
console.log(`\n${(((cpuUsed() - before) * 1_000) / (2 * APPENDS)).toFixed(1)} ms of CPU an append`);
console.log('\nfrom append to visible, ms       p50    p99');
const show = (name: string, values: number[]) =>
  console.log(
    `${name.padEnd(30)} ${percentile(values, 0.5).toFixed(1).padStart(5)}  ${percentile(values, 0.99).toFixed(1).padStart(5)}`,
  );
show('a listing', lags);
show('a sale (six read models)', transactionLags);

quarantine.close();
await leases.close();
await store.close();
await pool.destroy();
await db.destroy();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
