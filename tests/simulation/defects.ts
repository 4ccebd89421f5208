import { transaction } from '#domain/transactions/transaction.ts';
import type { Defect } from './simulate.ts';

/** Told of a defect, the simulation must come to tell of it: `finds` is what it must say. `from`: a world shortly before one that shows it. */
type KnownDefect = Defect & { from?: number; finds: RegExp };

let calls = 0;

export const DEFECTS: readonly KnownDefect[] = [
  {
    name: 'a provider that ignores idempotency keys',
    from: 12,
    ignoresKeys: true,
    finds: /moves twice|at once at the provider|go back of payment/,
  },
  {
    name: 'a refund whose call carries a fresh key each time',
    from: 17,
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
    name: 'policies that begin with what is new, not at their checkpoint',
    alter: (ports) => ({
      ...ports,
      checkpoints: { ...ports.checkpoints, load: () => ports.store.head() },
    }),
    finds: /nobody was told|not at rest|stays reserved|is sold to|our books say|was forgotten/,
  },
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
    name: 'a shipment that is let pass while a chargeback is open',
    chargedBack: 1,
    install: () => {
      const { decide } = transaction;
      transaction.decide = (command, sale) =>
        decide(command, command.type === 'ConfirmShipment' ? { ...sale, chargeback: 'none' } : sale);
      return () => {
        transaction.decide = decide;
      };
    },
    finds: /ShipmentConfirmed under an open chargeback|corrupt history: ShipmentConfirmed/i,
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
];
