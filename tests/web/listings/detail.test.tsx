// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Listing } from '#application/contract/listings.ts';
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

freshBrowser();

const image = (name: string) => ({
  s3Key: `k${name}`,
  original: `${name}.webp`,
  thumbnail: `${name}-small.webp`,
  width: 800,
  height: 600,
});
const THREE = [image('one'), image('two'), image('three')];
const ID = aListing(1)._id;

const member = (changes: Partial<Listing> = {}, replies: Record<string, unknown> = {}) => {
  signedIn();
  serve({ ...MEMBER_REPLIES, [`GET listings/${ID}`]: aListing(1, changes), ...replies });
  return open(`/listings/${ID}`);
};
const visitor = (changes: Partial<Listing> = {}, replies: Record<string, unknown> = {}) => {
  const sent = serve({ [`GET listings/${ID}`]: aListing(1, changes), ...replies });
  return { sent, page: open(`/public/listings/${ID}`) };
};
const OWN = { ...aListing(1).seller, _id: MARTA._id, username: MARTA.username };

const event = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const shown = () => document.querySelector('.frame img')?.getAttribute('src');

test('shows thumbnails in six columns, and cycles by buttons and arrow keys [D1-119] [D1-120]', async () => {
  member({ images: THREE });
  const gallery = await screen.findByRole('group', { name: 'Photos of Figure 1' });
  const thumbnails = within(gallery).getAllByRole('button', { name: /^Photo \d of 3$/ });
  expect(thumbnails).toHaveLength(3);
  expect(thumbnails[0]?.parentElement?.className).toBe('thumbs');
  expect(shown()).toBe('/files/listings/kone/one.webp');
  await userEvent.click(within(gallery).getByRole('button', { name: 'Previous photo' }));
  expect(shown()).toBe('/files/listings/kthree/three.webp');
  await userEvent.click(within(gallery).getByRole('button', { name: 'Next photo' }));
  expect(shown()).toBe('/files/listings/kone/one.webp');
  fireEvent.keyDown(thumbnails[0] as HTMLElement, { key: 'ArrowRight' });
  expect(shown()).toBe('/files/listings/ktwo/two.webp');
  await userEvent.click(thumbnails[2] as HTMLElement);
  expect(shown()).toBe('/files/listings/kthree/three.webp');
});

test('has no navigation for one photo [D1-120]', async () => {
  member({ images: [image('one')] });
  await screen.findByRole('group', { name: 'Photos of Figure 1' });
  expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Photo 1/ })).toBeNull();
});

test('shows the other photos if a thumbnail is missing or fails [D1-130]', async () => {
  member({ images: [image('one'), { ...image('two'), thumbnail: '' }, image('three')] });
  const thumbnails = await screen.findAllByRole('button', { name: /^Photo \d of 3$/ });
  const words = () => thumbnails.map(({ textContent }) => textContent);
  expect(words()).toEqual(['', 'No thumbnail', '']);
  fireEvent.error(thumbnails[0]?.querySelector('img') as HTMLElement);
  expect(words()).toEqual(['No thumbnail', 'No thumbnail', '']);
  expect(thumbnails[2]?.querySelector('img')?.getAttribute('src')).toBe('/files/listings/kthree/three-small.webp');
});

