// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aListing, freshBrowser, open, serve, to } from '#tests/support/browser.tsx';

freshBrowser();
// The embedded data is as old as the page, which was just opened.
beforeEach(() => {
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now());
});
afterEach(() => {
  document.getElementById('first-answer')?.remove();
  vi.restoreAllMocks();
});

/** As the server embeds it in a listing’s page. */
const comeWith = (listing: object) => {
  const block = document.createElement('script');
  Object.assign(block, { type: 'application/json', id: 'first-answer', textContent: JSON.stringify(listing) });
  document.body.append(block);
};
const image = { s3Key: 'kone', original: 'one.webp', thumbnail: 'small.webp', width: 1200, height: 900 };

test('shows an embedded listing without a request', async () => {
  comeWith(aListing(1, { title: 'Came along' }));
  const sent = serve({});
  open(`/public/listings/${aListing(1)._id}`);
  expect(await screen.findByRole('heading', { name: 'Came along' })).toBeTruthy();
  expect(to(sent, `listings/${aListing(1)._id}`)).toEqual([]);
});

test('requests a listing that is not the embedded one', async () => {
  comeWith(aListing(1));
  const { _id } = aListing(2);
  const sent = serve({ [`GET listings/${_id}`]: aListing(2) });
  open(`/public/listings/${_id}`);
  expect(await screen.findByRole('heading', { name: 'Figure 2' })).toBeTruthy();
  expect(to(sent, `listings/${_id}`)).toHaveLength(1);
});

test('loads the large photo in the size that the screen needs', async () => {
  comeWith(aListing(1, { images: [image] }));
  serve({});
  open(`/public/listings/${aListing(1)._id}`);
  const photo = await screen.findByRole('img', { name: 'Figure 1' });
  expect(photo.getAttribute('srcset')).toBe(
    '/files/listings/kone/small.webp 640w, /files/listings/kone/one.webp 1200w',
  );
});
