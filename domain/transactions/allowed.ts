import type { Actor } from '../shared/actor.ts';
import type { Instant } from '../shared/instants.ts';
import { type EscrowGate, escrowGate } from './escrowGate.ts';
import { COMMANDS, type Part, type RuledCommand } from './process/commandTable.ts';
import type { Transaction } from './state.ts';

export type { Part, RuledCommand };

/** A buyer or seller keeps that part whatever their role, so nobody decides their own dispute. */
export const partOf = (transaction: Transaction, actor: Actor): Part | undefined => {
  if (actor.role === 'system' || actor.role === 'provider') return actor.role;
  if (actor.id === transaction.buyerId) return 'buyer';
  if (actor.id === transaction.sellerId) return 'seller';
  return actor.role === 'staff' ? 'staff' : undefined;
};

/** Whether this part may ever give the command. */
export const mayEver = (part: Part, command: RuledCommand): boolean => COMMANDS[command].some(({ by }) => by === part);

/** Whether somebody with this part may do it now. People excluded by `notBy` get their own refusal. */
export const allows = (
  transaction: Transaction,
  part: Part,
  command: RuledCommand,
  now: Instant,
  gate: EscrowGate = escrowGate,
): boolean => gate.can({ type: command, part, transaction, now });

/**
 * The actor's allowed commands, for buttons and 409 answers. `decide` checks details such as texts and sums. `among`: only these.
 */
export const allowedCommands = (
  transaction: Transaction,
  actor: Actor,
  now: Instant,
  gate: EscrowGate = escrowGate,
  among?: ReadonlySet<RuledCommand>,
): RuledCommand[] => {
  const part = partOf(transaction, actor);
  if (!part || transaction.status === 'draft') return [];
  return gate
    .commandsIn(transaction)
    .filter(
      (type) =>
        (among?.has(type) ?? true) &&
        mayEver(part, type) &&
        gate.can({ type, part, actor: actor.id, transaction, now }),
    );
};
