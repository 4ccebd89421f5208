import type { Instant } from '#domain/shared/instants.ts';
import type { ProviderObject } from './payments.ts';

export type ObjectKind = ProviderObject['kind'];

/** How far a run has come: `after` is the provider's own place in the list of `kind`. Counts are of the run so far. */
export type RunUnderWay = {
  /** The night that it is the run of. */
  run: string;
  begunAt: Instant;
  kind: ObjectKind;
  after: string | null;
  lookedAt: number;
  unmatched: number;
};

/** `unmatched`: cases that the run has found. */
export type LastRun = Pick<RunUnderWay, 'run' | 'begunAt' | 'lookedAt' | 'unmatched'> & { endedAt: Instant };

/** What the provider's lists have shown: what is found again must be as it was, or have changed by a fact. */
export interface Reconciliation {
  underWay(): Promise<RunUnderWay | undefined>;
  save(run: RunUnderWay): Promise<void>;
  finish(run: LastRun): Promise<void>;
  last(): Promise<LastRun | undefined>;
  /** Notes them down as seen in `run`. Answers of each, by its id, since when it stands as it does: since it was made, where it was never seen otherwise. */
  seen(objects: readonly ProviderObject[], run: string, at: Instant): Promise<ReadonlyMap<string, Instant>>;
  /** Of those made since `from`, what an earlier run has seen and this one has not; the oldest first, and not again once they are told. */
  vanished(kind: ObjectKind, from: Instant, run: string, limit: number): Promise<readonly ProviderObject[]>;
  /** A case was made under that id: its notes end like those of other cases without a sale. */
  told(eventId: string, at: Instant): Promise<void>;
  /** They were told as vanished. */
  forget(objects: readonly Pick<ProviderObject, 'kind' | 'id'>[]): Promise<void>;
}
