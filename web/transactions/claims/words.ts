import { DISPUTE_WORDS } from '../dispute/disputeActionWords.ts';
import { RETURN_WORDS } from '../return/returnActionWords.ts';

export const WORDS = { ...DISPUTE_WORDS, ...RETURN_WORDS };

export type ActionName = keyof typeof WORDS;
