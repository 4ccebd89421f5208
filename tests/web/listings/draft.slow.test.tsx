// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { aListing, freshBrowser, MARTA, MEMBER_REPLIES, open, serve, signedIn } from '#tests/support/browser.tsx';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { ApiError } from '#web/api/ApiError.ts';
import { api, unanswered } from '#web/api/client.ts';
import { KEPT_FORMS } from '#web/api/drafts.ts';
import { clearSession, forgetSession } from '#web/api/sessionStore.ts';

freshBrowser();

const PROFILE = { ...MARTA, platformAgreements: { termsAccepted: true, feeAccepted: true } };
const BEFORE = aListing(3, {
  status: 'sold',
  title: 'Old dragon',
  description: 'Kept behind glass.',
  price: 32.5,
  shipping: { domestic: 3.5, continental: 9, international: 30, own: true },
  images: [{ original: 'one.webp', thumbnail: 'one-small.webp', s3Key: 'k1', width: 800, height: 600 }],
});

let browser = memoryIndexedDb();
beforeEach(() => {
  browser = memoryIndexedDb();
});

/** Reloads the page in the same browser. */
const load = async (path = '/listings/create') => {
  cleanup();
  forgetSession();
  signedIn();
  serve({
    ...MEMBER_REPLIES,
    'GET user/profile': PROFILE,
    'GET listings/franchises': { franchises: [{ id: 'dnd', name: 'Dungeons & Dragons', disclaimerRequired: false }] },
    'GET listings/factions': { factionData: { Dragons: { subfactions: [] } } },
    'GET listings/user': [],
    [`GET listings/${BEFORE._id}`]: BEFORE,
    'GET /files/listings/k1/one.webp': new Response(new Blob(['dragon'], { type: 'image/webp' })),
  });
  vi.stubGlobal('indexedDB', browser);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  open(path);
  await screen.findByLabelText('Title');
};

const title = () => screen.getByLabelText<HTMLInputElement>('Title').value;
const kept = () => [...(browser.databases.get(KEPT_FORMS)?.keys() ?? [])];

const draft = () => browser.databases.get(KEPT_FORMS)?.get(MARTA._id);

const write = async () => {
  await userEvent.type(screen.getByLabelText('Title'), 'Young dragon');
  await userEvent.upload(
    await screen.findByLabelText('Add photos'),
    new File([new Uint8Array([255, 216, 255])], 'dragon.jpg', { type: 'image/jpeg' }),
  );
  await screen.findByRole('img', { name: 'photo 1: dragon.jpg' });
  await waitFor(() => {
    const [draft] = browser.databases.get(KEPT_FORMS)?.values() ?? [];
    expect(draft).toMatchObject({ fields: { title: 'Young dragon' }, files: [{ name: 'dragon.jpg' }] });
  });
};

