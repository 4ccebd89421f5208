import type { Instant } from '../shared/instants.ts';
import { SPENT_TOKEN } from './limits.ts';

/**
 * What a session keeps of its refresh tokens: hashes of the one that is good and of the one before it. `successor`: whether the good one
 * was given for that one; else its owner has shown who they are, and it was given for that.
 */
export type KnownTokens = {
  generation: number;
  good: string | null;
  spent: string | null;
  spentAt: Instant | null;
  successor: boolean;
};

/**
 * `next`: it is spent by this. `again`: it was a moment ago, by another tab or by a call whose answer was lost: its successor is given
 * again. `replaced`: a moment ago by showing who one is. `reused`: two have it. `unknown`: a token of ours that this session cannot know
 * of, since it was given after what the database was restored to.
 */
export type RefreshVerdict = 'next' | 'again' | 'replaced' | 'reused' | 'unknown';

/** Judges a token that we have signed for this session by those that are known of it. */
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
