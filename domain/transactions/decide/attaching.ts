import type { TransactionCommand } from '../commands.ts';
import type { Decide } from './deciding.ts';

/** Adds the hashes of attached pictures to the events that name them. */
export const attaching =
  <Type extends Extract<TransactionCommand, { evidence: string[] }>['type']>(decide: Decide<Type>): Decide<Type> =>
  (command, transaction, gate) => {
    const decision = decide(command, transaction, gate);
    const { attached } = command as Extract<TransactionCommand, { evidence: string[] }>;
    if (!decision.ok || !attached) return decision;
    const value = decision.value.map((event) =>
      'evidence' in event.data ? ({ ...event, data: { ...event.data, ...attached } } as typeof event) : event,
    );
    return { ...decision, value };
  };
