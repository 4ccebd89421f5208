import { StreamMoved } from '#application/ports/eventStore.ts';
import { ProviderUnavailable } from '#application/ports/payments.ts';
import { ok, type Result } from '#domain/shared/decider.ts';
import { HOUR } from '#domain/shared/instants.ts';
import type { TransactionCommand, TransactionRejection } from '#domain/transactions/commands.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { mostPartialRefund, type Transaction } from '#domain/transactions/state.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import type { Defect } from './simulate.ts';

/** `finds` must match the violation that the simulation reports for this defect. */
type KnownDefect = Defect & { finds: RegExp };

let calls = 0;

type Decided = Result<TransactionEvent[], TransactionRejection>;
/** Changes a decision; `undefined` keeps it. */
const deciding =
  (change: (command: TransactionCommand, sale: Transaction, decided: Decided) => Decided | undefined) =>
  (): (() => void) => {
    const { decide } = transactionAggregate;
    transactionAggregate.decide = (command, sale) => {
      const decided = decide(command, sale);
      return change(command, sale, decided) ?? decided;
    };
    return () => {
      transactionAggregate.decide = decide;
    };
  };
const writing = (change: (event: TransactionEvent, sale: Transaction) => TransactionEvent) =>
  deciding((_, sale, decided) => (decided.ok ? ok(decided.value.map((event) => change(event, sale))) : undefined));

const OF_CLAIMS: readonly KnownDefect[] = [
  {
    name: 'a shipment allowed during a chargeback',
    chargedBack: 1,
    install: () => {
      const { decide } = transactionAggregate;
      transactionAggregate.decide = (command, sale) =>
        decide(command, command.type === 'ConfirmShipment' ? { ...sale, chargeback: 'none' } : sale);
      return () => {
        transactionAggregate.decide = decide;
      };
    },
    finds: /ShipmentConfirmed under an open chargeback|corrupt history: ShipmentConfirmed|in quarantine/i,
  },
  {
    name: 'a second chargeback that holds nothing',
    chargedBack: 1,
    install: writing((event, sale) =>
      event.type === 'ChargebackOpened' && sale.chargeback === 'open'
        ? {
            type: 'LateChargebackOpened',
            data: { at: event.data.at, chargebackId: event.data.chargebackId, amount: event.data.amount },
          }
        : event,
    ),
    finds: /cents are lost/,
  },
  {
    name: 'a reversed chargeback that is ignored',
    chargedBack: 1,
    install: deciding((command, sale) => {
      if (command.type !== 'RecordProviderFact' || !('chargebackId' in command.fact)) return undefined;
      const stands = sale.chargebacks[command.fact.chargebackId]?.stands;
      return stands === 'won' || stands === 'lost' ? ok([]) : undefined;
    }),
    finds: /our books say/,
  },
  {
    name: 'a chargeback that only the bank can end',
    chargedBack: 1,
    install: deciding((command, { status }) =>
      command.type === 'EndChargeback'
        ? { ok: false, error: { code: 'notNow', status, allowed: [] } as unknown as TransactionRejection }
        : undefined,
    ),
    finds: /not at rest|our books say/,
  },
  {
    name: 'a refund by hand that is not booked',
    byHand: 0.5,
    install: writing((event) =>
      event.type === 'RefundMadeByHand'
        ? {
            type: 'ProviderFactRecorded',
            data: {
              at: event.data.at,
              kind: 'refund.done',
              reference: event.data.refundId,
              amount: event.data.amount,
            },
          }
        : event,
    ),
    finds: /our books say|does not balance|refunded|a hold would have kept it|not at rest/,
  },
  {
    name: 'returned money of an unshipped transaction, paid to the seller',
    chargedBack: 0.8,
    install: writing((event, sale) =>
      event.type === 'RefundRequested' && sale.status === 'ESCROW_COMPLETED' && mostPartialRefund(sale) === 0
        ? {
            type: 'EscrowReleased',
            data: { at: event.data.at, by: 'staff', toSeller: sale.inEscrow - sale.fee, fee: sale.fee },
          }
        : event,
    ),
    finds: /the seller is paid for what was let go/,
  },
  {
    name: 'a hold that leaves the buyer 74 hours every time',
    install: writing((event) =>
      event.type === 'EscrowClockResumed'
        ? {
            ...event,
            data: { ...event.data, escrowEndsAt: Math.max(event.data.escrowEndsAt, event.data.at + 74 * HOUR) },
          }
        : event,
    ),
    finds: /the escrow goes on until/,
  },
];

