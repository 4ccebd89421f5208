// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { SavedSearch } from '#application/contract/savedSearches.ts';
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

const DONE = () => new Response(null, { status: 204 });
const KNIGHTS: SavedSearch = {
  _id: '6'.repeat(32),
  name: 'Knights',
  query: {
    search: 'knight',
    franchise: 'dungeonsanddragons',
    condition: 'Painted,Built',
    maxTotal: '40',
    destination: 'Italy',
  },
  pace: 'atOnce',
  savedAt: '2026-05-03T10:00:00.000Z',
  found: 3,
};
const SPANISH: SavedSearch = {
  ...KNIGHTS,
  _id: '7'.repeat(32),
  name: 'Spanish',
  query: { country: 'Spain' },
  found: 0,
};

const member = (path: string, replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET listings': aPage([aListing(1)]),
    'GET listings/franchises': { franchises: [{ id: 'dungeonsanddragons', name: 'Dungeons & Dragons' }] },
    ...replies,
  });
  return { sent, page: open(path) };
};

describe('a search with results', () => {
  const save = () => screen.findByRole('button', { name: 'Save this search' });

  test('is saved as shown, in any order, and says so; the button keeps the focus', async () => {
    const { sent, page } = member('/listings?search=knight&condition=Painted&maxTotal=40&sort=price-asc', {
      'POST user/searches': { _id: KNIGHTS._id, name: 'knight, Painted', already: false },
    });
    (await save()).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/^Saved as “knight, Painted”/)).toBeTruthy();
    expect(document.activeElement).toBe(await save());
    expect(to(sent, 'user/searches').map(({ body }) => body)).toEqual([
      { search: 'knight', condition: 'Painted', maxTotal: '40', destination: 'Spain' },
    ]);
    const link = screen.getByRole('link', { name: 'Your saved searches' });
    expect(link.getAttribute('href')).toBe('/watching/searches');
    await page.goTo('/listings?search=dragon');
    await waitFor(() => expect(screen.queryByText(/^Saved as/)).toBeNull());
  });

  test('shows its name if it is already saved', async () => {
    member('/listings?country=Spain', {
      'POST user/searches': { _id: SPANISH._id, name: 'Mine', already: true },
    });
    await userEvent.click(await save());
    expect(await screen.findByText(/^You have already saved this as “Mine”\./)).toBeTruthy();
  });

  test.each([
    [
      'too many',
      json({ code: 'tooManySearches', message: 'You have saved 50 searches.' }, 409),
      'You have saved 50 searches.',
    ],
    ['no words', json({}, 500), 'This search could not be saved. Please try again.'],
  ])('says why it cannot be saved: %s', async (_, answer, words) => {
    member('/listings?search=knight', { 'POST user/searches': answer });
    await userEvent.click(await save());
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByText(/^Saved as/)).toBeNull();
  });

  test('cannot be saved without a word or a filter', async () => {
    member('/listings?sort=price-asc');
    expect(await screen.findByText('Figure 1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save this search' })).toBeNull();
  });
});

