// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHOOSABLE_PUSHES } from '#domain/notifications/pushes.ts';
import {
  askedAgain,
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  SETTINGS_REPLIES,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';
import { queryClient } from '#web/api/queryClient.ts';

freshBrowser();

const KEY = `${'B'.repeat(86)}A`;
const OFF = { key: KEY, on: false, silent: [], daily: [], devices: 0, most: 10 };
const ADDRESS = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } };

const goodMoment = () => window.dispatchEvent(new Event('good-moment'));

/** The browser’s abilities, and the user’s answer to its permission prompt. */
const browser = { permission: 'default', answer: 'granted', subscribed: false, fails: false, closed: 0 };

const pushManager = {
  getSubscription: async () => (browser.subscribed ? subscription : null),
  subscribe: async () => {
    if (browser.fails) throw new DOMException('push service error', 'AbortError');
    browser.subscribed = true;
    return subscription;
  },
};
const subscription = {
  toJSON: () => ADDRESS,
  unsubscribe: async () => {
    browser.subscribed = false;
    return true;
  },
};

const ableBrowser = () => {
  const registration = { pushManager, getNotifications: async () => [{ close: () => browser.closed++ }] };
  const worker = Object.assign(new EventTarget(), {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.permission = browser.answer;
      return browser.answer;
    },
  });
};

beforeEach(() => {
  Object.assign(browser, { permission: 'default', answer: 'granted', subscribed: false, fails: false, closed: 0 });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  localStorage.removeItem('push');
  localStorage.removeItem('push-offered');
});

/** A server that stores what it receives. */
const start = (path: string, replies: Record<string, unknown> = {}) => {
  let now: object = OFF;
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    ...SETTINGS_REPLIES,
    'GET user/profile': { ...MARTA, fullName: 'Marta Vidal' },
    'GET user/push': () => now,
    'PUT user/push': ({ body }: { body: unknown }) => {
      now = { ...OFF, on: true, devices: 1, ...(body as { silent: []; daily: [] }) };
      return now;
    },
    'DELETE user/push': () => {
      now = OFF;
      return new Response(null, { status: 204 });
    },
    ...replies,
  });
  open(path);
  return Object.assign(sent, { put: () => to(sent, 'user/push').filter(({ method }) => method === 'PUT') });
};
const card = async () => within(await screen.findByRole('region', { name: 'Push on this device' }));

test('turns push on, saves its kinds and turns it off', async () => {
  ableBrowser();
  const sent = start('/settings');
  const push = await card();
  await userEvent.click(await push.findByRole('button', { name: 'Turn on' }));
  await push.findByText(/^On: this device shows/);
  expect(sent.put().map(({ body }) => body)).toEqual([{ ...ADDRESS, silent: [], daily: [] }]);
  expect(push.getAllByRole('combobox')).toHaveLength(CHOOSABLE_PUSHES.length);
  expect(push.getByText(/always sent at once while push is on/).textContent).toMatch(/^Money and deadlines/);
  await userEvent.selectOptions(push.getByRole('combobox', { name: 'Reviews' }), 'Not at all');
  await userEvent.selectOptions(push.getByRole('combobox', { name: 'Offers' }), 'Once a day');
  await userEvent.click(push.getByRole('button', { name: 'Save choice' }));
  await waitFor(() => expect(sent.put()).toHaveLength(2));
  await screen.findByText('Your choice is saved');
  expect(sent.put().at(-1)?.body).toEqual({ ...ADDRESS, silent: ['reviews'], daily: ['offers'] });
  const shown = () => push.getAllByRole<HTMLSelectElement>('combobox').map(({ value }) => value);
  expect(shown()).toEqual(['atOnce', 'daily', 'atOnce', 'atOnce', 'off', 'atOnce']);
  await userEvent.selectOptions(push.getByRole('combobox', { name: 'Reviews' }), 'Once a day');
  await userEvent.selectOptions(push.getByRole('combobox', { name: 'Offers' }), 'At once');
  await userEvent.click(push.getByRole('button', { name: 'Save choice' }));
  await waitFor(() => expect(sent.put().at(-1)?.body).toEqual({ ...ADDRESS, silent: [], daily: ['reviews'] }));
  await userEvent.click(await push.findByRole('button', { name: 'Turn off' }));
  await push.findByText(/^Off\./);
  expect([browser.subscribed, browser.closed, localStorage.getItem('push')]).toEqual([false, 1, null]);
});

test('explains how to allow blocked notifications and sends nothing', async () => {
  ableBrowser();
  browser.answer = 'denied';
  const sent = start('/settings');
  const push = await card();
  await userEvent.click(await push.findByRole('button', { name: 'Turn on' }));
  await push.findByText(/are blocked in this browser/);
  expect(push.queryByRole('button')).toBeNull();
  expect(sent.put()).toEqual([]);
});

