import type { Action, FullAction } from '../components/claims/claimAction.ts';
import type { TransactionOfAction } from '../components/claims/claimFields.ts';
import { WORDS } from './claimText.ts';

/** Adds the dialog text, which loads with the dialog. */
export const inFull = (action: Action, transaction: TransactionOfAction): FullAction => ({
  ...action,
  ...WORDS[action.name](transaction),
});
