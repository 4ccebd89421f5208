import { policy2026n1 } from './2026-1.ts';
import { policy2026n2 } from './2026-2.ts';
import type { Policy } from './terms.ts';

/**
 * Every version of the terms, the newest last; new transactions begin under that one. A version that was in use is never changed or
 * removed.
 */
export const TERMS_VERSIONS: readonly [Policy, ...Policy[]] = [policy2026n1, policy2026n2];
