// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  aListing,
  aPage,
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
import { PATIENCE } from '#tests/support/patience.ts';
import { ApiError } from '#web/api/ApiError.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { NOTIFICATIONS } from '#web/api/queryKeys.ts';
import { LISTINGS } from '#web/listings/api/listingQueries.ts';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';

freshBrowser();

const answered = (status: number) => new ApiError('words', { status, statusText: '', endpoint: 'x' });

const connection = (isThere: boolean) =>
  act(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
    window.dispatchEvent(new Event(isThere ? 'online' : 'offline'));
  });

/** The class of a card, and whether it can be retried. */
const cardOf = (error: unknown) => {
  serve({ 'HEAD /': new Response(null) });
  render(<ErrorState title="Not shown" error={error} onRetry={() => undefined} />);
  const card = screen.getByRole('alert');
  const again = within(card).queryByRole('button', { name: 'Try again' }) !== null;
  cleanup();
  return [card.className, again];
};

test('distinguishes failed, refused, offline and empty, and offers a retry except for refused', () => {
  render(<EmptyState title="Nothing" />);
  expect(document.querySelector('.state')?.className).toBe('state empty');
  cleanup();
  for (const status of [500, 503, 400, 429]) expect(cardOf(answered(status))).toEqual(['state failed', true]);
  for (const status of [403, 404, 410, 423]) expect(cardOf(answered(status))).toEqual(['state refused', false]);
  expect(cardOf(answered(0))).toEqual(['state offline', true]);
  for (const error of [new Error('other'), undefined]) expect(cardOf(error)).toEqual(['state failed', true]);
});

test('says so at once when opened offline, and loads when the connection returns', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const sent = serve({ 'GET listings': aPage([aListing(1)]) });
  const answers = globalThis.fetch;
  const lost = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', lost);
  connection(false);
  open('/');
  await vi.waitFor(async () => {
    await pass(100);
    expect(screen.getByText('You are offline. It will load by itself when you are back online.')).toBeTruthy();
  }, PATIENCE);
  expect(screen.getByRole('alert').className).toBe('state offline');
  await pass(10_000);
  expect(lost.mock.calls.filter(([url]: unknown[]) => String(url).startsWith('/api/listings?'))).toHaveLength(1);
  vi.stubGlobal('fetch', answers);
  connection(true);
  await vi.waitFor(async () => {
    await pass(100);
    expect(screen.getByText('Figure 1')).toBeTruthy();
  }, PATIENCE);
  expect(screen.queryByText(/You are offline/)).toBeNull();
  expect(to(sent, 'listings')).toHaveLength(1);
});

test('shows a progress line at once, and a retry with a message after 8 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  let asked = 0;
  serve({
    'GET listings': () => {
      asked += 1;
      return asked === 1 ? new Promise(() => undefined) : aPage([aListing(1)]);
    },
  });
  open('/');
  await vi.waitFor(async () => {
    await pass(1);
    expect(document.querySelector('.underway')).toBeTruthy();
  }, PATIENCE);
  expect(asked).toBe(1);
  // the clock also advances while waiting
  await pass(7_000);
  expect(screen.queryByText('This is taking longer than usual.')).toBeNull();
  await pass(1_000);
  expect(screen.getByText('This is taking longer than usual.').closest('[role="status"]')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(async () => {
    await pass(50);
    expect(screen.getByText('Figure 1')).toBeTruthy();
    expect(document.querySelector('.underway')).toBeNull();
  }, PATIENCE);
  expect(asked).toBe(2);
  expect(screen.queryByText('This is taking longer than usual.')).toBeNull();
});

