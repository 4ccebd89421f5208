import { access } from '../../access/access.ts';
import { may } from '../../access/right.ts';
import type { Actor } from '../../shared/actor.ts';
import { currencyCode, EURO } from '../../shared/currencies.ts';
import { type Decider, record, reject } from '../../shared/decider.ts';
import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import { CURRENT_TERMS, endOfTerm } from '../../transactions/limits.ts';
import type { UnmatchedProviderEvent } from './events.ts';

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
  | Issued<'CloseOrphan', { note: string }>;
export type UnmatchedEventRejection = { code: 'orphanNotFound' } | { code: 'notAllowed' } | { code: 'textRequired' };

const RECORDED = {
  RecordImpossible: 'ImpossibleFactRecorded',
  RecordUnmatched: 'UnmatchedObjectRecorded',
  RecordAltered: 'AlteredFileRecorded',
} as const;

const recorded = (command: Exclude<UnmatchedEventCommand, { type: 'CloseOrphan' }>): UnmatchedProviderEvent => {
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

/** What the provider says, or has, and no sale can write down. Somebody finds out at the provider what it was, and says so. */
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
    if (command.type !== 'CloseOrphan') return state === 'none' ? record(recorded(command)) : record();
    if (!may(access.case.do.closeOrphan, by.role)) return reject({ code: 'notAllowed' });
    if (state === 'none') return reject({ code: 'orphanNotFound' });
    if (command.note.trim() === '') return reject({ code: 'textRequired' });
    return state === 'closed'
      ? record()
      : record({ type: 'OrphanFactClosed', data: { at, note: command.note, by: by.id } });
  },
};
