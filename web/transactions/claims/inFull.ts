import { DISPUTE_WORDS } from '../dispute/disputeActionWords.ts';
import { RETURN_WORDS } from '../return/returnActionWords.ts';
import type { Action, FullAction, SaleOfAction } from './claimAction.ts';

const WORDS = { ...DISPUTE_WORDS, ...RETURN_WORDS };

export type ActionName = keyof typeof WORDS;

/** With the words of its dialog, which only a press needs. */
export const inFull = (action: Action, sale: SaleOfAction): FullAction => ({ ...action, ...WORDS[action.name](sale) });
