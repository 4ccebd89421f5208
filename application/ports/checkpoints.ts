import type { Position } from './eventStore.ts';

/** How far each subscription that delivers one event at a time has come. */
export interface Checkpoints {
  load(name: string): Promise<Position | undefined>;
  /** Never backwards: whoever has lost the lease may still save what it has handled. */
  save(name: string, position: Position): Promise<void>;
  all(): Promise<ReadonlyMap<string, Position>>;
}
