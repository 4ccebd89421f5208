import type { AccountId, Id, ListingId, TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { NewPasskeyAnswer, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../contract/passkeys.ts';

/** When an account was last signed in: in a table, since no event tells of a sign-in. */
export interface Activity {
  /** A day's precision is enough. Takes back a warning. */
  seen(account: AccountId, at: Instant): Promise<void>;
}

export type Inactive = { account: AccountId; lastSeenAt: Instant };

/** Neither closed nor suspended accounts that nobody signs in to; one that never was signed in to counts from its registration. */
export interface Inactivity {
  /** Not yet warned. */
  toWarn(notSeenSince: Instant, limit: number): Promise<Inactive[]>;
  markWarned(account: AccountId, at: Instant): Promise<void>;
  toDelete(notSeenSince: Instant, warnedBy: Instant, limit: number): Promise<Inactive[]>;
}

/** Who holds the role of an admin. */
export interface Admins {
  /**
   * Does `work` while nobody else does such work: two admins who take the role from each other at once would leave none.
   * `holders` may be behind what the accounts' own histories say.
   */
  oneAtATime<Value>(work: (holders: readonly AccountId[]) => Promise<Value>): Promise<Value>;
}

/** In which country a network is registered, by a table that whoever runs the marketplace keeps. */
export interface Countries {
  /** ISO 3166, two letters; null where the table says none, or there is no table. `network`: as an `Arrival` has it. */
  of(network: string): Promise<string | null>;
}

/** Knows no country: for a marketplace without a table. */
export const NO_COUNTRIES: Countries = { of: async () => null };

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

/** Remembers, as hashes, the devices from which each account has been signed in to. */
export interface Devices {
  /** `first`: none is known of this account. */
  look(account: AccountId, device: string): Promise<'known' | 'first' | 'new'>;
  /** Each is new from now on, also the next one. */
  forget(account: AccountId): Promise<void>;
  remember(account: AccountId, device: string): Promise<void>;
}

export type DueErasure = { account: AccountId; eraseAt: Instant };

/** What the erasure of accounts needs to know and to clean, beside events. */
export interface Erasure {
  /** Accounts whose 30 days of pending deletion are over, in the order of their time; `beyond`: only those behind it. */
  due(now: Instant, limit: number, beyond?: DueErasure): Promise<DueErasure[]>;
  /** Sales with money in them, or with some that the account is still owed: erasure waits for their end. */
  openSalesOf(account: AccountId): Promise<number>;
  activeListingsOf(account: AccountId): Promise<ListingId[]>;
  /** Where it sells, and the buyer has not paid. */
  unpaidSalesOf(account: AccountId): Promise<TransactionId[]>;
  /** All that it has ever offered, those that staff removed among them. */
  listingsOf(account: AccountId): Promise<ListingId[]>;
  /** Password, one-time tokens, sessions. */
  forgetSignIn(account: AccountId): Promise<void>;
  /** The pictures that it has sent; what it wrote is cleared by the read model itself. */
  forgetMessageImages(account: AccountId): Promise<void>;
  /** After it the account's personal data reads as null everywhere, its events included. */
  eraseKey(account: AccountId): Promise<void>;
}

/** How many wrong passwords an account was given in a row; as long to count for none (undefined). */
export interface Guesses {
  wrong(account: AccountId | undefined): Promise<number>;
  right(account: AccountId): Promise<void>;
}

/** `copied`: its counter did not go on, so that somebody may use a copy of it. */
export type PasskeyShown = { is: 'right'; account: AccountId; passkeyId: Id } | { is: 'wrong' } | { is: 'copied' };

/**
 * Passkeys (WebAuthn): their public keys and counters. Each question (a challenge) is answered once, within five minutes, by a passkey
 * of this origin that has verified its user. What a passkey is called, and that it is there, stands in its account's stream: a key that
 * no stream names opens nothing. Runs on the system's clock.
 */
export interface Passkeys {
  /** @param known of the account's stream: those are not made again. */
  beginAdding(account: AccountId, username: string, known: readonly Id[]): Promise<PasskeyCreation>;
  add(
    account: AccountId,
    passkeyId: Id,
    answer: NewPasskeyAnswer,
    known: readonly Id[],
  ): Promise<'added' | 'refused' | 'known'>;
  /** Of whoever answers, or of one account's passkeys. */
  ask(of?: { account: AccountId; known: readonly Id[] }): Promise<PasskeyRequest>;
  check(answer: PasskeyAnswer): Promise<PasskeyShown>;
  /** By the ids of those that were used. */
  lastUsed(account: AccountId): Promise<ReadonlyMap<Id, number>>;
  remove(account: AccountId, passkeyId: Id): Promise<void>;
}

/** Right, wrong, or not even looked at: so many were wrong that none is taken until a moment of the system's clock, ms. */
export type Checked = { is: 'right' } | { is: 'wrong'; failures: number } | { is: 'refused'; until: number };

/**
 * What somebody shows beside their password: codes of an authenticator app (RFC 6238) and, where the app is lost, recovery codes.
 * Secrets are stored encrypted under the account's key, recovery codes as hashes. Runs on the system's clock, as the apps do.
 */
export interface SecondFactors {
  /** Whether an app is in use. */
  has(account: AccountId): Promise<boolean>;
  /** A secret that is in use once a code of it was right; those that were begun before are forgotten. In base 32. */
  begin(account: AccountId): Promise<string>;
  /** A code of the secret that was begun. From then on it is in use; what was in use before is not. */
  confirm(account: AccountId, code: string): Promise<Checked>;
  /** A code of the app or a recovery code. Each is right once. After five wrong ones in a row none is taken for a time that grows. */
  check(account: AccountId, code: string): Promise<Checked>;
  /** Ten new ones; those before work no more. They are not stored as they are, so nobody can be shown them again. */
  renewCodes(account: AccountId): Promise<string[]>;
  codesLeft(account: AccountId): Promise<number>;
  /** The app's; recovery codes stay. */
  remove(account: AccountId): Promise<void>;
  forgetCodes(account: AccountId): Promise<void>;
}
