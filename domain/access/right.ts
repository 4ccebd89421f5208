import { type Actor, ROLES, type Role } from '../shared/actor.ts';
import type { AccountId } from '../shared/ids.ts';

/**
 * A relation to a subject. `visitor`: anybody; `owner`: the person it is about; `author`: its writer; `member`:
 * anybody signed in; otherwise a role.
 */
export type Who = 'visitor' | 'owner' | 'author' | 'buyer' | 'seller' | Actor['role'];

/** Roles that oversee buyers and sellers. */
export const READERS = ['staff', 'auditor', 'admin'] as const satisfies readonly Role[];

/** `case`: staff look into the transaction. `paid`: its payment was right and in time. */
export type Circumstances = { case: boolean; paid: boolean };
export const NO_TRANSACTION: Circumstances = { case: false, paid: false };

/** One right: to see a field or to do something. */
export type Right = {
  by: readonly Who[];
  /** Also for these, while the transaction is in that state. */
  when?: Readonly<Partial<Record<keyof Circumstances, readonly Who[]>>>;
  /** For these only with a stated reason, which the access log records. */
  withReason?: readonly Who[];
  /** Requires a recent step-up. An open session is not enough. */
  fresh?: true;
};

/** Whether any of `who` has the right. `reason`: needed where the right requires one. */
export const may = (right: Right, who: Who | readonly Who[], reason?: string): boolean => {
  const asked = typeof who === 'string' ? [who] : who;
  const stated = reason !== undefined && reason.trim() !== '';
  const granted = stated ? [...right.by, ...(right.withReason ?? [])] : right.by;
  return granted.includes('visitor') || asked.some((one) => granted.includes(one));
};

export type Parties = { buyerId: AccountId; sellerId: AccountId };
export type Viewer = { id: AccountId; roles: readonly Role[] };

export const partyOf = ({ buyerId, sellerId }: Parties, id: AccountId): 'buyer' | 'seller' | undefined => {
  if (id === buyerId) return 'buyer';
  return id === sellerId ? 'seller' : undefined;
};

/**
 * The viewer's relation to a transaction. A party is nothing but a party, whatever roles it holds, so nobody decides
 * their own case.
 */
export const towards = (parties: Parties, { id, roles }: Viewer): readonly Who[] => {
  const party = partyOf(parties, id);
  return party ? [party] : roles;
};

/** Who passes before the subject is loaded: everybody, anybody signed in, or the holders of these roles. */
export const gateOf = ({ by }: Right): 'everybody' | 'signedIn' | readonly Role[] => {
  if (by.includes('visitor')) return 'everybody';
  const concerned: readonly Who[] = ['member', 'owner', 'buyer', 'seller'];
  return by.some((one) => concerned.includes(one)) ? 'signedIn' : ROLES.filter((role) => by.includes(role));
};

/** The role in which somebody acts: one that the right names, otherwise member. */
export const actingRole = (right: Right, roles: readonly Role[]): Role => {
  const gate = gateOf(right);
  return (typeof gate !== 'string' && gate.find((role) => roles.includes(role))) || 'member';
};
