import { createHash } from 'node:crypto';
import { conversationStream } from '#application/conversations/conversationName.ts';
import { conversationKey } from '#application/conversations/conversations.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { type Circumstances, NO_TRANSACTION, type Parties } from '#domain/access/right.ts';
import { partiesIn } from '#domain/audit/dataSubjects.ts';
import { circumstancesOf, personalIn } from '#domain/audit/sight.ts';
import { eventDefinitions } from '#domain/events.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import type { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import * as scenario from '#tests/domain/transactions/scenario.ts';
import { firstVersions } from '#tests/history/form.ts';
import { stories } from '#tests/history/stories/all.ts';
import type { Story } from '#tests/history/stories/story.ts';
import { type Act, storedBy } from '#tests/history/storing.ts';

/** A conversation’s story is named by its parties and listing; the stream is named by their hash. */
const namedAsWritten = (stream: string): string => {
  const [category, buyerId, sellerId, listingId] = stream.split('-');
  if (category !== 'conversation' || !buyerId || !sellerId || !listingId) return stream;
  return conversationStream(conversationKey({ buyerId, sellerId, listingId }));
};

/** The field has only a few fixed values, so it cannot hold a word. */
export const holdsNoWord = (field: string): boolean => field === 'appearance';

/** A word in one personal field of one event, and nowhere else. */
export type Canary = {
  word: string;
  /** `ShippingSet.address` */
  field: string;
  fact: { stream: string; metadata: { actor: { id: string } } };
  type: string;
  parties: Parties | undefined;
  circumstances: Circumstances;
};

export type PlantedStream = { stream: string; stored: StoredEvent[]; canaries: Canary[] };

/** Maps the ids of a story’s people to those of this test. */
export type Cast = Readonly<Record<string, string>>;

const { buyer, seller, staff, secondStaff, TRANSACTION_ID: SALE_ID } = scenario;
export const CAST_OF_TRANSACTIONS = {
  buyer: buyer.id,
  seller: seller.id,
  clerk: staff.id,
  colleague: secondStaff.id,
  thing: 'a'.repeat(32),
};
export const CAST_OF_OTHERS = {
  owner: 'a'.repeat(32),
  other: 'b'.repeat(32),
  clerk: 'e'.repeat(32),
  colleague: '9'.repeat(32),
  thing: '1'.repeat(32),
  sale: '5'.repeat(32),
};

export const idOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32);

/** Padded, so that no word is part of another. */
const wordOf = (number: number): string => `canary${String(number).padStart(4, '0')}x`;

/** The personal value with the word in every text. */
const planted = (field: string, value: unknown, word: string): unknown => {
  if (field === 'takenAt') return [word];
  if (field === 'wanted') return { ...(value as object), search: word };
  if (field === 'evidence') return [`evidence/${word}/${word}.webp`];
  if (field === 'image') return value && { original: `${word}.webp`, s3Key: word };
  if (field === 'email') return `${word}@example.org`;
  if (field === 'bank') return { ...(value as object), accountHolder: word };
  if (field === 'to') return value && { ...(value as object), streetAddress1: word };
  if (field === 'pack') return { uncategorizedText: word };
  if (field === 'address') return { ...(value as object), streetAddress1: word };
  return word;
};

/** A word in the form of an id. */
const idWordOf = (number: number): string => `ca0a44${String(number).padStart(26, '0')}`;
export const CANARY = /canary\d{4}x|ca0a44\d{26}/g;

let count = 0;

const recast = (acts: readonly Act[], cast: Cast): Act[] =>
  JSON.parse(
    Object.entries(cast).reduce((text, [there, here]) => text.replaceAll(there, here), JSON.stringify(acts)),
  ) as Act[];

/** The story with a canary in each personal field, as stored. */
export const plantedStory = async (
  name: string,
  cast: Cast,
  keys: ReturnType<typeof openSubjectKeys>,
  { ofFirstRelease = false } = {},
): Promise<PlantedStream> => {
  const { acts, stream: streamThere } = stories[name] as Story;
  const ownId = { [SALE_ID]: idOf(ofFirstRelease ? `${name}, long ago` : name) };
  const ofCast = Object.entries({ ...ownId, ...cast }).reduce(
    (text, [there, here]) => text.replaceAll(there, here),
    streamThere,
  );
  const stream = namedAsWritten(ofCast);
  const words: { word: string; type: string; field: string; actor: { id: string } }[] = [];
  const told = recast(acts, { ...ownId, ...cast }).map(({ actor, events }) => ({
    actor,
    events: events.map(({ type, data }) => {
      const fields = personalIn(type).filter(
        (field) => !holdsNoWord(field) && (field !== 'image' || (data as { image?: unknown }).image),
      );
      const changed = fields.map((field) => {
        const word = (field === 'listingId' ? idWordOf : wordOf)(++count);
        words.push({ word, type, field, actor });
        return [field, planted(field, (data as Record<string, unknown>)[field], word)];
      });
      return { type, data: { ...(data as object), ...Object.fromEntries(changed) } };
    }),
  }));
  const definitions = ofFirstRelease ? firstVersions(eventDefinitions) : eventDefinitions;
  const stored = await storedBy({ keys, definitions }, stream, told);
  const events = await createEventCodec({ keys }).decode(stored);
  const parties = partiesIn(events[0]);
  const circumstances = stream.startsWith('transaction-')
    ? circumstancesOf(
        (events as unknown as TransactionEvent[]).reduce(transactionAggregate.evolve, transactionAggregate.initial),
      )
    : NO_TRANSACTION;
  const canaries = words.map(({ word, type, field, actor }) => ({
    word,
    type,
    field: `${type}.${field}`,
    fact: { stream, metadata: { actor } },
    parties,
    circumstances,
  }));
  return { stream, stored, canaries };
};

const fieldsOf = ({ acts }: Story): string[] =>
  acts.flatMap(({ events }) => events.flatMap(({ type }) => personalIn(type).map((field) => `${type}.${field}`)));

/** A few transactions that cover every personal field; the one that covers most comes first. */
export const eventTextTransactions = (): string[] => {
  const transactions = Object.entries(stories)
    .filter(([, { stream, erased }]) => stream.startsWith('transaction-') && !erased)
    .map(([name, story]) => ({ name, fields: new Set(fieldsOf(story)) }));
  const untold = new Set(transactions.flatMap(({ fields }) => [...fields]));
  const chosen: string[] = [];
  while (untold.size > 0) {
    const gain = ({ fields }: (typeof transactions)[number]) => [...fields].filter((field) => untold.has(field)).length;
    const best = transactions.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    for (const field of best.fields) untold.delete(field);
    chosen.push(best.name);
  }
  return chosen;
};
