import type { PushStatus, PushWanted } from '#application/contract/notifications.ts';
import type { PushKind } from '#domain/notifications/notificationTypes.ts';
import { ALWAYS_PUSHED } from '#domain/notifications/pushes.ts';
import { api } from './client.ts';

/** The account that enabled push here, to restore it after a new session, and whether push was offered. */
const KEPT = 'push';
const OFFERED = 'push-offered';
const WORKER = '/sw.js';

/** Categories that this device mutes, and those in the daily digest. */
export type PushChoice = { silent: readonly PushKind[]; daily: readonly PushKind[] };

export const ALL_AT_ONCE: PushChoice = { silent: [], daily: [] };

/** Entries from before `daily` existed lack it. */
type Kept = { account: string; silent: PushKind[]; daily?: PushKind[] };

const kept = (): Kept | undefined => {
  const text = localStorage.getItem(KEPT);
  try {
    return text === null ? undefined : (JSON.parse(text) as Kept);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

export const canBeCalled = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const isBlocked = (): boolean => canBeCalled() && Notification.permission === 'denied';

/** The browser refused: push is blocked, or its push service is unreachable. */
export class NotSubscribed extends Error {}

export const loadPush = (options: { signal?: AbortSignal } = {}): Promise<PushStatus> =>
  api.get<PushStatus>('user/push', options);

/** Registers the worker; repeated calls are harmless. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const isFor = (subscription: PushSubscription, key: string): boolean => {
  const has = subscription.options?.applicationServerKey;
  const wanted = bytesOf(key);
  return !has || new Uint8Array(has).every((byte, place) => byte === wanted[place]);
};

const subscribe = async (key: string): Promise<PushSubscription> => {
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const there = await pushManager.getSubscription();
  if (there && isFor(there, key)) return there;
  await there?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
};

const tell = async (account: string, key: string, { silent: chosen, daily }: PushChoice): Promise<PushStatus> => {
  // a stored choice may mute a kind that can no longer be muted
  const silent = chosen.filter((kind) => kind !== ALWAYS_PUSHED);
  const subscription = await subscribe(key).catch((error: unknown) => {
    if (error instanceof DOMException) throw new NotSubscribed(error.name);
    throw error;
  });
  const { endpoint, keys } = subscription.toJSON() as Pick<PushWanted, 'endpoint' | 'keys'>;
  const wanted: PushWanted = { endpoint, keys, silent, daily: [...daily] };
  const status = await api.put<PushStatus>('user/push', wanted);
  localStorage.setItem(KEPT, JSON.stringify({ account, silent, daily: [...daily] } satisfies Kept));
  return status;
};

/** Call on a press: asks the user, then the browser. False if they refused. */
export const turnOn = async (account: string, key: string, choice = ALL_AT_ONCE): Promise<boolean> => {
  localStorage.setItem(OFFERED, '1');
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await tell(account, key, choice);
  return true;
};

/** Removes the subscription and closes shown notifications. */
const letGo = async (): Promise<void> => {
  localStorage.removeItem(KEPT);
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
};

export const turnOff = async (): Promise<void> => {
  await api.delete('user/push');
  await letGo();
};

/** Another account signed in, or nobody is. */
export const forgetPush = async (): Promise<void> => {
  if (localStorage.getItem(KEPT) !== null) await letGo();
};

/** Restores the device of the account under its new session. */
export const resumePush = async (account: string): Promise<void> => {
  const before = kept();
  if (!before || !canBeCalled()) return;
  if (before.account !== account) return letGo();
  if (Notification.permission !== 'granted') return;
  const { key, on } = await loadPush();
  const registration = await navigator.serviceWorker.getRegistration();
  const there = await registration?.pushManager.getSubscription();
  if (key && !(on && there)) await tell(account, key, { ...ALL_AT_ONCE, ...before });
};

/** Offer push once per device, and never after the browser has asked. */
export const mayBeOffered = (): boolean =>
  canBeCalled() && Notification.permission === 'default' && localStorage.getItem(OFFERED) === null;

export const neverOffer = (): void => localStorage.setItem(OFFERED, '1');
