import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Recorded, UnreadableEvent } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { SubjectErased, type SubjectKeys } from '#application/ports/keys.ts';
import { openJournal } from '#application/streams/journal.ts';
import { isCommittedTo } from '#application/transparency/commitment.ts';
import type { DomainEvent } from '#domain/events.ts';
import { eventDefinitions } from '#domain/events.ts';
import { firstVersion, personal, personalMarks, revised } from '#domain/shared/events.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { hashOf, verifyStream } from '#infrastructure/crypto/hashChain.ts';
import { openingsOf, SEALED_FORM } from '#infrastructure/crypto/personalData.ts';
import { newestVersions } from '#infrastructure/crypto/versions.ts';
import { openMemoryEventStore } from '#infrastructure/eventStores/memoryEventStore.ts';
import { sha256 } from '#infrastructure/transparency/hashing.ts';

const ANNA = '0199aa00000070008000000000000001';
const provenance = {
  correlationId: 'correlation',
  causationId: 'request',
  actor: { id: ANNA, role: 'member' },
  commandId: 'command-1',
};
const provenanceOf = (commandId: string) => ({ ...provenance, commandId });
const registered: DomainEvent = {
  type: 'AccountRegistered',
  data: { at: 1_760_000_000_000, username: 'anna', email: 'anna@example.org', country: 'NL', termsAcceptedAt: 1 },
};
const bank = { accountHolder: 'Anna Jansen', iban: 'NL91ABNA0417164300', bankName: 'ABN AMRO' };
const bankProvided: DomainEvent = {
  type: 'BankDetailsProvided',
  data: { at: 1_760_000_000_001, bank, payoutsHeldUntil: null },
};
const verified: DomainEvent = { type: 'EmailVerified', data: { at: 1_760_000_000_002 } };

/** Subject keys without a table. */
const memoryKeys = () => {
  const keys = new Map<string, Buffer | 'erased'>();
  return {
    subjects: () => [...keys.keys()],
    obtain: async (subject: string) => {
      const key = keys.get(subject) ?? randomBytes(32);
      if (key === 'erased') throw new SubjectErased(subject);
      keys.set(subject, key);
      return key;
    },
    find: async (subjects: readonly string[]) =>
      new Map(
        subjects.map((s) => [s, keys.get(s)] as const).filter((e): e is [string, Buffer] => e[1] instanceof Buffer),
      ),
    erase: async (subject: string) => void keys.set(subject, 'erased'),
  } satisfies SubjectKeys & { subjects(): string[] };
};

let keys: ReturnType<typeof memoryKeys>;
let codec: ReturnType<typeof createEventCodec>;
beforeEach(() => {
  keys = memoryKeys();
  codec = createEventCodec({ keys });
});

const stored = async (stream: string, events: DomainEvent[]): Promise<StoredEvent[]> => {
  const store = openMemoryEventStore();
  await store.append(stream, await codec.encode(stream, events, provenance, null), 'none');
  return store.readStream(stream);
};
const bare = (events: Recorded[]) => events.map(({ type, data }) => ({ type, data }));

