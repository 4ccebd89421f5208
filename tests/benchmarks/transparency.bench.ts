import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { shareReading } from '#application/subscriptions/sharedReading.ts';
import { placeOf } from '#application/transparency/factEntry.ts';
import { inclusionRanges } from '#application/transparency/merkleTree.ts';
import { isIncluded } from '#application/transparency/proofs.ts';
import { ED25519 } from '#application/transparency/signedNote.ts';
import { migrateAll } from '#infrastructure/composition/migrations.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { entriesInPostgres } from '#infrastructure/transparency/entries.ts';
import { followLog } from '#infrastructure/transparency/follow.ts';
import { hashing, leafOf } from '#infrastructure/transparency/hashing.ts';
import { openHeadSigner } from '#infrastructure/transparency/headSigner.ts';
import { openLogProofs } from '#infrastructure/transparency/logProofs.ts';
import { openLogTree } from '#infrastructure/transparency/logTree.ts';
import { makeSigningKey, readSigningKey } from '#infrastructure/transparency/signingKey.ts';
import { hashRanges } from '#infrastructure/transparency/tiles.ts';
import { readAhead } from '#infrastructure/transparency/verify/readAhead.ts';
import { collectReferences } from '#infrastructure/transparency/verify/references.ts';
import { verifyLog } from '#infrastructure/transparency/verify/verifyLog.ts';
import { percentile } from './percentile.ts';

/** A log of so many facts: how fast it is made and verified, what a proof costs, and what following costs those who append. */
const EVENTS = Number(process.env.FACTS ?? 1_000_000);
/** As `npm run attest` starts it. */
const COMPILED = { file: 'dist/server/infrastructure/transparency/verify/leafProgram.js', execArgv: [] };
const EVENTS_A_STREAM = 10;
const PROOFS = 200;
const ROUNDS = 10;
const ROUND_MS = 500;

const say = (line: string): void => console.log(line);
const perSecond = (count: number, ms: number): string => `${Math.round((count * 1_000) / ms).toLocaleString('en')}/s`;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const timed = async <Answer>(work: () => Promise<Answer>): Promise<[number, Answer]> => {
  const started = performance.now();
  const answer = await work();
  return [performance.now() - started, answer];
};

const fill = async (db: Knex): Promise<void> => {
  await db.raw(
    `INSERT INTO events (position, recorded_at, revision, version, id, stream, type, data, metadata)
     SELECT n, 1763780400000 + n, (n - 1) % :each, 1, gen_random_uuid(), 'transaction-' || md5(((n - 1) / :each)::text), 'ShipmentConfirmed',
            json_build_object('at', 1763780400000 + n, 'carrier', 'PostNL', 'trackingCode', json_build_object('$personal', repeat('x', 60)), 'escrowEndsAt', n),
            json_build_object('correlationId', gen_random_uuid(), 'causationId', gen_random_uuid(), 'actor', json_build_object('id', md5(n::text), 'role', 'member'),
                              'commandId', gen_random_uuid(), 'prevHash', repeat('a', 64), 'hash', repeat('b', 64))
       FROM generate_series(1, :facts::bigint) AS n`,
    { each: EVENTS_A_STREAM, facts: EVENTS },
  );
  await db.raw('ANALYZE events');
};

