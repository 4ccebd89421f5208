import type { AuditEvent, AuditStream } from '#application/contract/audit.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { saleStream } from '#application/sales/saleDeps.ts';
import { access } from '#domain/access/access.ts';
import { may, towards } from '#domain/access/right.ts';
import { type DomainEvent, eventDefinitions } from '#domain/events.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { verifyStream } from '../../../crypto/hashChain.ts';
import { personalFieldsOf } from '../../../crypto/personalData.ts';
import { Refused, type SignedIn } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';

const MASK = '[personal]';

/** What staff wrote when they did something is for everybody who looks over their shoulder; it is encrypted all the same. */
const WORDS_OF_STAFF: ReadonlySet<DomainEvent['type']> = new Set([
  'AccountSuspended',
  'AccountReinstated',
  'TerminationProposed',
  'TerminationRejected',
  'TerminationWithdrawn',
  'ListingRemoved',
  'OrphanFactClosed',
]);

/** What an offer says is for everybody, until it is erased. */
const PUBLISHED: ReadonlySet<DomainEvent['type']> = new Set(['ListingPublished', 'ListingRevised']);

const PERSONAL = new Map(
  Object.entries(eventDefinitions).map(([type, { schema }]) => [type, personalFieldsOf(schema)]),
);

export type History = { events: Recorded[]; masked: boolean; verification: AuditEventChain };
type AuditEventChain = { intact: boolean; revision: number | null; reason: string | null };

const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

/**
 * Staff who bought or sold are only that: the inside of their own sale is not theirs to read. Taken from what is stored, since the rest may
 * be unreadable.
 */
export const refuseParties = ([first]: readonly StoredEvent[], reader: SignedIn): void => {
  const { buyerId, sellerId } = first?.data ?? {};
  const known = typeof buyerId === 'string' && typeof sellerId === 'string';
  if (!known || !may(access.history.see.events, towards({ buyerId, sellerId }, reader)))
    throw new Refused({ code: 'notAllowed' });
};

const seenBy = (stream: string, stored: readonly StoredEvent[], reader: SignedIn): Omit<History, 'events'> => {
  const ofSale = categoryOf(stream) === 'transaction';
  if (ofSale && stored.length > 0) refuseParties(stored, reader);
  const chain = verifyStream(stored);
  return {
    masked: !may(ofSale ? access.history.see.ofSale : access.history.see.ofOthers, reader.roles),
    verification: chain.intact
      ? { intact: true, revision: null, reason: null }
      : { intact: false, revision: chain.revision, reason: chain.reason },
  };
};

/** A whole stream with its chain checked. @throws Refused when there is none, or when it is the reader's own sale */
const historyOf = async (
  stream: string,
  reader: SignedIn,
  { journal, store }: Pick<EndpointDeps, 'journal' | 'store'>,
): Promise<History> => {
  const [{ events }, stored] = [await journal.load(stream), await store.readStream(stream)];
  if (events.length === 0) throw new Refused({ code: 'streamNotFound' });
  return { events, ...seenBy(stream, stored.slice(0, events.length), reader) };
};

/** The same of a stream that need not add up: as far as it can be read, event by event. */
export const inspectedHistory = async (
  stream: string,
  reader: SignedIn,
  { journal, queries }: Pick<EndpointDeps, 'journal' | 'queries'>,
): Promise<Omit<AuditStream, 'stream' | 'totalCount' | 'hasMore'>> => {
  const inspected = await journal.inspect(stream);
  const quarantine = await queries.staff.quarantineOf(stream);
  if (inspected.length === 0 && !quarantine) throw new Refused({ code: 'streamNotFound' });
  const stored = inspected.map((each) => each.stored);
  const { masked, verification } = seenBy(stream, stored, reader);
  const events = inspected.map((each) => (each.event ? shown(each.event, masked) : unreadable(each.stored)));
  return { events, masked, verification, ...(quarantine && { quarantine }) };
};

export const saleHistory = async (
  id: string,
  reader: SignedIn,
  deps: Pick<EndpointDeps, 'journal' | 'store'>,
): Promise<Omit<History, 'events'> & { events: Recorded<TransactionEvent>[] }> => {
  const history = await historyOf(saleStream(id), reader, deps);
  return { ...history, events: history.events as Recorded<TransactionEvent>[] };
};

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
  unreadable: true,
});

/** The event with its envelope; what is personal in it stays hidden where it is masked. */
export const shown = (event: Recorded, masked: boolean): AuditEvent => {
  const personal = PERSONAL.get(event.type) ?? [];
  const data: Record<string, unknown> = { ...event.data };
  if (masked && !WORDS_OF_STAFF.has(event.type) && !PUBLISHED.has(event.type))
    for (const field of personal) if (data[field] !== null) data[field] = MASK;
  return { ...envelopeOf(event), data, personal };
};