const OF_THE_PROVIDER: readonly KnownDefect[] = [
  {
    name: 'a provider that ignores idempotency keys',
    ignoresKeys: true,
    finds: /moves twice|at once at the provider|go back of payment/,
  },
  {
    name: 'a refund whose call carries a fresh key each time',
    // reset, so that a repeated world uses the same keys
    install: () => {
      calls = 0;
      return () => undefined;
    },
    alter: (ports) => ({
      ...ports,
      payments: {
        ...ports.payments,
        refund: (request) => ports.payments.refund({ ...request, attempt: 1_000 + ++calls }),
      },
    }),
    finds: /moves twice|go back of payment|more than was captured/,
  },
  {
    name: 'a second payout for one transaction',
    alter: (ports) => ({
      ...ports,
      payments: {
        ...ports.payments,
        payOut: async (request) => {
          await ports.payments.payOut(request);
          if (request.amount % 2 === 1)
            await ports.payments.payOut({ ...request, payoutId: `${request.payoutId}again` });
        },
      },
    }),
    finds: /that nobody initiated/,
  },
  {
    name: 'provider silence treated as a failed payout and retried under another id',
    alter: (ports) => ({
      ...ports,
      payments: {
        ...ports.payments,
        payOut: async (request) => {
          try {
            await ports.payments.payOut(request);
          } catch (error) {
            if (!(error instanceof ProviderUnavailable)) throw error;
            await ports.payments.payOut({ ...request, payoutId: `${request.payoutId}again` });
          }
        },
      },
    }),
    finds: /that nobody initiated/,
  },
  {
    name: 'provider lists that are never read',
    lists: true,
    byHand: 0.5,
    alter: (ports) => ({
      ...ports,
      payments: { ...ports.payments, listObjects: async () => ({ objects: [], next: null }) },
    }),
    finds: /our books say|nobody has seen|not at rest/,
  },
];

const OF_THE_LOG: readonly KnownDefect[] = [
  {
    name: 'a store that ignores the expected revision',
    alter: (ports) => ({
      ...ports,
      store: {
        ...ports.store,
        append: async (stream, events, expected) => {
          const length = (await ports.store.readStream(stream)).length;
          const known = length > (expected === 'none' ? 0 : expected + 1);
          return ports.store.append(stream, events, known ? length - 1 : expected);
        },
      },
    }),
    finds: /does not chain|corrupt history|is reserved while|is sold to/i,
  },
  {
    name: 'a grouped append that lost its race and is reported as written',
    sealed: true,
    alter: (ports) => ({
      ...ports,
      store: {
        ...ports.store,
        append: async (stream, events, expected) => {
          try {
            return await ports.store.append(stream, events, expected);
          } catch (error) {
            if (!(error instanceof StreamMoved)) throw error;
            const head = await ports.store.head();
            return { revision: (expected === 'none' ? -1 : expected) + events.length, position: head ?? '' };
          }
        },
      },
    }),
    finds:
      /not at rest|our books say|nobody was told|is reserved|is sold to|was forgotten|is wrong|still has|never went back/,
  },
  {
    name: 'a provider message rejected as forged, because its time is ahead',
    chargedBack: 1,
    alter: (ports) => ({
      ...ports,
      providerEvents: {
        ...ports.providerEvents,
        keep: async (fact, receivedAt) => fact.occurredAt <= receivedAt && ports.providerEvents.keep(fact, receivedAt),
      },
    }),
    finds: /our books say|not at rest/,
  },
  {
    name: 'events of a new version that a running process cannot read',
    hasty: true,
    finds: /in a version that it does not read/,
  },
];

