import type { Books } from '#domain/reconciliation/bookChecks.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { Position } from '../ports/eventStore.ts';
import type { ProviderObject } from '../ports/payments.ts';
import type { ProviderObjects } from '../transactions/storage.ts';
import type { CheckedReadModel, KeptCheck } from './readModelChecks.ts';

/** The ledger read model, as the nightly book check uses it. */
export interface Ledger {
  /** The last event it contains; cheap. Undefined before the first. */
  position(): Promise<Position | undefined>;
  /** A consistent snapshot; undefined before the first event. */
  read(): Promise<(Books & { position: Position }) | undefined>;
}

export interface ReadModelChecks {
  /** All read models, in the order of checking. */
  readonly names: readonly string[];
  /** Takes as long as a rebuild. */
  check(name: string): Promise<CheckedReadModel>;
  /** The last check of each. */
  kept(): Promise<readonly KeptCheck[]>;
  keep(check: KeptCheck): Promise<void>;
}

export type ObjectKind = ProviderObject['kind'];

/** Progress of a run. `after`: the provider's cursor in the list of `kind`. Counts cover the run so far. */
export type RunUnderWay = {
  /** The night of the run. */
  run: string;
  begunAt: Instant;
  kind: ObjectKind;
  after: string | null;
  lookedAt: number;
  unmatched: number;
};

/** `unmatched`: the number of cases found. */
export type LastRun = Pick<RunUnderWay, 'run' | 'begunAt' | 'lookedAt' | 'unmatched'> & { endedAt: Instant };

/** What the provider's lists contained. An object seen again must be unchanged or explained by an event. */
export interface Reconciliation extends ProviderObjects {
  underWay(): Promise<RunUnderWay | undefined>;
  save(run: RunUnderWay): Promise<void>;
  finish(run: LastRun): Promise<void>;
  last(): Promise<LastRun | undefined>;
  /**
   * Records the objects as seen in `run`. Returns, by id, since when each has its current state: since its
   * creation if it never changed.
   */
  seen(objects: readonly ProviderObject[], run: string, at: Instant): Promise<ReadonlyMap<string, Instant>>;
  /** Objects created since `from` that an earlier run saw and this one did not. Oldest first, each reported once. */
  vanished(kind: ObjectKind, from: Instant, run: string, limit: number): Promise<readonly ProviderObject[]>;
  /** A case exists under that id. Its notes expire like those of other cases without a transaction. */
  told(eventId: string, at: Instant): Promise<void>;
  /** They were reported as vanished. */
  forget(objects: readonly Pick<ProviderObject, 'kind' | 'id'>[]): Promise<void>;
}

/** Totals only, no personal data. Money that moved within the period; open and failing items as of now. */
type Totals = {
  sales: number;
  captured: Cents;
  /** By refund or chargeback, minus what came back. */
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

/** Progress of the hash chain since the last book check, so that a long chain can be built in portions. */
export interface SealInProgress {
  load(): Promise<{ position: Position; events: number; digest: string } | undefined>;
  save(progress: { position: Position; events: number; digest: string }): Promise<void>;
}
