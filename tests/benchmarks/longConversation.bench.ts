import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '#application/streams/journal.ts';
import { openRepository, type Repository } from '#application/streams/repository.ts';
import type { DomainEvent } from '#domain/events.ts';
import { migrateAll } from '#infrastructure/composition/migrations.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { openPostgresSnapshots } from '#infrastructure/eventStores/postgresSnapshots.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { systemClock } from '#infrastructure/system/clock.ts';
import { newId } from '#infrastructure/system/ids.ts';

/** What one more message costs in a conversation of 50 and of 5,000 events; the two take turns, so that a busy machine slows both. */
const LENGTHS = [50, 5_000] as const;
const ROUNDS = 40;

const parties = { buyerId: newId(), sellerId: newId(), listingId: newId() };
const contextOf = (id: string) => {
  const commandId = newId();
  return { commandId, correlationId: commandId, causationId: commandId, actor: { id, role: 'member' } as const };
};

const send = async ({ conversations }: Repository, loaded: Awaited<ReturnType<typeof conversations.load>>) => {
  const sender = parties.buyerId;
  const command = {
    type: 'SendMessage',
    at: Date.now(),
    by: { id: sender, role: 'member' },
    messageId: newId(),
    parties,
    content: 'Is it still red?',
    image: null,
    circumstances: {
      listingSellerId: parties.sellerId,
      listingVisible: true,
      shareTransaction: false,
      senderActive: true,
      recipientThere: true,
      senderHasBlocked: false,
      recipientHasBlocked: false,
      ownHost: 'reliquary.example',
    },
  } as const;
  const sent = await conversations.decide(loaded, command, contextOf(sender));
  if (!sent.ok) throw new Error(sent.error.code);
};

const median = (values: number[]): number => [...values].sort((one, other) => one - other)[values.length >> 1]!;

const folder = mkdtempSync(join(tmpdir(), 'reliquary-bench-'));
chmodSync(folder, 0o755);
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => undefined });
const db = connect(server.url);
await migrateAll(db);
const store = openPostgresEventStore({ connectionString: server.url });
const journal = openJournal(store, createEventCodec({ keys: openSubjectKeys({ db, masterKey: randomBytes(32) }) }));
const log = { info: () => undefined, warn: console.warn, error: console.error };
const process = () =>
  openRepository({ journal, clock: systemClock, snapshots: { snapshots: openPostgresSnapshots(db), log } });

/** Both write in turns and read what the other wrote, now and then. */
const grow = async (id: string, length: number): Promise<void> => {
  const repository = process();
  const { buyerId, sellerId } = parties;
  for (let n = 0; n < length; ) {
    const messages: DomainEvent[] = Array.from({ length: Math.min(24, length - n) }, (_, index) => ({
      type: 'MessageSent',
      data: {
        at: Date.now(),
        messageId: newId(),
        senderId: index % 2 ? buyerId : sellerId,
        content: 'It has been varnished twice, and the base is new.',
        image: null,
      },
    }));
    if (n === 0) messages[0] = { type: 'ConversationStarted', data: { at: Date.now(), ...parties } };
    const stream = `conversation-${id}`;
    const { revision, hash } = await repository.conversations.load(id);
    await journal.append(stream, messages, { revision, hash }, contextOf(buyerId));
    n += messages.length;
    for (const reader of [buyerId, sellerId]) {
      if (n >= length) break;
      await repository.conversations.send(id, { type: 'ReadMessages', upTo: null }, contextOf(reader));
      n++;
    }
  }
  await repository.conversations.load(id);
};

const ids = LENGTHS.map(() => newId());
for (const [place, length] of LENGTHS.entries()) await grow(ids[place]!, length);

const warm = process();
const ways = {
  'the whole stream, as without cache and snapshot': async (id: string) => {
    const repository = process();
    await send(repository, await repository.conversations.loadWithHistory(id));
  },
  'a process that has not seen it': async (id: string) => {
    const repository = process();
    await send(repository, await repository.conversations.load(id));
  },
  'a process that has': async (id: string) => send(warm, await warm.conversations.load(id)),
};

for (const [name, way] of Object.entries(ways)) {
  const times = LENGTHS.map((): number[] => []);
  for (let round = -3; round < ROUNDS; round++)
    for (const [place, id] of ids.entries()) {
      const started = performance.now();
      await way(id);
      if (round >= 0) times[place]!.push(performance.now() - started);
    }
  const [short = 0, long = 0] = times.map(median);
  console.log(
    `${name}: ${short.toFixed(1)} ms at 50, ${long.toFixed(1)} ms at 5,000, ratio ${(long / short).toFixed(1)}`,
  );
}

await store.close();
await db.destroy();
await server.stop();
rmSync(folder, { recursive: true, force: true });
