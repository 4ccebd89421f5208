import type { Position } from './eventStore.ts';

/** How far the chain over all events has come since the last attestation, so that a long one is no work for one go. */
export interface SealInProgress {
  load(): Promise<{ position: Position; events: number; digest: string } | undefined>;
  save(progress: { position: Position; events: number; digest: string }): Promise<void>;
}
