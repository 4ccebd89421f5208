import type { StoredEvent } from '#application/ports/eventStore.ts';
import { eventDefinitions } from '#domain/events.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import type { Records } from './files.ts';
import { firstVersions } from './form.ts';
import { type Told, told } from './meaning.ts';
import { recordedKeys, type TestKeys } from './recordedKeys.ts';
import type { Open } from './saleMeaning.ts';
import type { Story } from './stories/story.ts';
import { storedBy } from './storing.ts';
import { wordsOf } from './words.ts';

/** A subject that is not among the keys was erased. */
type StreamRecord = { about: string; keys: TestKeys; stored: StoredEvent[] };
export type Telling = { facts: Told[] };
export type Words = { facts: { type: string; title: string; detail: string | null; internal: boolean }[] };

const isSale = ({ stored }: StreamRecord): boolean => stored[0]?.stream.startsWith('transaction-') ?? false;

const decoded = ({ keys, stored }: StreamRecord) => createEventCodec({ keys: recordedKeys(keys) }).decode(stored);

const tellingOf = async (record: StreamRecord): Promise<Telling> => ({
  facts: told(record.stored[0]?.stream ?? '', await decoded(record)),
});

const wordsIn = async (record: StreamRecord): Promise<Words> => ({
  facts: ((await decoded(record)) as unknown as TransactionEvent[]).map((event) => ({
    type: event.type,
    ...wordsOf(event),
  })),
});

const recordOf = async ({ about, stream, acts, ofFirstRelease, erased = [] }: Story): Promise<StreamRecord> => {
  const keys = recordedKeys();
  const definitions = ofFirstRelease ? firstVersions(eventDefinitions) : eventDefinitions;
  const stored = await storedBy({ keys, definitions }, stream, acts);
  for (const subject of erased) await keys.erase(subject);
  return { about, keys: keys.all(), stored };
};

/** Writes what is not recorded yet; answers the names. */
export const recordStreams = async (stories: Readonly<Record<string, Story>>, records: Records): Promise<string[]> => {
  const added: string[] = [];
  const add = (name: string, content: object) => {
    records.add(name, content);
    added.push(name);
  };
  for (const [title, story] of Object.entries(stories))
    if (!records.has(`streams/${title}`)) add(`streams/${title}`, await recordOf(story));
  for (const name of streamNames(records)) {
    const record = records.read<StreamRecord>(name);
    if (!records.has(`${name}.told`)) add(`${name}.told`, await tellingOf(record));
    if (isSale(record) && !records.has(`${name}.words`)) add(`${name}.words`, await wordsIn(record));
  }
  return added;
};

export const streamNames = (records: Records): string[] =>
  records.names('streams').filter((name) => !name.includes('.'));

export const saleStreams = (records: Records): string[] =>
  streamNames(records).filter((name) => isSale(records.read<StreamRecord>(name)));

/** A recorded sale after each of its facts. */
export const salesIn = async (name: string, records: Records, evolve: typeof transactionAggregate.evolve): Promise<Sale[]> => {
  const events = (await decoded(records.read<StreamRecord>(name))) as unknown as TransactionEvent[];
  let sale = transactionAggregate.initial;
  return events.map((event) => {
    sale = evolve(sale, event);
    return sale;
  });
};

/** Commands, deadlines and kinds of cases that came after the first records: asked only of a record that tells of them itself. */
const CAME_LATER: readonly string[] = [
  'EndChargeback',
  'chargebackReversed',
  'payoutRefused',
  'GiveStatement',
  'AskParty',
  'AppealDecision',
];

/** The names of commands, deadlines and cases that any record tells of: of others nobody could know then. */
const namesIn = (tellings: readonly Telling[]): ReadonlySet<string> =>
  new Set(
    tellings
      .flatMap(({ facts }) => facts.map(({ means }) => means as Partial<Open>))
      .flatMap(({ may, deadlines = [], cases = [] }) => [
        ...Object.values(may ?? {}).flat(),
        ...deadlines.map(([kind]) => kind),
        ...cases.map(({ kind }) => kind),
      ]),
  );

const knownThen = (fact: Told, names: ReadonlySet<string>): Told => {
  const { may, deadlines, cases = [] } = fact.means as Partial<Open>;
  if (!may || !deadlines) return fact;
  const known = Object.fromEntries(
    Object.entries(may).map(([who, commands]) => [who, commands.filter((command) => names.has(command))]),
  );
  const means = {
    ...fact.means,
    may: known,
    deadlines: deadlines.filter(([kind]) => names.has(kind)),
    cases: cases.filter(({ kind }) => names.has(kind)),
  };
  return { ...fact, means };
};

/** A recorded stream, what was recorded of it, and what this code says of it in the words that were known then. */
export const retold = async (name: string, records: Records) => {
  const record = records.read<StreamRecord>(name);
  const own = namesIn([records.read<Telling>(`${name}.told`)]);
  const all = namesIn(streamNames(records).map((each) => records.read<Telling>(`${each}.told`)));
  const names = new Set([...all].filter((each) => own.has(each) || !CAME_LATER.includes(each)));
  const { facts } = await tellingOf(record);
  return {
    stored: record.stored,
    telling: { facts: facts.map((fact) => knownThen(fact, names)) },
    recorded: records.read<Telling>(`${name}.told`),
    words: isSale(record) ? { recorded: records.read<Words>(`${name}.words`), now: await wordsIn(record) } : undefined,
  };
};
