import type { Recorded } from '#application/ports/eventCodec.ts';
import {
  type UnmatchedProviderEvent,
  unmatchedProviderEvents,
} from '#domain/reconciliation/unmatchedProviderEvents.ts';
import type { OutsideCase } from '#domain/transactions/caseKinds.ts';
import type { Tables } from '../../engine/projection.ts';
import { deleteRows, idOf, saveRows } from '../../engine/rows.ts';

/** A provider event without a transaction, as a case for staff. */
export type UnmatchedEventRow = {
  id: string;
  kind: OutsideCase;
  /** Null if none is known. */
  transaction_id: string | null;
  event_id: string;
  fact: string;
  reference: string;
  amount: number | null;
  /** Null: euros, or no sum. */
  currency: string | null;
  told: string | null;
  since: number;
  due_at: number;
};

export const UNMATCHED_EVENTS = Object.keys(unmatchedProviderEvents) as UnmatchedProviderEvent['type'][];

const KINDS = {
  OrphanFactRecorded: 'orphanFact',
  ImpossibleFactRecorded: 'impossibleFact',
  UnmatchedObjectRecorded: 'unmatchedObject',
  AlteredFileRecorded: 'alteredFile',
} satisfies Partial<Record<UnmatchedProviderEvent['type'], OutsideCase>>;

const isUnmatched = (event: Recorded): event is Recorded<UnmatchedProviderEvent> =>
  (UNMATCHED_EVENTS as readonly string[]).includes(event.type);

/** Whether there were any. */
export const applyUnmatchedEvents = async (batch: readonly Recorded[], tables: Tables): Promise<boolean> => {
  const open = new Map<string, UnmatchedEventRow>();
  const closed = new Set<string>();
  for (const { type, data, stream } of batch.filter(isUnmatched)) {
    const id = idOf(stream);
    if (type === 'OrphanFactClosed') {
      closed.add(id);
      continue;
    }
    const { at, eventId, kind, reference, dueAt } = data;
    const { amount, currency, told, saleId } = {
      amount: null,
      currency: undefined,
      told: null,
      saleId: null,
      ...data,
    };
    open.set(id, {
      id,
      kind: KINDS[type],
      transaction_id: saleId,
      event_id: eventId,
      fact: kind,
      reference,
      amount,
      currency: currency ?? null,
      told,
      since: at,
      due_at: dueAt,
    });
  }
  await saveRows(tables, 'orphans', ['id'], open.values());
  await deleteRows(tables, 'orphans', 'id', closed);
  return open.size + closed.size > 0;
};
