import { type CounterfactualAnswer, counterfactualAnswer, counterfactualQuery } from '#application/contract/audit.ts';
import {
  type Asked,
  type CounterfactualResult,
  commandFor,
  counterfactual,
  type Sums,
} from '#application/transactions/counterfactual.ts';
import { access } from '#domain/access/access.ts';
import { DAY } from '#domain/shared/instants.ts';
import { toEuros } from '#domain/shared/money.ts';
import { changeFault, type TermChanges, termLabel } from '#domain/transactions/counterfactual/changedTerms.ts';
import type { Difference } from '#domain/transactions/counterfactual/outcome.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { openTurns } from '../../turns.ts';
import type { EndpointDeps } from '../deps.ts';

/** The most for one answer; the command line has no bounds. */
const BOUNDS = { sales: 5_000, listed: 200, ms: 20_000 };

const iso = (instant: number): string => new Date(instant).toISOString();

/** @throws Refused, which names the change */
const changesIn = (set: string): TermChanges => {
  const changes = Object.fromEntries(
    set
      .split('&')
      .filter(Boolean)
      .map((each) => {
        const at = each.indexOf('=');
        return at < 0 ? [each, ''] : [each.slice(0, at), each.slice(at + 1)];
      }),
  );
  const fault = changeFault(changes);
  if (fault?.fault === 'unknown') throw new Refused({ code: 'termUnknown', name: fault.name.slice(0, 40) });
  if (fault) throw new Refused({ code: 'termInvalid', name: termLabel(fault.name), like: fault.like });
  return changes;
};

const shownSums = ({ refunded, paidOut, fees, ...rest }: Sums): CounterfactualAnswer['was'] => ({
  refunded: toEuros(refunded),
  paidOut: toEuros(paidOut),
  fees: toEuros(fees),
  ...rest,
});

const shownEvent = (event: Difference['was']) => event && { type: event.type, at: iso(event.at) };
const difference = (was: number | null, would: number | null): number | null =>
  would === null || was === null ? null : toEuros(would - was);
const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));

/** A member of staff who is a party to a sale is only that, so it is not among those listed. */
const shownSales = (listed: CounterfactualResult['listed'], reader: string): CounterfactualAnswer['listed'] =>
  listed
    .filter(({ parties: { buyerId, sellerId } }) => buyerId !== reader && sellerId !== reader)
    .map(({ transaction, reference, difference: first, was, would, disputes, deadlines }) => ({
      transactionId: transaction,
      shortId: reference,
      revision: first?.revision ?? null,
      was: shownEvent(first?.was ?? null),
      would: shownEvent(first?.would ?? null),
      total: difference(was.total, would.total),
      refunded: difference(was.refunded, would.refunded),
      paidOut: difference(was.paidOut, would.paidOut),
      payable: difference(was.payable, would.payable),
      fees: difference(was.fees, would.fees),
      deadlines: deadlines.map((moved) => ({
        kind: moved.kind,
        was: isoOrNull(moved.was),
        would: isoOrNull(moved.would),
      })),
      disputes: disputes.map(({ at, ...moved }) => ({ at: iso(at), ...moved })),
    }));

/** Real sales under other terms. One question at a time is answered, because it takes the processor for seconds. */
export const counterfactualEndpoints = ({ queries, journal, clock }: EndpointDeps): Endpoint[] => {
  const turn = openTurns({ own: 'counterfactualRunning', others: 'counterfactualBusy' });
  return [
    endpoint({
      method: 'get',
      path: 'audit/counterfactual',
      operationId: 'getCounterfactual',
      summary: 'Get what would have become of the real sales under other terms',
      tag: 'Audit',
      may: access.ledger.see.books,
      query: counterfactualQuery,
      response: counterfactualAnswer,
      refuses: {
        409: 'Your last question is still being answered',
        429: 'Somebody else’s question is being answered',
      },
      handle: async ({ query: { set, from, to, until }, account }) => {
        const asked: Asked = {
          changes: changesIn(set),
          from: Date.parse(from),
          to: Date.parse(to) + DAY,
          until: until === undefined ? clock.now() : Date.parse(until),
        };
        if (asked.to <= asked.from) throw new Refused({ code: 'rangeInvalid' });
        return turn(account.id, async () => {
          const end = performance.now() + BOUNDS.ms;
          const { listed, was, would, ...result } = await counterfactual(
            asked,
            {
              sales: (range) => queries.transactions.salesBegun(range),
              readClear: (stream) => journal.readClear(stream, 0),
            },
            { most: BOUNDS.sales, listed: BOUNDS.listed, goesOn: () => performance.now() < end },
          );
          const body: CounterfactualAnswer = {
            ...result,
            until: iso(asked.until),
            was: shownSums(was),
            would: shownSums(would),
            listed: shownSales(listed, account.id),
            command: commandFor(asked),
          };
          return { body };
        });
      },
    }),
  ];
};
