import { z } from 'zod';
import { access } from '../access/access.ts';
import { may } from '../access/right.ts';
import type { Actor } from '../shared/actor.ts';
import { currencyCode, EURO } from '../shared/currencies.ts';
import { type Decider, record, reject } from '../shared/decider.ts';
import { asItWas, type EventOf, firstVersion, personal, revised } from '../shared/events.ts';
import { id, type TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import { type Cents, cents } from '../shared/money.ts';
import type { ProviderEvent } from '../transactions/commands.ts';
import { endOfTerm } from '../transactions/terms/terms.ts';
import { CURRENT_TERMS } from '../transactions/terms/termsFor.ts';

const told = {
  eventId: z.string(),
  kind: z.string(),
  reference: z.string(),
  dueAt: z.int(),
  /** As text, because it is not a valid amount. */
  told: z.string().max(200),
  /** If it is known. */
  saleId: id.nullable(),
};

const ofNoTransaction = {
  eventId: z.string(),
  kind: z.string(),
  reference: z.string(),
  amount: cents.nullable(),
  dueAt: z.int(),
};

/**
 * Stream `orphan-{digest of the provider's event id}`: provider events and objects that no transaction can record,
 * and altered files.
 */
export const unmatchedProviderEvents = {
  /** Names a transaction that does not exist. `currency`: absent for euros. */
  OrphanFactRecorded: revised(
    firstVersion(ofNoTransaction),
    { ...ofNoTransaction, currency: z.string().optional() },
    asItWas,
    'asItIs',
  ),
  /** Its amount or currency is invalid, so no transaction can record it. */
  ImpossibleFactRecorded: firstVersion(told),
  /** Our events do not mention this provider object, or contradict it. */
  UnmatchedObjectRecorded: firstVersion(told),
  /** A stored file does not match the hash in the event that attached it. */
  AlteredFileRecorded: firstVersion(told),
  /** The note is encrypted under this stream's own key: it is not known whom it concerns. */
  OrphanFactClosed: revised(
    firstVersion({ note: z.string(), by: z.string() }),
    { note: personal(z.string()), by: z.string() },
    asItWas,
    { never: 'the note stood there in clear' },
  ),
} as const;

export type UnmatchedProviderEvent = EventOf<typeof unmatchedProviderEvents>;

export type UnmatchedProviderEventState = { state: 'none' | 'open' | 'closed' };

type Issued<Type extends string, Details> = { type: Type; at: Instant; by: Actor } & Details;
export type UnmatchedEventCommand =
  | Issued<
      'RecordOrphan',
      { eventId: string; kind: string; reference: string; amount: Cents | null; currency: string | undefined }
    >
  | Issued<
      'RecordImpossible' | 'RecordUnmatched' | 'RecordAltered',
      { eventId: string; kind: string; reference: string; told: string; saleId: string | null }
    >
  | Issued<'CloseOrphan', { note: string }>
  /** The nightly check finds that staff have booked the difference. */
  | Issued<'CloseAgreed', unknown>;
export type UnmatchedEventRejection = { code: 'orphanNotFound' } | { code: 'notAllowed' } | { code: 'textRequired' };

const RECORDED = {
  RecordImpossible: 'ImpossibleFactRecorded',
  RecordUnmatched: 'UnmatchedObjectRecorded',
  RecordAltered: 'AlteredFileRecorded',
} as const;

const AGREED = 'The difference was booked. The provider and our books agree again.';

const recorded = (
  command: Exclude<UnmatchedEventCommand, { type: 'CloseOrphan' | 'CloseAgreed' }>,
): UnmatchedProviderEvent => {
  const { at, eventId, kind, reference } = command;
  const about = { at, eventId, kind, reference, dueAt: endOfTerm(at, CURRENT_TERMS.staffTerm) };
  if (command.type === 'RecordOrphan') {
    const currency = currencyCode(command.currency ?? EURO);
    const data = { ...about, amount: command.amount, ...(currency !== EURO && { currency }) };
    return { type: 'OrphanFactRecorded', data };
  }
  const { told, saleId } = command;
  return { type: RECORDED[command.type], data: { ...about, told, saleId } };
};

/** A provider event or object that no transaction can record. Staff investigate and close it with a note. */
export const unmatchedEvent: Decider<
  UnmatchedEventCommand,
  UnmatchedProviderEvent,
  UnmatchedProviderEventState,
  UnmatchedEventRejection
> = {
  initial: { state: 'none' },
  evolve: (_, { type }) => ({ state: type === 'OrphanFactClosed' ? 'closed' : 'open' }),
  decide: (command, { state }) => {
    const { at, by } = command;
    const closed = (note: string) => record({ type: 'OrphanFactClosed', data: { at, note, by: by.id } } as const);
    if (command.type === 'CloseAgreed') return state === 'open' ? closed(AGREED) : record();
    if (command.type !== 'CloseOrphan') return state === 'none' ? record(recorded(command)) : record();
    if (!may(access.case.do.closeOrphan, by.role)) return reject({ code: 'notAllowed' });
    if (state === 'none') return reject({ code: 'orphanNotFound' });
    if (command.note.trim() === '') return reject({ code: 'textRequired' });
    return state === 'closed' ? record() : closed(command.note);
  },
};

/** The longest reference or sum that an event takes from the provider's words. */
const LONGEST = 100;

const referenceOf = (event: ProviderEvent): string => {
  if ('paymentId' in event) return event.paymentId;
  if ('sessionId' in event) return event.sessionId;
  if ('refundId' in event) return event.refundId;
  if ('payoutId' in event) return event.payoutId;
  return 'chargebackId' in event ? event.chargebackId : event.reference;
};

const amountOf = (event: ProviderEvent): number | null => {
  if ('captured' in event) return event.captured;
  return 'amount' in event ? event.amount : null;
};

const currencyOf = (event: ProviderEvent): string | undefined => ('currency' in event ? event.currency : undefined);

const kindOf = (event: ProviderEvent): string => (event.kind === 'other' ? event.name : event.kind);

/** A provider event that names no transaction of ours. */
export const orphaned = (event: ProviderEvent) => ({
  type: 'RecordOrphan' as const,
  eventId: event.eventId,
  kind: kindOf(event),
  reference: referenceOf(event),
  amount: amountOf(event),
  currency: currencyOf(event),
});

/** A provider event with a sum or currency that cannot be. `saleId`: the transaction that it names, if there is one. */
export const impossible = (event: ProviderEvent, saleId: TransactionId | null) => ({
  type: 'RecordImpossible' as const,
  eventId: event.eventId,
  kind: kindOf(event),
  reference: referenceOf(event).slice(0, LONGEST),
  // the amount as it came, in the smallest unit
  told: `${String(amountOf(event))} ${currencyOf(event) ?? ''}`.trim().slice(0, LONGEST),
  saleId,
});

/** `told`: its state at the provider, and what is wrong with it. */
export type Unmatched = {
  eventId: string;
  kind: string;
  reference: string;
  told: string;
  saleId: TransactionId | null;
};

export type AlteredFile = {
  key: string;
  /** Hash of the stored file. Finding the same file again leads to the same case. */
  found: string;
  saleId: TransactionId | null;
  /** The listing that shows the file. */
  listingId?: string | undefined;
  /** The event that attaches the file, in words. */
  place?: string | undefined;
};

export const altered = ({ key, found, saleId, listingId, place }: AlteredFile) => {
  const what = listingId === undefined ? key.slice(-LONGEST) : `a photo of the listing ${listingId}`;
  const told = [listingId === undefined && place ? undefined : what, place].filter(Boolean).join(', ');
  return {
    type: 'RecordAltered' as const,
    eventId: `altered.${key}.${found}`,
    kind: 'picture',
    reference: key,
    told,
    saleId,
  };
};
