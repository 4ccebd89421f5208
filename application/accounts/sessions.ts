import type { Role } from '#domain/shared/actor.ts';
import type { AccountId } from '#domain/shared/ids.ts';

/**
 * `roles`: roles this session may use; `withheld`: roles that need a second factor first. `provenAt`: when the
 * owner last re-authenticated (system clock, ms). `replaced`: the owner has since received a newer token, so this
 * one no longer proves anything. `remembered`: a browser holds a refresh token, and only that renews the session.
 */
export type Session = {
  id: AccountId;
  roles: readonly Role[];
  withheld: readonly Role[];
  sessionId: string;
  provenAt: number | null;
  replaced?: true;
  remembered?: true;
};

/**
 * The browser keeps this where scripts cannot read it. `until`: ms of the system clock, never later than the
 * session's end.
 */
export type RefreshToken = { value: string; until: number };

/** Why a session is over: it expired, its refresh token was used twice, we do not know it, or it was ended. */
export type WhyOver = 'expired' | 'reused' | 'unknown' | { endedOf: AccountId };

/**
 * `replaced`: the owner has just re-authenticated and received another token. `reused`: the token was spent
 * before, so the session has been ended.
 */
export type Refreshed =
  | { is: 'renewed'; id: AccountId; sessionId: string; next: RefreshToken }
  | { is: 'replaced' }
  | { is: 'reused'; id: AccountId; sessionId: string; device: string }
  | { is: 'over'; why: WhyOver };

/**
 * An open session as its owner sees it. Times: system clock, ms. `country`: the network's country at the last
 * renewal.
 */
export type OpenSession = {
  sessionId: string;
  device: string;
  country: string | null;
  openedAt: number;
  lastUsedAt: number;
};

/**
 * Sign-ins. A token is a signed JWT (`exp` in seconds). Its session is a table row, so signing out, a new password
 * or a suspension ends it at once. Uses the system clock, not the marketplace's clock.
 */
export interface Sessions {
  /** `device`: description for the owner; `country`: ISO 3166 code of the network. */
  open(
    account: AccountId,
    roles: readonly Role[],
    how?: { device?: string; country?: string | null; bySecondFactor?: boolean },
  ): Promise<string>;
  /**
   * The session's first refresh token; its lifetime depends on the owner's roles. Undefined if the session has
   * ended.
   */
  remember(sessionId: string, roles: readonly Role[]): Promise<RefreshToken | undefined>;
  /**
   * Exchanges a refresh token for the next one. For a short grace period the previous token returns the same
   * successor; reusing an older one ends the session. A refresh is no user activity: it does not extend an idle
   * session.
   */
  refresh(token: string): Promise<Refreshed>;
  /**
   * The owner has just re-authenticated. From now on only tokens from `renew` prove that; older tokens prove
   * nothing and expire within a minute. Returns the next refresh token if the session had one.
   */
  prove(sessionId: string, by: { secondFactor: boolean }): Promise<RefreshToken | undefined>;
  /**
   * Undefined if the token is expired, forged or ended; `whyOver` tells which. `byItself`: an automatic call,
   * which does not count as activity.
   */
  verify(token: string, how?: { byItself: boolean }): Promise<Session | undefined>;
  /** Why an invalid token is invalid. */
  whyOver(token: string): Promise<WhyOver>;
  /**
   * A new token for the same session; undefined if it has ended. `country`: the current one; if omitted, the last
   * one stays.
   */
  renew(
    sessionId: string,
    account: AccountId,
    roles: readonly Role[],
    country?: string | null,
  ): Promise<string | undefined>;
  isOpen(sessionId: string): Promise<boolean>;
  /** Most recently used first. */
  list(account: AccountId): Promise<OpenSession[]>;
  /** False if no such session exists, or it belongs to another account. */
  end(sessionId: string, account?: AccountId): Promise<boolean>;
  endAll(account: AccountId, except?: string): Promise<void>;
  /** Ends the sessions that were opened by `moment` (system clock, ms). */
  endOpenedBy(account: AccountId, moment: number): Promise<void>;
}
