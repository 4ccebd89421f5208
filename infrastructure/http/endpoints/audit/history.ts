import { eventsWithErasedTexts, withoutTexts } from '#application/accounts/erasedTexts.ts';
import type { AuditEvent, AuditStream, StreamSegment } from '#application/contract/audit.ts';
import { EVENTS_PER_SEGMENT } from '#application/contract/limits.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import type { Inspected } from '#application/streams/journal.ts';
import { transactionStream } from '#application/streams/streamNames.ts';
import { access } from '#domain/access/access.ts';
import { MASK } from '#domain/access/mask.ts';
import { type Circumstances, may, NO_TRANSACTION, type Parties, towards } from '#domain/access/right.ts';
import { closedTo } from '#domain/audit/closedTo.ts';
import { possiblePeopleIn } from '#domain/audit/peopleIn.ts';
import { dataFor, personalIn, towardsEvent } from '#domain/audit/sight.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { exposesPlaintext } from '../../../crypto/exposesPlaintext.ts';
import { type Verification, verifyPart, verifyStream } from '../../../crypto/hashChain.ts';
import { Refused, type SignedIn } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';

type Deps = Pick<EndpointDeps, 'journal' | 'store' | 'queries' | 'repository'>;
/** The events, masked for their reader. */
type Shown = Pick<AuditStream, 'events' | 'masked' | 'verification'>;

const splitName = (stream: string): [category: string, id: string] => {
  const at = stream.indexOf('-');
  return [stream.slice(0, at), stream.slice(at + 1)];
};

const BETWEEN_PARTIES = ['transaction', 'case', 'conversation'];

/**
 * The two parties of a transaction, its cases or a conversation; undefined for anything else. Read from the stored data, because the event itself may be
 * unreadable.
 */
const partiesIn = ([first]: readonly StoredEvent[]): (Parties & { listingId: string }) | undefined => {
  const category = first && splitName(first.stream)[0];
  if (!category || !BETWEEN_PARTIES.includes(category)) return undefined;
  const { buyerId, sellerId, listingId = category === 'case' ? '' : undefined } = first.data;
  if (typeof buyerId !== 'string' || typeof sellerId !== 'string' || typeof listingId !== 'string')
    throw new Refused({ code: 'notAllowed' });
  return { buyerId, sellerId, listingId };
};

/** A seller must not learn who reported the listing, a reporter not read the case, an author not learn who reported the review. */
const isReportOrReviewOf = (event: StoredEvent, { id }: SignedIn): boolean =>
  !BETWEEN_PARTIES.includes(splitName(event.stream)[0]) && closedTo(event).includes(id);

/** A staff member who is a party is only a party: the internal history of their own transaction and conversation stays closed. */
export const refuseParties = (stored: readonly StoredEvent[], reader: SignedIn): void => {
  const parties = partiesIn(stored);
  if (parties && !may(access.history.see.events, towards(parties, reader))) throw new Refused({ code: 'notAllowed' });
  if (stored.some((event) => isReportOrReviewOf(event, reader))) throw new Refused({ code: 'notAllowed' });
};

/** The reader's role towards a stream, and the state of its transaction. */
export type Reading = { reader: SignedIn; parties: Parties | undefined; circumstances: Circumstances };

/** @throws Refused if the reader is a party */
export const readingOf = async (
  stored: readonly StoredEvent[],
  reader: SignedIn,
  { transactions }: Pick<Deps['queries'], 'transactions'>,
): Promise<Reading> => {
  refuseParties(stored, reader);
  const parties = partiesIn(stored);
  if (!parties) return { reader, parties, circumstances: NO_TRANSACTION };
  const [category, id] = splitName(stored[0]!.stream);
  const about = category === 'conversation' ? parties : { id };
  return { reader, parties, circumstances: await transactions.circumstancesOfSales(about) };
};

const shownVerification = (chain: Verification): AuditStream['verification'] =>
  chain.intact
    ? { intact: true, revision: null, reason: null }
    : { intact: false, revision: chain.revision, reason: chain.reason };

const verificationOf = (stored: readonly StoredEvent[]) => shownVerification(verifyStream(stored));

const envelopeOf = ({
  id,
  type,
  version,
  stream,
  revision,
  position,
  recordedAt,
  metadata,
}: Omit<StoredEvent, 'data'>) => {
  const { actor, correlationId, causationId, commandId, prevHash, hash } = metadata;
  const by = { id: actor.id, role: actor.role };
  const causes = { actor: by, correlationId, causationId, commandId };
  return {
    id,
    type,
    version,
    stream,
    revision,
    position,
    recordedAt: new Date(recordedAt).toISOString(),
    ...causes,
    prevHash,
    hash,
  };
};

const unreadable = (stored: StoredEvent): AuditEvent => ({
  ...envelopeOf(stored),
  data: {},
  personal: [],
  openable: [],
  unreadable: true,
});

/** Whether the reader may see the stored bytes. */
export const mayShowStored = (event: StoredEvent, { reader, parties, circumstances }: Reading): boolean =>
  !exposesPlaintext(event, towardsEvent(event, reader, parties), circumstances);

/** The event with its envelope, personal fields masked for the reader. */
const shown = (event: Recorded, { reader, parties, circumstances }: Reading): AuditEvent => {
  const { data, openable } = dataFor(event, towardsEvent(event, reader, parties), circumstances);
  return { ...envelopeOf(event), data, personal: personalIn(event.type), openable };
};

const summary = (events: readonly AuditEvent[]): Pick<AuditStream, 'events' | 'masked'> => ({
  events: [...events],
  masked: events.some(({ data, personal }) => personal.some((field) => data[field] === MASK)),
});

