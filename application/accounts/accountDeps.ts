import type { Details } from '#domain/notifications/emails.ts';
import type { Actor } from '#domain/shared/actor.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { SecurityLog } from '../audit/securityLog.ts';
import type { Clock } from '../ports/clock.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';
import type { Sessions } from './sessions.ts';
import type {
  Activity,
  Countries,
  Credentials,
  Devices,
  Guesses,
  LinkPurpose,
  Passkeys,
  SecondFactors,
} from './storage.ts';

/** Warns the owner by e-mail that somebody else may be using the account, once per cause. */
export interface AccountWarnings {
  send(
    warning: 'newDevice' | 'signInGuessed' | 'sessionReused',
    account: AccountId,
    details: Details,
    cause: string,
  ): Promise<void>;
}

/** One-time links, mailed to the account's address. */
export interface OneTimeLinks {
  /**
   * Repeating a `cause` changes nothing; an unknown account gets no link. `requestId`: the request that the link
   * confirms.
   */
  send(purpose: LinkPurpose, account: AccountId, cause: string, requestId?: Id): Promise<void>;
}

export type AccountDeps = {
  repository: Repository;
  clock: Clock;
  newId: () => Id;
  credentials: Credentials;
  sessions: Sessions;
  activity: Activity;
  links: OneTimeLinks;
  devices: Devices;
  countries: Countries;
  factors: SecondFactors;
  passkeys: Passkeys;
  guesses: Guesses;
  warnings: AccountWarnings;
  security: SecurityLog;
  /** Keyed hash (hex): names the claim streams without revealing the name. */
  hashName: (name: string) => string;
};

/**
 * Where a sign-in comes from. `browser`: a random id that the browser keeps; API clients have none. `network`:
 * derived from the IP address. `keepsTokens`: one of our pages, so the browser can hold a refresh token.
 */
export type Arrival = { userAgent: string; browser: string | undefined; network: string; keepsTokens?: boolean };

export const accountStream = (id: AccountId): string => `account-${id}`;

/**
 * Context for one part of a call that writes several streams. Its own command id lets a retry skip the parts
 * already done.
 */
export const part = (context: CommandContext, name: string, actor: Actor = context.actor): CommandContext => ({
  ...context,
  actor,
  commandId: `${context.commandId}.${name}`,
});
