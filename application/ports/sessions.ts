import type { Role } from '#domain/shared/actor.ts';
import type { AccountId } from '#domain/shared/ids.ts';

/**
 * Sign-ins. A token is a signed JWT with `exp` in seconds; its session stands in a table, so that signing out, a changed password
 * and a suspension end it at once. Runs on the system's clock, not on the marketplace's.
 */
export interface Sessions {
  open(account: AccountId, roles: readonly Role[]): Promise<string>;
  /** Undefined: expired, forged or ended; `whyOver` says which. */
  verify(token: string): Promise<{ id: AccountId; roles: readonly Role[]; sessionId: string } | undefined>;
  /** Of a token that is not good: past its time, of a session that was ended, or nothing of ours. */
  whyOver(token: string): Promise<'expired' | 'ended' | 'unknown'>;
  /** A new token for the same session; undefined when it has ended. */
  renew(sessionId: string, account: AccountId, roles: readonly Role[]): Promise<string | undefined>;
  /** False once it has ended or expired. */
  isOpen(sessionId: string): Promise<boolean>;
  end(sessionId: string): Promise<void>;
  endAll(account: AccountId, except?: string): Promise<void>;
}