test('says when the browser does not support push', async () => {
  start('/settings');
  expect(await (await card()).findByText(/cannot notify you while Reliquary is closed/)).toBeTruthy();
});

test('keeps unsaved choices on refetch and shows new values otherwise', async () => {
  ableBrowser();
  browser.subscribed = true;
  let silent = ['reviews'];
  start('/settings', { 'GET user/push': () => ({ ...OFF, on: true, silent }) });
  localStorage.setItem('push', MARTA._id);
  const push = await card();
  const value = (name: string) => push.getByRole<HTMLSelectElement>('combobox', { name }).value;
  const told = async (now: string[]) => {
    silent = now;
    await askedAgain('user');
  };
  await push.findByRole('combobox', { name: 'Reviews' });
  await told([]);
  expect(value('Reviews')).toBe('atOnce');
  await userEvent.selectOptions(push.getByRole('combobox', { name: 'Offers' }), 'Once a day');
  await told(['reviews']);
  expect([value('Offers'), value('Reviews')]).toEqual(['daily', 'atOnce']);
});

test.each([
  ['its push service is away', () => Object.assign(browser, { fails: true }), {}, /could not be reached/],
  [
    'the account has as many devices as it can',
    () => undefined,
    { 'PUT user/push': json({ message: 'Push is on for 10 devices', code: 'tooManyPushed' }, 409) },
    /Push is on for 10 devices/,
  ],
])('shows a failure where it was caused and allows a retry: %s', async (_, happens, replies, words) => {
  ableBrowser();
  happens();
  start('/settings', replies);
  const push = await card();
  await userEvent.click(await push.findByRole('button', { name: 'Turn on' }));
  expect((await push.findByRole('alert')).textContent).toMatch(words);
  expect(push.getByRole('button', { name: 'Turn on' })).toBeTruthy();
  expect(localStorage.getItem('push')).toBeNull();
});

test('renders nothing if push is not configured', async () => {
  ableBrowser();
  const sent = start('/settings', { 'GET user/push': { ...OFF, key: null } });
  await waitFor(() => expect(to(sent, 'user/push')).toHaveLength(1));
  await screen.findByRole('region', { name: 'Screen reader' });
  await waitFor(() => expect(queryClient.getQueryData(['user', 'push'])).toBeTruthy());
  expect(screen.queryByRole('region', { name: 'Push on this device' })).toBeNull();
});

test('offers push once at a good moment, and does not ask the browser after a no', async () => {
  ableBrowser();
  const sent = start('/dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard Overview' });
  await waitFor(() => expect(to(sent, 'user/stats')).not.toEqual([]));
  expect(to(sent, 'user/push')).toEqual([]);
  expect(screen.queryByRole('region', { name: 'Push' })).toBeNull();
  await vi.waitFor(async () => {
    await act(async () => void goodMoment());
    expect(screen.queryByRole('region', { name: 'Push' })).toBeTruthy();
  });
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Push' })).toBeNull());
  expect(localStorage.getItem('push-offered')).toBe('1');
  const asked = to(sent, 'user/push').length;
  await act(async () => void goodMoment());
  expect([to(sent, 'user/push').length, browser.permission, sent.put()]).toEqual([asked, 'default', []]);
});

test('restores push on this device in a new session', async () => {
  ableBrowser();
  browser.permission = 'granted';
  localStorage.setItem('push', JSON.stringify({ account: MARTA._id, silent: ['sales', 'messages'] }));
  const sent = start('/dashboard');
  await waitFor(() =>
    expect(sent.put().map(({ body }) => body)).toEqual([{ ...ADDRESS, silent: ['messages'], daily: [] }]),
  );
});

test('restores the daily choice in a new session', async () => {
  ableBrowser();
  browser.permission = 'granted';
  localStorage.setItem('push', JSON.stringify({ account: MARTA._id, silent: [], daily: ['offers'] }));
  const sent = start('/dashboard');
  await waitFor(() =>
    expect(sent.put().map(({ body }) => body)).toEqual([{ ...ADDRESS, silent: [], daily: ['offers'] }]),
  );
});

test('turns off the push of another account at sign-in', async () => {
  ableBrowser();
  Object.assign(browser, { permission: 'granted', subscribed: true });
  localStorage.setItem('push', JSON.stringify({ account: 'e'.repeat(32), silent: [] }));
  const sent = start('/dashboard');
  await waitFor(() =>
    expect([browser.subscribed, browser.closed, localStorage.getItem('push')]).toEqual([false, 1, null]),
  );
  expect(to(sent, 'user/push')).toEqual([]);
});