describe('personal data', () => {
  test('is ciphertext in storage and plain when read [L-016] [D2-398]', async () => {
    const events = await stored(`account-${ANNA}`, [registered, bankProvided, verified]);
    const json = JSON.stringify(events);
    for (const secret of ['anna', 'example.org', 'Jansen', 'NL91', 'ABN']) expect(json).not.toContain(secret);
    expect(json).toContain('"country":"NL"');
    expect(bare(await codec.decode(events))).toEqual([registered, bankProvided, verified]);
  });

  test('reads as null once its subject’s key is erased, and the chain still verifies [L-016]', async () => {
    const events = await stored(`account-${ANNA}`, [registered, bankProvided, verified]);
    await keys.erase(`account-${ANNA}`);
    const [first, second, third] = await codec.decode(events);
    expect(first!.data).toMatchObject({ username: null, email: null, country: 'NL' });
    expect(second!.data).toMatchObject({ bank: null, payoutsHeldUntil: null });
    expect(third!.data).toEqual(verified.data);
    expect(verifyStream(events)).toEqual({ intact: true });
  });

  test('of an erased subject cannot be written again', async () => {
    await keys.erase(`account-${ANNA}`);
    await expect(codec.encode(`account-${ANNA}`, [registered], provenance, null)).rejects.toBeInstanceOf(SubjectErased);
    await expect(codec.encode(`account-${ANNA}`, [verified], provenance, null)).resolves.toHaveLength(1);
  });

  test('of a message uses one key per conversation and month [D2-396]', async () => {
    const stream = 'conversation-aa-bb-cc';
    const message = (at: string): DomainEvent => ({
      type: 'MessageSent',
      data: { at: Date.parse(at), messageId: ANNA, senderId: ANNA, content: 'hello', image: null },
    });
    const events = await stored(stream, [message('2026-01-31T23:59:59Z'), message('2026-02-01T00:00:00Z')]);
    expect(keys.subjects()).toEqual([`${stream}-202601`, `${stream}-202602`]);
    await keys.erase(`${stream}-202601`);
    const contents = (await codec.decode(events)).map(({ data }) => (data as { content: string | null }).content);
    expect(contents).toEqual([null, 'hello']);
  });

  test('of a transaction uses the transaction’s key [D2-395]', async () => {
    const cancelled: DomainEvent = {
      type: 'TransactionCancelled',
      data: { at: 1, by: 'seller', reason: 'OTHER', otherReason: 'broken in the post' },
    };
    const events = await stored(`transaction-${ANNA}`, [cancelled]);
    expect(JSON.stringify(events)).not.toContain('broken');
    await keys.erase(`transaction-${ANNA}`);
    expect((await codec.decode(events))[0]!.data).toMatchObject({ otherReason: null, reason: 'OTHER' });
  });

  test('of a removed listing uses its seller’s key, and of an unmatched event its own', async () => {
    const removed: DomainEvent = {
      type: 'ListingRemoved',
      data: { at: 1, reason: 'Anna sells casts', sellerId: ANNA, removedBy: 'clerk' },
    };
    const closed: DomainEvent = { type: 'OrphanFactClosed', data: { at: 1, note: 'Anna paid by hand', by: 'clerk' } };
    const [listing, unmatchedEvent] = [await stored(`listing-${ANNA}`, [removed]), await stored('orphan-ab', [closed])];
    expect(JSON.stringify([listing, unmatchedEvent])).not.toContain('Anna');
    expect(keys.subjects()).toEqual([`account-${ANNA}`, 'orphan-ab']);
    for (const subject of keys.subjects()) await keys.erase(subject);
    expect((await codec.decode(listing))[0]!.data).toMatchObject({ reason: null, sellerId: ANNA });
    expect((await codec.decode(unmatchedEvent))[0]!.data).toMatchObject({ note: null });
  });

  test('is encrypted differently each time and bound to its event and field', async () => {
    const [once] = await codec.encode(`account-${ANNA}`, [registered], provenance, null);
    const [again] = await codec.encode(`account-${ANNA}`, [registered], provenance, null);
    expect(again!.id).toBe(once!.id);
    expect(again!.data.email).not.toEqual(once!.data.email);
    const events = await stored(`account-${ANNA}`, [registered]);
    const swapped = { ...events[0]!, data: { ...events[0]!.data, email: events[0]!.data.username } };
    await expect(codec.decode([swapped])).rejects.toThrow();
  });

  test('is never nested deeper than the codec looks', () => {
    const marks = (schema: z.ZodType) =>
      JSON.stringify(z.toJSONSchema(schema, { metadata: personalMarks })).split('"personal":true').length - 1;
    for (const [type, { schema }] of Object.entries(eventDefinitions)) {
      const fields = Object.values(schema.shape) as z.ZodType[];
      expect([type, marks(schema)]).toEqual([type, fields.filter((field) => personalMarks.has(field)).length]);
    }
    expect(marks(z.object({ inner: z.object({ name: personal(z.string()) }) }))).toBe(1);
  });

  test('is refused in a stream without a subject', async () => {
    await expect(codec.encode(`inbox-${ANNA}`, [registered], provenance, null)).rejects.toThrow(
      'may not hold personal',
    );
  });
});

