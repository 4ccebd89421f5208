import type { DomainEvent } from '#domain/events.ts';
import type { Recorded } from '../ports/eventCodec.ts';

/** Reacts to facts. `handle` may see an event twice (after a crash), so what it does carries ids derived from the event. */
export type Policy = {
  name: string;
  handles: readonly DomainEvent['type'][];
  /** From where it reads a type that it did not handle in the release before: without it no process starts. */
  begins?: Readonly<{ [Type in DomainEvent['type']]?: 'now' | 'start' }>;
  handle(event: Recorded): Promise<void>;
};

/** Declares a policy whose handler knows which events it will see. */
export const policy = <Type extends DomainEvent['type']>(declaration: {
  name: string;
  handles: readonly Type[];
  begins?: Readonly<{ [Handled in Type]?: 'now' | 'start' }>;
  handle(event: Recorded<Extract<DomainEvent, { type: Type }>>): Promise<void>;
}): Policy => declaration as Policy;
