// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ActivityPage } from '#application/contract/activity.ts';
import { freshBrowser, json, MEMBER_REPLIES, open, type Sent, serve, signedIn, to } from '#tests/support/browser.tsx';
import { aSale } from '#tests/web/transactions/aSale.ts';
import { dueTime } from '#web/ui/dates.ts';

freshBrowser();

const STATS = { activeListings: 3, totalSales: 7, unreadMessages: 5, newReviews: 2, reputation: 14, ratingCount: 3 };

const item = (id: string, content: string): ActivityPage['activities'][number] => ({
  _id: id,
  type: 'sale',
  content,
  link: `/transactions/${id}`,
  createdAt: new Date().toISOString(),
});
const page = (activities: ActivityPage['activities'], hasMore = false): ActivityPage => ({
  activities,
  hasMore,
  currentPage: 1,
});

const start = (replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET user/detailed-stats': STATS,
    'GET user/activity': page([]),
    'GET transaction/needs-you': { transactions: [], totalCount: 0, hasMore: false },
    ...replies,
  });
  open('/dashboard');
  return sent;
};

test('four cards count active listings, sales, unread messages and new reviews [D1-083]', async () => {
  start();
  const cards = (await screen.findByText('Active listings')).closest('ul') as HTMLElement;
  expect(
    within(cards)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '3Active listingsOpen for buyers',
    '7Total salesSince you joined',
    '5Unread messagesFrom buyers and sellers',
    '2New reviewsIn the last 30 days',
  ]);
});

test('reputation is the sum by the count to one decimal [D1-084]', async () => {
  start();
  const panel = (await screen.findByRole('heading', { name: 'Reputation' })).closest('section') as HTMLElement;
  expect(within(panel).getByText('4.7')).toBeTruthy();
  expect(within(panel).getByText('(3 reviews)')).toBeTruthy();
});

test('reputation is 0 without ratings [D1-084]', async () => {
  start({ 'GET user/detailed-stats': { ...STATS, reputation: 0, ratingCount: 0 } });
  const panel = (await screen.findByRole('heading', { name: 'Reputation' })).closest('section') as HTMLElement;
  expect(within(panel).getByText('0')).toBeTruthy();
});

test('recent activity can be narrowed to messages, sales and reviews; nothing at all has a next step [D1-085]', async () => {
  const sent = start({
    'GET user/activity': ({ query }: Sent) =>
      page(query.get('filter') === 'review' ? [item('r1', 'Ada gave you 5 stars')] : []),
  });
  const panel = (await screen.findByRole('heading', { name: 'Recent Activity' })).closest('section') as HTMLElement;
  expect(await within(panel).findByText('Nothing has happened yet')).toBeTruthy();
  expect(within(panel).getByRole('link', { name: 'Browse Listings' }).getAttribute('href')).toBe('/listings');
  const tabs = within(panel).getAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['All', 'Message', 'Sale', 'Review']);
  for (const tab of tabs.slice(1)) await userEvent.click(tab);
  expect(await within(panel).findByText('Ada gave you 5 stars')).toBeTruthy();
  const asked = to(sent, 'user/activity').map(({ query }) => query.get('filter'));
  expect(asked).toEqual(['all', 'message', 'sale', 'review']);
});

test('Load More appends the next page of activity, ten a page, while there is one [D1-086] [D1-472]', async () => {
  const sent = start({
    'GET user/activity': ({ query }: Sent) => ({
      ...page([item(`a${query.get('page')}`, `Sale ${query.get('page')}`)], query.get('page') === '1'),
      currentPage: Number(query.get('page')),
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('Sale 2')).toBeTruthy();
  expect(screen.getByText('Sale 1')).toBeTruthy();
  expect(to(sent, 'user/activity').map(({ query }) => Object.fromEntries(query))).toEqual([
    { filter: 'all', page: '1', limit: '10' },
    { filter: 'all', page: '2', limit: '10' },
  ]);
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
});

test('what waits for the reader says until when, and what happens without them, the nearest first', async () => {
  const dueAt = '2026-11-28T13:12:00.000Z';
  const dispute = aSale({ role: 'seller', needs: [{ kind: 'disputeAnswer', dueAt }] });
  const sale = aSale({
    _id: '2'.repeat(32),
    role: 'seller',
    listing: { _id: 'd'.repeat(32), title: 'Orruk', images: [] },
    needs: [
      { kind: 'returnAnswer', dueAt: '2026-11-27T13:12:00.000Z' },
      { kind: 'question', dueAt: '2026-11-29T13:12:00.000Z' },
    ],
  });
  start({ 'GET transaction/needs-you': { transactions: [dispute, sale], totalCount: 2, hasMore: false } });
  const panel = (await screen.findByRole('heading', { name: 'Waiting for you' })).closest('section') as HTMLElement;
  const links = await within(panel).findAllByRole('link');
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Answer the return: Orruk', `/transactions/${sale._id}`],
    ['Answer the dispute: Vharoth', `/transactions/${dispute._id}`],
    ['Answer our staff: Orruk', `/transactions/${sale._id}`],
  ]);
  expect(links[1]?.closest('li')?.textContent).toContain(
    `You have until ${dueTime(dueAt)} to accept the claim, make an offer or contest it. If you stay silent, the dispute goes to our staff.`,
  );
});

test('My Transactions counts the sales that wait for the reader', async () => {
  start({ 'GET user/stats': { ...STATS, needsYou: 2 } });
  expect(await screen.findByRole('link', { name: 'My Transactions 2 waiting for you' })).toBeTruthy();
});

test('a failure names its cause [D1-454]', async () => {
  start({ 'GET user/detailed-stats': json({ message: 'the vault is sealed' }, 400) });
  expect(await screen.findByText('Error loading dashboard: the vault is sealed')).toBeTruthy();
});
