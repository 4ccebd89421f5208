import type { EventCodec, Reads, Recorded } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import type { Owner } from './scheduler.ts';

/** How a world stores events. */
export type WorldCodec = {
  /** The codec of one process. */
  openFor(owner: Owner, readByAll: () => Promise<Reads>): EventCodec;
  /** The events in their current versions, for the witness. */
  told(events: readonly StoredEvent[]): Recorded[];
  /** Whether its hash matches its content. */
  isWritten(event: StoredEvent): boolean;
  eraseKey(subject: string): Promise<void>;
  isErased(subject: string): boolean;
};
