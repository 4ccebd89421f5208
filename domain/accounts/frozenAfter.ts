import type { Instant } from '../shared/instants.ts';
import type { WhyFactorRevoked } from './events.ts';

/** Only the reader of the account's mail ends the wait early: a thief in a session must not. */
export const frozenAfter = (frozenUntil: Instant | null, why: WhyFactorRevoked | undefined): Instant | null =>
  why === 'passwordReset' || why === 'disowned' ? null : frozenUntil;
