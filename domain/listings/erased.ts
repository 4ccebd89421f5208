import { ERASED as WORD } from '../shared/erased.ts';

/** What stands in the place of a seller's words once their account is erased. */
export const ERASED = { title: WORD, description: WORD };
