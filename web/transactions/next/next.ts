import type { TransactionDetail } from '#application/contract/transactions.ts';
import type { TransactionMoney } from '../saleMoney.ts';

export type Outcome = { when: string; what: string };

/**
 * What the panel "What happens next" says to one reader. `until` is the armed deadline that its countdown runs to;
 * three outcomes while something can still happen (you act, you wait or pause, nobody acts), none once the sale is over.
 */
export type Next = {
  title: string;
  lead: string;
  until: string | null;
  reason?: string | null;
  /** In escrow, where a dispute or a return is told: what its clock does meanwhile. */
  clock?: string;
  /** Where the reader does what is asked of them, when it is not on this page. */
  way?: { to: string; text: string };
  outcomes: readonly [Outcome, Outcome, Outcome] | readonly [];
};

export type Reader = 'buyer' | 'seller';

export type Situation = { sale: TransactionDetail; money: TransactionMoney; reader: Reader; now: number };
