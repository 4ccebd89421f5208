import { fold } from '#domain/shared/decider.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { type Escrow, escrow } from '#domain/transactions/escrow.ts';
import { type EscrowGate, gateOf } from '#domain/transactions/escrowGate.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { transactionDecider } from '#domain/transactions/transaction.ts';

/** What is walked: the product's own decider and machine, or the same with a fault put back. */
export type Rules = {
  gate: EscrowGate;
  /** The events of a command; undefined if it is refused. */
  decide: (command: TransactionCommand, transaction: Transaction) => TransactionEvent[] | undefined;
  evolve: (transaction: Transaction, event: TransactionEvent) => Transaction;
};

export const rulesOf = (machine: Escrow): Rules => {
  const gate = gateOf(machine);
  const decider = transactionDecider(gate);
  return {
    gate,
    decide: (command, transaction) => {
      const answer = decider.decide(command, transaction);
      return answer.ok ? answer.value : undefined;
    },
    evolve: decider.evolve,
  };
};

export const OWN_RULES = rulesOf(escrow);

export const foldWith = ({ evolve }: Rules, events: readonly TransactionEvent[], from: Transaction): Transaction =>
  fold({ initial: from, evolve, decide: () => ({ ok: true, value: [] }) }, events, from);
