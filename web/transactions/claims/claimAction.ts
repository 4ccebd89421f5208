import type { TransactionDetail } from '#application/contract/transactions.ts';
import type { Look } from '../../ui/Button.tsx';
import type { ActionWords } from './actionWords.ts';
import type { ActionName } from './words.ts';

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

export type FullAction = Action & ActionWords;

export const may = ({ allowed }: Pick<TransactionDetail, 'allowed'>, command: string): boolean =>
  allowed.includes(command);
