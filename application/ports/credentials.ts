import type { AccountId, Id } from '#domain/shared/ids.ts';

export type LinkPurpose = 'verifyEmail' | 'resetPassword' | 'confirmOldEmail' | 'confirmNewEmail' | 'firstFactorAdded';
/** `registrant`: kept by the browser that registered the account. */
export type TokenPurpose = LinkPurpose | 'registrant';

/** Password hashes and one-time tokens: they live in tables of their own, never in an event. */
export interface Credentials {
  /** Hashes with argon2id and stores; links to set a new one that are open work no more. */
  setPassword(account: AccountId, password: string): Promise<void>;
  /** No password opens the account until another is set. */
  lockPassword(account: AccountId): Promise<void>;
  /** Takes as long for an unknown account (undefined) as for a wrong password. */
  checkPassword(account: AccountId | undefined, password: string): Promise<boolean>;
  /** Another text for each password that was ever set; undefined while there is none, and takes as long then. */
  passwordVersion(account: AccountId | undefined): Promise<string | undefined>;
  /** A fresh token of that purpose; older ones stop working. Only its hash is stored. `expiresAt` in epoch ms. `about`: the request that it answers. */
  issueToken(account: AccountId, purpose: TokenPurpose, expiresAt: number, about?: Id): Promise<string>;
  /** `used`: it was good once; a second click on a good verification link still succeeds. */
  findToken(
    token: string,
    purpose: TokenPurpose,
    now: number,
  ): Promise<{ account: AccountId; state: 'good' | 'used' | 'expired'; about?: Id } | undefined>;
  /** False when another call was first. */
  redeemToken(token: string, purpose: TokenPurpose, now: number): Promise<boolean>;
  /** Those that are open work no more. */
  endTokens(account: AccountId, purpose: TokenPurpose): Promise<void>;
  erase(account: AccountId): Promise<void>;
}
