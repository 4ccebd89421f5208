import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Deadline } from '#domain/transactions/commands.ts';
import type { ProviderObject } from '../ports/payments.ts';
import type { AttachedPicture } from '../ports/pictures.ts';

export type DueDeadline = Deadline & { transactionId: string };

/** The deadlines read model, as the sweep uses it. */
export interface Deadlines {
  /** Earliest first. */
  due(now: Instant, limit: number): Promise<DueDeadline[]>;
  /** Reminders and notices write no event, so only the read model knows that they were sent. */
  markReminderFired(deadline: DueDeadline): Promise<void>;
}

/** `kept`: an event names it. `attached`: the hashes for that event; undefined for uploads of an earlier release. */
export type EvidenceUpload = {
  key: string;
  saleId: TransactionId;
  by: AccountId;
  at: Instant;
  attached: AttachedPicture | undefined;
  kept: boolean;
};

/** The provider's objects as the last reconciliation saw them. */
export interface ProviderObjects {
  /** Undefined if no run saw it, or if it is no longer listed. */
  object(kind: ProviderObject['kind'], id: string): Promise<ProviderObject | undefined>;
}

/** Evidence uploads. They come before their command, so no event records them. */
export interface EvidenceUploads {
  /** Called before the files are stored, so that none is missed. Adding a known key does nothing. */
  add(upload: Omit<EvidenceUpload, 'kept'>): Promise<void>;
  find(keys: readonly string[]): Promise<EvidenceUpload[]>;
  /** Not kept and uploaded before `before`, oldest first. */
  loose(before: Instant, limit: number): Promise<EvidenceUpload[]>;
  keep(keys: readonly string[]): Promise<void>;
  ofSale(saleId: TransactionId): Promise<string[]>;
  forget(key: string): Promise<void>;
}
