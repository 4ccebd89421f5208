import { policy2026n1 } from './2026-1.ts';
import { policy2026n2 } from './2026-2.ts';
import type { Policy } from './terms.ts';

/**
 * Every policy under which a sale may have begun, the newest last: new sales begin under that one. One that was ever in use is neither
 * changed nor taken away.
 */
export const TERMS_VERSIONS: readonly [Policy, ...Policy[]] = [policy2026n1, policy2026n2];
