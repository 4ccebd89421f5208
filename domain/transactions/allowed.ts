import type { Actor } from '../shared/actor.ts';
import type { Instant } from '../shared/instants.ts';
import { type Escrow, escrow } from './escrow.ts';
import { placeOf } from './place.ts';
import { COMMANDS, type Part, type RuledCommand } from './process/commandTable.ts';
import type { Sale } from './state.ts';

export type { Part, RuledCommand };

/** A buyer or seller is that, whatever role they have besides: nobody decides a dispute of their own. */
export const partOf = (sale: Sale, actor: Actor): Part | undefined => {
  if (actor.role === 'system' || actor.role === 'provider') return actor.role;
  if (actor.id === sale.buyerId) return 'buyer';
  if (actor.id === sale.sellerId) return 'seller';
  return actor.role === 'staff' ? 'staff' : undefined;
};

/** Whether a command is this part's at all, at whatever time. */
export const mayEver = (part: Part, command: RuledCommand): boolean => COMMANDS[command].some(({ by }) => by === part);

/** Whether somebody with this part may do it now; who of them may not (`notBy`) is refused with a reason of its own. */
export const allows = (
  sale: Sale,
  part: Part,
  command: RuledCommand,
  now: Instant,
  machine: Escrow = escrow,
): boolean => placeOf(sale, machine).can({ type: command, part, sale, now });

/**
 * What this actor may do now, for buttons and for the answer to what is not allowed. Details (texts, sums) are checked later.
 * `among`: of these alone.
 */
export const allowedCommands = (
  sale: Sale,
  actor: Actor,
  now: Instant,
  machine: Escrow = escrow,
  among?: ReadonlySet<RuledCommand>,
): RuledCommand[] => {
  const part = partOf(sale, actor);
  if (!part || sale.status === 'draft') return [];
  const { can, commands } = placeOf(sale, machine);
  return commands.filter(
    (type) => (among?.has(type) ?? true) && mayEver(part, type) && can({ type, part, actor: actor.id, sale, now }),
  );
};
