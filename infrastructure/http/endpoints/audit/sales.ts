import { replayQuery, type TransactionAt, transactionAt, transactionExport } from '#application/contract/audit.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { transactionStream } from '#application/streams/streamNames.ts';
import { access } from '#domain/access/access.ts';
import { bookedBy, booksOf } from '#domain/audit/replay/books.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { type Possible, whatCanHappen } from '#domain/transactions/next.ts';
import { displayStatus, publicStatus, type Transaction } from '#domain/transactions/state.ts';
import type { BookedPosting } from '#domain/transactions/tAccount.ts';
import { armedDeadlines, transactionAggregate } from '#domain/transactions/transaction.ts';
import { shownBalance, shownEntry, shownTAccount } from '#projections/transactions/ledger/queries.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';
import { fieldsInClear, openLookedInto } from './accessedRecords.ts';
import { transactionHistory } from './history.ts';

const tag = 'Audit';
const iso = (instant: number): string => new Date(instant).toISOString();

/** The transaction and its books, folded from these events alone. */
const replay = (events: readonly Recorded<TransactionEvent>[]) => {
  const booked: BookedPosting[] = [];
  let transaction: Transaction = transactionAggregate.initial;
  for (const event of events) {
    const after = transactionAggregate.evolve(transaction, event);
    booked.push(...bookedBy(event, transaction, after));
    transaction = after;
  }
  return { sale: transaction, ...booksOf(booked) };
};

const shownPossible = (possible: Possible): TransactionAt['next'][number] => {
  const { kind, to } = possible;
  switch (possible.kind) {
    case 'command':
      return { kind, name: possible.command, by: possible.by, dueAt: null, to };
    case 'statement':
      return { kind, name: possible.statement, by: null, dueAt: null, to };
    case 'deadline':
      return { kind, name: possible.deadline, by: null, dueAt: iso(possible.dueAt), to };
  }
};

/** A transaction at any revision, and the export of its history. */
export const auditTransactionEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const lookedInto = openLookedInto(deps);
  return [
    endpoint({
      method: 'get',
      path: 'audit/sales/{id}/at',
      operationId: 'getTransactionAt',
      summary: 'Get a transaction as it was after one of its events',
      tag,
      may: access.history.see.events,
      params: idParameter,
      query: replayQuery,
      response: transactionAt,
      handle: async ({ params: { id }, query, account, context }) => {
        const { facts, events } = await transactionHistory(id, account, deps);
        const lastRevision = facts.length - 1;
        const revision = query.revision ?? lastRevision;
        const last = facts[revision];
        if (!last) throw new Refused({ code: 'streamNotFound' });
        await lookedInto({ look: 'replay', history: events, clear: [] }, account, context);
        const { sale: transaction, balances, tAccounts } = replay(facts.slice(0, revision + 1));
        const body = {
          revision,
          lastRevision,
          event: last.type,
          recordedAt: iso(last.recordedAt),
          status: publicStatus(transaction),
          displayStatus: displayStatus(transaction),
          state: transaction as Record<string, unknown>,
          deadlines: armedDeadlines(transaction).map(({ kind, dueAt }) => ({ kind, dueAt: iso(dueAt) })),
          next: whatCanHappen(transaction, last.recordedAt).map(shownPossible),
          balances: balances.map(shownBalance),
          tAccounts: tAccounts.map(shownTAccount),
        };
        return { body };
      },
    }),
    endpoint({
      method: 'get',
      path: 'audit/sales/{id}/export',
      operationId: 'exportTransaction',
      summary: 'Export the record of a transaction as one JSON file',
      tag,
      may: access.history.see.events,
      params: idParameter,
      response: transactionExport,
      handle: async ({ params: { id }, account, context }) => {
        const { facts, events, masked, verification } = await transactionHistory(id, account, deps);
        const clear = fieldsInClear(events);
        if (clear.length > 0) await lookedInto({ look: 'export', history: events, clear }, account, context);
        const { sale: transaction } = replay(facts);
        const entries = (await deps.queries.ledger.entriesOf(id)).map(shownEntry);
        const body = {
          transactionId: transaction.transactionId,
          stream: transactionStream(id),
          exportedAt: iso(deps.clock.now()),
          masked,
          verification,
          events,
          entries,
        };
        return { body, filename: `sale-${transaction.transactionId}.json` };
      },
    }),
  ];
};
