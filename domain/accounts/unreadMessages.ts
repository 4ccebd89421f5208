import { MINUTE } from '../shared/instants.ts';
import { inMinutes } from '../shared/lengths.ts';

/** A message is mailed when it stays unread for so long. Beside the policy, which every first page of a browser has. */
export const UNREAD_FOR = 15 * MINUTE;
export const UNREAD_TERM = inMinutes(UNREAD_FOR);
