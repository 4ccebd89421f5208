import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventStore } from '#application/ports/eventStore.ts';
import { extendChain, LEDGER, START } from '#application/reconciliation/bookChecks.ts';
import { openJournal } from '#application/streams/journal.ts';
import type { DomainEvent } from '#domain/events.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { entriesInPostgres } from '#infrastructure/transparency/entries.ts';
import { lastHead } from '#infrastructure/transparency/heads.ts';
import { openTestLog } from '#tests/infrastructure/transparency/testLog.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { rewriteHistory } from '#tests/support/rewriteHistory.ts';

const STREAM = `attestation-${LEDGER}`;

const database = useDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-attest-'));
const masterKey = randomBytes(32);
const [ANNA, BEN] = [`account-${'a'.repeat(32)}`, `account-${'b'.repeat(32)}`];
const registered = (username: string): DomainEvent => ({
  type: 'AccountRegistered',
  data: { at: 1, username, email: `${username}@example.org`, country: 'NL', termsAcceptedAt: 1 },
});
const verified: DomainEvent = { type: 'EmailVerified', data: { at: 2 } };
const accepted: DomainEvent = { type: 'SellerTermsAccepted', data: { at: 3 } };

let store: EventStore;
const append = async (stream: string, ...events: DomainEvent[]) => {
  const journal = openJournal(store, createEventCodec({ keys: openSubjectKeys({ db: database.knex, masterKey }) }));
  const commandId = randomBytes(16).toString('hex');
  const provenance = { correlationId: commandId, causationId: commandId, actor: SYSTEM, commandId };
  await journal.append(stream, events, await journal.load(stream), provenance);
};

beforeAll(async () => {
  store = openPostgresEventStore({ connectionString: database.url });
  await append(ANNA, registered('anna'), verified);
  await append(BEN, registered('ben'), verified, accepted);
  const position = (await store.head())!;
  const { events, digest } = await extendChain(store, START, position);
  const night = {
    at: 4,
    night: '2026-11-21',
    totals: {},
    entries: 0,
    position,
    events,
    digest,
    seal: 'linked',
  } as const;
  await append(STREAM, { type: 'LedgerAttested', data: { ...night, atProvider: 0, expectedAtProvider: 0 } });
});
afterAll(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const attest = (words: string[] = [], folder = dataDir) =>
  runProgram('attest', words, {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    JWT_SECRET: 'x'.repeat(32),
    MASTER_KEY: masterKey.toString('hex'),
  });

/** Alters rows with the database owner's rights, bypassing the trigger, and reverts them. */
const tampered = async (change: () => PromiseLike<unknown>, look: () => Promise<void>) => {
  const { knex } = database;
  const rows = await knex('events').orderBy('position');
  await knex.raw('ALTER TABLE events DISABLE TRIGGER append_only');
  try {
    await change();
    await look();
  } finally {
    await knex('events').delete();
    await knex('events').insert(
      rows.map((row) => ({ ...row, data: JSON.stringify(row.data), metadata: JSON.stringify(row.metadata) })),
    );
    await knex.raw('ALTER TABLE events ENABLE TRIGGER append_only');
  }
};
const broken = (line: string) => async () => expect(await attest()).toEqual({ code: 1, output: `BROKEN: ${line}\n` });

test('confirms an unaltered history with its totals', async () => {
  expect(await attest()).toEqual({
    code: 0,
    output:
      '6 events in 3 streams are what was written, each after the one before it.\n' +
      '1 nights have sealed them; 1 events are newer than the last.\n' +
      'No head of the transparency log seals them yet.\n',
  });
  expect((await attest(['everything'])).code).toBe(2);
});

test('names an altered row by stream and revision', async () => {
  const row = { stream: BEN, revision: 1 };
  await tampered(
    () =>
      database
        .knex('events')
        .where(row)
        .update({ data: JSON.stringify({ at: 7 }) }),
    broken(`${BEN}, revision 1: it is not what was written`),
  );
  await tampered(
    () => database.knex('events').where(row).delete(),
    broken(`${BEN}, revision 1: revision 1 is missing`),
  );
});

test('finds a rewritten or truncated stream through the seal of the following night', async () => {
  const night = broken('the attestation of the night of 2026-11-21 sealed other events than those before it');
  await tampered(
    () => rewriteHistory({ store, knex: database.knex }, BEN, 2, (event) => ({ ...event, data: { at: 9 } })),
    night,
  );
  await tampered(() => database.knex('events').where({ stream: BEN, revision: 2 }).delete(), night);
});

test('finds an altered attestation before trusting it', async () => {
  await tampered(
    () =>
      database
        .knex('events')
        .where({ stream: STREAM })
        .update({ data: JSON.stringify({ at: 4, night: 'none' }) }),
    broken(`${STREAM}, revision 0: it is not what was written`),
  );
});

test('adds a history older than the log at once and verifies it from then on', async () => {
  const log = openTestLog({ db: database.knex, store, entries: entriesInPostgres(database.knex) });
  const stop = log.start();
  await expect.poll(async () => (await lastHead(database.knex))?.size, { interval: 20 }).toBe(6);
  await stop();
  const held = (await attest([], log.folder)).output;
  expect(held).toContain('6 events in 3 streams are what was written.\n6 of them are sealed by the head of ');
  expect(held).toContain('\n6 of them were there when the log began: proven from then on, before that only chained.\n');
  expect(held).toContain('1 nights have sealed them; 1 events are newer than the last.\n');
  await tampered(
    () => rewriteHistory({ store, knex: database.knex }, BEN, 2, (event) => ({ ...event, data: { at: 9 } })),
    async () => {
      const { code, output } = await attest([], log.folder);
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(/^BROKEN: account-b+, revision 2: it is not what the head of /),
      ]);
    },
  );
  expect((await attest([], dataDir)).output).toContain('the log has signed heads, and its key is not here');
  log.remove();
});
