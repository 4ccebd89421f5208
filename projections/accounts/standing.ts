/**
 * SQL conditions on a row of `read_accounts.accounts`, given its alias. `status` puts suspension before a pending deletion,
 * and a termination is a suspension for good. The domain decides; these only filter what people see.
 */
export const isActive = (account: string): string => `${account}.status = 'active'`;

/** The seller keeps their listings but cannot sell at present. */
export const isAway = (account: string): string => `${account}.status IN ('suspended', 'deletion_pending')`;

/** Holders of a role can use it until they are suspended or erased. */
export const canAct = (account: string): string => `${account}.status NOT IN ('suspended', 'deleted')`;

export const isErased = (account: string): string => `${account}.status = 'deleted'`;

/** Payouts can leave. Null without an account row. */
export const canBePaid = (account: string): string => `${account}.bank_verified AND ${account}.status <> 'suspended'`;
