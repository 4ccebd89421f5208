// @vitest-environment node
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startWorker, type WorkerScope } from '#web/worker/worker.ts';

const ORIGIN = 'https://reliquary.example';
type Listener = (event: Record<string, unknown>) => void;

let listeners: Map<string, Listener>;
let stores: Map<string, Map<string, Response>>;
let tabs: {
  visibilityState: string;
  focus: () => Promise<void>;
  navigate: (path: string) => Promise<void>;
  postMessage: unknown;
}[];
let opened: string[];
let shown: [string, NotificationOptions][];
let network: (request: Request) => Promise<Response>;

const pathOf = (request: unknown) =>
  new URL(request instanceof Request ? request.url : String(request), ORIGIN).pathname;

const start = (version: string, files: readonly string[] = ['/assets/index-a1.js']) => {
  listeners = new Map();
  const scope = {
    location: { origin: ORIGIN },
    caches: {
      open: async (name: string) => {
        const store = stores.get(name) ?? new Map<string, Response>();
        stores.set(name, store);
        return {
          addAll: async (asked: unknown[]) => {
            for (const one of asked) store.set(pathOf(one), new Response(`kept ${pathOf(one)} ${name}`));
          },
        };
      },
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      match: async (request: unknown) =>
        [...stores.values()]
          .map((store) => store.get(pathOf(request)))
          .find(Boolean)
          ?.clone(),
    },
    fetch: (request: Request) => network(request),
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => void shown.push([title, options]),
    },
    clients: { matchAll: async () => tabs, openWindow: async (path: string) => void opened.push(path) },
    skipWaiting: async () => undefined,
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  };
  startWorker(scope as unknown as WorkerScope, { version, files });
};

const happens = async (type: string, event: Record<string, unknown> = {}): Promise<void> => {
  let lasting: Promise<unknown> | undefined;
  listeners.get(type)!({
    ...event,
    waitUntil: (work: Promise<unknown>) => {
      lasting = work;
    },
  });
  await lasting;
};
const installed = async (version: string, files?: readonly string[]) => {
  start(version, files);
  await happens('install');
  await happens('activate');
};
/** Undefined if the worker leaves the request to the browser. */
const asked = async (path: string, { mode = 'no-cors', method = 'GET', origin = ORIGIN } = {}) => {
  const request = { url: `${origin}${path}`, mode, method } as Request;
  let answer: Promise<Response> | undefined;
  const respondWith = (given: Promise<Response>) => {
    answer = given;
  };
  listeners.get('fetch')!({
    request: Object.assign(request, { toString: () => request.url }),
    preloadResponse: Promise.resolve(undefined),
    respondWith,
  });
  return answer && (await answer).text();
};
const page = (path: string) => asked(path, { mode: 'navigate' });

beforeEach(() => {
  stores = new Map();
  tabs = [];
  opened = [];
  shown = [];
  network = async ({ url }) => new Response(`served ${new URL(url).pathname}`);
});

describe('a page', () => {
  test('comes from the server, whatever release was there before', async () => {
    await installed('one');
    expect(await page('/listings')).toBe('served /listings');
    network = async () => new Response('the next release');
    expect([await page('/'), await page('/listings')]).toEqual(['the next release', 'the next release']);
    await installed('two', ['/assets/index-b2.js']);
    expect(await page('/')).toBe('the next release');
    expect([...stores.keys()]).toEqual(['shell-two']);
    expect(await asked('/assets/index-a1.js')).toBeUndefined();
  });

  test('shows the server’s refusal, or the offline page if there is no answer', async () => {
    await installed('one');
    network = async () => new Response('busy', { status: 503 });
    expect(await page('/listings')).toBe('busy');
    network = async () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await page('/transaction/1')).toBe('kept /offline.html shell-one');
    expect(await asked('/offline.js')).toBe('kept /offline.js shell-one');
  });
});

test('stores only code with hashed names and the offline page', async () => {
  await installed('one');
  await page('/messages');
  expect([...stores.get('shell-one')!.keys()]).toEqual(['/offline.html', '/offline.js', '/assets/index-a1.js']);
  expect(await asked('/assets/index-a1.js')).toBe('kept /assets/index-a1.js shell-one');
});

test.each([
  ['/api/notifications', {}],
  ['/api/user/data', { mode: 'navigate' }],
  ['/files/photo.webp', { mode: 'navigate' }],
  ['/dev/mail', { mode: 'navigate' }],
  ['/sitemap.xml', { mode: 'navigate' }],
  ['/login', { mode: 'navigate', method: 'POST' }],
  ['/assets/Other-c3.js', {}],
  ['/assets/index-a1.js', { origin: 'https://elsewhere.example' }],
])('leaves %s %j to the browser', async (path, how) => {
  await installed('one');
  expect(await asked(path, how)).toBeUndefined();
});

describe('a push message', () => {
  const push = (text: string | undefined) =>
    happens('push', { data: text === undefined ? null : { text: () => text } });

  test('shows the notification’s text, and a repeated one replaces it', async () => {
    start('one');
    await push(JSON.stringify({ id: 'n1', text: 'Ada is buying “A dragon”.', path: '/transaction/7' }));
    expect(shown).toEqual([
      [
        'Reliquary',
        expect.objectContaining({ body: 'Ada is buying “A dragon”.', tag: 'n1', data: { path: '/transaction/7' } }),
      ],
    ]);
  });

  test.each([
    undefined,
    'no json',
    '{}',
    '{"id":"n1","text":"x","path":"//elsewhere.example"}',
    '{"id":"n1","text":"x","path":"javascript:1"}',
  ])('without readable content says that there is news: %s', async (text) => {
    start('one');
    await push(text);
    expect(shown[0]?.[1]).toMatchObject({ body: 'You have a new notification.', data: { path: '/dashboard' } });
  });
});

describe('a press on a notification', () => {
  const notification = (path: unknown) => ({ data: { path }, close: vi.fn() });
  const tab = (visibilityState: string, hears: boolean) => {
    const one = {
      visibilityState,
      said: [] as unknown[],
      sent: [] as string[],
      focus: vi.fn(async () => undefined),
      navigate: async (path: string) => void one.sent.push(path),
      postMessage: (message: unknown, [port]: MessagePort[]) => {
        one.said.push(message);
        if (hears) port!.postMessage('going');
      },
    };
    tabs.push(one);
    return one;
  };

  test('opens the page if none is open', async () => {
    start('one');
    const pressed = notification('/transaction/7');
    await happens('notificationclick', { notification: pressed });
    expect([opened, pressed.close.mock.calls.length]).toEqual([['/transaction/7'], 1]);
  });

  test('focuses the visible tab, which navigates itself', async () => {
    const [hidden, seen] = [tab('hidden', true), tab('visible', true)];
    start('one');
    await happens('notificationclick', { notification: notification('/transaction/7') });
    expect(seen.focus).toHaveBeenCalledOnce();
    expect([seen.said, seen.sent, hidden.said, opened]).toEqual([[{ path: '/transaction/7' }], [], [], []]);
  });

  test('navigates a tab that does not respond, and never to another site', async () => {
    vi.useFakeTimers();
    const deaf = tab('visible', false);
    start('one');
    const pressed = happens('notificationclick', { notification: notification('https://elsewhere.example') });
    await vi.advanceTimersByTimeAsync(10_000);
    await pressed;
    vi.useRealTimers();
    expect(deaf.sent).toEqual(['/dashboard']);
  });
});
