import type { Instant } from '../shared/instants.ts';
import { SPENT_TOKEN } from './limits.ts';

/**
 * Hashes of the session's valid refresh token and the one before it. `successor`: the valid token replaced that one.
 * Otherwise a step-up issued it.
 */
export type KnownTokens = {
  generation: number;
  good: string | null;
  spent: string | null;
  spentAt: Instant | null;
  successor: boolean;
};

/**
 * `next`: valid, and spent by this request. `again`: spent a moment ago, by another tab or a lost answer; its
 * successor is sent again. `replaced`: a step-up replaced it a moment ago. `reused`: a copy exists. `unknown`: issued
 * after the state to which the database was restored.
 */
export type RefreshVerdict = 'next' | 'again' | 'replaced' | 'reused' | 'unknown';

/** `shown`: a token whose signature is valid for this session. */
export const judgeRefresh = (
  shown: { hash: string; generation: number },
  known: KnownTokens,
  now: Instant,
): RefreshVerdict => {
  if (known.good === null) return 'unknown';
  if (shown.hash === known.good) return 'next';
  if (shown.generation >= known.generation) return 'unknown';
  if (shown.hash !== known.spent || known.spentAt === null || now - known.spentAt > SPENT_TOKEN) return 'reused';
  return known.successor ? 'again' : 'replaced';
};
