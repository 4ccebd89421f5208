import type { TransactionEventType } from '../events.ts';
import { COMMANDS, type Part, type RuledCommand } from './commandTable.ts';

/**
 * The command that recorded these events in one append. An event does not store its command, so this is the only one that the table admits;
 * null if none or several fit.
 */
export const commandOf = (types: readonly TransactionEventType[], by: Part): RuledCommand | null => {
  const fitting = (Object.keys(COMMANDS) as RuledCommand[]).filter((command) =>
    COMMANDS[command].some(
      (step) =>
        step.by === by &&
        types.some((type) => step.events.includes(type)) &&
        types.every((type) => step.events.includes(type) || step.also?.includes(type)),
    ),
  );
  return fitting.length === 1 ? fitting[0]! : null;
};