describe('a commitment', () => {
  const stream = `account-${ANNA}`;
  const commitmentIn = (event: StoredEvent, field: string) => (event.data[field] as { commitment: string }).commitment;

  test('is stored with the ciphertext, and an opening reveals the field', async () => {
    const [, event] = await stored(stream, [registered, bankProvided]);
    const [opening] = openingsOf(event!.data, await keys.obtain(stream), event!.id);
    expect(opening).toMatchObject({ path: '/data/bank', plaintext: bank });
    const canonical = '{"accountHolder":"Anna Jansen","bankName":"ABN AMRO","iban":"NL91ABNA0417164300"}';
    const holds = (salt: string, text: string) => isCommittedTo(commitmentIn(event!, 'bank'), salt, text, sha256);
    expect(holds(opening!.salt, canonical)).toBe(true);
    expect(holds(opening!.salt, canonical.replace('Anna', 'Hanna'))).toBe(false);
    expect(holds(randomBytes(32).toString('base64'), canonical)).toBe(false);
    expect(holds(`${opening!.salt.slice(0, 40)}====`, canonical)).toBe(false);
  });

  test('differs each time, so that nobody can test guesses', async () => {
    const [[once], [again]] = [await stored(stream, [registered]), await stored(stream, [registered])];
    expect(commitmentIn(once!, 'email')).not.toBe(commitmentIn(again!, 'email'));
  });

  test('is written once every process reads it; until then the previous form is', async () => {
    const reads = newestVersions(eventDefinitions);
    const asBefore = createEventCodec({ keys, readByAll: async () => reads });
    const [before] = await asBefore.encode(stream, [registered], provenance, null);
    expect(before!.data.email).toEqual({ $personal: expect.stringMatching(/^1\./) });
    const asNow = createEventCodec({ keys, readByAll: async () => ({ ...reads, [SEALED_FORM]: 2 }) });
    const [now] = await asNow.encode(stream, [registered], provenance, null);
    expect(now!.data.email).toEqual({ $personal: expect.stringMatching(/^2\./), commitment: expect.any(String) });
    const both = [before!, now!].map((event) => ({ ...event, stream, revision: 0, position: '1', recordedAt: 1 }));
    expect(bare(await codec.decode(both))).toEqual([registered, registered]);
    expect(openingsOf(before!.data, await keys.obtain(stream), before!.id)).toEqual([]);
  });

  test('is not read in a form that this release does not know', async () => {
    const [event] = await stored(stream, [registered]);
    const newer = { ...event!, data: { ...event!.data, email: { $personal: '3.aa', commitment: 'x' } } };
    await expect(codec.decode([newer])).rejects.toThrow('sealed in an unknown way');
  });
});

describe('event ids', () => {
  test('derive from command, stream and index in the append [L-028]', async () => {
    const ids = async (commandId: string, stream: string) =>
      (await codec.encode(stream, [verified, verified], { ...provenance, commandId }, null)).map(({ id }) => id);
    const first = await ids('a', `account-${ANNA}`);
    expect(await ids('a', `account-${ANNA}`)).toEqual(first);
    const all = [...first, ...(await ids('b', `account-${ANNA}`)), ...(await ids('a', 'account-ff'))];
    expect(new Set(all).size).toBe(6);
    for (const id of all) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  });
});

describe('schemas and versions', () => {
  test('every event type has a schema, a version and an upcast for each earlier version [L-013]', () => {
    for (const definition of Object.values(eventDefinitions)) {
      expect(definition.version).toBeGreaterThanOrEqual(1);
      expect(definition.schema).toBeInstanceOf(z.ZodObject);
      expect(definition.former).toHaveLength(definition.version - 1);
    }
  });

  test('an upcast must match the shapes of both versions to compile', () => {
    const before = firstVersion({ name: z.string() });
    // @ts-expect-error: the new version has no such name
    revised(before, { full: z.string() }, ({ at, name }) => ({ at, name }), 'asItIs');
    // @ts-expect-error: the version before has no language
    revised(before, { full: z.string() }, ({ at, language }) => ({ at, full: language }), 'asItIs');
    expect(revised(before, { full: z.string() }, ({ at, name }) => ({ at, full: name }), 'asItIs').version).toBe(2);
  });

  test('no event has a field for a password or token [L-015]', () => {
    const fields = Object.values(eventDefinitions).flatMap(({ schema }) => JSON.stringify(z.toJSONSchema(schema)));
    expect(fields.join()).toContain('accountHolder');
    expect(fields.join()).not.toMatch(/"\w*(password|token|secret)\w*":/i);
  });

  test('refuses to write or read what no schema knows', async () => {
    const unknown = { type: 'Invented', data: { at: 1 } } as unknown as DomainEvent;
    await expect(codec.encode('account-a', [unknown], provenance, null)).rejects.toThrow('Invented');
    const misshapen = { type: 'EmailVerified', data: { at: 'today' } } as unknown as DomainEvent;
    await expect(codec.encode('account-a', [misshapen], provenance, null)).rejects.toThrow();
    const [event] = await stored('account-a', [verified]);
    await expect(codec.decode([{ ...event!, type: 'Invented' }])).rejects.toThrow('Invented');
    await expect(codec.decode([{ ...event!, data: {} }])).rejects.toThrow();
    await expect(codec.decode([{ ...event!, version: 2 }])).rejects.toThrow('newer release');
  });

  test.each(['iron\0gate', 'half a pair: \ud83d'])(
    'refuses text that would stop every read model: %j',
    async (text) => {
      const renamed = { ...registered, data: { ...registered.data, username: text } } as DomainEvent;
      await expect(codec.encode(`account-${ANNA}`, [renamed], provenance, null)).rejects.toThrow('username');
      const details = {
        ...bankProvided,
        data: { ...bankProvided.data, bank: { ...bank, bankName: text } },
      } as DomainEvent;
      await expect(codec.encode(`account-${ANNA}`, [details], provenance, null)).rejects.toThrow('bank.bankName');
    },
  );

  test('decrypts an old version and upcasts it, also when its key is erased', async () => {
    const first = firstVersion({ name: personal(z.string()) });
    const second = revised(
      first,
      { full: personal(z.string()) },
      ({ at, name }) => ({ at, full: name }),
      ({ at, full }) => ({ at, name: full }),
    );
    const third = revised(
      second,
      { full: personal(z.string()), language: z.string() },
      (before) => ({ ...before, language: 'nl' }),
      'asItIs',
    );
    const old = createEventCodec({ keys, definitions: { Named: first } });
    const present = createEventCodec({ keys, definitions: { Named: third } });

    const store = openMemoryEventStore();
    const named = { type: 'Named', data: { at: 1, name: 'Anna' } } as unknown as DomainEvent;
    await store.append('account-a', await old.encode('account-a', [named], provenance, null), 'none');
    const events = await store.readStream('account-a');
    expect((await present.decode(events))[0]!.data).toEqual({ at: 1, full: 'Anna', language: 'nl' });
    await keys.erase('account-a');
    expect((await present.decode(events))[0]!.data).toEqual({ at: 1, full: null, language: 'nl' });
  });
});

