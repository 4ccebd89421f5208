import { MINUTE } from '../shared/instants.ts';
import { inMinutes } from '../shared/lengths.ts';

/** From the question to a passkey’s answer. */
export const PASSKEY_ANSWER = 5 * MINUTE;
/** Of one account. */
export const MOST_PASSKEYS = 20;

export const PASSKEY_TERMS = { answer: inMinutes(PASSKEY_ANSWER) } as const;
