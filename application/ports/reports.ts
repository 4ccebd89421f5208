import type { Instant } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';

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
