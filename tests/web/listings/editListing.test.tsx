// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
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
import { later } from '#tests/support/tier.ts';
import { uploadByFetch } from '#tests/support/uploads.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { LISTINGS } from '#web/listings/api/listingQueries.ts';

freshBrowser();

const ID = aListing(1)._id;
const MINE = { seller: { ...aListing(1).seller, _id: MARTA._id } };
const IMAGE = { s3Key: 'k1', original: 'one.webp', thumbnail: 'one-small.webp', width: 800, height: 600 };

const start = (changes: Partial<Listing> = {}, replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    [`GET listings/${ID}`]: aListing(1, { ...MINE, images: [IMAGE], ...changes }),
    'GET listings/franchises': {
      franchises: [{ id: 'dnd', name: 'Dungeons & Dragons', disclaimerRequired: false, disclaimer: null }],
    },
    'GET listings/factions': { factionData: { Dragons: { subfactions: ['Chromatic'] } } },
    'GET listings/user': [],
    ...replies,
  });
  return { sent, page: open(`/listings/${ID}/edit`) };
};

/** happy-dom loses the values of selects; the journeys check that the form fills them. */
const CHOICES = {
  Franchise: 'Dungeons & Dragons',
  'Main faction': 'Dragons',
  Subfaction: 'Chromatic',
  Condition: 'Painted',
  'Paint quality': 'High Tabletop',
};
const chooseAll = async () => {
  for (const [label, option] of Object.entries(CHOICES)) {
    const field = () => screen.getByLabelText(label, { exact: false });
    // the field is replaced once its options have loaded
    const chosen = await waitFor(() => within(field()).getByRole('option', { name: option }));
    await userEvent.selectOptions(field(), chosen);
  }
};

const value = (name: string) => document.querySelector<HTMLInputElement>(`form [name="${name}"]`)?.value;

test('fills the form with the listing and its photos [D1-137]', async () => {
  start({ subfaction: 'Chromatic' });
  await screen.findByLabelText('Title');
  expect(['title', 'price', 'description'].map(value)).toEqual(['Figure 1', '24.50', 'Painted with care.']);
  expect((await screen.findByRole('img', { name: 'photo 1' })).getAttribute('src')).toContain('one-small.webp');
});

test('keeps typed values when a refetch fails', async () => {
  start();
  await userEvent.type(await screen.findByLabelText('Description'), ' Its base is new.');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await act(() => queryClient.refetchQueries({ queryKey: [LISTINGS] }));
  expect(value('description')).toBe('Painted with care. Its base is new.');
});

const save = async () => {
  await chooseAll();
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
};
const SECOND = { ...IMAGE, s3Key: 'k2' };

later.test('sends reordered, removed and new photos in one call', async () => {
  uploadByFetch();
  const { sent, page } = start(
    { images: [IMAGE, SECOND, { ...IMAGE, s3Key: 'k3' }] },
    { [`PUT listings/${ID}`]: {}, [`POST listings/${ID}/photos`]: {} },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Move photo 2 earlier' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 3' }));
  await userEvent.upload(screen.getByLabelText('Add photos'), new File(['new'], 'base.png', { type: 'image/png' }));
  await screen.findByRole('img', { name: 'photo 3: base.png' });
  await save();
  await waitFor(() => expect(page.address()).toBe('/listings/my-listings'));
  const calls = sent.filter(({ method }) => method !== 'GET');
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'PUT']);
  const body = calls[0]!.body as FormData;
  expect(body.get('order')).toBe('k2,k1,new');
  expect(body.getAll('images').map((file) => (file as File).name)).toEqual(['base.png']);
});

