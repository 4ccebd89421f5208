import type { NotificationType, PushKind } from '#domain/notifications/notificationTypes.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Position } from './eventStore.ts';

/** From the browser. Anyone who knows it can push to that browser, so treat it like a password. */
export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } };

/**
 * `silent`: kinds this device does not get; `daily`: kinds it gets in a daily digest. Everything else arrives at
 * once.
 */
export type PushChoice = { silent: readonly PushKind[]; daily: readonly PushKind[] };

export type PushedDevice = PushChoice & { id: Id };

/** Devices that receive pushes. Each belongs to a session and ends with it. */
export interface PushSubscriptions {
  /**
   * Replaces this session's device and any other use of the address. `full`: the account has its maximum.
   * `signedOut`: the session is over.
   */
  put(
    of: { account: AccountId; sessionId: string },
    address: PushAddress,
    choice: PushChoice,
  ): Promise<'kept' | 'full' | 'signedOut'>;
  /** Undefined if there is none, or it was made for another server key. */
  ofSession(sessionId: string): Promise<PushedDevice | undefined>;
  countOf(account: AccountId): Promise<number>;
  endOf(sessionId: string): Promise<void>;
  /** Whether any device at all receives pushes. */
  any(): Promise<boolean>;
  /** Devices whose session is still open. */
  of(accounts: readonly AccountId[]): Promise<(PushedDevice & { account: AccountId })[]>;
  find(id: Id): Promise<PushAddress | undefined>;
  /** Called when the push service no longer knows the device. */
  remove(id: Id): Promise<void>;
}

export type Push = PushAddress & {
  /** About 3,000 bytes at most. */
  payload: string;
  /** Seconds that the service keeps it for a device that is offline. */
  ttl: number;
  urgency: 'low' | 'normal';
  /** A later push of the same topic replaces a waiting one. At most 32 base64url characters. */
  topic: string;
};

/** The browser vendors' push services (RFC 8030). */
export interface PushService {
  /** The public key that browsers subscribe with; undefined if push is not configured. */
  readonly key: string | undefined;
  /** What is wrong with an address; undefined if valid. */
  faultOf(address: PushAddress): 'endpoint' | 'keys' | undefined;
  /** `gone`: the subscription no longer exists. @throws PushFailed */
  send(push: Push): Promise<'taken' | 'gone'>;
}

/** The service is down, busy or silent; a retry may succeed. The message names only the address's host. */
export class PushFailed extends Error {
  override readonly name = 'PushFailed';
}

export type Rung = { id: string; account: AccountId; type: NotificationType };

/** In-app notifications. */
export interface InAppMessage {
  /** The notifications that an event created. @throws when the read model is not there yet */
  rungBy(event: { id: string; position: Position }): Promise<Rung[]>;
  /** Its text and target; undefined once it is read or deleted. */
  unread(id: string): Promise<{ type: NotificationType; text: string; path: string; at: Instant } | undefined>;
}