const OF_READERS: readonly KnownDefect[] = [
  {
    name: 'policies that start with new events, not at their checkpoint',
    alter: (ports) => ({
      ...ports,
      checkpoints: { ...ports.checkpoints, load: () => ports.store.head() },
    }),
    finds: /nobody was told|not at rest|stays reserved|is sold to|our books say|was forgotten|has not handled/,
  },
  {
    name: 'a slow reader that skips to the end of the log',
    alter: (ports) => ({
      ...ports,
      checkpoints: {
        ...ports.checkpoints,
        load: async (name) => {
          const [place, head] = [await ports.checkpoints.load(name), await ports.store.head()];
          return Number(head ?? 0) - Number(place ?? 0) > 10 ? head : place;
        },
      },
    }),
    finds:
      /has not handled|nobody was told|not at rest|stays reserved|is sold to|our books say|was forgotten|never went back|still has|key is still there/,
  },
  {
    name: 'a read model that keeps its position after losing its tables',
    alter: (ports) => ({
      ...ports,
      db: Object.assign((table: string) => ports.db(table), ports.db, {
        transaction: async (work?: never) => {
          if (work) return ports.db.transaction(work);
          const transaction = await ports.db.transaction();
          return Object.assign(transaction, { rollback: transaction.commit });
        },
      }),
    }),
    finds: /read model of deadlines is wrong|not at rest/,
  },
  {
    name: 'a new read model version built from recent events only',
    alter: (ports) => ({
      ...ports,
      store: {
        ...ports.store,
        readAll: async (range) => {
          const head = Number((await ports.store.head()) ?? 0);
          const from = String(Math.floor(head / 2)).padStart(20, '0');
          return ports.store.readAll(range.after === undefined && head > 1 ? { ...range, after: from } : range);
        },
      },
    }),
    finds: /read model of deadlines is wrong|not at rest|deadlines has stopped/,
  },
  {
    name: 'a quarantine that accepts nothing',
    alter: (ports) => ({
      ...ports,
      db: Object.assign((table: string) => ports.db(table), ports.db, {
        raw: async (sql: string, bindings: never) =>
          sql.includes('INSERT INTO projections.quarantine') ? { rows: [], rowCount: 0 } : ports.db.raw(sql, bindings),
      }),
    }),
    finds: /stands still at|has stopped/,
  },
];

const OF_FORGETTING: readonly KnownDefect[] = [
  {
    name: 'a key that outlives its account',
    alter: (ports) => ({ ...ports, erasure: { ...ports.erasure, eraseKey: async () => undefined } }),
    finds: /its key is still there/,
  },
  {
    name: 'personal data erased as soon as a transaction ends',
    alter: (ports) => ({
      ...ports,
      retention: {
        ...ports.retention,
        endedSales: (_, limit) => ports.retention.endedSales(Number.POSITIVE_INFINITY, limit),
      },
    }),
    finds: /forgotten too early/,
  },
  {
    name: 'an account deleted without a warning',
    alter: (ports) => ({
      ...ports,
      jobs: {
        ...ports.jobs,
        add: (jobs) => ports.jobs.add(jobs.filter(({ id }) => !id.startsWith('inactivityWarning'))),
      },
    }),
    finds: /was not told that it will be deleted/,
  },
  {
    name: 'an inactive account that is kept',
    alter: (ports) => ({ ...ports, inactivity: { ...ports.inactivity, toDelete: async () => [] } }),
    finds: /who stayed away, is/,
  },
];

export const DEFECTS: readonly KnownDefect[] = [
  ...OF_THE_PROVIDER,
  ...OF_THE_LOG,
  ...OF_CLAIMS,
  ...OF_READERS,
  ...OF_FORGETTING,
];
