/** The parts of the service worker API used here: the page's types lack them. */
type Lasting = { waitUntil(work: Promise<unknown>): void };
type Fetching = Lasting & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
type Pushing = Lasting & { data: { text(): string } | null };
type Clicking = Lasting & { notification: Pick<Notification, 'close' | 'data'> };
type Tab = {
  visibilityState: string;
  focus(): Promise<unknown>;
  navigate(path: string): Promise<unknown>;
  postMessage(message: unknown, transfer: readonly MessagePort[]): void;
};
export type WorkerScope = {
  location: { origin: string };
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>;
  fetch(request: Request): Promise<Response>;
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    navigationPreload?: { enable(): Promise<void> };
  };
  clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Tab[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: never) => void): void;
};

/** `files`: the hashed code and style of every first page; `version`: changes with them. */
export type Shell = { version: string; files: readonly string[] };

const OFFLINE = ['/offline.html', '/offline.js'];
const OURS = 'shell-';

/** Paths that the server answers itself; none is a page of the application. */
const NO_PAGE = /^\/(api|dev|files|simulated-provider|health|ready|metrics)(\/|$)|\.[a-z0-9]{2,11}$/i;

/** ms for a tab to confirm that it navigates. */
const HEARD_WITHIN = 1_000;

const isPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?!\/)/.test(path);

/** A push's text and path; an unreadable one shows a generic text, since browsers require a notification. */
const newsIn = (text: string | undefined): { id: string; text: string; path: string } => {
  const unknown = { id: 'news', text: 'You have a new notification.', path: '/dashboard' };
  try {
    const said = JSON.parse(text ?? '') as Record<string, unknown>;
    if (typeof said.id !== 'string' || typeof said.text !== 'string' || !isPath(said.path)) return unknown;
    return { id: said.id, text: said.text, path: said.path };
  } catch (error) {
    if (error instanceof SyntaxError) return unknown;
    throw error;
  }
};

/** An open page navigates without a reload; if it does not respond, it is navigated by the browser. */
const lead = async (tab: Tab, path: string): Promise<void> => {
  const { port1, port2 } = new MessageChannel();
  const heard = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), HEARD_WITHIN);
  });
  tab.postMessage({ path }, [port2]);
  const goes = await heard;
  port1.close();
  if (!goes) await tab.navigate(path);
};

/**
 * Shows pushes as notifications, and an offline page when a page cannot load. Pages always come from the server;
 * only the offline page and hashed files are cached, so releases never mix and no personal data is stored.
 */
export const startWorker = (scope: WorkerScope, { version, files }: Shell): void => {
  const { caches, clients, registration } = scope;
  const name = `${OURS}${version}`;
  const kept = new Set(files);

  const install = async () => {
    const cache = await caches.open(name);
    await cache.addAll([
      ...OFFLINE.map((path) => new Request(new URL(path, scope.location.origin), { cache: 'reload' })),
      ...files,
    ]);
    await scope.skipWaiting();
  };

  const activate = async () => {
    const former = (await caches.keys()).filter((key) => key.startsWith(OURS) && key !== name);
    await Promise.all(former.map((key) => caches.delete(key)));
    await registration.navigationPreload?.enable();
  };

  const page = async ({ request, preloadResponse }: Fetching): Promise<Response> => {
    try {
      return (await preloadResponse) ?? (await scope.fetch(request));
    } catch (error) {
      const offline = await caches.match('/offline.html');
      if (!offline) throw error;
      return offline;
    }
  };

  const open = async (path: string): Promise<void> => {
    const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const tab = tabs.find(({ visibilityState }) => visibilityState === 'visible') ?? tabs[0];
    if (!tab) return void (await clients.openWindow(path));
    // some browsers allow focusing only briefly after a notification press
    await tab.focus().catch(() => undefined);
    await lead(tab, path).catch(() => clients.openWindow(path));
  };

  scope.addEventListener('install', (event: Lasting) => event.waitUntil(install()));
  scope.addEventListener('activate', (event: Lasting) => event.waitUntil(activate()));
  scope.addEventListener('fetch', (event: Fetching) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== scope.location.origin) return;
    if (mode === 'navigate' && !NO_PAGE.test(pathname)) event.respondWith(page(event));
    else if (kept.has(pathname) || OFFLINE.includes(pathname))
      event.respondWith(caches.match(event.request).then((found) => found ?? scope.fetch(event.request)));
  });
  scope.addEventListener('push', (event: Pushing) => {
    const { id, text, path } = newsIn(event.data?.text());
    const look = { body: text, tag: id, icon: '/icon-192.png', badge: '/icon-192.png', data: { path } };
    event.waitUntil(registration.showNotification('Reliquary', look));
  });
  scope.addEventListener('notificationclick', (event: Clicking) => {
    event.notification.close();
    const { path } = (event.notification.data ?? {}) as { path?: unknown };
    event.waitUntil(open(isPath(path) ? path : '/dashboard'));
  });
};
