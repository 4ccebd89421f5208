import type { AccountId } from './ids.ts';

/** member: buys and sells · staff: decides disputes · auditor: reads all, changes nothing · admin: grants roles. */
export const ROLES = ['member', 'staff', 'auditor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The author of an event: a person in one role, our own processes, or the payment provider. */
export type Actor =
  | { id: AccountId; role: Role }
  | { id: 'system'; role: 'system' }
  | { id: 'provider'; role: 'provider' };

export const SYSTEM: Actor = { id: 'system', role: 'system' };
export const PROVIDER: Actor = { id: 'provider', role: 'provider' };
