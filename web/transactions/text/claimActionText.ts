import type { Action, FullAction } from '../claims/claimAction.ts';
import type { TransactionOfAction } from '../claims/claimFields.ts';
import { WORDS } from './claimText.ts';

/** Adds the dialog text, which loads with the dialog. */
export const inFull = (action: Action, transaction: TransactionOfAction): FullAction => ({
  ...action,
  ...WORDS[action.name](transaction),
});
