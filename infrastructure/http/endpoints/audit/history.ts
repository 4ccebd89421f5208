import type { AuditEvent } from '#application/contract/audit.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { saleStream } from '#application/sales/saleDeps.ts';
import { access } from '#domain/access/access.ts';
import { may, towards } from '#domain/access/right.ts';
import { type DomainEvent, eventDefinitions } from '#domain/events.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { transaction } from '#domain/transactions/transaction.ts';
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

const PERSONAL = new Map(
  Object.entries(eventDefinitions).map(([type, { schema }]) => [type, personalFieldsOf(schema)]),
);

export type History = { events: Recorded[]; masked: boolean; verification: AuditEventChain };
type AuditEventChain = { intact: boolean; revision: number | null; reason: string | null };

const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

/** Staff who bought or sold are only that: the inside of their own sale is not theirs to read. */
const refuseParties = (events: readonly Recorded[], reader: SignedIn): void => {
  const sale = (events as Recorded<TransactionEvent>[]).reduce(transaction.evolve, transaction.initial);
  if (!may(access.history.see.events, towards(sale, reader))) throw new Refused({ code: 'notAllowed' });
};

/** A whole stream with its chain checked. @throws Refused when there is none, or when it is the reader's own sale */
export const historyOf = async (
  stream: string,
  reader: SignedIn,
  { journal, store }: Pick<EndpointDeps, 'journal' | 'store'>,
): Promise<History> => {
  const [{ events }, stored] = [await journal.load(stream), await store.readStream(stream)];
  if (events.length === 0) throw new Refused({ code: 'streamNotFound' });
  const ofSale = categoryOf(stream) === 'transaction';
  if (ofSale) refuseParties(events, reader);
  const chain = verifyStream(stored.slice(0, events.length));
  return {
    events,
    masked: !may(ofSale ? access.history.see.ofSale : access.history.see.ofOthers, reader.roles),
    verification: chain.intact
      ? { intact: true, revision: null, reason: null }
      : { intact: false, revision: chain.revision, reason: chain.reason },
  };
};

export const saleHistory = async (
  id: string,
  reader: SignedIn,
  deps: Pick<EndpointDeps, 'journal' | 'store'>,
): Promise<Omit<History, 'events'> & { events: Recorded<TransactionEvent>[] }> => {
  const history = await historyOf(saleStream(id), reader, deps);
  return { ...history, events: history.events as Recorded<TransactionEvent>[] };
};

/** The event with its envelope; what is personal in it stays hidden where it is masked. */
export const shown = (event: Recorded, masked: boolean): AuditEvent => {
  const { actor, correlationId, causationId, commandId, prevHash, hash } = event.metadata;
  const personal = PERSONAL.get(event.type) ?? [];
  const data: Record<string, unknown> = { ...event.data };
  if (masked && !WORDS_OF_STAFF.has(event.type))
    for (const field of personal) if (data[field] !== null) data[field] = MASK;
  return {
    id: event.id,
    type: event.type,
    version: event.version,
    stream: event.stream,
    revision: event.revision,
    position: event.position,
    recordedAt: new Date(event.recordedAt).toISOString(),
    actor: { id: actor.id, role: actor.role },
    correlationId,
    causationId,
    commandId,
    prevHash,
    hash,
    data,
    personal,
  };
};