test('also says after 8 s that a session is still being verified', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  signedIn();
  serve({ ...MEMBER_REPLIES, 'GET auth/verify': () => new Promise(() => undefined) });
  open('/listings');
  await vi.waitFor(() => expect(document.querySelector('.underway')).toBeTruthy());
  await act(() => vi.advanceTimersByTimeAsync(8_000));
  expect(screen.getByText('This is taking longer than usual.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('keeps the content while there is no connection', async () => {
  const sent = serve({ 'GET listings': aPage([aListing(1)]), 'GET listings/other': json({}, 404) });
  open('/');
  expect(await screen.findByText('Figure 1')).toBeTruthy();
  const before = sent.length;
  connection(false);
  expect(await screen.findByText('You are offline. What you see may be out of date.')).toBeTruthy();
  fireEvent(document, new Event('visibilitychange'));
  expect(screen.getByText('Figure 1')).toBeTruthy();
  expect(sent).toHaveLength(before);
  connection(true);
});

/** Refetches everything on the page with only this `answer`. */
const askAgainAnd = async (answer: () => Promise<Response>, of?: string) => {
  vi.stubGlobal('fetch', answer);
  connection(false);
  // the bell keeps retrying for a while
  await act(() =>
    queryClient.refetchQueries({ predicate: ({ queryKey: [key] }) => (of ? key === of : key !== NOTIFICATIONS) }),
  );
  connection(true);
};
const lost = async () => Promise.reject(new TypeError('Failed to fetch'));
const failing = async () => json({ message: 'Something went wrong' }, 503);

const ONE = aListing(1);
const SELLER = {
  ...ONE.seller,
  country: 'Spain',
  figures: { sold: 2, response: null, shipsIn: null, disputes: { lost: 0, paid: 2 } },
};
const LOADED = {
  ...MEMBER_REPLIES,
  ...SETTINGS_REPLIES,
  [`GET listings/${ONE._id}`]: ONE,
  [`GET listings/${ONE._id}/around`]: { ofSeller: [], similar: [] },
  'GET listings/user': [ONE],
  [`GET sellers/${SELLER._id}`]: SELLER,
  [`GET sellers/${SELLER._id}/listings`]: aPage([ONE]),
  [`GET sellers/${SELLER._id}/reviews`]: { reviews: [], total: 0, currentPage: 1, hasMore: false },
  'GET prices/sold': { groups: [] },
  'GET user/profile': { ...MARTA, bankAccount: { verified: true } },
  'GET user/push': { devices: [], publicKey: null },
  'GET user/detailed-stats': { ...MEMBER_REPLIES['GET user/stats'], profile: MARTA },
  'GET user/activity': { activities: [], pagination: { hasMore: false, currentPage: 1 } },
  'GET user/watching': {
    watched: [{ listingId: ONE._id, watchedAt: ONE.posted, priceThen: 24.5, listing: ONE }],
    most: 200,
  },
  'GET transaction/history': { transactions: [], totalCount: 0, hasMore: false },
  'GET user/sessions': { sessions: [] },
};

test.each([
  [`/listings/${ONE._id}`, 'Painted with care.'],
  [`/sellers/${SELLER._id}`, /Sells from Spain/],
  ['/listings/my-listings', 'Figure 1'],
  ['/watching', 'Figure 1'],
  ['/reports', 'No reports yet'],
  ['/dashboard', 'Active listings'],
  ['/transactions', 'No transactions found'],
  ['/settings?tab=profile', /^You have not blocked anyone/],
] as const)('keeps the content of %s when a refetch fails', async (path, words) => {
  signedIn();
  serve(LOADED);
  open(path);
  expect(await screen.findByText(words)).toBeTruthy();
  for (const answer of [lost, failing]) {
    await askAgainAnd(answer);
    expect(screen.getByText(words)).toBeTruthy();
  }
});

test('removes content that the server now refuses', async () => {
  signedIn();
  serve(LOADED);
  open(`/listings/${ONE._id}`);
  expect(await screen.findByText('Painted with care.')).toBeTruthy();
  await askAgainAnd(async () => json({ message: 'Listing not found' }, 404), LISTINGS);
  expect(await screen.findByText('Listing not found')).toBeTruthy();
  expect(screen.queryByText('Painted with care.')).toBeNull();
});

test('says on every page that nothing can be changed, until an answer says otherwise', async () => {
  let full = true;
  serve({
    'GET listings': () => json(aPage([aListing(1)]), 200, full ? { 'X-Read-Only': '1' } : {}),
    'GET listings/other': json({}, 404),
  });
  open('/');
  const words = 'You can read everything, but nothing can be changed at the moment.';
  expect((await screen.findByText(words)).closest('[role="status"]')).toBeTruthy();
  expect(await screen.findByText('Figure 1')).toBeTruthy();
  full = false;
  await act(() => queryClient.refetchQueries());
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});
