import { expect, test } from 'vitest';
import type { Notification, NotificationPage } from '#application/contract/notifications.ts';
import { destinationOf, NOTIFICATION_TYPES } from '#domain/notifications/notificationTypes.ts';
import { ApiError } from '#web/api/ApiError.ts';
import {
  checked,
  failureText,
  PAGE_SIZE,
  POLL_INTERVAL,
  retryDelay,
  worthARetry,
} from '#web/notifications/api/fetchNotifications.ts';
import { withAllRead, without, withRead } from '#web/notifications/api/notificationPages.ts';
import { badgeText } from '#web/notifications/text/badgeText.ts';

const notice = (id: string, read: boolean): Notification => ({
  _id: id,
  type: 'sale',
  content: `About ${id}`,
  read,
  createdAt: '2026-01-01T00:00:00.000Z',
  sender: null,
  transaction: null,
  listing: null,
});

const page = (notifications: Notification[], unreadCount: number): NotificationPage => ({
  notifications,
  pagination: { hasMore: false, currentPage: 1 },
  unreadCount,
});

const PAGES = [page([notice('a', false), notice('b', true)], 2), page([notice('c', false)], 2)];
const counts = (pages: NotificationPage[]) => pages.map(({ unreadCount }) => unreadCount);
const readOf = (pages: NotificationPage[]) =>
  pages.flatMap(({ notifications }) => notifications).map(({ _id, read }) => `${_id}${read ? '' : '*'}`);

test('updates list and count when one is read [D1-243]', () => {
  expect(readOf(withRead(PAGES, 'c'))).toEqual(['a*', 'b', 'c']);
  expect(counts(withRead(PAGES, 'c'))).toEqual([1, 1]);
  expect(counts(withRead(PAGES, 'b'))).toEqual([2, 2]);
});

test('leaves no unread notification after reading all [D1-244]', () => {
  expect(readOf(withAllRead(PAGES))).toEqual(['a', 'b', 'c']);
  expect(counts(withAllRead(PAGES))).toEqual([0, 0]);
});

test('lowers the count only when an unread notification is deleted [D1-245]', () => {
  expect(readOf(without(PAGES, 'a'))).toEqual(['b', 'c*']);
  expect(counts(without(PAGES, 'a'))).toEqual([1, 1]);
  expect(counts(without(PAGES, 'b'))).toEqual([2, 2]);
});

test('keeps the count at or above 0 [D1-246]', () => {
  const behind = [page([notice('a', false)], 0)];
  expect(counts(withRead(behind, 'a'))).toEqual([0]);
  expect(counts(without(behind, 'a'))).toEqual([0]);
});

test('counts unread notifications of the list if the server sends no count [D1-242]', () => {
  const answer = {
    notifications: [notice('a', false), notice('b', true)],
    pagination: { hasMore: true, currentPage: 1 },
  };
  expect(checked(answer).unreadCount).toBe(1);
  expect(checked({ ...answer, unreadCount: 40 }).unreadCount).toBe(40);
});

test('refuses a malformed answer [D1-334] [D1-335]', () => {
  for (const wrong of [null, 'text', [], undefined]) {
    expect(() => checked(wrong)).toThrow('Invalid response format: Response is not an object');
  }
  expect(() => checked({ notifications: {} })).toThrow('Invalid response format: notifications is not an array');
});

test('caps the badge at 99+ [D1-253] [D1-475]', () => {
  expect(badgeText(99)).toBe('99');
  expect(badgeText(100)).toBe('99+');
});

const about = (type: string, transaction: string | null, listing: string | null) =>
  destinationOf({
    type: type as Notification['type'],
    transaction: transaction ? { _id: transaction } : null,
    listing,
  });

test('opens the messages for a message [D1-248]', () => {
  expect(about('message', 't', 'l')).toBe('/messages');
});

test('opens the listing for a review, or the dashboard [D1-249]', () => {
  expect(about('review', 't', 'l')).toBe('/listings/l');
  expect(about('review', 't', null)).toBe('/dashboard');
});

const TO_NO_TRANSACTION = ['message', 'review', 'account', 'watched', 'proposal', 'found', 'report', 'message_report'];
test.each(NOTIFICATION_TYPES.filter((type) => !TO_NO_TRANSACTION.includes(type)))(
  'opens the sale, else the listing, else the transactions for %s [D1-250] [D1-251]',
  (type) => {
    expect(about(type, 't', 'l')).toBe('/transaction/t');
    expect(about(type, null, 'l')).toBe('/listings/l');
    expect(about(type, null, null)).toBe('/transactions');
  },
);

test('opens the reasons for a decision about a listing', () => {
  expect(about('report', null, 'l')).toBe('/reports');
});

test('opens the listing for watched items, found items and offers', () => {
  expect(about('watched', null, 'l')).toBe('/listings/l');
  expect(about('found', null, 'l')).toBe('/listings/l');
  expect(about('found', null, null)).toBe('/watching/searches');
  expect(about('proposal', null, 'l')).toBe('/listings/l');
});

test('opens the seller settings for account notifications', () => {
  expect(about('account', null, null)).toBe('/settings?tab=seller');
});

test('opens the dashboard for an unknown type [D1-252]', () => {
  expect(about('moon_phase', 't', 'l')).toBe('/dashboard');
});

test('polls 10 notifications every 30 s, with 3 retries after 1, 2 and 4 s [D1-471]', () => {
  expect([POLL_INTERVAL, PAGE_SIZE]).toEqual([30_000, 10]);
  expect([0, 1, 2].map(retryDelay)).toEqual([1_000, 2_000, 4_000]);
  expect([0, 1, 2, 3].map((failures) => worthARetry(failures, new Error('down')))).toEqual([true, true, true, false]);
});

test('does not retry after the session ended, and says so [D1-450]', () => {
  const over = new ApiError('x', { status: 401, statusText: '', endpoint: 'notifications' });
  expect(worthARetry(0, over)).toBe(false);
  expect(failureText(over)).toBe('Session expired. Please login again.');
  expect(failureText(new Error('x'))).toBe('Failed to fetch notifications');
});
