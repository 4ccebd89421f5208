import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EventStore } from '#application/ports/eventStore.ts';
import { ledgerOfTransaction } from '#application/transparency/bundle/ledger.ts';
import { readBundle } from '#application/transparency/bundle/readBundle.ts';
import { verifyBundle } from '#application/transparency/bundle/verifyBundle.ts';
import { toHex, utf8 } from '#application/transparency/bytes.ts';
import { readEntry } from '#application/transparency/factEntry.ts';
import { COSIGNATURE, ED25519, keyText } from '#application/transparency/signedNote.ts';
import { NO_TRANSACTION } from '#domain/access/right.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { parseWitnesses } from '#infrastructure/settings/witnesses.ts';
import { transactionBundle } from '#infrastructure/transparency/bundle/saleBundle.ts';
import { zipped } from '#infrastructure/transparency/bundle/zipped.ts';
import { verifyEd25519 } from '#infrastructure/transparency/ed25519.ts';
import { entriesInPostgres } from '#infrastructure/transparency/entries.ts';
import { leafOf, sha256 } from '#infrastructure/transparency/hashing.ts';
import { lastHead } from '#infrastructure/transparency/heads.ts';
import { openLogProofs } from '#infrastructure/transparency/logProofs.ts';
import { makeSigningKey, readSigningKey } from '#infrastructure/transparency/signingKey.ts';
import { witnessServer } from '#infrastructure/transparency/witness/server.ts';
import { openWitness } from '#infrastructure/transparency/witness/witness.ts';
import { openWitnesses } from '#infrastructure/transparency/witnessClient.ts';
import {
  BUYER,
  DISPUTE,
  LISTING,
  PHOTO,
  SELLER,
  TALK,
  TRANSACTION,
  written,
} from '#tests/application/transparency/bundle/aBundle.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { rewriteHistory } from '#tests/support/rewriteHistory.ts';
import { STREAM } from '#tests/web/transparency/aLog.ts';
import { appendTyped, openTestLog } from '../transparency/testLog.ts';

/** The owner of the database alters data; the honest server then makes the buyer's bundle from it. */

const database = useDatabase();
const OWN = ['tlog_tiles', 'tlog_map', 'tlog_streams', 'tlog_progress', 'tlog_heads'] as const;
const TABLES = [...OWN, 'events'] as const;
const OFFER = `listing-${LISTING}`;
const LAST = written().length - 1;
const silent = { warn: () => undefined, error: () => undefined };

let store: EventStore;
let log: ReturnType<typeof openTestLog>;
let folder: string;
let server: Server;
let setting: string;
let witnessKey: string;
let photo = PHOTO;

const headOver = (size: number) =>
  vi.waitFor(async () => expect((await lastHead(database.knex))?.size).toBe(size), { interval: 20 });
const allEvents = async () => Number((await database.knex('events').count())[0]!.count);
const cosigned = async () => {
  const collecting = new AbortController();
  const witnesses = openWitnesses({ db: database.knex, witnesses: parseWitnesses(setting)!, log: silent });
  witnesses.signed();
  const collected = witnesses.run(collecting.signal);
  await vi.waitFor(async () => expect((await lastHead(database.knex))?.cosignatures).not.toBe(''), { interval: 20 });
  collecting.abort();
  await collected;
};

