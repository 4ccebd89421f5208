// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Notification } from '#application/contract/notifications.ts';
import { freshBrowser, json, MEMBER_REPLIES, open, type Sent, serve, signedIn, to } from '#tests/support/browser.tsx';
import { show } from '#tests/web/conversations/talk.ts';
import { clearSession } from '#web/api/sessionStore.ts';

freshBrowser();

const notice = (number: number, changes: Partial<Notification> = {}): Notification => ({
  _id: `n${number}`,
  type: 'sale_payment_received',
  content: `Payment ${number} received`,
  read: false,
  createdAt: new Date().toISOString(),
  sender: null,
  transaction: null,
  listing: null,
  ...changes,
});

const notificationState = (notifications: Notification[], unreadCount = 0, hasMore = false) => ({
  notifications,
  pagination: { hasMore, currentPage: 1 },
  unreadCount,
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const start = (replies: Record<string, unknown>) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, ...replies });
  return { sent, page: open('/faq-contact') };
};

const openBell = async (name: string | RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: 'Notifications' }));
};

test('shows no badge and no action without unread notifications, and an empty text [D1-077] [D1-078] [D1-081]', async () => {
  start({});
  const panel = await openBell('Notifications');
  expect(await panel.findByText('No notifications yet')).toBeTruthy();
  expect(screen.queryByText('0')).toBeNull();
  expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

test('counts and highlights unread notifications, and marks all as read [D1-077] [D1-078] [D1-241] [D1-244] [D1-254] [D1-256]', async () => {
  const threeHoursAgo = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const { sent } = start({
    'GET notifications': notificationState([notice(1), notice(2, { read: true, createdAt: threeHoursAgo })], 120),
    'PUT notifications/read-all': {},
  });
  const panel = await openBell('Notifications, 120 unread');
  expect(screen.getByText('99+')).toBeTruthy();
  const rows = panel.getAllByRole('listitem');
  expect(rows.map(({ className }) => className)).toEqual(['note unread', 'note']);
  expect(rows.map((row) => row.querySelector('time')?.textContent)).toEqual(['just now', '3h ago']);
  await userEvent.click(panel.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
  expect(panel.getAllByRole('listitem').map(({ className }) => className)).toEqual(['note', 'note']);
  expect(to(sent, 'notifications/read-all').map(({ method }) => method)).toEqual(['PUT']);
});

test('opens the bell with focus from the daily push', async () => {
  signedIn();
  serve({ ...MEMBER_REPLIES, 'GET notifications': notificationState([notice(1)], 1) });
  open('/dashboard#notifications');
  const panel = await screen.findByRole('dialog', { name: 'Notifications' });
  await waitFor(() => expect(document.activeElement).toBe(panel));
  await screen.findByRole('heading', { level: 1 });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull());
});

test('closes the panel on Escape and on a press outside [D1-076]', async () => {
  start({});
  const shown = () => screen.queryByRole('dialog', { name: 'Notifications' });
  await openBell('Notifications');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(shown()).toBeNull());
  await openBell('Notifications');
  await userEvent.click(screen.getByRole('heading', { level: 1 }));
  await waitFor(() => expect(shown()).toBeNull());
});

test('shows a loading text, then the notifications [D1-079]', async () => {
  let finish: (value: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    finish = resolve;
  });
  start({ 'GET notifications': () => answer });
  const panel = await openBell('Notifications');
  expect(panel.getByText('Loading...')).toBeTruthy();
  await act(async () => finish(notificationState([notice(1)], 1)));
  expect(await panel.findByText('Payment 1 received')).toBeTruthy();
});

test('marks a clicked notification as read and navigates, even if marking fails [D1-247] [D1-451]', async () => {
  const { sent, page } = start({
    'GET notifications': notificationState([notice(1, { type: 'message' })], 1),
    'PUT notifications/n1/read': json({}, 500),
  });
  const panel = await openBell('Notifications, 1 unread');
  await userEvent.click(panel.getByRole('link', { name: /Payment 1 received/ }));
  await waitFor(() => expect(page.address()).toBe('/messages'));
  expect(to(sent, 'notifications/n1/read')).toHaveLength(1);
  expect(await screen.findByText('Failed to mark notification as read')).toBeTruthy();
});

test('deletes a notification from list and count, and reports a failure [D1-245] [D1-453]', async () => {
  let refuse = false;
  start({
    'GET notifications': notificationState([notice(1), notice(2)], 2),
    'DELETE notifications/n1': () => (refuse ? json({}, 500) : new Response(null, { status: 204 })),
    'DELETE notifications/n2': json({}, 500),
  });
  const panel = await openBell('Notifications, 2 unread');
  await userEvent.click(panel.getByRole('button', { name: 'Delete notification: Payment 1 received' }));
  await waitFor(() => expect(panel.queryByText('Payment 1 received')).toBeNull());
  expect(screen.getByLabelText('Notifications, 1 unread')).toBeTruthy();
  refuse = true;
  await userEvent.click(panel.getByRole('button', { name: 'Delete notification: Payment 2 received' }));
  expect(await screen.findByText('Failed to delete notification')).toBeTruthy();
  expect(await panel.findByText('Payment 2 received')).toBeTruthy();
});

