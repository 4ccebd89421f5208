import { replayQuery, type SaleAt, saleAt, saleExport } from '#application/contract/audit.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { saleStream } from '#application/streams/streamNames.ts';
import { access } from '#domain/access/access.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { type Posting, postings } from '#domain/transactions/ledger.ts';
import { type Possible, whatCanHappen } from '#domain/transactions/next.ts';
import { displayStatus, publicStatus, type Sale } from '#domain/transactions/state.ts';
import { type BookedPosting, tAccountsOf } from '#domain/transactions/tAccount.ts';
import { armedDeadlines, transactionAggregate } from '#domain/transactions/transaction.ts';
import { shownBalance, shownEntry, shownTAccount } from '#projections/transactions/ledger/queries.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';
import { fieldsInClear, openLookedInto } from './accessedRecords.ts';
import { saleHistory } from './history.ts';

const tag = 'Audit';
const iso = (instant: number): string => new Date(instant).toISOString();

/** The sale and its books after these events, from nothing but them. */
const replay = (events: readonly Recorded<TransactionEvent>[]) => {
  const sums = new Map<string, number>();
  const booked: BookedPosting[] = [];
  let sale: Sale = transactionAggregate.initial;
  for (const event of events) {
    const after = transactionAggregate.evolve(sale, event);
    for (const posting of postings(event, sale)) {
      const { account, amount } = posting;
      sums.set(account, (sums.get(account) ?? 0) + amount);
      const kept = account.startsWith('fee_income') ? after.keptForSeller - sale.keptForSeller : 0;
      booked.push({ ...posting, eventId: event.id, type: event.type, kept });
    }
    sale = after;
  }
  const balances: Posting[] = [...sums].map(([account, amount]) => ({ account, amount }));
  return { sale, balances, tAccounts: tAccountsOf(booked) };
};

const shownPossible = (possible: Possible): SaleAt['next'][number] => {
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

/** A sale as it was at any moment, and its whole history to take away. */
export const auditSaleEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const lookedInto = openLookedInto(deps);
  return [
    endpoint({
      method: 'get',
      path: 'audit/sales/{id}/at',
      operationId: 'getTransactionAt',
      summary: 'The sale as it was after one of its events',
      tag,
      may: access.history.see.events,
      params: idParameter,
      query: replayQuery,
      response: saleAt,
      handle: async ({ params: { id }, query, account, context }) => {
        const { facts, events } = await saleHistory(id, account, deps);
        const lastRevision = facts.length - 1;
        const revision = query.revision ?? lastRevision;
        const last = facts[revision];
        if (!last) throw new Refused({ code: 'streamNotFound' });
        await lookedInto({ look: 'replay', history: events, clear: [] }, account, context);
        const { sale, balances, tAccounts } = replay(facts.slice(0, revision + 1));
        const body = {
          revision,
          lastRevision,
          event: last.type,
          recordedAt: iso(last.recordedAt),
          status: publicStatus(sale),
          displayStatus: displayStatus(sale),
          state: sale as Record<string, unknown>,
          deadlines: armedDeadlines(sale).map(({ kind, dueAt }) => ({ kind, dueAt: iso(dueAt) })),
          next: whatCanHappen(sale, last.recordedAt).map(shownPossible),
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
      summary: 'Everything about a sale as one JSON file',
      tag,
      may: access.history.see.events,
      params: idParameter,
      response: saleExport,
      handle: async ({ params: { id }, account, context }) => {
        const { facts, events, masked, verification } = await saleHistory(id, account, deps);
        const clear = fieldsInClear(events);
        if (clear.length > 0) await lookedInto({ look: 'export', history: events, clear }, account, context);
        const { sale } = replay(facts);
        const entries = (await deps.queries.ledger.entriesOf(id)).map(shownEntry);
        const body = {
          transactionId: sale.transactionId,
          stream: saleStream(id),
          exportedAt: iso(deps.clock.now()),
          masked,
          verification,
          events,
          entries,
        };
        return { body, filename: `sale-${sale.transactionId}.json` };
      },
    }),
  ];
};
