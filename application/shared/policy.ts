import type { DomainEvent } from '#domain/events.ts';
import type { Recorded } from '../ports/eventCodec.ts';

/**
 * Reacts to events. `handle` may see an event twice after a crash, so its effects carry ids derived from the
 * event.
 */
export type Policy = {
  name: string;
  handles: readonly DomainEvent['type'][];
  /** Where it starts reading a type that it did not handle before. Without this, no process starts. */
  begins?: Readonly<{ [Type in DomainEvent['type']]?: 'now' | 'start' }>;
  handle(event: Recorded): Promise<void>;
};

/** Types the handler by the events it handles. */
export const policy = <Type extends DomainEvent['type']>(declaration: {
  name: string;
  handles: readonly Type[];
  begins?: Readonly<{ [Handled in Type]?: 'now' | 'start' }>;
  handle(event: Recorded<Extract<DomainEvent, { type: Type }>>): Promise<void>;
}): Policy => declaration as Policy;
