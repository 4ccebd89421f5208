// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Listing } from '#application/contract/listings.ts';
import { aListing, freshBrowser, json, MEMBER_REPLIES, open, serve, signedIn } from '#tests/support/browser.tsx';

freshBrowser();

const start = (mine: unknown, path = '/listings/my-listings') => {
  signedIn();
  serve({ ...MEMBER_REPLIES, 'GET listings/user': mine });
  return open(path);
};

const ALL: Listing[] = [aListing(1), aListing(2), aListing(3, { status: 'sold' }), aListing(4, { status: 'archived' })];

test('groups one’s own listings by status, each tab with its count [D1-114] [D1-115]', async () => {
  start(ALL);
  expect(await screen.findByRole('heading', { level: 1, name: 'My Sacred Offerings' })).toBeTruthy();
  await screen.findByText('Figure 1');
  const tabs = screen.getAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Active2', 'Sold1', 'Archived1']);
  expect(screen.getByText('Figure 2')).toBeTruthy();
  expect(screen.queryByText('Figure 3')).toBeNull();
  await userEvent.click(tabs[1] as HTMLElement);
  expect(await screen.findByText('Figure 3')).toBeTruthy();
  expect(screen.queryByText('Figure 1')).toBeNull();
});

test('counts 0 for an empty tab, and nothing before the counts are known [D1-115]', async () => {
  let known: (mine: Listing[]) => void = () => undefined;
  start(
    new Promise<Listing[]>((resolve) => {
      known = resolve;
    }),
  );
  const words = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
  await waitFor(() => expect(words()).toEqual(['Active', 'Sold', 'Archived']));
  known([aListing(1, { status: 'sold' })]);
  await waitFor(() => expect(words()).toEqual(['Active0', 'Sold1', 'Archived0']));
});

test('links to a new listing [D1-116]', async () => {
  start(ALL);
  await screen.findByText('Figure 1');
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'Create Listing' });
  expect(link.getAttribute('href')).toBe('/listings/create');
});

test.each(['active', 'sold', 'archived'])('shows a text in an empty tab: %s [D1-117]', async (tab) => {
  start([], `/listings/my-listings?tab=${tab}`);
  expect(await screen.findByText(`No ${tab} offerings found.`)).toBeTruthy();
});

test('invites to list something only in the empty active tab [D1-118]', async () => {
  start([]);
  expect(await screen.findByText('Create a new listing to begin your sacred trade.')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: /Sold/ }));
  expect(await screen.findByText('No sold offerings found.')).toBeTruthy();
  expect(screen.queryByText('Create a new listing to begin your sacred trade.')).toBeNull();
});

test.each([
  ['Failed to fetch user listings', {}],
  ['The shelves are locked', { message: 'The shelves are locked' }],
])('shows a failure in the tab panel, in the server’s words if any: %s [D1-458]', async (words, said) => {
  start(json(said, 400));
  expect(await within(await screen.findByRole('tabpanel')).findByRole('heading', { name: words })).toBeTruthy();
});
