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

/** What the owner of an account has to know, in case it was somebody else: by email, once a cause. */
export interface AccountWarnings {
  send(
    warning: 'newDevice' | 'signInGuessed' | 'sessionReused',
    account: AccountId,
    details: Details,
    cause: string,
  ): Promise<void>;
}

/** Links that work once and reach whoever reads the mail of an account. */
export interface OneTimeLinks {
  /** The same again for the same `cause` changes nothing; an account that does not exist gets none. `requestId`: what the link answers. */
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
  /** A keyed hash, hex: names the claim streams without naming anybody. */
  hashName: (name: string) => string;
};

/**
 * From where somebody signs in. `browser`: what it calls itself and nobody else knows; none from who calls the API by a program. `network`:
 * of the address that the call comes from. `keepsTokens`: it is a page of ours, so its browser can be given a refresh token.
 */
export type Arrival = { userAgent: string; browser: string | undefined; network: string; keepsTokens?: boolean };

export const accountStream = (id: AccountId): string => `account-${id}`;

/** One part of a call that writes several streams: a command id of its own, so that a retry finds each part done. */
export const part = (context: CommandContext, name: string, actor: Actor = context.actor): CommandContext => ({
  ...context,
  actor,
  commandId: `${context.commandId}.${name}`,
});
