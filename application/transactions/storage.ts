import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Deadline } from '#domain/transactions/commands.ts';
import type { AttachedPicture } from '../ports/pictures.ts';

export type DueDeadline = Deadline & { transactionId: string };

/** The deadlines read model, as the sweep needs it. */
export interface Deadlines {
  /** Earliest first. */
  due(now: Instant, limit: number): Promise<DueDeadline[]>;
  /** Reminders and notices change no sale: that they were sent stands in the read model only. */
  markReminderFired(deadline: DueDeadline): Promise<void>;
}

/** `kept`: a fact of the sale is known to name it. `attached`: what that fact says of it; undefined for what an earlier release took in. */
export type EvidenceUpload = {
  key: string;
  saleId: TransactionId;
  by: AccountId;
  at: Instant;
  attached: AttachedPicture | undefined;
  kept: boolean;
};

/** Which photos were uploaded, by whom and for which sale: no event says it, because most uploads come before their command. */
export interface EvidenceUploads {
  /** Before the files are stored, so that none is without its entry. The same key again changes nothing. */
  add(upload: Omit<EvidenceUpload, 'kept'>): Promise<void>;
  find(keys: readonly string[]): Promise<EvidenceUpload[]>;
  /** Not kept so far and uploaded before `before`, the oldest first. */
  loose(before: Instant, limit: number): Promise<EvidenceUpload[]>;
  keep(keys: readonly string[]): Promise<void>;
  ofSale(saleId: TransactionId): Promise<string[]>;
  forget(key: string): Promise<void>;
}
