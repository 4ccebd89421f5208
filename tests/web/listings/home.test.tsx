// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  aListing,
  aPage,
  freshBrowser,
  json,
  MEMBER_REPLIES,
  open,
  type Sent,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';

freshBrowser();

test('lets a visitor browse with a search only, without a token [D1-032] [D1-095] [D1-098]', async () => {
  const sent = serve({ 'GET listings': aPage([aListing(1), aListing(2)]) });
  open('/?search=dragon');
  expect(await screen.findByText('Showing 2 listings')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search listings' }).value).toBe('dragon');
  expect(screen.queryByRole('complementary')).toBeNull();
  const choices = within(screen.getByRole('main')).getAllByRole('combobox');
  expect(choices).toEqual([screen.getByLabelText('Show prices delivered to')]);
  const [call] = to(sent, 'listings');
  expect(Object.fromEntries(call?.query ?? [])).toEqual({ search: 'dragon', page: '1', limit: '12' });
  expect(call?.headers.has('Authorization')).toBe(false);
});

test('invites to login or register in a banner [D1-096]', async () => {
  serve({ 'GET listings': aPage([]) });
  open('/');
  const banner = (await screen.findByText('Log in or register to buy, sell and message sellers.')).parentElement;
  const targets = within(banner as HTMLElement)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(targets).toEqual(['/login', '/register']);
});

test('leads a visitor from a card to the login and back, and to the public page [D1-097] [D1-103] [D1-104]', async () => {
  serve({ 'GET listings': aPage([aListing(1)]) });
  const page = open('/');
  const details = await screen.findByRole('link', { name: 'Details of Figure 1' });
  expect(details.getAttribute('href')).toBe(`/public/listings/${aListing(1)._id}`);
  await userEvent.click(screen.getByRole('link', { name: 'Login to buy Figure 1' }));
  await waitFor(() => expect(page.address()).toBe('/login'));
  expect(page.state()).toEqual({ from: `/listings/${aListing(1)._id}` });
});

test('does not navigate back when a search settles after a listing was opened', async () => {
  serve({ 'GET listings': aPage([aListing(1)]) });
  const page = open('/');
  const details = await screen.findByRole('link', { name: 'Details of Figure 1' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search listings' }), { target: { value: 'fig' } });
  fireEvent.click(details);
  // the code of that page is still loading
  act(() => void vi.advanceTimersByTime(1_000));
  expect(page.address()).toBe(`/public/listings/${aListing(1)._id}`);
});

test('says that nothing was found [D1-099]', async () => {
  serve({ 'GET listings': aPage([]) });
  open('/?search=zzz');
  expect(await screen.findByText('No offerings match your search criteria')).toBeTruthy();
});

test('shows the number of results above them, in the singular for one', async () => {
  serve({ 'GET listings': aPage([aListing(1)], { total: 30, hasMore: true }) });
  open('/');
  expect(await screen.findByText('30 listings')).toBeTruthy();
  expect(screen.getByText('Showing 1 listing')).toBeTruthy();
});

test('shows a visitor the closest matches without a word', async () => {
  const nearest = [{ without: 'word' as const, word: 'Wyvern', search: 'red', total: 2 }];
  serve({
    'GET listings': ({ query }: Sent) =>
      query.get('search') === 'red' ? aPage([aListing(1), aListing(2)]) : aPage([], { nearest }),
  });
  const page = open('/?search=red+Wyvern');
  expect(await screen.findByText('No offerings match your search criteria')).toBeTruthy();
  expect(await screen.findByText('Showing 2 of 2 listings without “Wyvern”')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Login to buy Figure 1' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '2 listings without “Wyvern”' }));
  await waitFor(() => expect(page.address()).toBe('/?search=red'));
});

test('loads more pages on demand [D1-100]', async () => {
  serve({
    'GET listings': ({ query }: Sent) =>
      aPage([aListing(Number(query.get('page')))], { hasMore: query.get('page') === '1' }),
  });
  open('/');
  await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('Showing 2 listings')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
});

test('shows a failed fetch as an error [D1-455]', async () => {
  serve({ 'GET listings': json({}, 400) });
  open('/');
  expect(await screen.findByText('Error: Failed to fetch listings')).toBeTruthy();
});

test('redirects signed-in members to the listings, replacing the home page [D1-033]', async () => {
  signedIn();
  serve({ ...MEMBER_REPLIES, 'GET listings': aPage([]) });
  const page = open('/');
  await waitFor(() => expect(page.address()).toBe('/listings'));
  await page.goBack();
  await waitFor(() => expect(page.address()).toBe('/about'));
});
