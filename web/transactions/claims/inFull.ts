import type { TransactionOfAction } from './actionWords.ts';
import type { Action, FullAction } from './claimAction.ts';
import { WORDS } from './words.ts';

/** With the words of its dialog, which only a press needs. */
export const inFull = (action: Action, transaction: TransactionOfAction): FullAction => ({
  ...action,
  ...WORDS[action.name](transaction),
});
