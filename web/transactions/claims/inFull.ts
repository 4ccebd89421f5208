import { DISPUTE_WORDS } from '../dispute/disputeActionWords.ts';
import { RETURN_WORDS } from '../return/returnActionWords.ts';
import type { Deed, FullDeed, SaleOfDeed } from './claimAction.ts';

const WORDS = { ...DISPUTE_WORDS, ...RETURN_WORDS };

export type DeedName = keyof typeof WORDS;

/** With the words of its dialog, which only a press needs. */
export const inFull = (deed: Deed, sale: SaleOfDeed): FullDeed => ({ ...deed, ...WORDS[deed.name](sale) });
