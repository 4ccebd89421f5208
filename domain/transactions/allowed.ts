import type { Actor } from '../shared/actor.ts';
import type { Instant } from '../shared/instants.ts';
import { type EscrowGate, escrowGate } from './escrowGate.ts';
import { COMMANDS, type Part, type RuledCommand } from './process/commandTable.ts';
import type { Transaction } from './state.ts';

export type { Part, RuledCommand };

/** A buyer or seller is that, whatever role they have besides: nobody decides a dispute of their own. */
export const partOf = (transaction: Transaction, actor: Actor): Part | undefined => {
  if (actor.role === 'system' || actor.role === 'provider') return actor.role;
  if (actor.id === transaction.buyerId) return 'buyer';
  if (actor.id === transaction.sellerId) return 'seller';
  return actor.role === 'staff' ? 'staff' : undefined;
};

/** Whether a command is this part's at all, at whatever time. */
export const mayEver = (part: Part, command: RuledCommand): boolean => COMMANDS[command].some(({ by }) => by === part);

/** Whether somebody with this part may do it now; who of them may not (`notBy`) is refused with a reason of its own. */
export const allows = (
  transaction: Transaction,
  part: Part,
  command: RuledCommand,
  now: Instant,
  gate: EscrowGate = escrowGate,
): boolean => gate.can({ type: command, part, sale: transaction, now });

/**
 * What this actor may do now, for buttons and for the answer to what is not allowed. Details (texts, sums) are checked later.
 * `among`: of these alone.
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
        gate.can({ type, part, actor: actor.id, sale: transaction, now }),
    );
};