const folder = mkdtempSync(join(tmpdir(), 'reliquary-bench-'));
chmodSync(folder, 0o755);
const server = await startEmbeddedPostgres({ dataDir: folder });
const db = connect(server.url);
const keptHead = join(folder, 'log-head');
const signer = readSigningKey(makeSigningKey('bench.example/tlog', ED25519), ED25519)!;
const entries = entriesInPostgres(db);
try {
  await migrateAll(db);
  await fill(db);
  const tree = await openLogTree({ db, entries, headOfStore: async () => undefined });
  const [entering] = await timed(async () => {
    while (await tree.appendNext());
  });
  say(`entering     ${perSecond(EVENTS, entering)}`);
  const heads = await openHeadSigner({ db, tree, entries, signer, keptHead, now: Date.now });
  const [first] = await timed(() => heads.make());
  say(`first head   ${(first / 1_000).toFixed(1)} s over ${(EVENTS / EVENTS_A_STREAM).toLocaleString('en')} streams`);

  const proving: number[] = [];
  let bytes = 0;
  for (let proof = 0; proof < PROOFS; proof++) {
    const index = createHash('sha256').update(String(proof)).digest().readUInt32BE(0) % EVENTS;
    const [ms, path] = await timed(() => hashRanges(db, inclusionRanges(index, { start: 0, end: EVENTS })));
    proving.push(ms);
    bytes = Math.max(
      bytes,
      path.reduce((sum, { length }) => sum + length, 0),
    );
    const [entry] = await entries.read(String(index).padStart(20, '0'), 1);
    if (!isIncluded({ leaf: leafOf(entry!), index, size: EVENTS, path }, tree.root(), hashing))
      throw new Error(`the proof of fact ${index} does not hold`);
  }
  say(`inclusion    ${median(proving).toFixed(2)} ms to make (wanted < 5), ${bytes} bytes (wanted < 1,024)`);

  const proofs = openLogProofs({ db, entries, witnesses: [] });
  const asked: number[] = [];
  for (let proof = 0; proof < PROOFS; proof++) {
    const [entry] = await entries.read(String((proof * 4_999) % EVENTS).padStart(20, '0'), 1);
    const [ms, [proven]] = await timed(() => proofs.proven([entry!], EVENTS));
    if (proven!.index === null) throw new Error('a fact is not found in the log');
    asked.push(ms);
  }
  say(`of an event  ${median(asked).toFixed(2)} ms, with the place that it has in the log (wanted < 5)`);
  const ends: number[] = [];
  for (let proof = 0; proof < PROOFS; proof++) {
    const [entry] = await entries.read(String((proof * 4_999) % EVENTS).padStart(20, '0'), 1);
    const { stream } = placeOf(entry!);
    const [ms, found] = await timed(() => proofs.endOf(stream));
    if (!found?.map.end) throw new Error(`the map does not know ${stream}`);
    ends.push(ms);
  }
  say(`of an end    ${median(ends).toFixed(2)} ms`);

  const references = await collectReferences(db, [signer.key], keptHead, []);
  for (const [how, reading] of [
    ['in one process', undefined],
    ['with a reader ', readAhead(db, COMPILED)],
  ] as const) {
    const before = process.cpuUsage();
    const leaves = reading?.leaves ?? entries.leaves;
    const [verifying, { findings }] = await timed(() => verifyLog({ db, leaves, references }));
    const { user, system } = process.cpuUsage(before);
    await reading?.close();
    if (findings.length > 0) throw new Error(findings[0]!.reason);
    say(
      `verification ${how} ${perSecond(EVENTS, verifying)} (wanted > 200,000), ${(verifying / 1_000).toFixed(1)} s in all; ${perSecond(EVENTS, (user + system) / 1_000)} of this process's own time`,
    );
  }

  const store = openPostgresEventStore({ connectionString: server.url });
  let streams = 0;
  /** When each append was answered, in the order in which they were. */
  const appendedAt: number[] = [];
  const sizeOfLog = async (): Promise<number> => Number((await db('tlog_progress').first('size')).size);
  /** Watches the log take in what is appended, until `ends`, and answers how long each append since then waited for it. */
  const watched = async (ends: () => boolean): Promise<number[]> => {
    const waits: number[] = [];
    for (let taken = appendedAt.length; ; ) {
      const size = (await sizeOfLog()) - EVENTS;
      const now = performance.now();
      for (; taken < Math.min(size, appendedAt.length); taken++) waits.push(now - appendedAt[taken]!);
      if (ends() && size >= appendedAt.length) return waits;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  const appendOne = async (): Promise<void> => {
    const metadata = { correlationId: 'c', causationId: 'c', actor: { id: 'a', role: 'member' }, commandId: 'c' };
    const event = { id: crypto.randomUUID(), type: 'Bench', version: 1, data: {} };
    await store.readStream('transaction-none');
    await store.append(
      `bench-${++streams}`,
      [{ ...event, metadata: { ...metadata, prevHash: null, hash: 'h' } }],
      'none',
    );
    appendedAt.push(performance.now());
  };
  /** As many appends a second as go. */
  const round = async (): Promise<number> => {
    const started = performance.now();
    let done = 0;
    const write = async () => {
      for (; performance.now() - started < ROUND_MS; done++) await appendOne();
    };
    await Promise.all(Array.from({ length: 16 }, write));
    return (done * 1_000) / (performance.now() - started);
  };
  /** One append begun every ms: how long each took, ms. */
  const paced = async (): Promise<number[]> => {
    const taken: number[] = [];
    const under: Promise<unknown>[] = [];
    const started = performance.now();
    while (performance.now() - started < ROUND_MS) {
      for (; under.length < performance.now() - started; ) {
        const began = performance.now();
        under.push(appendOne().then(() => taken.push(performance.now() - began)));
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(under);
    return taken;
  };
  const [alone, followed]: [number[], number[]] = [[], []];
  const [pacedAlone, pacedBeside]: [number[], number[]] = [[], []];
  const behind: number[] = [];
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  // what everybody reads once for all its read models and policies; only what the log adds is told
  const shared = shareReading(store);
  const reading = new AbortController();
  const head = await store.head();
  const drained = (async () => {
    const from = { after: head, signal: reading.signal };
    for await (const delivery of shared.subscribeAll(from)) if (delivery.kind === 'caughtUp') continue;
  })();
  for (let turn = 0; turn < ROUNDS; turn++) {
    alone.push(await round());
    pacedAlone.push(...(await paced()));
    const stopping = new AbortController();
    const following = followLog({
      db,
      store,
      entries,
      signer: () => signer,
      keptHead,
      headEvery: 60_000,
      log: silent,
      now: Date.now,
    });
    const after = await following.open(stopping.signal);
    const taking = following.take(
      shared.subscribeAll({ after: after ?? undefined, signal: stopping.signal }),
      stopping.signal,
      () => undefined,
    );
    await watched(() => true);
    let over = false;
    const watchList = watched(() => over);
    followed.push(await round());
    pacedBeside.push(...(await paced()));
    over = true;
    behind.push(...(await watchList));
    stopping.abort();
    await taking;
  }
  reading.abort();
  await drained;
  const [without, withLog] = [median(alone), median(followed)];
  say(
    `appends      ${perSecond(withLog, 1_000)} beside the log, ${perSecond(without, 1_000)} without: ${(withLog / without).toFixed(2)} of them`,
  );
  const at = (times: readonly number[]) => [0.5, 0.99].map((share) => percentile(times, share).toFixed(1)).join(' / ');
  say(`one every ms p50 / p99 ${at(pacedBeside)} ms beside the log, ${at(pacedAlone)} ms without`);
  say(
    `the log      takes in what is appended ${median(behind).toFixed(0)} ms later, ${Math.max(...behind).toFixed(0)} ms at worst, while ${behind.length.toLocaleString('en')} are (wanted < 1,000)`,
  );
  await store.close();
} finally {
  await db.destroy();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
