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

/** A subject without a key was erased. */
export type StreamRecord = { about: string; keys: TestKeys; stored: StoredEvent[] };
export type EventText = { facts: Told[] };
export type Words = { facts: { type: string; title: string; detail: string | null; internal: boolean }[] };

const isTransaction = ({ stored }: StreamRecord): boolean => stored[0]?.stream.startsWith('transaction-') ?? false;

const decoded = ({ keys, stored }: StreamRecord) => createEventCodec({ keys: recordedKeys(keys) }).decode(stored);

const eventTextOf = async (record: StreamRecord): Promise<EventText> => ({
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

/** Records what is missing and returns the names. */
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
    if (!records.has(`${name}.told`)) add(`${name}.told`, await eventTextOf(record));
    if (isTransaction(record) && !records.has(`${name}.words`)) add(`${name}.words`, await wordsIn(record));
  }
  return added;
};

export const streamNames = (records: Records): string[] =>
  records.names('streams').filter((name) => !name.includes('.'));

export const transactionStreams = (records: Records): string[] =>
  streamNames(records).filter((name) => isTransaction(records.read<StreamRecord>(name)));

/** A recorded transaction after each of its events. */
export const transactionsIn = async (
  name: string,
  records: Records,
  evolve: typeof transactionAggregate.evolve,
): Promise<Sale[]> => {
  const events = (await decoded(records.read<StreamRecord>(name))) as unknown as TransactionEvent[];
  let transaction = transactionAggregate.initial;
  return events.map((event) => {
    transaction = evolve(transaction, event);
    return transaction;
  });
};

/** Commands, deadlines and cases newer than the first records: compared only in records that contain them. */
const CAME_LATER: readonly string[] = [
  'EndChargeback',
  'chargebackReversed',
  'payoutRefused',
  'GiveStatement',
  'AskParty',
  'AppealDecision',
  'ConfirmChargebackEnd',
  'RejectChargebackEnd',
  'BookDifference',
  'SubmitEvidencePack',
  'RecordEvidencePack',
];

/** All names of commands, deadlines and cases in these records. */
const namesIn = (eventTexts: readonly EventText[]): ReadonlySet<string> =>
  new Set(
    eventTexts
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

/** A recorded stream, its recorded text, and the current text limited to the names known then. */
export const retold = async (name: string, records: Records) => {
  const record = records.read<StreamRecord>(name);
  const own = namesIn([records.read<EventText>(`${name}.told`)]);
  const all = namesIn(streamNames(records).map((each) => records.read<EventText>(`${each}.told`)));
  const names = new Set([...all].filter((each) => own.has(each) || !CAME_LATER.includes(each)));
  const { facts } = await eventTextOf(record);
  return {
    stored: record.stored,
    telling: { facts: facts.map((fact) => knownThen(fact, names)) },
    recorded: records.read<EventText>(`${name}.told`),
    words: isTransaction(record)
      ? { recorded: records.read<Words>(`${name}.words`), now: await wordsIn(record) }
      : undefined,
  };
};
