import type { AccountId, Id, ListingId, TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { NewPasskeyAnswer, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../contract/secondFactors.ts';

/** When an account was last signed in. Kept in a table because sign-ins are not in the account's stream. */
export interface Activity {
  /** Precise to a day. Clears an inactivity warning. */
  seen(account: AccountId, at: Instant): Promise<void>;
}

export type Inactive = { account: AccountId; lastSeenAt: Instant };

/**
 * Accounts that nobody signs in to, except closed and suspended ones. Without any sign-in, the registration
 * counts.
 */
export interface Inactivity {
  /** Inactive accounts that have not been warned yet. */
  toWarn(notSeenSince: Instant, limit: number): Promise<Inactive[]>;
  markWarned(account: AccountId, at: Instant): Promise<void>;
  toDelete(notSeenSince: Instant, warnedBy: Instant, limit: number): Promise<Inactive[]>;
}

export interface Admins {
  /**
   * Runs `work` exclusively: two admins revoking each other at the same time would leave none. `holders` comes
   * from a read model and may lag.
   */
  oneAtATime<Value>(work: (holders: readonly AccountId[]) => Promise<Value>): Promise<Value>;
}

/** The country in which a network is registered, from a table that the operator provides. */
export interface Countries {
  /** ISO 3166 alpha-2; null if unknown or without a table. `network`: as in `Arrival`. */
  of(network: string): Promise<string | null>;
}

/** For a marketplace without a country table. */
export const NO_COUNTRIES: Countries = { of: async () => null };

export type LinkPurpose = 'verifyEmail' | 'resetPassword' | 'confirmOldEmail' | 'confirmNewEmail' | 'firstFactorAdded';
/** `registrant`: a token kept by the browser that registered the account. */
export type TokenPurpose = LinkPurpose | 'registrant';

/** Password hashes and one-time tokens. They live in their own tables, never in an event. */
export interface Credentials {
  /** Stores an argon2id hash. Open links for setting a new password stop working. */
  setPassword(account: AccountId, password: string): Promise<void>;
  /** No password is accepted until a new one is set. */
  lockPassword(account: AccountId): Promise<void>;
  /** Takes equally long for an unknown account (undefined) and a wrong password. */
  checkPassword(account: AccountId | undefined, password: string): Promise<boolean>;
  /** Changes with every new password. Undefined without a password; takes equally long then. */
  passwordVersion(account: AccountId | undefined): Promise<string | undefined>;
  /**
   * Issues a token and invalidates older ones of that purpose. Only its hash is stored. `expiresAt`: epoch ms.
   * `about`: the request it confirms.
   */
  issueToken(account: AccountId, purpose: TokenPurpose, expiresAt: number, about?: Id): Promise<string>;
  /** `used`: redeemed before. A second click on a valid verification link still succeeds. */
  findToken(
    token: string,
    purpose: TokenPurpose,
    now: number,
  ): Promise<{ account: AccountId; state: 'good' | 'used' | 'expired'; about?: Id } | undefined>;
  /** False if another call redeemed it first. */
  redeemToken(token: string, purpose: TokenPurpose, now: number): Promise<boolean>;
  /** Open tokens of this purpose stop working. */
  endTokens(account: AccountId, purpose: TokenPurpose): Promise<void>;
  erase(account: AccountId): Promise<void>;
}

/** The devices that signed in to each account, stored as hashes. */
export interface Devices {
  /** `first`: the account has no known device yet. */
  look(account: AccountId, device: string): Promise<'known' | 'first' | 'new'>;
  /** Every device counts as new from now on. */
  forget(account: AccountId): Promise<void>;
  remember(account: AccountId, device: string): Promise<void>;
}

export type DueErasure = { account: AccountId; eraseAt: Instant };

/** Reads and cleans up what an account's erasure needs outside the event store. */
export interface Erasure {
  /** Accounts whose 30 days of pending deletion are over, earliest first. `beyond`: continues after this one. */
  due(now: Instant, limit: number, beyond?: DueErasure): Promise<DueErasure[]>;
  /** Transactions that hold money, owe the account money or have been a case for staff for less than a year. Erasure waits until that ends. */
  openSalesOf(account: AccountId, now: Instant): Promise<number>;
  activeListingsOf(account: AccountId): Promise<ListingId[]>;
  /** Transactions in which the account is the seller and the buyer has not paid. */
  unpaidSalesOf(account: AccountId): Promise<TransactionId[]>;
  /** All listings ever, including those that staff removed. */
  listingsOf(account: AccountId): Promise<ListingId[]>;
  /** Removes password, one-time tokens and sessions. */
  forgetSignIn(account: AccountId): Promise<void>;
  /** Removes the pictures it sent. The read model clears the message texts. */
  forgetMessageImages(account: AccountId): Promise<void>;
  /** From then on the account's personal data reads as null everywhere, including in events. */
  eraseKey(account: AccountId): Promise<void>;
}

/** Counts wrong passwords in a row. Takes equally long for no account (undefined). */
export interface Guesses {
  wrong(account: AccountId | undefined): Promise<number>;
  right(account: AccountId): Promise<void>;
}

/** `copied`: the signature counter did not advance, so somebody may be using a clone. */
export type PasskeyShown = { is: 'right'; account: AccountId; passkeyId: Id } | { is: 'wrong' } | { is: 'copied' };

/**
 * Passkeys (WebAuthn): public keys and counters. A challenge can be answered once, within five minutes, by a
 * passkey of this origin with user verification. The account's stream names its passkeys; a key that no stream
 * names is not accepted. Uses the system clock.
 */
export interface Passkeys {
  /** @param known passkeys in the account's stream; the browser does not create these again. */
  beginAdding(account: AccountId, username: string, known: readonly Id[]): Promise<PasskeyCreation>;
  add(
    account: AccountId,
    passkeyId: Id,
    answer: NewPasskeyAnswer,
    known: readonly Id[],
  ): Promise<'added' | 'refused' | 'known'>;
  /** A challenge for any account, or for the passkeys of one account. */
  ask(of?: { account: AccountId; known: readonly Id[] }): Promise<PasskeyRequest>;
  check(answer: PasskeyAnswer): Promise<PasskeyShown>;
  /** When each used passkey was last used, by id. */
  lastUsed(account: AccountId): Promise<ReadonlyMap<Id, number>>;
  remove(account: AccountId, passkeyId: Id): Promise<void>;
}

/** `refused`: too many wrong codes, so none is checked until this moment (system clock, ms). */
export type Checked = { is: 'right' } | { is: 'wrong'; failures: number } | { is: 'refused'; until: number };

/**
 * Authenticator apps (RFC 6238) and recovery codes. Secrets are encrypted under the account's key; recovery codes
 * are stored as hashes. Uses the system clock, as the apps do.
 */
export interface SecondFactors {
  /** Whether an app is active. */
  has(account: AccountId): Promise<boolean>;
  /**
   * Returns a new secret (base 32). It becomes active with its first right code and replaces any secret begun
   * before.
   */
  begin(account: AccountId): Promise<string>;
  /** Checks a code of the pending secret. If right, that secret replaces the active one. */
  confirm(account: AccountId, code: string): Promise<Checked>;
  /** Accepts an app code or a recovery code, each once. After five wrong ones in a row it locks for a growing time. */
  check(account: AccountId, code: string): Promise<Checked>;
  /**
   * Returns ten new codes and invalidates the old ones. Only hashes are stored, so the codes cannot be shown
   * again.
   */
  renewCodes(account: AccountId): Promise<string[]>;
  codesLeft(account: AccountId): Promise<number>;
  /** Removes the app; recovery codes stay. */
  remove(account: AccountId): Promise<void>;
  forgetCodes(account: AccountId): Promise<void>;
}
