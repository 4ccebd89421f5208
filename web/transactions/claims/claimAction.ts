import type { TransactionDetail } from '#application/contract/transactions.ts';
import type { Look } from '../../ui/Button.tsx';
import type { ActionName } from './inFull.ts';

/** One command of a dispute or a return as a button, in the words of its reader. */
export type Action = {
  name: ActionName;
  /** Of the call: `transaction/{id}/{path}`. */
  path: string;
  label: string;
  /** Below the button. */
  hint: string;
  look: Look;
};

/** What an action asks for in its dialog. */
export type ClaimFields = {
  category?: true;
  amount?: { label: string; quick: readonly { label: string; cents: number }[] };
  text?: { label: string; hint: string; missing: string };
  trackingCode?: true;
  photos?: 'optional' | 'required';
};

/** What its dialog says, and asks for. */
export type ActionWords = {
  intro: string;
  /** What follows, when, and what happens if nobody acts. */
  next: string;
  fields: ClaimFields;
  /** What goes along unasked. */
  fixed?: Record<string, unknown>;
  /** Something is lost or given away by it. */
  danger?: boolean;
  busyText: string;
  done: string;
};

export type FullAction = Action & ActionWords;

export type SaleOfAction = TransactionDetail;
export const may = ({ allowed }: Pick<TransactionDetail, 'allowed'>, command: string): boolean =>
  allowed.includes(command);
