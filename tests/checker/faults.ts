import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { escrow } from '#domain/transactions/escrow.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { sellersShare } from '#domain/transactions/fees.ts';
import { disputeOpen, type Transaction } from '#domain/transactions/state.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import { NOT_WITHOUT_END, tooLong } from './check.ts';
import type { Counterexample } from './counterexample.ts';
import { longestDelay } from './delay.ts';
import { brokenEnds } from './ends.ts';
import { BOOKED, HEARD, LOSS_IS_READ } from './laws.ts';
import type { Scope } from './moves.ts';
import { OWN_RULES, type Rules, rulesOf } from './rules.ts';
import {
  BANK,
  BY_HAND,
  CLAIM_AND_DISPUTE,
  COMES_BACK,
  HELD,
  LATE_MONEY,
  ONE_CLAIM,
  ONE_CLAIM_UNDECIDED,
  OWED,
  PROVIDER,
  REFUND_FAILS,
  RETURN_AND_DISPUTE,
  TWO_CURRENCIES,
} from './scopes.ts';
import { walk } from './walk.ts';

/** A mistake that was in the rules, or could be, and the law that finds it. `scope`: where it shows, beside the ways to delay. */
export type Fault = { name: string; law: string; scope: Scope | 'delay'; rules: Rules };

type Change = (
  events: TransactionEvent[],
  command: TransactionCommand,
  transaction: Transaction,
) => TransactionEvent[] | undefined;
const deciding = (change: Change): Rules => ({
  ...OWN_RULES,
  decide: (command, transaction) => {
    const events = OWN_RULES.decide(command, transaction);
    return events && change(events, command, transaction);
  },
});

const dropping = (type: TransactionEvent['type']): Rules =>
  deciding((events) => events.filter((event) => event.type !== type));
const refusing = (...types: TransactionCommand['type'][]): Rules =>
  deciding((events, command) => (types.includes(command.type) ? undefined : events));

/** The bank's claim is written down, and holds nothing. */
const claimsHoldNothing = (where: (transaction: Transaction) => boolean): Rules =>
  deciding((events, command, transaction) =>
    command.type === 'RecordProviderFact' && command.fact.kind === 'chargeback.opened' && where(transaction)
      ? events.map((event) =>
          event.type === 'ChargebackOpened'
            ? {
                type: 'LateChargebackOpened',
                data: { at: event.data.at, chargebackId: event.data.chargebackId, amount: event.data.amount },
              }
            : event,
        )
      : events,
  );

const says = (command: TransactionCommand, kind: string): command is Extract<TransactionCommand, { fact: unknown }> =>
  command.type === 'RecordProviderFact' && command.fact.kind === kind;