describe('an unreadable stored event', () => {
  const stream = `account-${ANNA}`;
  const first = firstVersion({ name: z.string() });
  const refuse = () => {
    throw new Error('no such name');
  };
  const failing = revised(first, { name: z.string() }, refuse, 'asItIs');
  const wrong = revised(first, { length: z.int() }, ({ at }) => ({ at, length: 0.5 }), 'asItIs');
  const written = async (data: object = { at: 1, name: 'Anna' }, version = 1): Promise<StoredEvent> => {
    const [, event] = await stored(stream, [verified, verified]);
    return { ...event!, type: 'Named', version, data: { ...data } };
  };

  test.each([
    ['of an unknown type', {}, written, 'no event is called Named'],
    ['of a newer release', { Named: first }, () => written({}, 2), 'version 2 was written by a newer release'],
    ['of a version that never was', { Named: first }, () => written({}, 0), 'there is no version 0'],
    ['that its own version does not know', { Named: wrong }, () => written({ at: 1, name: 7 }), 'name: '],
    ['that its lift refuses', { Named: failing }, written, 'no such name'],
    ['that its lift makes no present one of', { Named: wrong }, written, 'length: '],
    ['whose ciphertext was changed', { Named: first }, () => written({ at: 1, name: { $personal: '9.x' } }), 'sealed'],
  ] as const)('%s names its stream, revision, type and version', async (_, definitions, event, reason) => {
    const unreadable = await event();
    const reading = createEventCodec({ keys, definitions }).decode([unreadable]);
    const { version } = unreadable;
    await expect(reading).rejects.toMatchObject({
      name: 'UnreadableEvent',
      stream,
      revision: 1,
      type: 'Named',
      version,
    });
    await expect(reading).rejects.toThrow(`Named (version ${version}) at revision 1 of ${stream} cannot be read: `);
    await expect(reading).rejects.toThrow(reason);
  });

  test('does not reveal its content', async () => {
    const reading = createEventCodec({ keys, definitions: { Named: wrong } }).decode([
      await written({ at: 1, name: { secret: 'Anna Jansen' } }),
    ]);
    await expect(reading).rejects.toThrow('name: ');
    await expect(reading).rejects.not.toThrow('Jansen');
  });

  test('blocks no other stream', async () => {
    const store = openMemoryEventStore();
    const journal = openJournal(store, codec);
    const sound = `account-${'b'.repeat(32)}`;
    await store.append(stream, [await written()], 'none');
    await journal.append(sound, [verified], await journal.load(sound), provenanceOf('command-2'));
    await expect(journal.load(stream)).rejects.toBeInstanceOf(UnreadableEvent);
    await journal.append(sound, [verified], await journal.load(sound), provenanceOf('command-3'));
    expect((await journal.load(sound)).events).toHaveLength(2);
  });

  test('is distinguished from an unavailable key store', async () => {
    const away = new Error('the database is away');
    const waiting = createEventCodec({ keys: { ...keys, find: () => Promise.reject(away) } });
    await expect(waiting.decode(await stored(stream, [registered]))).rejects.toBe(away);
  });
});

