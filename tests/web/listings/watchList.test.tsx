// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Listing } from '#application/contract/listings.ts';
import type { WatchedListing } from '#application/contract/watchList.ts';
import {
  aListing,
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';

import { keepIntent, takeIntent } from '#web/listings/components/watchList/intent.ts';

freshBrowser();

const DONE = () => new Response(null, { status: 204 });
const ID = aListing(1)._id;
const member = (listing: Listing, replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, [`GET listings/${ID}`]: listing, ...replies });
  return { sent, page: open(`/listings/${ID}`) };
};
const button = () => screen.findByRole('button', { name: 'Watch Figure 1' });
const pressed = async () => (await button()).getAttribute('aria-pressed');

describe('watching a listing', () => {
  test('shows it as watched at once, and allows undoing it', async () => {
    let watched: string[] = [];
    const { sent } = member(aListing(1), {
      'GET user/watching/ids': () => ({ listings: watched }),
      [`PUT user/watching/${ID}`]: () => {
        watched = [ID];
        return DONE();
      },
      [`DELETE user/watching/${ID}`]: () => {
        watched = [];
        return DONE();
      },
    });
    expect(await pressed()).toBe('false');
    await waitFor(() => expect(to(sent, 'user/watching/ids')).toHaveLength(1));
    await userEvent.click(await button());
    await waitFor(async () => expect(await pressed()).toBe('true'));
    await waitFor(() => expect(watched).toEqual([ID]));
    await userEvent.click(await button());
    await waitFor(() => expect(watched).toEqual([]));
    expect(await pressed()).toBe('false');
  });

  test('is reverted with the reason if it is refused', async () => {
    const most = 'You are watching 200 listings, the maximum.';
    member(aListing(1), { [`PUT user/watching/${ID}`]: json({ code: 'tooManyWatched', message: most }, 409) });
    await userEvent.click(await button());
    expect(await screen.findByText(most)).toBeTruthy();
    await waitFor(async () => expect(await pressed()).toBe('false'));
  });

  test('is not offered for one’s own listing or a sold one', async () => {
    member(aListing(1, { seller: { ...aListing(1).seller, _id: MARTA._id } }));
    expect(await screen.findByText('Your Listing')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Watch/ })).toBeNull();
  });

  test('leads a visitor to the login and remembers the listing', async () => {
    serve({ [`GET listings/${ID}`]: aListing(1) });
    const visit = open(`/public/listings/${ID}`);
    const login = await screen.findByRole('link', { name: 'Login to Watch' });
    expect(login.getAttribute('href')).toBe(`/login?returnUrl=${encodeURIComponent(`/public/listings/${ID}`)}`);
    await userEvent.click(login);
    await waitFor(() => expect(visit.address()).toContain('/login'));
    expect(takeIntent(ID)).toBe(true);
  });

  test('happens once when the visitor returns signed in', async () => {
    keepIntent(ID);
    const { sent } = member(aListing(1), { [`PUT user/watching/${ID}`]: DONE });
    await waitFor(() => expect(to(sent, `user/watching/${ID}`).map(({ method }) => method)).toEqual(['PUT']));
    expect(takeIntent(ID)).toBe(false);
  });
});

test('shows a listing’s reduction and its number of watchers', async () => {
  member(aListing(1, { reduced: { from: 60, at: '2026-05-07T10:00:00.000Z' }, watchers: 4 }));
  expect(await screen.findByText('Watched by 4')).toBeTruthy();
  expect((await screen.findByText('Price reduced')).parentElement?.textContent).toBe(
    'Price reduced from €60.00 on 7 May 2026',
  );
});

describe('the watch list', () => {
  const watched = (n: number, changes: Partial<Listing> = {}, priceThen = aListing(n).price): WatchedListing => ({
    listingId: aListing(n)._id,
    watchedAt: '2026-05-03T10:00:00.000Z',
    priceThen,
    listing: aListing(n, changes),
  });
  const list = (all: readonly WatchedListing[], replies: Record<string, unknown> = {}) => {
    signedIn();
    const ids = { listings: all.map(({ listingId }) => listingId) };
    const sent = serve({
      ...MEMBER_REPLIES,
      'GET user/watching': { watched: all, most: 200 },
      'GET user/watching/ids': ids,
      ...replies,
    });
    return { sent, page: open('/watching') };
  };
  const card = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);

  test('shows the current price and state of each listing', async () => {
    const gone = { ...watched(4), listing: null };
    list([watched(1, { price: 40 }, 45.5), watched(2, { status: 'sold' }), watched(3, { reserved: true }), gone]);
    expect((await card('Figure 1')).getByText('€5.50 less than on 3 May')).toBeTruthy();
    const sold = await card('Figure 2');
    expect(sold.getByText('Sold')).toBeTruthy();
    expect(sold.queryByText('Buy')).toBeNull();
    const reserved = await card('Figure 3');
    expect([reserved.getByText('Reserved'), reserved.getByText('Watched since 3 May')]).toHaveLength(2);
    expect(screen.getByText('4 of 200')).toBeTruthy();
  });

  test('keeps unwatched listings in view, and allows removing missing ones', async () => {
    const gone = { ...watched(4), listing: null };
    let ids = [ID, gone.listingId];
    const letGo = (id: string) => () => {
      ids = ids.filter((one) => one !== id);
      return DONE();
    };
    list([watched(1), gone], {
      'GET user/watching/ids': () => ({ listings: ids }),
      [`DELETE user/watching/${ID}`]: letGo(ID),
      [`DELETE user/watching/${gone.listingId}`]: letGo(gone.listingId),
    });
    const eye = await (await card('Figure 1')).findByRole('button', { name: 'Watch Figure 1' });
    await waitFor(() => expect(eye.getAttribute('aria-pressed')).toBe('true'));
    await userEvent.click(eye);
    await waitFor(() => expect(eye.getAttribute('aria-pressed')).toBe('false'));
    expect(screen.getByText('Figure 1')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: /^Remove the item you watched since 3 May/ }));
    await waitFor(() => expect(screen.queryByText('No longer for sale')).toBeNull());
    expect(ids).toEqual([]);
    expect(document.activeElement?.id).toBe('main');
  });

  test('explains its purpose when empty', async () => {
    list([]);
    expect(await screen.findByRole('heading', { name: 'You are not watching anything yet.' })).toBeTruthy();
  });

  test('says that it cannot be loaded, and can be retried', async () => {
    let replies = 0;
    list([], {
      'GET user/watching': () => (replies++ === 0 ? json({}, 400) : { watched: [watched(1)], most: 200 }),
    });
    expect(await screen.findByRole('heading', { name: 'Failed to load your watch list' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Figure 1')).toBeTruthy();
  });
});
