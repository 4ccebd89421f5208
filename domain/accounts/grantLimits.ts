import { HOUR } from '../shared/instants.ts';
import { inHours } from '../shared/lengths.ts';

/** So long a second admin can confirm a role that another one proposed. */
export const ROLE_PROPOSAL = 72 * HOUR;
/** Whoever was given a role decides about no money for so long, and closes no account for good. */
export const NEW_COLLEAGUE = 72 * HOUR;

export const GRANT_TERMS = { roleProposal: inHours(ROLE_PROPOSAL), newColleague: inHours(NEW_COLLEAGUE) } as const;
