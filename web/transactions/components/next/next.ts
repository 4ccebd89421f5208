import type { TransactionDetail } from '#application/contract/transactions.ts';
import type { TransactionMoney } from '../../transactionMoney.ts';

export type Outcome = { when: string; what: string };

/** Content of the panel "What happens next". `until` drives the countdown. Three outcomes while something can happen, none afterwards. */
export type Next = {
  title: string;
  lead: string;
  until: string | null;
  reason?: string | null;
  /** State of the escrow clock, if the title is about a dispute or return. */
  clock?: string;
  /** Link to another page where the reader has to act. */
  way?: { to: string; text: string };
  outcomes: readonly [Outcome, Outcome, Outcome] | readonly [];
};

export type Reader = 'buyer' | 'seller';

export type Situation = { sale: TransactionDetail; money: TransactionMoney; reader: Reader; now: number };
