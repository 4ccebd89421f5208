import { StreamMoved } from '#application/ports/eventStore.ts';
import { ProviderUnavailable } from '#application/ports/payments.ts';
import { ok, type Result } from '#domain/shared/decider.ts';
import { HOUR } from '#domain/shared/instants.ts';
import type { TransactionCommand, TransactionRejection } from '#domain/transactions/commands.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { mostPartialRefund, type Transaction } from '#domain/transactions/state.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import type { Defect } from './simulate.ts';

/** Told of a defect, the simulation must come to tell of it: `finds` is what it must say. */
type KnownDefect = Defect & { finds: RegExp };

let calls = 0;

type Decided = Result<TransactionEvent[], TransactionRejection>;
/** What is decided, changed; `undefined` leaves it as it is. */
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
    name: 'a shipment that is let pass while a chargeback is open',
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
    name: 'a bank that changes its mind, and is not heard',
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
    name: 'a refund by hand that is a note, and nothing in the books',
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
    name: 'what came back of a sale that was never shipped, paid to its seller',
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
    name: 'a hold that gives its buyer 74 hours each time',
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
    // a world that is made again makes the same keys
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
    name: 'a payout that is sent although the provider has been paid out for this sale',
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
    name: 'silence that is taken for a refusal, so that the payout is tried under another id',
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
    name: 'lists of the provider that nobody reads',
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
    name: 'a store that takes an append whatever revision was expected',
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
    name: 'an append of a group that has lost its race, and is told to have won',
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
    name: 'a message of the provider that is taken for a forgery, since it comes from the future',
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
    name: 'events of a new version while a process runs that does not read it',
    hasty: true,
    finds: /in a version that it does not read/,
  },
];

const OF_READERS: readonly KnownDefect[] = [
  {
    name: 'policies that begin with what is new, not at their checkpoint',
    alter: (ports) => ({
      ...ports,
      checkpoints: { ...ports.checkpoints, load: () => ports.store.head() },
    }),
    finds: /nobody was told|not at rest|stays reserved|is sold to|our books say|was forgotten|has not handled/,
  },
  {
    name: 'a reader that leaves out what it is too slow for, and begins at the end',
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
    name: 'a read model whose place is kept when its tables are not',
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
    name: 'a new version of a read model that is built from the latest events only',
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
    name: 'a quarantine in which nothing can be put',
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
    name: 'personal data that is forgotten as soon as a sale has ended',
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
    name: 'an account that is deleted without a word',
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
    name: 'an account of somebody who stays away that is kept',
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
