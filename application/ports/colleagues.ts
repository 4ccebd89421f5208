import type { Role } from '#domain/shared/actor.ts';
import type { AccountId } from '#domain/shared/ids.ts';

/** Who works here. */
export interface Colleagues {
  /** Accounts that hold the role now and can sign in. */
  holding(role: Exclude<Role, 'member'>): Promise<AccountId[]>;
}
