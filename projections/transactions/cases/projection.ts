import type { Recorded } from '#application/ports/eventCodec.ts';
import {
  type UnmatchedProviderEvent,
  unmatchedProviderEvents,
} from '#domain/reconciliation/unmatchedProviderEvents.ts';
import type { OutsideCase } from '#domain/transactions/caseKinds.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type { Projection, Tables } from '../../engine/projection.ts';
import { deleteRows, idOf, saveRows } from '../../engine/rows.ts';
import { createFoldTable, foldTransactions, TRANSACTION_EVENTS } from '../fold/fold.ts';
import { TRANSACTION_VERSION } from '../fold/version.ts';

/** A reason why a sale needs a person. A sale has each kind once. */
export type CaseRow = { transaction_id: string; kind: string; since: number; due_at: number };
export type UnmatchedEventRow = {
  id: string;
  kind: OutsideCase;
  /** Null where none can be told. */
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

const UNMATCHED_EVENTS = Object.keys(unmatchedProviderEvents) as UnmatchedProviderEvent['type'][];

const KINDS = {
  OrphanFactRecorded: 'orphanFact',
  ImpossibleFactRecorded: 'impossibleFact',
  UnmatchedObjectRecorded: 'unmatchedObject',
  AlteredFileRecorded: 'alteredFile',
} satisfies Partial<Record<UnmatchedProviderEvent['type'], OutsideCase>>;
type Told = Recorded<UnmatchedProviderEvent>;

const takeInUnmatchedEvents = async (events: readonly Told[], tables: Tables): Promise<void> => {
  const open = new Map<string, UnmatchedEventRow>();
  const closed = new Set<string>();
  for (const { type, data, stream } of events) {
    const id = idOf(stream);
    if (type === 'OrphanFactClosed') closed.add(id);
    else {
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
  }
  await saveRows(tables, 'orphans', ['id'], open.values());
  await deleteRows(tables, 'orphans', 'id', closed);
};

export const cases: Projection = {
  name: 'cases',
  version: 5 + TRANSACTION_VERSION,
  handles: [...TRANSACTION_EVENTS, ...UNMATCHED_EVENTS],
  create: async (db, schema) => {
    await createFoldTable(db, schema);
    await db.raw(`CREATE TABLE ${schema}.cases (
      transaction_id text COLLATE "C", kind text, since bigint NOT NULL, due_at bigint NOT NULL, PRIMARY KEY (transaction_id, kind))`);
    await db.raw(`CREATE INDEX cases_due ON ${schema}.cases (due_at, transaction_id, kind)`);
    await db.raw(`CREATE TABLE ${schema}.orphans (
      id text COLLATE "C" PRIMARY KEY, event_id text NOT NULL, fact text NOT NULL, reference text NOT NULL, amount bigint, currency text,
      since bigint NOT NULL, due_at bigint NOT NULL, kind text NOT NULL, told text, transaction_id text COLLATE "C")`);
  },
  apply: async (batch, tables) => {
    const transactions = await foldTransactions(batch, tables);
    await deleteRows(tables, 'cases', 'transaction_id', transactions.keys());
    const rows = [...transactions].flatMap(([id, transaction]) =>
      openCases(transaction).map(
        ({ kind, since, dueAt }): CaseRow => ({ transaction_id: id, kind, since, due_at: dueAt }),
      ),
    );
    await saveRows(tables, 'cases', ['transaction_id', 'kind'], rows);
    const told = batch.filter((event): event is Told => (UNMATCHED_EVENTS as readonly string[]).includes(event.type));
    await takeInUnmatchedEvents(told, tables);
  },
};