test('restores a draft with its photos until it is discarded', async () => {
  await load();
  await write();
  await load();
  expect(await screen.findByText(/^You have a draft, saved in this browser on/)).toBeTruthy();
  expect(title()).toBe('Young dragon');
  expect(await screen.findByRole('img', { name: 'photo 1: dragon.jpg' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete the draft' }));
  expect(title()).toBe('');
  expect(screen.queryByRole('img', { name: /^photo 1/ })).toBeNull();
  expect(document.activeElement).not.toBe(document.body);
  await waitFor(() => expect(kept()).toEqual([]));
});

const chooseFaction = async () => {
  await userEvent.selectOptions(screen.getByLabelText('Franchise'), 'dnd');
  const faction = screen.getByLabelText('Main faction');
  await userEvent.selectOptions(faction, await within(faction).findByRole('option', { name: 'Dragons' }));
};

/** Fills in the other required fields. */
const complete = async () => {
  await write();
  await chooseFaction();
  await userEvent.selectOptions(screen.getByLabelText('Condition'), 'Built');
  fireEvent.change(screen.getByLabelText(/^Price/), { target: { value: '32.50' } });
  await userEvent.type(screen.getByLabelText(/^Description/), 'Kept behind glass.');
};
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Create Listing' }));
const isPublished = () => screen.findByRole('heading', { name: 'My Sacred Offerings' });

test('deletes the draft of a published listing', async () => {
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({});
  await load();
  await complete();
  await publish();
  await isPublished();
  expect(upload).toHaveBeenCalledOnce();
  expect(kept()).toEqual([]);
  upload.mockRestore();
});

/** The ids with which it was sent. */
const sentBy = (upload: MockInstance<typeof api.upload>) => upload.mock.calls.map(([, , how]) => how?.commandId);

test('publishes once when an unanswered attempt is repeated', async () => {
  const lost = unanswered('listings');
  const upload = vi.spyOn(api, 'upload').mockRejectedValueOnce(lost).mockResolvedValue({});
  await load();
  await complete();
  await publish();
  await screen.findAllByText(lost.message);
  await publish();
  await isPublished();
  const [first, ...others] = sentBy(upload);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(others).toEqual([first]);
  expect(kept()).toEqual([]);
  upload.mockRestore();
});

test('publishes once also after a rate limit in between', async () => {
  const lost = unanswered('listings');
  const tooSoon = new ApiError('', {
    status: 429,
    statusText: '',
    data: { message: 'Too many at once' },
    endpoint: 'listings',
  });
  const upload = vi
    .spyOn(api, 'upload')
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(tooSoon)
    .mockResolvedValue({});
  await load();
  await complete();
  await publish();
  await screen.findAllByText(lost.message);
  await publish();
  await screen.findAllByText('Too many at once');
  await publish();
  await isPublished();
  const [first, ...others] = sentBy(upload);
  expect(others).toEqual([first, first]);
  upload.mockRestore();
});

test('publishes a draft once even if the page closes before the answer', async () => {
  const upload = vi
    .spyOn(api, 'upload')
    .mockReturnValueOnce(new Promise(() => undefined))
    .mockResolvedValue({});
  await load();
  await complete();
  await waitFor(() => expect(draft()).toMatchObject({ fields: { description: 'Kept behind glass.' } }));
  await publish();
  await waitFor(() => expect(upload).toHaveBeenCalledOnce());
  await load();
  await screen.findByText(/^You have a draft/);
  await screen.findByRole('img', { name: 'photo 1: dragon.jpg' });
  // happy-dom drops a select’s value while its options are missing
  await chooseFaction();
  await publish();
  await isPublished();
  const [first, ...others] = sentBy(upload);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(others).toEqual([first]);
  upload.mockRestore();
});

test.each([
  [
    'was refused',
    new ApiError('Not now', { status: 409, statusText: '', data: { message: 'Not now' }, endpoint: 'listings' }),
    '',
  ],
  ['has changed since', unanswered('listings'), ', small'],
])('sends a listing as a new one if it %s', async (_, failure, more) => {
  const upload = vi.spyOn(api, 'upload').mockRejectedValueOnce(failure).mockResolvedValue({});
  await load();
  await complete();
  await publish();
  await screen.findAllByText(failure.message);
  if (more) await userEvent.type(screen.getByLabelText('Title'), more);
  await publish();
  await isPublished();
  expect(new Set(sentBy(upload)).size).toBe(2);
  upload.mockRestore();
});

test('deletes the drafts on sign-out', async () => {
  await load();
  await write();
  cleanup();
  clearSession();
  expect(kept()).toEqual([]);
});

test('fills the form from an earlier listing and keeps it', async () => {
  await load(`/listings/create?from=${BEFORE._id}`);
  expect(await screen.findByText('Filled in from your earlier listing “Old dragon”.')).toBeTruthy();
  expect(title()).toBe('Old dragon');
  expect(screen.getByLabelText<HTMLInputElement>(/^Price/).value).toBe('32.50');
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('Kept behind glass.');
  expect(await screen.findByRole('img', { name: 'photo 1: one.webp' })).toBeTruthy();
  const domestic = await screen.findByLabelText<HTMLInputElement>(/^Domestic rate/);
  expect(domestic.value).toBe('3.50');
  fireEvent.change(domestic, { target: { value: '2,75' } });
  await waitFor(() => {
    const [draft] = browser.databases.get(KEPT_FORMS)?.values() ?? [];
    expect(draft).toMatchObject({ fields: { ownShipping: true, domesticRate: '2,75', continentalRate: '9.00' } });
  });
  await load(`/listings/create?from=${BEFORE._id}`);
  expect((await screen.findByLabelText<HTMLInputElement>(/^Domestic rate/)).value).toBe('2,75');
});

test('keeps the form usable if the browser stores nothing', async () => {
  await load();
  vi.stubGlobal('indexedDB', undefined);
  await userEvent.type(screen.getByLabelText('Title'), 'Young dragon');
  expect(title()).toBe('Young dragon');
  expect(screen.queryByText(/^You have a draft/)).toBeNull();
});