export const FAULTS: readonly Fault[] = [
  {
    name: 'the inspection of a return ends over an open dispute',
    law: 'no timer moves money over an open dispute',
    scope: RETURN_AND_DISPUTE,
    rules: rulesOf(
      escrow.provide({
        guards: {
          noDisputeOpen: ({ event }) =>
            event.type === 'deadline.returnInspection' || ('transaction' in event && !disputeOpen(event.transaction)),
        },
      }),
    ),
  },
  {
    name: 'a chargeback during a partial refund holds nothing',
    law: 'nobody is paid while a bank claims the money',
    scope: CLAIM_AND_DISPUTE,
    rules: claimsHoldNothing(({ money }) => money === 'refunding'),
  },
  {
    name: 'a second chargeback holds nothing',
    law: 'a loss is ours only when nothing is held any more',
    scope: BANK,
    rules: claimsHoldNothing(({ chargeback }) => chargeback === 'open'),
  },
  {
    name: 'a bank that changes its mind is not heard',
    law: 'no word about money is dropped',
    scope: BANK,
    rules: deciding((events, command, transaction) =>
      says(command, 'chargeback.lost') &&
      'chargebackId' in command.fact &&
      transaction.chargebacks[command.fact.chargebackId]?.stands === 'won'
        ? []
        : events,
    ),
  },
  {
    name: 'only the bank can end a chargeback',
    law: 'every hold has somebody who can end it',
    scope: ONE_CLAIM_UNDECIDED,
    rules: refusing('EndChargeback'),
  },
  {
    name: 'what was held for 75 days is watched only once',
    law: 'held money has a deadline or an open case',
    scope: HELD,
    rules: dropping('EscalationRenewed'),
  },
  {
    name: 'a refund that failed for the last time is nobody’s',
    law: 'every sale comes to its end without its parties',
    scope: REFUND_FAILS,
    rules: refusing('RetryRefund', 'SettleOutsideProvider'),
  },
  {
    name: 'what staff pay outside the provider is written down, and owed all the same',
    law: 'what staff have paid is no longer owed',
    scope: REFUND_FAILS,
    rules: deciding((events, command) => (command.type === 'SettleOutsideProvider' ? events.slice(0, 1) : events)),
  },
  {
    name: 'a paid sale is cancelled before its money is sent back',
    law: 'a sale that reads as over holds no money',
    scope: PROVIDER,
    rules: {
      ...OWN_RULES,
      evolve: (transaction, event) => {
        const after = OWN_RULES.evolve(transaction, event);
        return event.type === 'TransactionCancelled' ? { ...after, status: 'CANCELLED' } : after;
      },
    },
  },
  {
    name: 'a refund that arrives once the bank has its money is written down, and not booked',
    law: BOOKED,
    scope: LATE_MONEY,
    rules: deciding((events) =>
      events.map((event) =>
        event.type === 'RefundArrivedLate'
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
    ),
  },
  {
    name: 'what comes back to a sale beside a refund of the whole is released to the seller',
    law: 'nobody is paid for what was never shipped',
    scope: ONE_CLAIM,
    rules: deciding((events, _, { fee }) =>
      events.map((event) => {
        if (event.type !== 'RefundRequested' || events[0]?.type !== 'PartialRefundCompleted') return event;
        const { at, amount } = event.data;
        const toSeller = sellersShare(amount, fee);
        return { type: 'EscrowReleased', data: { at, by: 'staff', toSeller, fee: amount - toSeller } };
      }),
    ),
  },
  {
    name: 'what the bank gives back of a sale that was never shipped is the seller’s where staff say so',
    law: 'nobody is paid for what was never shipped',
    scope: ONE_CLAIM,
    rules: deciding((events, _, { status, released, shippedAt, fee }) =>
      events.map((event) => {
        const isBack = status === 'ESCROW_COMPLETED' && shippedAt === null && released === null;
        if (event.type !== 'RefundRequested' || !isBack || events[0]?.type !== 'DisputeDecided') return event;
        const { at, amount } = event.data;
        const toSeller = sellersShare(amount, fee);
        return { type: 'EscrowReleased', data: { at, by: 'staff', toSeller, fee: amount - toSeller } };
      }),
    ),
  },
  {
    name: 'what the bank gives back while the seller is paid without it counts as a fee',
    law: 'what is held is where it can be divided',
    scope: COMES_BACK,
    rules: deciding((events) =>
      events.map((event) =>
        event.type === 'LateChargebackReversed' ? { ...event, data: { ...event.data, kept: 0 } } : event,
      ),
    ),
  },
  {
    name: 'what the bank gives back of a refund that was decided is kept for the seller',
    law: 'the payer has what was decided, or is owed it, whatever their bank gives back',
    scope: OWED,
    rules: deciding((events) =>
      events.map((event) => {
        if (event.type !== 'LateChargebackReversed' || event.data.owed === undefined) return event;
        const { owed: kept, ...data } = event.data;
        return { ...event, data: { ...data, kept } };
      }),
    ),
  },
  {
    name: 'two tries of a refund that both arrive count once',
    law: 'no word about money is dropped',
    scope: BY_HAND,
    rules: deciding((events, command, transaction) =>
      says(command, 'refund.done') && 'refundId' in command.fact && transaction.refundsDone[command.fact.refundId]
        ? []
        : events,
    ),
  },
  {
    name: 'a refund by hand takes nothing from what is held',
    law: 'a loss is ours only when nothing is held any more',
    scope: BY_HAND,
    rules: deciding((events) =>
      events[0]?.type === 'RefundMadeByHand' ? events.filter(({ type }) => !type.startsWith('Loss')) : events,
    ),
  },
  {
    name: 'a claim that is given up in another currency is forgotten',
    law: HEARD,
    scope: TWO_CURRENCIES,
    rules: {
      ...OWN_RULES,
      evolve: (transaction, event) => {
        const after = OWN_RULES.evolve(transaction, event);
        const forgotten = event.type === 'ProviderFactRecorded' && event.data.currency !== undefined;
        return forgotten ? { ...after, chargebacks: transaction.chargebacks } : after;
      },
    },
  },
  {
    name: 'a claim in another currency is booked in that of the sale',
    law: BOOKED,
    scope: TWO_CURRENCIES,
    rules: deciding((events) =>
      events.map((event) => {
        if (event.type !== 'LateChargebackOpened' && event.type !== 'LateChargebackLost') return event;
        const { currency: _, ...data } = event.data;
        return { ...event, data } as TransactionEvent;
      }),
    ),
  },
  {
    name: 'what a bank takes of money that has left is nobody’s to read',
    law: LOSS_IS_READ,
    scope: TWO_CURRENCIES,
    rules: {
      ...OWN_RULES,
      evolve: (transaction, event) => {
        const after = OWN_RULES.evolve(transaction, event);
        return event.type === 'LateChargebackLost' ? { ...after, marks: transaction.marks } : after;
      },
    },
  },
  {
    name: 'the buyer may withdraw one dispute after the other',
    law: NOT_WITHOUT_END,
    scope: 'delay',
    rules: rulesOf(escrow.provide({ guards: { withdrawalsLeft: () => true } })),
  },
  {
    name: 'every end of a hold gives the buyer 74 hours',
    law: NOT_WITHOUT_END,
    scope: 'delay',
    rules: deciding((events, { at }, transaction) =>
      events.map((event) =>
        event.type === 'EscrowClockResumed'
          ? {
              ...event,
              data: {
                ...event.data,
                escrowEndsAt: Math.max(event.data.escrowEndsAt, at + termsFor(transaction).pauseWindow),
              },
            }
          : event,
      ),
    ),
  },
];

/** What the checker says of a fault; undefined when it does not find it. */
export const findFault = ({ name, law, scope, rules }: Fault): { fault: string; found: Counterexample | undefined } => {
  const byLaw = (broken: Counterexample[]) => broken.find((counterexample) => counterexample.law === law);
  if (scope === 'delay') return { fault: name, found: byLaw(tooLong('buyer', longestDelay('buyer', rules))) };
  const walked = walk(scope, rules, { until: law });
  return { fault: name, found: byLaw(walked.broken) ?? byLaw(brokenEnds(walked, rules)) };
};
