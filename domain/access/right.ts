import { type Actor, ROLES, type Role } from '../shared/actor.ts';
import type { AccountId } from '../shared/ids.ts';

/** Towards a thing: anybody at all, whom it is about, who wrote it, everybody who is signed in (`member`), or who holds a role. */
export type Who = 'visitor' | 'owner' | 'author' | 'buyer' | 'seller' | Actor['role'];

/** Whoever looks over the shoulder of those who buy and sell. */
export const READERS = ['staff', 'auditor', 'admin'] as const satisfies readonly Role[];

/** What a sale has to be for some to read of it: something that staff look into, or paid. */
export type Circumstances = { case: boolean; paid: boolean };
export const NO_TRANSACTION: Circumstances = { case: false, paid: false };

/** One row of the table: a field that is seen, or something that is done. */
export type Right = {
  by: readonly Who[];
  /** To these too while the sale is so. */
  when?: Readonly<Partial<Record<keyof Circumstances, readonly Who[]>>>;
  /** To these only when they state a reason, which is recorded (`disclosures`); without one it stays closed to them. */
  withReason?: readonly Who[];
  /** Only within ten minutes of having shown who one is: a session that was left open is not enough. */
  fresh?: true;
};

/** Whether anybody of `who` has the right. Without a `reason` it is not there for those who must state one. */
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

/** Who somebody is towards a sale. A party is only that, whatever roles it holds: nobody looks into, or decides, a sale of their own. */
export const towards = (parties: Parties, { id, roles }: Viewer): readonly Who[] => {
  const party = partyOf(parties, id);
  return party ? [party] : roles;
};

/** Whom a call lets in before it knows the thing: everybody, whoever is signed in, or the holders of a role. */
export const gateOf = ({ by }: Right): 'everybody' | 'signedIn' | readonly Role[] => {
  if (by.includes('visitor')) return 'everybody';
  const concerned: readonly Who[] = ['member', 'owner', 'buyer', 'seller'];
  return by.some((one) => concerned.includes(one)) ? 'signedIn' : ROLES.filter((role) => by.includes(role));
};

/** The role in which somebody acts: the one that opens the gate, and their own person where everybody signed in may. */
export const actingRole = (right: Right, roles: readonly Role[]): Role => {
  const gate = gateOf(right);
  return (typeof gate !== 'string' && gate.find((role) => roles.includes(role))) || 'member';
};
