import { DISPUTE_WORDS } from './disputeActionText.ts';
import { RETURN_WORDS } from './returnActionText.ts';

export const WORDS = { ...DISPUTE_WORDS, ...RETURN_WORDS };

export type ActionName = keyof typeof WORDS;
