import { MINUTE } from '../shared/instants.ts';
import { inMinutes } from '../shared/lengths.ts';

/** So long a question waits for a passkey’s answer. */
export const PASSKEY_ANSWER = 5 * MINUTE;
/** So many passkeys one account has at most. */
export const MOST_PASSKEYS = 20;

export const PASSKEY_TERMS = { answer: inMinutes(PASSKEY_ANSWER) } as const;
