import type { Position } from './eventStore.ts';

/** Held by one process at a time; `signal` aborts when the hold is lost (a broken connection) or the caller's signal aborts. */
export type Hold = {
  signal: AbortSignal;
  load(): Promise<Position | undefined>;
  save(position: Position): Promise<void>;
};

/** How far each policy has come. */
export interface Checkpoints {
  /** Waits until no other process holds `name`, works, and lets go when `work` ends. Resolves undone when `signal` aborts first. */
  hold(name: string, signal: AbortSignal, work: (hold: Hold) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