describe('the saved searches', () => {
  const market = (first: SavedSearch[], replies: Record<string, unknown> = {}) => {
    let searches = first;
    const change =
      (id: string) =>
      ({ body }: Sent) => {
        searches = searches.map((one) => (one._id === id ? { ...one, ...(body as object) } : one));
        return DONE();
      };
    return member('/watching/searches', {
      'GET user/searches': () => ({ searches, most: 50 }),
      ...Object.fromEntries(first.map(({ _id }) => [`PUT user/searches/${_id}`, change(_id)])),
      ...Object.fromEntries(
        first.map(({ _id }) => [
          `DELETE user/searches/${_id}`,
          () => {
            searches = searches.filter((one) => one._id !== _id);
            return DONE();
          },
        ]),
      ),
      ...replies,
    });
  };
  const row = async (name: string) =>
    within(
      (await screen.findByRole('heading', { level: 3, name: new RegExp(`^${name}`) })).closest('li') as HTMLElement,
    );

  test('are linked from the watch list and show their filters and number of new results', async () => {
    const { page } = market([KNIGHTS, SPANISH], { 'GET user/watching': { watched: [], most: 200 } });
    const knights = await row('Knights');
    expect(knights.getByText('3 new')).toBeTruthy();
    expect(
      await knights.findByText('knight, Dungeons & Dragons, Painted or Built, up to €40.00 in all, delivered to Italy'),
    ).toBeTruthy();
    expect((await row('Spanish')).getByText('from Spain')).toBeTruthy();
    expect((await row('Spanish')).queryByText(/new$/)).toBeNull();
    expect(screen.getByText('2 of 50')).toBeTruthy();
    await page.goTo('/watching');
    const places = within(await screen.findByRole('navigation', { name: 'Watched items and saved searches' }));
    expect(places.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/watching',
      '/watching/searches',
    ]);
  });

  test('open with their filters, newest first, and then count as seen', async () => {
    const look = `user/searches/${KNIGHTS._id}/look`;
    const { sent, page } = market([KNIGHTS], { [`POST ${look}`]: DONE });
    await userEvent.click(await screen.findByRole('link', { name: 'Open “Knights”' }));
    await waitFor(() =>
      expect(page.address()).toBe(
        '/listings?search=knight&franchise=dungeonsanddragons&condition=Painted%2CBuilt&maxTotal=40&sort=newest',
      ),
    );
    await waitFor(() => expect(to(sent, look)).toHaveLength(1));
  });

  test('are renamed in place with the focus kept', async () => {
    market([KNIGHTS]);
    await userEvent.click(await screen.findByRole('button', { name: 'Rename “Knights”' }));
    const field = await screen.findByRole('textbox', { name: 'New name for “Knights”' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.clear(field);
    await userEvent.type(field, 'Horse{Enter}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Rename “Horse”'));
  });

  test('show at the field why a new name is refused', async () => {
    const gone = 'This saved search no longer exists';
    market([KNIGHTS], { [`PUT user/searches/${KNIGHTS._id}`]: json({ code: 'searchNotFound', message: gone }, 404) });
    await userEvent.click(await screen.findByRole('button', { name: 'Rename “Knights”' }));
    await userEvent.type(await screen.findByRole('textbox'), '{Enter}');
    expect(await screen.findByText(gone)).toBeTruthy();
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Rename “Knights”' })).toBeTruthy();
  });

  test('notify at the chosen pace', async () => {
    const { sent } = market([SPANISH]);
    const pace = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'How soon “Spanish” notifies you' });
    await userEvent.selectOptions(await pace(), 'Email once a day');
    await waitFor(() => expect(to(sent, 'user/searches')).toHaveLength(2));
    await waitFor(async () => expect((await pace()).value).toBe('daily'));
  });

  test('are deleted after a question, down to none', async () => {
    market([SPANISH]);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete “Spanish”' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('heading', { name: 'You have not saved any searches yet.' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(document.activeElement).not.toBe(document.body);
  });

  test('stay when a change fails, and say so', async () => {
    market([SPANISH], {
      [`DELETE user/searches/${SPANISH._id}`]: json({}, 500),
      [`PUT user/searches/${SPANISH._id}`]: json({ message: 'Not now' }, 503),
    });
    const pace = await screen.findByRole<HTMLSelectElement>('combobox');
    await userEvent.selectOptions(pace, 'Don’t notify me');
    expect(await screen.findByText('Not now')).toBeTruthy();
    await waitFor(() => expect(pace.value).toBe('atOnce'));
    await userEvent.click(screen.getByRole('button', { name: 'Delete “Spanish”' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This could not be changed. Please try again.')).toBeTruthy();
    expect(await row('Spanish')).toBeTruthy();
  });

  test('say when they cannot be loaded, and can be retried', async () => {
    let replies = 0;
    market([], {
      'GET user/searches': () => (replies++ === 0 ? json({}, 400) : { searches: [SPANISH], most: 50 }),
    });
    expect(await screen.findByRole('heading', { name: 'Failed to load your saved searches' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('Spanish')).toBeTruthy();
  });
});
