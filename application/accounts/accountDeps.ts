import type { Actor } from '#domain/shared/actor.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { SecurityLog } from '../audit/securityLog.ts';
import type { AccountWarnings } from '../ports/accountWarnings.ts';
import type { Activity } from '../ports/activity.ts';
import type { Clock } from '../ports/clock.ts';
import type { Countries } from '../ports/countries.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Devices } from '../ports/devices.ts';
import type { Guesses } from '../ports/guesses.ts';
import type { OneTimeLinks } from '../ports/oneTimeLinks.ts';
import type { Passkeys } from '../ports/passkeys.ts';
import type { SecondFactors } from '../ports/secondFactors.ts';
import type { Sessions } from '../ports/sessions.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';

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
