import type { Books } from '#domain/reconciliation/bookChecks.ts';
import type { Position } from './eventStore.ts';

/** The ledger's read model, as the nightly look into it needs it. */
export interface Ledger {
  /** The last event that it has seen; cheap. Undefined before the first. */
  position(): Promise<Position | undefined>;
  /** All at one instant; undefined before the first event. */
  read(): Promise<(Books & { position: Position }) | undefined>;
}