test('shows title, price, franchise by name, condition, paint, place and age [D1-121] [D1-122] [D1-123]', async () => {
  const posted = new Date(Date.now() - 3 * 86_400_000).toISOString();
  member({ subfaction: 'Chromatic', posted, price: 1234.5, location: 'Netherlands' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Figure 1' })).toBeTruthy();
  expect(screen.getByText('€1,234.50')).toBeTruthy();
  expect(event('Franchise')).toBe('Dungeons & Dragons');
  expect(event('Faction')).toBe('Dragons, Chromatic');
  expect(event('Condition')).toBe('Painted');
  expect(event('Paint quality')).toBe('High Tabletop');
  expect(event('Location')).toBe('Netherlands');
  expect(event('Posted')).toBe('3 days ago');
});

test('shows a long title smaller', async () => {
  member({ title: 'Knight '.repeat(14) });
  expect((await screen.findByRole('heading', { level: 1 })).className).toBe('long');
});

test('shows a faction without a subfaction alone [D1-123]', async () => {
  member({ subfaction: '' });
  await screen.findByRole('heading', { level: 1 });
  expect(event('Faction')).toBe('Dragons');
});

test('shows the description as plain text with its line breaks [D1-124]', async () => {
  member({ description: 'First <b>line</b>\nsecond line' });
  const text = await screen.findByText(/First/);
  expect(text.textContent).toBe('First <b>line</b>\nsecond line');
  expect(text.className).toBe('description');
  expect(document.querySelector('.description b')).toBeNull();
});

test('shows the seller’s name, stars and month of joining [D1-125] [D1-198]', async () => {
  member({ seller: { ...aListing(1).seller, reputation: 9, ratingCount: 2, joinDate: '2025-03-14T10:00:00.000Z' } });
  const seller = within(await screen.findByRole('region', { name: 'Seller' }));
  expect(seller.getByText('ruiz')).toBeTruthy();
  expect(seller.getByText('Member since March 2025')).toBeTruthy();
  expect(seller.getByText('4.5')).toBeTruthy();
  expect(seller.getByRole('img', { name: '4.5 out of 5 stars' }).style.getPropertyValue('--v')).toBe('4.5');
});

test.each([
  [13, 4, '3.3', '3.5'],
  [16, 5, '3.2', '3'],
])(
  'rounds a sum of %i over %i ratings to %s and shows %s stars [D1-198]',
  async (reputation, ratingCount, text, stars) => {
    member({ seller: { ...aListing(1).seller, reputation, ratingCount } });
    const seller = within(await screen.findByRole('region', { name: 'Seller' }));
    expect(seller.getByText(text)).toBeTruthy();
    expect(seller.getByRole('img').style.getPropertyValue('--v')).toBe(stars);
  },
);

test('says when a seller has no ratings or join date [D1-131] [D1-199]', async () => {
  member({ seller: { ...aListing(1).seller, reputation: 0, ratingCount: 0, joinDate: null } });
  const seller = within(await screen.findByRole('region', { name: 'Seller' }));
  expect(seller.getByText('No rating')).toBeTruthy();
  expect(seller.queryByText(/NaN/)).toBeNull();
  expect(seller.getByText('Join date not available')).toBeTruthy();
});

test('shows the notice of unofficial products for that franchise [D1-127]', async () => {
  member({ franchiseName: 'Unofficial 3D Printed Miniatures' });
  expect(await screen.findByText('Unofficial product.')).toBeTruthy();
});

test('shows no notice for other franchises [D1-127]', async () => {
  member();
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText('Unofficial product.')).toBeNull();
});

test('lets others buy and write to the seller [D1-126] [D2-083]', async () => {
  const page = member();
  await userEvent.click(await screen.findByRole('button', { name: 'Contact Seller' }));
  await waitFor(() => expect(page.address()).toBe(`/listings/${ID}?contact=1`));
  await page.goTo(`/listings/${ID}`);
  await userEvent.click(screen.getByRole('button', { name: 'Buy Now' }));
  await waitFor(() => expect(page.address()).toBe(`/listings/${ID}?buy=1`));
});

test.each([
  [{ status: 'sold' }, 'This miniature has been sold.'],
  [{ status: 'archived' }, 'This listing is no longer for sale.'],
  [{ reserved: true }, 'This is reserved for a buyer. It becomes available again if they do not pay in time.'],
  [{ sellerAway: true }, 'The seller of this listing does not sell at present.'],
] as const)('says why a listing cannot be bought: %o [D1-108] [D1-126]', async (changes, reason) => {
  const page = member(changes);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Buy Now' });
  expect(button.disabled).toBe(true);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
  await page.goTo(`/listings/${ID}?buy=1`);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('does not let the owner buy or write to themselves, and says why [D1-128] [D1-129]', async () => {
  member({ seller: OWN });
  const button = await screen.findByRole('button', { name: 'Your Listing' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.getAttribute('title')).toBe('You cannot purchase your own listing');
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('You cannot purchase your own listing');
  button.focus();
  expect(document.activeElement).toBe(button);
  expect(screen.queryByRole('button', { name: 'Contact Seller' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Buy Now' })).toBeNull();
  expect(screen.getByText(/^You receive the full price/)).toBeTruthy();
  expect(screen.queryByText(/shown before you pay/)).toBeNull();
});

test.each([
  ['sold', 'You bought this miniature.'],
  ['active', 'You are buying this. It is reserved for you.'],
] as const)('links the buyer of a listing that is %s to their purchase', async (status, said) => {
  member({ status, reserved: status === 'active', ownSale: 'sale1' });
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View your purchase' }).getAttribute('href')).toBe('/transactions/sale1');
  expect(screen.queryByRole('button', { name: 'Buy Now' })).toBeNull();
  expect(screen.queryByText(/has been sold|reserved for a buyer/)).toBeNull();
});

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();
const NOT_YET = 'You did not pay for this listing last time. You can buy it again in 60 minutes.';

test('disables Buy after an unpaid purchase and says until when', async () => {
  member({ notYet: { message: NOT_YET, possibleAt: IN_AN_HOUR } });
  const button = await screen.findByRole('button', { name: 'Buy Now' });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(NOT_YET);
});

test('enables Buy when the wait ends on an open page', async () => {
  member({ notYet: { message: NOT_YET, possibleAt: new Date(Date.now() - 1).toISOString() } });
  expect(((await screen.findByRole('button', { name: 'Buy Now' })) as HTMLButtonElement).disabled).toBe(false);
  expect(screen.queryByText(NOT_YET)).toBeNull();
});

test('links the owner of a sold listing to the sale', async () => {
  member({ seller: OWN, status: 'sold', ownSale: 'sale1' });
  expect((await screen.findByRole('link', { name: 'View your sale' })).getAttribute('href')).toBe(
    '/transactions/sale1',
  );
});

test('shows an error card if the listing cannot be fetched [D1-456]', async () => {
  member({}, { [`GET listings/${ID}`]: json({}, 400) });
  const card = await screen.findByRole('alert');
  expect(within(card).getByRole('heading', { name: 'Failed to fetch listing' })).toBeTruthy();
  expect(card.classList.contains('failed')).toBe(true);
});

test('shows an error card to a visitor if the listing cannot be fetched [D1-456]', async () => {
  visitor({}, { [`GET listings/${ID}`]: json({ message: 'It is gone' }, 404) });
  const card = await screen.findByRole('alert');
  expect(within(card).getByRole('heading', { name: 'Failed to fetch listing' })).toBeTruthy();
});

test('reports a missing answer in plain words and allows a retry [D1-422] [D1-456]', async () => {
  let isOffline = true;
  member(
    {},
    {
      [`GET listings/${ID}`]: () => {
        if (isOffline) throw new TypeError('Failed to fetch');
        return aListing(1);
      },
    },
  );
  const card = within(await screen.findByRole('alert'));
  expect(card.getByRole('heading', { name: 'Failed to fetch listing' })).toBeTruthy();
  expect(card.getByText('No connection. Please check it and try again.')).toBeTruthy();
  isOffline = false;
  await userEvent.click(card.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Figure 1' })).toBeTruthy();
});

test('shows a visitor the same details, and login links lead back to the listing [D1-132] [D1-133] [D2-083]', async () => {
  const posted = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const { sent } = visitor({ images: THREE, subfaction: 'Chromatic', posted });
  expect(await screen.findByRole('heading', { level: 1, name: 'Figure 1' })).toBeTruthy();
  expect(screen.getByText('€24.50')).toBeTruthy();
  expect(screen.getByText('Painted with care.')).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Photos of Figure 1' })).toBeTruthy();
  expect(['Franchise', 'Faction', 'Condition', 'Paint quality', 'Location', 'Posted'].map(event)).toEqual([
    'Dungeons & Dragons',
    'Dragons, Chromatic',
    'Painted',
    'High Tabletop',
    'Spain',
    '3 days ago',
  ]);
  const seller = within(screen.getByRole('region', { name: 'Seller' }));
  for (const words of ['ruiz', '4.5', 'Join date not available']) expect(seller.getByText(words)).toBeTruthy();
  const login = `/login?returnUrl=${encodeURIComponent(`/public/listings/${ID}`)}`;
  for (const name of ['Login to Buy', 'Login to Contact Seller'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(login);
  expect(to(sent, `listings/${ID}`)[0]?.headers.has('Authorization')).toBe(false);
});

test.each([
  [{ reserved: true }, ['Login to Contact Seller', 'Login to Watch']],
  [{ status: 'sold' }, []],
] as const)(
  'tells a visitor why it cannot be bought, and offers contact while reserved: %o [D1-133]',
  async (changes, links) => {
    visitor(changes);
    expect(await screen.findByText(/reserved for a buyer|has been sold/)).toBeTruthy();
    expect(screen.queryAllByRole('link', { name: /^Login to/ }).map(({ textContent }) => textContent)).toEqual(links);
  },
);

test.each([
  ['by returnUrl', `/login?returnUrl=${encodeURIComponent(`/public/listings/${ID}`)}`, undefined],
  ['by state', '/login', { from: `/public/listings/${ID}` }],
])('returns the visitor to the listing after the login, %s [D1-134]', async (_, path, state) => {
  serve({
    ...MEMBER_REPLIES,
    'POST auth/login': { token: 'head.e30.signature', user: MARTA },
    [`GET listings/${ID}`]: aListing(1),
  });
  const page = open(path, state);
  await userEvent.type(await screen.findByLabelText('Email'), MARTA.email);
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Access System' }));
  await waitFor(() => expect(page.address()).toBe(`/listings/${ID}`));
});

test('redirects a signed-in member to the member page, replacing the public one [D1-135]', async () => {
  signedIn();
  serve({ ...MEMBER_REPLIES, [`GET listings/${ID}`]: aListing(1) });
  const page = open(`/public/listings/${ID}`);
  await waitFor(() => expect(page.address()).toBe(`/listings/${ID}`));
  await page.goBack();
  await waitFor(() => expect(page.address()).toBe('/about'));
});

test('offers the way home if the listing is gone [D1-136] [D1-457]', async () => {
  visitor({}, { [`GET listings/${ID}`]: json({ message: 'Listing not found' }, 404) });
  expect(await screen.findByText('The listing might have been removed or is no longer available.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Failed to fetch listing' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return to Listings' }).getAttribute('href')).toBe('/');
});

test.each([
  [
    { by: 'paintQuality', count: 12, least: 18, most: 42.5, lower: 22, upper: 35 },
    'Dragons, High Tabletop: sold 12 times in the last year for €18 to €42.50, half of them between €22 and €35, before fee and shipping.',
  ],
  [
    { by: 'faction', count: 5, least: 18, most: 42, lower: 22, upper: 22 },
    'Dragons, any paint quality: sold 5 times in the last year for €18 to €42, half of them around €22, before fee and shipping.',
  ],
  [
    { by: 'franchise', count: 1_204, least: 25, most: 25, lower: 25, upper: 25 },
    'All of Dungeons & Dragons: sold 1,204 times in the last year for €25, before fee and shipping.',
  ],
])('shows in one line what similar items sold for: %o', async (sold, words) => {
  const { sent } = visitor({}, { 'GET prices/sold': { sold } });
  const line = await screen.findByText(/times in the last year/);
  expect(line.textContent).toBe(words);
  const [asked] = to(sent, 'prices/sold');
  expect(Object.fromEntries(asked!.query)).toEqual({
    franchise: 'dnd',
    faction: 'Dragons',
    paintQuality: 'High Tabletop',
  });
  expect(asked!.headers.has('authorization')).toBe(false);
});