beforeAll(async () => {
  store = openPostgresEventStore({ connectionString: database.url });
  log = openTestLog({ db: database.knex, store, entries: entriesInPostgres(database.knex) });
  folder = mkdtempSync(join(tmpdir(), 'reliquary-mill-'));
  const signer = readSigningKey(makeSigningKey('mill.example', COSIGNATURE), COSIGNATURE)!;
  witnessKey = keyText(signer.key);
  server = witnessServer(openWitness({ signer, logs: [log.key], folder, now: Date.now }), () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  setting = `http://127.0.0.1:${(server.address() as AddressInfo).port}#${witnessKey}`;

  const stop = log.start();
  await log.hasBegun();
  const images = [{ s3Key: 'k', original: 'o.webp', thumbnail: 't.webp', width: 1, height: 1 }];
  const files = [{ sha256Stored: toHex(sha256(PHOTO)) }];
  await appendTyped(store, OFFER, { type: 'ListingPublished', data: { sellerId: SELLER, images, files } });
  await appendTyped(store, STREAM, ...written());
  await appendTyped(store, TALK, { type: 'ConversationStarted', data: {} }, { type: 'MessageSent', data: {} });
  await appendTyped(store, `account-${SELLER}`, {
    type: 'SellerRated',
    data: { transactionId: TRANSACTION, buyerId: BUYER, rating: 5 },
  });
  await headOver(await allEvents());
  await stop();
  await cosigned();
  await database.knex.raw('ALTER TABLE events DISABLE TRIGGER append_only');
  for (const table of TABLES) await database.knex.raw(`CREATE TABLE kept_${table} AS TABLE ${table}`);
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await store.close();
  log.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** `meanwhile` runs after each read of events and checkpoints. */
const bundle = async (meanwhile: () => Promise<unknown>): Promise<Uint8Array> => {
  const entries = entriesInPostgres(database.knex);
  const proofs = openLogProofs({ db: database.knex, entries, witnesses: parseWitnesses(setting)! });
  const after = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const answered = await answer;
    await meanwhile();
    return answered;
  };
  const made = await transactionBundle(
    TRANSACTION,
    { id: BUYER, roles: [] },
    {
      proofs: {
        ...proofs,
        entriesOf: (stream) => after(proofs.entriesOf(stream)),
        endsOf: (streams) => after(proofs.endsOf(streams)),
      },
      open: async (events) => events.map(() => ({ openings: [], words: [] })),
      files: {
        get: async () => ({ content: Readable.from([photo]), contentType: 'image/webp', size: 1, etag: '' }),
      },
      ledgerOf: async () => ledgerOfTransaction((await entries.ofStream(STREAM)).map(readEntry)) ?? [],
      namesOf: async () => ({ buyer: 'elena', seller: 'bert' }),
      circumstancesOf: async () => NO_TRANSACTION,
      verifier: async () => [],
      caughtUp: async () => true,
      now: Date.now,
    },
  );
  return buffer(Readable.from(zipped(made!.files, Date.now())));
};

/** The report for a reader who knows the keys of log and witness, without times. */
const told = async (meanwhile: () => Promise<unknown> = async () => undefined): Promise<string[]> => {
  const { findings } = await verifyBundle(readBundle(await bundle(meanwhile)), {
    sha256,
    verify: verifyEd25519,
    logKey: keyText(log.key),
    witnesses: [witnessKey],
  });
  return findings
    .filter(({ kind }) => kind === 'fails' || kind === 'doubt')
    .map(({ kind, says }) => `${kind}: ${says}`.replace(/ at [-\d]{10} [:\d]{5} UTC/, ''));
};

/** Runs changes with the database owner's rights and reverts them. */
const attacked = async (...changes: (() => PromiseLike<unknown>)[]): Promise<string[]> => {
  try {
    for (const change of changes) await change();
    return await told();
  } finally {
    photo = PHOTO;
    for (const table of TABLES) {
      await database.knex(table).delete();
      await database.knex.raw(`INSERT INTO ${table} TABLE kept_${table}`);
    }
  }
};

const notIn = (revision: number, stream = STREAM) =>
  `fails: Revision ${revision} of ${stream} is not in the log that was published.`;
const claimRaised = () =>
  rewriteHistory({ store, knex: database.knex }, STREAM, DISPUTE, (event) => ({
    ...event,
    data: { ...event.data, claim: 9_000 },
  }));
const moved = (stream: string, revision: number) => () =>
  database.knex('events').where({ stream, revision }).decrement('recorded_at', 1_728_000_000);
/** Rebuilds the log over altered events. */
const madeAnew = async (signer = log.signer) => {
  const other = mkdtempSync(join(tmpdir(), 'reliquary-forger-'));
  for (const table of OWN) await database.knex(table).delete();
  const stop = log.start({ keptHead: join(other, 'log-head'), signer: () => signer });
  try {
    await headOver(await allEvents());
  } finally {
    await stop();
    rmSync(other, { recursive: true, force: true });
  }
};

test('verifies an untouched transaction without doubts', async () => {
  expect(await attacked()).toEqual([]);
});

describe('reports a database owner who', () => {
  test('rewrites an event with all later hashes', async () => {
    expect(await attacked(claimRaised)).toEqual([notIn(DISPUTE), notIn(LAST)]);
  });

  test('changes the recorded time of an event in any history of the transaction', async () => {
    expect(await attacked(moved(STREAM, 2))).toEqual([notIn(2)]);
    expect(await attacked(moved(TALK, 1))).toEqual([notIn(1, TALK)]);
    expect(await attacked(moved(OFFER, 0))).toEqual([notIn(0, OFFER)]);
    // the newest event, in a history whose end is not shown: its time can only move forward
    const account = `account-${SELLER}`;
    expect(await attacked(moved(account, 0))).toEqual([
      'doubt: 1 newer event is not sealed yet, and nothing proves it. Download the bundle again in some minutes.',
      expect.stringMatching(
        `^doubt: Revision 0 of ${account} says that it was recorded, but the head of .* does not cover it`,
      ),
    ]);
  });

  test('truncates a history', async () => {
    const cut = (stream: string, revision: number) => () =>
      database.knex('events').where({ stream, revision }).delete();
    expect(await attacked(cut(STREAM, LAST))).toEqual([
      `fails: Revision ${LAST} of ${STREAM} is not in this bundle. The history was sealed up to revision ${LAST}.`,
    ]);
    expect(await attacked(cut(TALK, 1), cut(TALK, 0))).toEqual([
      `fails: Revision 0 of ${TALK} is not in this bundle. The history was sealed up to revision 1.`,
    ]);
    const inMap = () =>
      database
        .knex('tlog_streams')
        .where({ stream: STREAM })
        .update({ revision: LAST - 1 });
    expect(await attacked(cut(STREAM, LAST), inMap)).toEqual([
      `fails: The end of ${STREAM} differs from the one in the head.`,
    ]);
  });

  test('replaces a photo', async () => {
    const swapped = async () => {
      photo = utf8('another knight');
    };
    expect(await attacked(swapped)).toEqual([
      `fails: Picture 1 of revision 0 of ${OFFER} is not the one that was uploaded.`,
    ]);
    const bound = () =>
      rewriteHistory({ store, knex: database.knex }, OFFER, 0, (event) => ({
        ...event,
        data: { ...event.data, files: [{ sha256Stored: toHex(sha256(photo)) }] },
      }));
    expect(await attacked(swapped, bound)).toEqual([notIn(0, OFFER)]);
  });

  test('rewrites the seal together with the event', async () => {
    const [before] = (await entriesInPostgres(database.knex).ofStream(STREAM)).slice(2);
    const inTile = async () => {
      const [after] = (await entriesInPostgres(database.knex).ofStream(STREAM)).slice(2);
      await database.knex.raw(
        `UPDATE tlog_tiles SET hashes = decode(replace(encode(hashes, 'hex'), ?, ?), 'hex') WHERE level = 0`,
        [toHex(leafOf(before!)), toHex(leafOf(after!))],
      );
    };
    const said = await attacked(moved(STREAM, 2), inTile);
    expect(said).toContain(notIn(2));
  });

  test('replaces a head', async () => {
    const rewritten = async () => {
      const { size, note } = (await lastHead(database.knex))!;
      await database
        .knex('tlog_heads')
        .where({ size })
        .update({ note: note.replace(/\ntime (\d+)\n/, '\ntime 1$1\n') });
    };
    expect(await attacked(claimRaised, rewritten)).toEqual([
      'fails: The head of this bundle was changed after it was signed.',
    ]);
    const forger = readSigningKey(makeSigningKey('test.example/tlog', ED25519), ED25519)!;
    expect(await attacked(claimRaised, () => madeAnew(forger))).toEqual([
      'fails: The head of this bundle is not signed with the key that you gave.',
    ]);
  });

  test('shows one reader a different log signed with the same key', async () => {
    expect(await attacked(claimRaised, madeAnew)).toEqual([
      expect.stringMatching(/^doubt: The witness mill\.example has not signed this head/),
    ]);
    const { cosignatures } = (await lastHead(database.knex))!;
    const borrowed = () => database.knex('tlog_heads').update({ cosignatures });
    expect(await attacked(claimRaised, madeAnew, borrowed)).toEqual([
      'fails: The signature of the witness mill.example is not a signature of this head.',
    ]);
  });
});

test('verifies a bundle made while events are written and sealed', async () => {
  const stop = log.start();
  try {
    const writtenAndSealed = async () => {
      await appendTyped(store, TALK, { type: 'ConversationRead', data: {} });
      await headOver(await allEvents());
    };
    expect((await told(writtenAndSealed)).filter((line) => line.startsWith('fails'))).toEqual([]);
  } finally {
    await stop();
  }
});