test('fills the gap after a deletion, and shows the empty text only without notifications [D1-081] [D1-082] [D1-245]', async () => {
  const kept = [notice(1), notice(2)];
  const { sent } = start({
    'GET notifications': ({ query }: Sent) => {
      const page = Number(query.get('page'));
      return notificationState(kept.slice(page - 1, page), kept.length, page < kept.length);
    },
    'DELETE notifications/n1': () => {
      kept.shift();
      return new Response(null, { status: 204 });
    },
  });
  const panel = await openBell('Notifications, 2 unread');
  const told: boolean[] = [];
  const observer = new MutationObserver(() => told.push(panel.queryByText('No notifications yet') !== null));
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  await userEvent.click(panel.getByRole('button', { name: 'Delete notification: Payment 1 received' }));
  expect(await panel.findByText('Payment 2 received')).toBeTruthy();
  expect(panel.queryByText('Payment 1 received')).toBeNull();
  expect(told).not.toContain(true);
  expect(to(sent, 'notifications').map(({ query }) => query.get('page'))).toEqual(['1', '1']);
});

test('reports a failure to mark all as read [D1-452]', async () => {
  start({ 'GET notifications': notificationState([notice(1)], 1), 'PUT notifications/read-all': json({}, 500) });
  const panel = await openBell('Notifications, 1 unread');
  await userEvent.click(panel.getByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByText('Failed to mark all notifications as read')).toBeTruthy();
});

test.each([
  ['no object', []],
  ['no list of notifications', { notifications: {} }],
])('treats an answer that is %s as a failure [D1-080] [D1-334] [D1-335]', async (_, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  start({ 'GET notifications': answer });
  await vi.waitFor(() => fireEvent.click(screen.getByRole('button', { name: 'Notifications' })));
  for (let second = 0; second < 9; second++) await pass(1_000);
  await vi.waitFor(() => screen.getByText('Failed to fetch notifications'));
});

test('loads older notifications on request [D1-082]', async () => {
  start({
    'GET notifications': ({ query }: Sent) =>
      query.get('page') === '1' ? notificationState([notice(1)], 0, true) : notificationState([notice(2)], 0, false),
  });
  const panel = await openBell('Notifications');
  await userEvent.click(await panel.findByRole('button', { name: 'Load More' }));
  expect(await panel.findByText('Payment 2 received')).toBeTruthy();
  expect(panel.queryByRole('button', { name: 'Load More' })).toBeNull();
});

test('polls every 30 s and reports a failure only after three retries (1, 2, 4 s) [D1-080] [D1-259] [D1-260] [D1-449]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const times: number[] = [];
  const told: boolean[] = [];
  const { sent } = start({
    'GET notifications': () => {
      times.push(Date.now());
      told.push(screen.queryByText('Failed to fetch notifications') !== null);
      return times.length > 2 ? json({ message: 'down' }, 500) : notificationState([], 0);
    },
  });
  await vi.waitFor(() => fireEvent.click(screen.getByRole('button', { name: 'Notifications' })));
  for (let second = 0; second < 69; second++) await pass(1_000);
  // from the answer, which takes up to 200 ms, to the next request
  const waits = times.slice(0, 6).map((time, index) => Math.floor((time - (times[index - 1] ?? time)) / 250) * 250);
  expect(waits).toEqual([0, 30_000, 30_000, 1_000, 2_000, 4_000]);
  expect(told.slice(0, 6)).toEqual([false, false, false, false, false, false]);
  expect(screen.getByText('Failed to fetch notifications')).toBeTruthy();
  expect(Object.fromEntries(to(sent, 'notifications')[0]?.query ?? [])).toEqual({ page: '1', limit: '10' });
  act(() => clearSession());
  const asked = times.length;
  for (let second = 0; second < 65; second++) await pass(1_000);
  expect(times).toHaveLength(asked);
});

test('does not poll in a hidden page, and polls at once when it is visible again [D1-259]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => show(true));
  const { sent } = start({});
  const asked = () => to(sent, 'notifications').length;
  await vi.waitFor(() => expect(asked()).toBe(1));
  await act(async () => show(false));
  await pass(120_000);
  expect(asked()).toBe(1);
  await act(async () => show(true));
  await vi.waitFor(() => expect(asked()).toBe(2));
});
