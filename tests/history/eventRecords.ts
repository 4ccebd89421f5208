import { isDeepStrictEqual } from 'node:util';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { accountEvents, claimEvents } from '#domain/accounts/events.ts';
import { conversationEvents } from '#domain/conversations/conversation.ts';
import { listingEvents } from '#domain/listings/events.ts';
import { searchEvents } from '#domain/listings/savedSearches.ts';
import { watchListEvents } from '#domain/listings/watchList.ts';
import { listingReportEvents } from '#domain/moderation/listingReports.ts';
import { notificationStateEvents } from '#domain/notifications/notificationState.ts';
import { bookCheckEvents } from '#domain/reconciliation/bookChecks.ts';
import { unmatchedProviderEvents } from '#domain/reconciliation/unmatchedProviderEvents.ts';
import { reviewEvents } from '#domain/reviews/review.ts';
import type { EventDefinition, EventDefinitions } from '#domain/shared/events.ts';
import { caseDeskEvents } from '#domain/transactions/caseDesk.ts';
import { transactionEvents } from '#domain/transactions/events.ts';
import { unpaidPurchaseEvents } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { logKeyEvents } from '#domain/transparency/signingKeys.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { verifyStream } from '#infrastructure/crypto/hashChain.ts';
import { examplesOf } from './examples.ts';
import type { Records } from './files.ts';
import { asOf, type Form, formOf } from './form.ts';
import { recordedKeys, type TestKeys } from './recordedKeys.ts';
import { storedBy } from './storing.ts';

/** `data` as read by its own version. */
export type EventRecord = { form: Form; keys: TestKeys; data: unknown[]; stored: StoredEvent[] };
/** The same bytes as read by a later version. */
type Reading = { data: unknown[] };

const STREAMS: Readonly<Record<string, EventDefinitions>> = {
  account: accountEvents,
  email: claimEvents,
  listing: listingEvents,
  transaction: transactionEvents,
  case: caseDeskEvents,
  conversation: conversationEvents,
  inbox: notificationStateEvents,
  attestation: bookCheckEvents,
  orphan: unmatchedProviderEvents,
  log: logKeyEvents,
  buyer: unpaidPurchaseEvents,
  watching: watchListEvents,
  searches: searchEvents,
  notice: listingReportEvents,
  review: reviewEvents,
};
const streamOf = (type: string): string => {
  const category = Object.keys(STREAMS).find((name) => STREAMS[name]?.[type] !== undefined) ?? 'account';
  return `${category}-0195a1b2c3d47e8f90a1b2c3d4e5f607`;
};

const nameOf = (type: string, version: number) => `events/${type}.${version}`;
const readingOf = (type: string, from: number, to: number) => `events/${type}.${from}as${to}`;
const everyVersion = ({ version }: EventDefinition): number[] =>
  Array.from({ length: version }, (_, place) => place + 1);

/** Recorded bytes of this or an earlier version, as read by `version`. */
export const decoded = async (type: string, definition: EventDefinition, { keys, stored }: EventRecord) => {
  const codec = createEventCodec({ keys: recordedKeys(keys), definitions: { [type]: definition } });
  return (await codec.decode(stored)).map(({ data }): unknown => data);
};

const recordOf = async (type: string, definition: EventDefinition): Promise<EventRecord> => {
  const form = formOf(definition.schema);
  const data = examplesOf(form);
  const keys = recordedKeys();
  const acts = data.map((example) => ({ actor: { id: 'system', role: 'system' }, events: [{ type, data: example }] }));
  const stored = await storedBy({ keys, definitions: { [type]: definition } }, streamOf(type), acts);
  return { form, keys: keys.all(), data, stored };
};

/** Records what is missing and returns the names. */
export const recordEvents = async (definitions: EventDefinitions, records: Records): Promise<string[]> => {
  const added: string[] = [];
  const add = (name: string, content: object) => {
    records.add(name, content);
    added.push(name);
  };
  for (const [type, definition] of Object.entries(definitions))
    for (const version of everyVersion(definition)) {
      const name = nameOf(type, version);
      if (!records.has(name)) add(name, await recordOf(type, asOf(definition, version)));
      const reading = readingOf(type, version, definition.version);
      if (version < definition.version && !records.has(reading))
        add(reading, { data: await decoded(type, definition, records.read(name)) });
    }
  return added;
};

const RECORD = 'npm run history -- record';

const faultsOfVersion = (type: string, version: number, present: EventDefinition, records: Records): string[] => {
  const name = nameOf(type, version);
  if (!records.has(name)) return [`${type} has no record of its version ${version}: ${RECORD}`];
  const { form } = records.read<EventRecord>(name);
  const known = asOf(present, version);
  if (!isDeepStrictEqual(form, formOf(known.schema)))
    return [
      `${type} has another form than its version ${version} was recorded with: it takes a new version (\`revised\`)`,
    ];
  const last = present.version;
  return version < last && !records.has(readingOf(type, version, last))
    ? [`${type} has no record of what version ${last} reads in version ${version}: ${RECORD}`]
    : [];
};

/** How these definitions differ from the recorded ones, as sentences. */
export const faultsOf = (definitions: EventDefinitions, records: Records): string[] => {
  const present = Object.entries(definitions).flatMap(([type, definition]) =>
    everyVersion(definition).flatMap((version) => faultsOfVersion(type, version, definition, records)),
  );
  const lost = records.names('events').flatMap((name) => {
    const [, type = '', version = '0'] = /^events\/(\w+)\.(\d+)$/.exec(name) ?? [];
    return type === '' || Number(version) <= (definitions[type]?.version ?? 0)
      ? []
      : [`${type} was recorded in version ${version}, which is gone`];
  });
  return [...present, ...lost];
};

/** The current reading of a record and the recorded readings, by reading version. */
export const readings = async (name: string, definitions: EventDefinitions, records: Records) => {
  const [, type = '', from = ''] = /^events\/(\w+)\.(\d+)$/.exec(name) ?? [];
  const record = records.read<EventRecord>(name);
  const definition = definitions[type];
  if (!definition) throw new Error(`no event is called ${type}`);
  const versions = everyVersion(definition).filter((version) => version >= Number(from));
  const compared = versions.map(async (version) => {
    const recorded = version === Number(from) ? record : records.read<Reading>(readingOf(type, Number(from), version));
    return { version, recorded: recorded.data, read: await decoded(type, asOf(definition, version), record) };
  });
  return { chain: verifyStream(record.stored), versions: await Promise.all(compared) };
};
