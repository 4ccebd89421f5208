import type { PushStatus, PushWanted } from '#application/contract/notifications.ts';
import { ALWAYS_PUSHED, type PushKind } from '#domain/notifications/pushes.ts';
import { api } from './client.ts';

/** Whose device this browser is, so that it is so again after the session was renewed; and that it was offered. */
const KEPT = 'push';
const OFFERED = 'push-offered';
const WORKER = '/sw.js';

/** What this device is not called for, and what it is told of once a day. */
export type PushChoice = { silent: readonly PushKind[]; daily: readonly PushKind[] };

export const ALL_AT_ONCE: PushChoice = { silent: [], daily: [] };

/** What was kept before there was `daily` has none. */
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

/** The browser did not let it be: it was blocked, or its maker's service cannot be reached. */
export class NotSubscribed extends Error {}

export const loadPush = (options: { signal?: AbortSignal } = {}): Promise<PushStatus> =>
  api.get<PushStatus>('user/push', options);

/** Asks for the worker; the same one is not started twice. */
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
  // a browser may have kept what could be silenced before
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

/** In answer to a press: asks the person, then the browser. False: they have not allowed it. */
export const turnOn = async (account: string, key: string, choice = ALL_AT_ONCE): Promise<boolean> => {
  localStorage.setItem(OFFERED, '1');
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await tell(account, key, choice);
  return true;
};

/** What this browser holds goes: nothing that was shown stays, and it takes no more calls. */
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

/** Nobody is signed in any more, or somebody else is. */
export const forgetPush = async (): Promise<void> => {
  if (localStorage.getItem(KEPT) !== null) await letGo();
};

/** The device of whoever is signed in again, by a session that knows nothing of it yet. */
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

/** Once a device, and never where the browser was asked already. */
export const mayBeOffered = (): boolean =>
  canBeCalled() && Notification.permission === 'default' && localStorage.getItem(OFFERED) === null;

export const neverOffer = (): void => localStorage.setItem(OFFERED, '1');
