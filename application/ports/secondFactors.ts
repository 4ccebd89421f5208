import type { AccountId } from '#domain/shared/ids.ts';

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