test('sends no unchanged photos and refuses a listing without any', async () => {
  const { sent } = start({}, { [`PUT listings/${ID}`]: {} });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove photo 1' }));
  await save();
  const message = await screen.findByText('At least one image is required', { selector: 'form *' });
  expect(screen.getByLabelText('Add photos').getAttribute('aria-describedby')).toContain(message.closest('[id]')!.id);
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('keeps the form and shows the reason when the server refuses photos', async () => {
  uploadByFetch();
  const message = 'The photos of this listing have changed. Please reload the page and try again.';
  const { sent } = start(
    { images: [IMAGE, SECOND] },
    { [`POST listings/${ID}/photos`]: json({ message, code: 'photoUnknown' }, 409) },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Move photo 2 earlier' }));
  await save();
  expect(await screen.findByText(message, { selector: 'form *' })).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  expect(screen.getByRole('img', { name: 'photo 1' }).getAttribute('src')).toContain('k2');
});

test('saves all fields with status active, and accepts a disclaimer where none is asked [D1-264] [D1-270] [D1-407]', async () => {
  const { sent, page } = start({ subfaction: 'Chromatic' }, { [`PUT listings/${ID}`]: {} });
  await userEvent.type(await screen.findByLabelText('Title'), ', repainted');
  await chooseAll();
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(page.address()).toBe('/listings/my-listings'));
  const put = to(sent, `listings/${ID}`).find(({ method }) => method === 'PUT');
  expect(put?.body).toEqual({
    title: 'Figure 1, repainted',
    franchise: 'dnd',
    mainFaction: 'Dragons',
    subfaction: 'Chromatic',
    condition: 'Painted',
    paintQuality: 'High Tabletop',
    price: '24.50',
    description: 'Painted with care.',
    status: 'active',
    disclaimerAccepted: true,
  });
});

test('does not revert changes made elsewhere', async () => {
  const before = aListing(1, { ...MINE, images: [IMAGE] });
  let price = 24.5;
  const { sent, page } = start(
    {},
    { [`GET listings/${ID}`]: () => ({ ...before, price, title: 'Figure one' }), [`PUT listings/${ID}`]: {} },
  );
  await userEvent.type(await screen.findByLabelText('Title'), ', repainted');
  price = 19;
  await save();
  await waitFor(() => expect(page.address()).toBe('/listings/my-listings'));
  const put = to(sent, `listings/${ID}`).find(({ method }) => method === 'PUT');
  expect(put?.body).toMatchObject({
    title: 'Figure one, repainted',
    price: '19.00',
    description: 'Painted with care.',
  });
});

test('fills in own rates and drops them when unticked', async () => {
  const shipping = { domestic: 3.5, continental: 9, international: 25, own: true };
  const { sent, page } = start({ shipping }, { [`PUT listings/${ID}`]: {} });
  expect((await screen.findByLabelText<HTMLInputElement>(/^Domestic rate/)).value).toBe('3.50');
  expect(screen.getByLabelText<HTMLInputElement>(/^EU and UK rate/).value).toBe('9.00');
  expect(screen.getByText(/^Buyers outside this zone pay €25\.00\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Use different rates for this listing' }));
  expect(screen.queryByLabelText(/^Domestic rate/)).toBeNull();
  await save();
  await waitFor(() => expect(page.address()).toBe('/listings/my-listings'));
  const put = to(sent, `listings/${ID}`).find(({ method }) => method === 'PUT');
  expect(put?.body).toMatchObject({ title: 'Figure 1', shippingRates: null });
});

test('applies the rules of a new listing to its fields and makes no call [D1-312]', async () => {
  const { sent } = start();
  await userEvent.clear(await screen.findByLabelText('Title'));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect((await screen.findAllByText('Title is required')).length).toBeGreaterThan(0);
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('asks for no disclaimer on edit, even for a franchise that has one [D1-312]', async () => {
  const unofficial = {
    id: 'dnd',
    name: 'Dungeons & Dragons',
    disclaimerRequired: true,
    disclaimer: 'I own the rights.',
  };
  const { sent, page } = start(
    { disclaimerAccepted: false },
    { 'GET listings/franchises': { franchises: [unofficial] }, [`PUT listings/${ID}`]: {} },
  );
  await screen.findByLabelText('Title');
  await save();
  await waitFor(() => expect(page.address()).toBe('/listings/my-listings'));
  expect(screen.queryByText('I understand and agree to these terms')).toBeNull();
  expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('shows somebody else’s listing instead of the form [D1-346]', async () => {
  const { page } = start({ seller: aListing(1).seller });
  await waitFor(() => expect(page.address()).toBe(`/listings/${ID}`));
});

const askToArchive = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Archive Listing' }));
  return within(await screen.findByRole('alertdialog'));
};

test('asks before archiving, and changes nothing on a no [D1-138] [D1-263] [D1-408]', async () => {
  const { sent, page } = start({}, { [`PUT listings/${ID}`]: {} });
  const dialog = await askToArchive();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(to(sent, `listings/${ID}`).filter(({ method }) => method === 'PUT')).toEqual([]);
  const again = await askToArchive();
  await userEvent.click(again.getByRole('button', { name: 'Archive Listing' }));
  await waitFor(() => expect(page.address()).toBe('/listings/my-listings'));
  const put = to(sent, `listings/${ID}`).find(({ method }) => method === 'PUT');
  expect(put?.body).toMatchObject({ title: 'Figure 1', price: 24.5, status: 'archived' });
  expect(put?.body).not.toHaveProperty('franchise');
  expect(put?.body).not.toHaveProperty('disclaimerAccepted');
});

test.each([
  ['Failed to archive listing', json({}, 500)],
  ['This listing is being bought right now', json({ message: 'This listing is being bought right now' }, 409)],
])('reports a failed archiving: %s [D1-463]', async (words, reply) => {
  const { page } = start({}, { [`PUT listings/${ID}`]: reply });
  const dialog = await askToArchive();
  await userEvent.click(dialog.getByRole('button', { name: 'Archive Listing' }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(page.address()).toBe(`/listings/${ID}/edit`);
});

test.each([
  [json({}, 500), 'Failed to update listing'],
  [json({ message: 'Title is required' }, 400), 'Title is required'],
])('reports a failed change [D1-462]', async (reply, words) => {
  start({}, { [`PUT listings/${ID}`]: reply });
  await screen.findByLabelText('Title');
  await chooseAll();
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
  expect((await screen.findByRole('alert')).textContent).toBe(words);
});

test('does not edit a listing that is no longer active [D1-261]', async () => {
  const { page } = start({ status: 'sold' });
  await waitFor(() => expect(page.address()).toBe('/listings/my-listings'));
  expect(await screen.findByText('Only active listings can be edited')).toBeTruthy();
});