const shownEach = (inspected: readonly Inspected[], erased: ReadonlySet<string>, reading: Reading): AuditEvent[] =>
  inspected.map(({ event, stored }) => {
    if (!event) return unreadable(stored);
    return shown(erased.has(event.id) ? withoutTexts(event) : event, reading);
  });

/** All readable events of a stream that may be inconsistent, and whether its hash chain holds. */
export const inspectedHistory = async (
  stream: string,
  reader: SignedIn,
  { journal, queries, repository }: Pick<Deps, 'journal' | 'queries' | 'repository'>,
): Promise<Shown & Pick<AuditStream, 'quarantine'>> => {
  const inspected = await journal.inspect(stream);
  const quarantine = await queries.staff.quarantineOf(stream);
  if (inspected.length === 0 && !quarantine) throw new Refused({ code: 'streamNotFound' });
  const stored = inspected.map((each) => each.stored);
  const reading = await readingOf(stored, reader, queries);
  const erased = await eventsWithErasedTexts(stored, { repository });
  const events = shownEach(inspected, erased, reading);
  return { ...summary(events), verification: verificationOf(stored), ...(quarantine && { quarantine }) };
};

/** A resolution may quote earlier messages, and a report names its people in any event: these need the whole stream. */
const needsWhole = (stream: string, stored: readonly StoredEvent[]): boolean =>
  ['notice', 'review'].includes(splitName(stream)[0]) || stored.some(({ type }) => type === 'MessageReportResolved');

type People = NonNullable<StreamSegment['people']>;

/** Whose history it is, by username. Undefined for others, and for readers who may not see accounts. */
const peopleOf = async (
  stream: string,
  { reader, parties }: Reading,
  { accounts }: Pick<Deps['queries'], 'accounts'>,
): Promise<People | undefined> => {
  const [category, id] = splitName(stream);
  const owner = category === 'account' ? id : undefined;
  if ((!parties && !owner) || !may(access.account.see.file, reader.roles)) return undefined;
  const found: [People[number]['part'], string][] = parties
    ? [
        ['buyer', parties.buyerId],
        ['seller', parties.sellerId],
      ]
    : [['owner', id]];
  const names = await accounts.usernamesOf(found.map(([, account]) => account));
  return found.map(([part, account]) => ({ part, _id: account, username: names.get(account) ?? ERASED }));
};

/** The people in some events, without those who are erased. Undefined for readers who may not see accounts. */
const namedIn = async (
  events: readonly AuditEvent[],
  { roles }: SignedIn,
  { accounts }: Pick<Deps['queries'], 'accounts'>,
): Promise<StreamSegment['named']> => {
  if (!may(access.account.see.file, roles)) return undefined;
  const ids = possiblePeopleIn(events);
  const names = await accounts.usernamesOf(ids);
  return ids.flatMap((_id) => {
    const username = names.get(_id);
    return username === undefined || username === ERASED ? [] : [{ _id, username }];
  });
};

/**
 * One part of a history, read without the others where the rules allow. `length`: of the whole stream.
 * @throws Refused if there is none, or if the reader is a party
 */
export const historySegment = async (
  { stream, segment, length }: { stream: string; segment: number; length: number },
  reader: SignedIn,
  { journal, store, queries, repository }: Deps,
): Promise<Shown & Pick<StreamSegment, 'quarantine' | 'people' | 'named'>> => {
  const quarantine = await queries.staff.quarantineOf(stream);
  const from = segment * EVENTS_PER_SEGMENT;
  const earlier = from === 0 ? 0 : 1;
  const part = { from: from - earlier, limit: EVENTS_PER_SEGMENT + earlier };
  const read = (await journal.inspect(stream, part)).filter(
    ({ stored: { revision } }) => revision < from + EVENTS_PER_SEGMENT,
  );
  const inspected = read.filter(({ stored: { revision } }) => revision >= from);
  if (inspected.length === 0 && !(segment === 0 && quarantine))
    throw new Refused({ code: length === 0 ? 'streamNotFound' : 'segmentNotFound' });
  const stored = inspected.map((each) => each.stored);
  const first = from === 0 ? stored : await store.readStream(stream, { limit: 1 });
  const about = needsWhole(stream, stored) ? await store.readStream(stream) : [...first.slice(0, 1), ...stored];
  const reading = await readingOf(about, reader, queries);
  const erased = await eventsWithErasedTexts(about, { repository });
  const before = read.find(({ stored: { revision } }) => revision === from - 1)?.stored;
  const verification: Verification =
    earlier === 1 && !before
      ? { intact: false, revision: from - 1, reason: `revision ${from - 1} is missing` }
      : verifyPart(stored, before);
  const events = shownEach(inspected, erased, reading);
  const [people, named] = await Promise.all([
    from === 0 ? peopleOf(stream, reading, queries) : undefined,
    namedIn(events, reader, queries),
  ]);
  return {
    ...summary(events),
    verification: shownVerification(verification),
    ...(quarantine && { quarantine }),
    ...(people && { people }),
    ...(named && { named }),
  };
};

/** The whole stream of a transaction. @throws Refused if there is none, or if the reader is a party */
export const transactionHistory = async (
  id: string,
  reader: SignedIn,
  { journal, store, queries }: Deps,
): Promise<Shown & { facts: Recorded<TransactionEvent>[] }> => {
  const stream = transactionStream(id);
  const [{ events: facts }, all] = [await journal.load(stream), await store.readStream(stream)];
  if (facts.length === 0) throw new Refused({ code: 'streamNotFound' });
  const stored = all.slice(0, facts.length);
  const reading = await readingOf(stored, reader, queries);
  const events = facts.map((fact) => shown(fact, reading));
  return {
    ...summary(events),
    verification: verificationOf(stored),
    facts: facts as Recorded<TransactionEvent>[],
  };
};
