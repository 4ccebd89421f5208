import type { TransactionDetail } from '#application/contract/transactions.ts';
import type { Look } from '../../../ui/Button.tsx';
import type { ActionName } from '../../text/claimText.ts';
import type { ActionWords } from './claimFields.ts';

/** A command of a dispute or return as a button. */
export type Action = {
  name: ActionName;
  /** Path of the call: `transaction/{id}/{path}`. */
  path: string;
  label: string;
  /** Shown below the button. */
  hint: string;
  look: Look;
};

export type FullAction = Action & ActionWords;

export const may = ({ allowed }: Pick<TransactionDetail, 'allowed'>, command: string): boolean =>
  allowed.includes(command);