describe('formerly plaintext fields', () => {
  const V1 = {
    AccountSuspended: [`account-${ANNA}`, { at: 1, reason: 'sold casts' }],
    AccountReinstated: [`account-${ANNA}`, { at: 1, reason: 'they were none' }],
    BankAccountRejected: [`account-${ANNA}`, { at: 1, reason: 'account closed' }],
    ListingRemoved: [`listing-${ANNA}`, { at: 1, reason: 'a cast', removedBy: 'clerk' }],
    OrphanFactClosed: ['orphan-ab', { at: 1, note: 'of another shop', by: 'clerk' }],
    ShipmentConfirmed: [
      `transaction-${ANNA}`,
      {
        at: 1,
        trackingCode: null,
        carrier: 'PostNL',
        escrowEndsAt: 2,
        firstNoticeAt: 2,
        lastNoticeAt: 2,
        policyVersion: '1',
      },
    ],
  } as const satisfies Partial<Record<DomainEvent['type'], readonly [string, object]>>;

  test.each(Object.entries(V1))(
    '%s of version 1 reads as written, and its chain holds',
    async (type, [stream, data]) => {
      const unhashed = { id: 'e1', type, version: 1, data, metadata: { ...provenance, prevHash: null } };
      const hash = hashOf(stream, unhashed);
      const store = openMemoryEventStore();
      await store.append(stream, [{ ...unhashed, metadata: { ...unhashed.metadata, hash } }], 'none');
      const events = await store.readStream(stream);
      expect(verifyStream(events)).toEqual({ intact: true });
      const [read] = await codec.decode(events);
      expect(read!.data).toMatchObject(data);

      const [now] = await codec.encode(
        stream,
        [{ type, data: { ...read!.data, sellerId: ANNA } } as DomainEvent],
        provenance,
        null,
      );
      expect(now!.version).toBe(codec.reads[type]);
      expect(Object.values(now!.data)).toContainEqual(expect.objectContaining({ $personal: expect.any(String) }));
    },
  );
});

describe('the hash chain', () => {
  const history = () => stored(`account-${ANNA}`, [registered, bankProvided, verified, verified]);

  test('continues over several appends', async () => {
    const store = openMemoryEventStore();
    const stream = `account-${ANNA}`;
    const first = await codec.encode(stream, [registered, verified], provenance, null);
    await store.append(stream, first, 'none');
    const later = { ...provenance, commandId: 'command-2' };
    await store.append(stream, await codec.encode(stream, [verified], later, first[1]!.metadata.hash), 1);
    expect(verifyStream(await store.readStream(stream))).toEqual({ intact: true });
  });

  const rehash = (event: StoredEvent): StoredEvent => ({
    ...event,
    metadata: { ...event.metadata, hash: hashOf(event.stream, event) },
  });

  test.each<[string, (events: StoredEvent[]) => StoredEvent[], number]>([
    ['a changed field', ([a, b, ...rest]) => [a!, { ...b!, data: { ...b!.data, payoutsHeldUntil: 5 } }, ...rest], 1],
    [
      'a changed actor',
      ([a, ...rest]) => [{ ...a!, metadata: { ...a!.metadata, actor: { id: 'x', role: 'staff' } } }, ...rest],
      0,
    ],
    ['a changed type', ([a, b, c, d]) => [a!, b!, { ...c!, type: 'PasswordChanged' }, d!], 2],
    ['a changed field with a new hash', ([a, b, ...rest]) => [a!, rehash({ ...b!, data: { at: 0 } }), ...rest], 2],
    ['an event taken out', ([a, , c, d]) => [a!, { ...c!, revision: 1 }, { ...d!, revision: 2 }], 1],
    ['a missing revision', ([a, , c, d]) => [a!, c!, d!], 1],
    ['two events swapped', ([a, b, c, d]) => [a!, { ...c!, revision: 1 }, { ...b!, revision: 2 }, d!], 1],
    ['an event of another stream', ([a, b, c, d]) => [a!, b!, c!, { ...d!, stream: 'account-ff' }], 3],
  ])('finds %s and says where', async (_, tamper, revision) => {
    const events = await history();
    expect(verifyStream(events)).toEqual({ intact: true });
    expect(verifyStream(tamper(events))).toMatchObject({ intact: false, revision });
  });
});
