import type { Id, TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';

/** A conversation's month: what was sent in it has one key. */
export type MessageMonth = { subject: string; conversation: Id; from: Instant; until: Instant };

/** What is kept for a time only. Everything here may be done twice. */
export interface Retention {
  /** Months that ended by then and whose key is still there. */
  messageMonths(endedBy: Instant, limit: number): Promise<MessageMonth[]>;
  forgetMessageImages(month: MessageMonth): Promise<void>;
  /** What the read model still shows of messages and reports that are older. */
  forgetMessagesBefore(instant: Instant): Promise<void>;
  /** Sales that have ended, with no fact since then, and of which personal data is still there. */
  endedSales(noEventSince: Instant, limit: number): Promise<TransactionId[]>;
  /** Months that ended by then, of which it can still be tried out what address a digest is of. */
  digestMonths(endedBy: Instant, limit: number): Promise<string[]>;
  forgetSale(transaction: TransactionId): Promise<void>;
  /** Ids of provider's events about no sale, handled by then, whose note can still be read. */
  endedOrphans(handledBy: Instant, limit: number): Promise<string[]>;
  /** After it the subject's personal data reads as null in all its events. */
  eraseKey(subject: string): Promise<void>;
  /** Rows that nobody will ask for again: expired sessions and tokens, old emails, handled facts. Answers how many went, by table. */
  sweepTables(now: Instant): Promise<Record<string, number>>;
}
