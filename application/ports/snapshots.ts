import type { StreamName } from './eventStore.ts';

/** A folded state at one revision of its stream, as text; `checksum` is over everything else. It holds no personal data. */
export type Snapshot = { stream: StreamName; revision: number; version: string; content: string; checksum: string };

/** The last snapshot of each long stream. Whatever is lost here is folded again from the events. */
export interface Snapshots {
  find(stream: StreamName): Promise<Snapshot | undefined>;
  /** Takes the place of the one before. */
  keep(snapshot: Snapshot): Promise<void>;
}
