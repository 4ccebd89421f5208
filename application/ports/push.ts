import type { NotificationType } from '#domain/notifications/notifications.ts';
import type { PushKind } from '#domain/notifications/pushes.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Position } from './eventStore.ts';

/** As a browser gives it: whoever knows it can call that browser, so it is kept like a password. */
export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } };

/** `silent`: what a device does not want to be called for; `daily`: what it wants to be told of once a day. The rest at once. */
export type PushChoice = { silent: readonly PushKind[]; daily: readonly PushKind[] };

export type PushedDevice = PushChoice & { id: Id };

/** Devices that are called, each bound to the session that asked for it: with that it ends, however it ends. */
export interface PushSubscriptions {
  /** Takes the place of what this session had, and of whoever had this address. `full`: the account has as many as it may. `signedOut`: the session is over. */
  put(
    of: { account: AccountId; sessionId: string },
    address: PushAddress,
    choice: PushChoice,
  ): Promise<'kept' | 'full' | 'signedOut'>;
  /** Undefined where it has none, or one that was made for another key of ours. */
  ofSession(sessionId: string): Promise<PushedDevice | undefined>;
  countOf(account: AccountId): Promise<number>;
  endOf(sessionId: string): Promise<void>;
  /** Whether anybody at all is called. */
  any(): Promise<boolean>;
  /** Those whose session stands. */
  of(accounts: readonly AccountId[]): Promise<(PushedDevice & { account: AccountId })[]>;
  find(id: Id): Promise<PushAddress | undefined>;
  /** The push service knows it no more. */
  remove(id: Id): Promise<void>;
}

export type Push = PushAddress & {
  /** At most some 3,000 bytes. */
  payload: string;
  /** Seconds that the service keeps it for a device that is off. */
  ttl: number;
  urgency: 'low' | 'normal';
  /** A later one of the same topic takes its place while it waits: at most 32 characters of base64url. */
  topic: string;
};

/** The services of the browsers' makers (RFC 8030). */
export interface PushService {
  /** What browsers subscribe with; undefined: push is not set up here. */
  readonly key: string | undefined;
  /** What is wrong with an address; undefined: nothing. */
  faultOf(address: PushAddress): 'endpoint' | 'keys' | undefined;
  /** `gone`: there is no such subscription any more. @throws PushFailed */
  send(push: Push): Promise<'taken' | 'gone'>;
}

/** It may go well later: the service is away, busy, or does not answer. Says nothing of the address but its host. */
export class PushFailed extends Error {
  override readonly name = 'PushFailed';
}

export type Rung = { id: string; account: AccountId; type: NotificationType };

/** What stands in people's bells. */
export interface InAppMessage {
  /** The notifications that a fact has made. @throws when that cannot be known yet */
  rungBy(event: { id: string; position: Position }): Promise<Rung[]>;
  /** Its words and where it leads; undefined once it is read or deleted. */
  unread(id: string): Promise<{ type: NotificationType; text: string; path: string; at: Instant } | undefined>;
}
