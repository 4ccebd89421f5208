import type { Role } from '#domain/shared/actor.ts';
import type { AccountId } from '#domain/shared/ids.ts';

/**
 * `roles`: in which it may act; `withheld`: those for which it lacks a second factor. `provenAt`: when its owner last showed who they
 * are, by the system's clock, ms. `replaced`: by a token that its owner has since been given another for; it proves nothing any more.
 * `remembered`: a browser keeps a refresh token of it, by which alone it is renewed.
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

/** What a browser keeps where no script reads it, until the session’s end at the latest; ms of the system's clock. */
export type RefreshToken = { value: string; until: number };

/** Why there is no session any more: its time, two had one token of it, nothing of ours, or it was ended, with whose it was. */
export type WhyOver = 'expired' | 'reused' | 'unknown' | { endedOf: AccountId };

/** `replaced`: its owner has just shown who they are, and been given another. `reused`: this ended the session. */
export type Refreshed =
  | { is: 'renewed'; id: AccountId; sessionId: string; next: RefreshToken }
  | { is: 'replaced' }
  | { is: 'reused'; id: AccountId; sessionId: string; device: string }
  | { is: 'over'; why: WhyOver };

/** One that is there, as its owner sees it. Instants of the system's clock, ms. `country`: of the network from which it was last renewed. */
export type OpenSession = {
  sessionId: string;
  device: string;
  country: string | null;
  openedAt: number;
  lastUsedAt: number;
};

/**
 * Sign-ins. A token is a signed JWT with `exp` in seconds; its session stands in a table, so that signing out, a changed password
 * and a suspension end it at once. Runs on the system's clock, not on the marketplace's.
 */
export interface Sessions {
  /** `device`: in words, for its owner; `country`: ISO 3166, of its network. */
  open(
    account: AccountId,
    roles: readonly Role[],
    how?: { device?: string; country?: string | null; bySecondFactor?: boolean },
  ): Promise<string>;
  /** The session’s first refresh token: from now on it may sleep as long as its owner’s roles let it. Undefined once it has ended. */
  remember(sessionId: string, roles: readonly Role[]): Promise<RefreshToken | undefined>;
  /**
   * Spends a refresh token for the next one. The one before is answered with the same for a moment; one that was spent earlier ends the
   * session. Nobody did anything, so it is not used by it, and one that has run out stays so.
   */
  refresh(token: string): Promise<Refreshed>;
  /**
   * Its owner has just shown who they are: from now on only what `renew` gives shows that; tokens of before prove nothing, and end within a
   * minute. Likewise the refresh token: the next one comes back where there was one.
   */
  prove(sessionId: string, by: { secondFactor: boolean }): Promise<RefreshToken | undefined>;
  /** Undefined: expired, forged or ended; `whyOver` says which. `byItself`: nobody did anything, so it is not used by it. */
  verify(token: string, how?: { byItself: boolean }): Promise<Session | undefined>;
  /** Of a token that is not good. */
  whyOver(token: string): Promise<WhyOver>;
  /** A new token for the same session; undefined when it has ended. `country`: from where it goes on; without it the one of before stays. */
  renew(
    sessionId: string,
    account: AccountId,
    roles: readonly Role[],
    country?: string | null,
  ): Promise<string | undefined>;
  /** False once it has ended or expired. */
  isOpen(sessionId: string): Promise<boolean>;
  /** The one that was used last comes first. */
  list(account: AccountId): Promise<OpenSession[]>;
  /** False where there is none of that id, or it is of somebody other than `account`. */
  end(sessionId: string, account?: AccountId): Promise<boolean>;
  endAll(account: AccountId, except?: string): Promise<void>;
  /** Those that were there at that moment of the system's clock, ms. */
  endOpenedBy(account: AccountId, moment: number): Promise<void>;
}
