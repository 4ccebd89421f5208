import type { EventCodec, Reads, Recorded } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import type { Owner } from './scheduler.ts';

/** How events are stored in a world. */
export type WorldCodec = {
  /** As one process writes and reads. */
  openFor(owner: Owner, readByAll: () => Promise<Reads>): EventCodec;
  /** What was written, in the present versions, for whoever watches the world. */
  told(events: readonly StoredEvent[]): Recorded[];
  /** Its hash is that of what it holds. */
  isWritten(event: StoredEvent): boolean;
  eraseKey(subject: string): Promise<void>;
  isErased(subject: string): boolean;
};
