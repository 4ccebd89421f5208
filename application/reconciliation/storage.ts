import type { Books } from '#domain/reconciliation/bookChecks/bookChecks.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { Position } from '../ports/eventStore.ts';
import type { ProviderObject } from '../ports/payments.ts';
import type { CheckedReadModel, KeptCheck } from '../transparency/sealedModels.ts';

/** The ledger's read model, as the nightly look into it needs it. */
export interface Ledger {
  /** The last event that it has seen; cheap. Undefined before the first. */
  position(): Promise<Position | undefined>;
  /** All at one instant; undefined before the first event. */
  read(): Promise<(Books & { position: Position }) | undefined>;
}

export interface ReadModelChecks {
  /** Of every read model, in the order in which they are checked. */
  readonly names: readonly string[];
  /** Takes as long as building it anew. */
  check(name: string): Promise<CheckedReadModel>;
  /** The last of each. */
  kept(): Promise<readonly KeptCheck[]>;
  keep(check: KeptCheck): Promise<void>;
}

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

/** Totals only, nothing of anybody. Money that moved within the period; what is open or failing stands as it is now. */
type Totals = {
  sales: number;
  captured: Cents;
  /** By refund or by chargeback, less what came back of it. */
  returned: Cents;
  paidOut: Cents;
  fees: Cents;
  losses: Cents;
  openCases: number;
  failedPayouts: number;
  failingRefunds: number;
  orphanFacts: number;
};

export interface Reports {
  /** `until` is exclusive. */
  totals(from: Instant, until: Instant): Promise<Totals>;
}

/** How far the chain over all events has come since the last attestation, so that a long one is no work for one go. */
export interface SealInProgress {
  load(): Promise<{ position: Position; events: number; digest: string } | undefined>;
  save(progress: { position: Position; events: number; digest: string }): Promise<void>;
}
