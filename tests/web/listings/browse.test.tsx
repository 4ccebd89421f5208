// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  aListing,
  aPage,
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  type Sent,
  serve,
  signedIn,
  to,
  viewport,
} from '#tests/support/browser.tsx';
import { later } from '#tests/support/tier.ts';
import { clearSession, forgetSession } from '#web/api/sessionStore.ts';

freshBrowser();

const offerings = (from: number, count: number) => Array.from({ length: count }, (_, index) => aListing(from + index));

/** 30 listings in pages of 12. */
const repository = ({ query }: Sent) => {
  const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
  const from = (page - 1) * 12;
  const shown = Math.min(limit, 30 - from);
  return aPage(offerings(from + 1, shown), {
    hasMore: from + shown < 30,
    totalPages: Math.ceil(30 / limit),
    total: 30,
    currentPage: page,
    next: from + shown < 30 ? `after ${from + shown}` : null,
  });
};

const browse = (path = '/listings', listings: unknown = repository) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, 'GET listings': listings });
  return { sent, page: open(path) };
};

const listingCalls = (sent: Sent[]) => to(sent, 'listings').map(({ query }) => Object.fromEntries(query));
const cards = () => within(screen.getByRole('main')).getAllByRole('heading', { level: 3 });

test('shows heading, search, filters, cards and footer [D1-087] [D1-088] [D1-089] [D1-472]', async () => {
  const { sent } = browse();
  expect(await screen.findByText('Showing 12 offerings (Page 1 of 3)')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Sacred Repository' })).toBeTruthy();
  expect(screen.getByRole('searchbox', { name: 'Search offerings' })).toBeTruthy();
  expect(screen.getByRole('complementary', { name: 'Filters' })).toBeTruthy();
  expect(cards()).toHaveLength(12);
  expect(listingCalls(sent)).toEqual([{ facets: 'true', page: '1', limit: '12' }]);
  expect(to(sent, 'listings')[0]?.headers.has('Authorization')).toBe(true);
});

test('appends the next page on Load More while there is one [D1-274]', async () => {
  const { page, sent } = browse();
  await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('Showing 24 offerings (Page 2 of 3)')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('Showing 30 offerings (Page 3 of 3)')).toBeTruthy();
  expect(cards()[0]?.textContent).toBe('Figure 1');
  expect(cards()).toHaveLength(30);
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
  expect(page.address()).toBe('/listings?page=3');
  // each page continues after the previous one, whatever was added since
  expect(listingCalls(sent).map(({ page: number, cursor }) => [number, cursor])).toEqual([
    ['1', undefined],
    ['2', 'after 12'],
    ['3', 'after 24'],
  ]);
});

later.test('suggests narrowing the search at the longest list', async () => {
  const long = ({ query }: Sent) => {
    const page = Number(query.get('page'));
    return aPage([aListing(page)], { hasMore: true, totalPages: 200, total: 2_400, next: `after ${page}` });
  };
  browse('/listings?page=99', long);
  // open pages load in portions of eight pages; this server returns one listing for each
  await screen.findByText('Showing 13 offerings (Page 99 of 200)');
  await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('Showing 14 offerings (Page 100 of 200)')).toBeTruthy();
  const end = screen.getByText('These are the first 14. Narrow your search to see the rest.');
  expect(end.closest('[role="status"]'), 'it is said, not only shown').toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
});

test.each([
  ['there is no other one, whatever is counted', false, 3],
  ['the count is behind', true, 1],
])('offers another page only if the server says so: %s [D1-274]', async (_, hasMore, totalPages) => {
  browse('/listings', aPage(offerings(1, 12), { hasMore, totalPages, total: 12 }));
  expect(await screen.findByText(`Showing 12 offerings (Page 1 of ${totalPages})`)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load More' }) !== null).toBe(hasMore);
});

test('loads the open pages again from the URL [D1-094]', async () => {
  browse('/listings?page=2');
  expect(await screen.findByText('Showing 24 offerings (Page 2 of 3)')).toBeTruthy();
});

test('searches 500 ms after the last key, from page 1 [D1-273] [D1-473]', async () => {
  const { sent, page } = browse('/listings?page=2');
  await screen.findByText('Showing 24 offerings (Page 2 of 3)');
  const before = listingCalls(sent).length;
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] });
  const box = screen.getByRole('searchbox', { name: 'Search offerings' });
  for (const value of ['o', 'or', 'orc']) {
    fireEvent.change(box, { target: { value } });
    await act(() => vi.advanceTimersByTimeAsync(200));
  }
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(listingCalls(sent)).toHaveLength(before);
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  await waitFor(() => expect(page.address()).toBe('/listings?search=orc'));
  expect(listingCalls(sent).slice(before)).toEqual([{ search: 'orc', facets: 'true', page: '1', limit: '12' }]);
});

test('requests a typed price 500 ms after the last key, too [D1-473]', async () => {
  const { sent, page } = browse();
  await screen.findByText('Showing 12 offerings (Page 1 of 3)');
  const before = listingCalls(sent).length;
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] });
  for (const value of ['1', '10', '10,5']) {
    fireEvent.change(screen.getByLabelText('Minimum price'), { target: { value } });
    await act(() => vi.advanceTimersByTimeAsync(200));
  }
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(listingCalls(sent)).toHaveLength(before);
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  await waitFor(() => expect(page.address()).toBe('/listings?minPrice=10.50'));
  expect(listingCalls(sent).slice(before)).toEqual([{ minPrice: '10.50', facets: 'true', page: '1', limit: '12' }]);
});

test('marks an ambiguous price and sends no query', async () => {
  const { sent, page } = browse('/listings?minPrice=10');
  await screen.findByText('Showing 12 offerings (Page 1 of 3)');
  const before = listingCalls(sent).length;
  const least = screen.getByLabelText<HTMLInputElement>('Minimum price');
  fireEvent.change(least, { target: { value: '1.250' } });
  fireEvent.keyDown(least, { key: 'Enter' });
  await screen.findByText(/^Unclear: for €1,250.00 write 1250/);
  expect(least.getAttribute('aria-invalid')).toBe('true');
  fireEvent.blur(least);
  expect(page.address()).toBe('/listings?minPrice=10');
  expect(listingCalls(sent)).toHaveLength(before);
  fireEvent.change(least, { target: { value: '1.250,00' } });
  expect(least.getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByText('€1,250.00')).toBeTruthy();
  fireEvent.keyDown(least, { key: 'Enter' });
  await waitFor(() => expect(page.address()).toBe('/listings?minPrice=1250'));
});

test('requests each filter, and starts at page 1 after a change [D1-206] [D1-273]', async () => {
  const { sent, page } = browse('/listings?page=2&minPrice=10&country=Spain');
  await screen.findByText('Showing 24 offerings (Page 2 of 3)');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Built' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Painted' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'High Tabletop' }));
  const chosen = 'condition=Built%2CPainted&paintQuality=High+Tabletop&minPrice=10&country=Spain';
  await waitFor(() => expect(page.address()).toBe(`/listings?${chosen}`));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Germany' }));
  await waitFor(() =>
    expect(listingCalls(sent).at(-1)).toEqual({
      condition: 'Built,Painted',
      paintQuality: 'High Tabletop',
      minPrice: '10',
      country: 'Spain,Germany',
      facets: 'true',
      page: '1',
      limit: '12',
    }),
  );
});

test('requests words, franchise, faction and prices, and starts at page 1 after a change [D1-206] [D1-273]', async () => {
  signedIn();
  const factions = (names: string[]) => Object.fromEntries(names.map((name) => [name, { subfactions: [] }]));
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET listings': repository,
    'GET listings/franchises': {
      franchises: [
        { id: 'dnd', name: 'Dungeons & Dragons' },
        { id: 'swl', name: 'Star Wars' },
      ],
    },
    'GET listings/factions': ({ query }: Sent) => ({
      factionData: factions(query.get('franchise') === 'Dungeons & Dragons' ? ['Dragons'] : ['Empire']),
    }),
  });
  const page = open('/listings?page=2&search=orc');
  await screen.findByText('Showing 24 offerings (Page 2 of 3)');
  const choose = async (label: string, option: string) => {
    const chosen = await waitFor(() => within(screen.getByLabelText(label)).getByRole('option', { name: option }));
    await userEvent.selectOptions(screen.getByLabelText(label), chosen);
  };
  const bound = (label: string, value: string) => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
    fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter' });
  };
  const changes: [change: () => unknown, expected: Record<string, string>][] = [
    [() => choose('Franchise', 'Dungeons & Dragons'), { search: 'orc', franchise: 'dnd' }],
    [() => choose('Faction', 'Dragons'), { search: 'orc', franchise: 'dnd', faction: 'Dragons' }],
    [() => bound('Maximum price', '80'), { search: 'orc', franchise: 'dnd', faction: 'Dragons', maxPrice: '80' }],
    [() => choose('Franchise', 'Star Wars'), { search: 'orc', franchise: 'swl', maxPrice: '80' }],
    [() => bound('Minimum price', '9,5'), { search: 'orc', franchise: 'swl', maxPrice: '80', minPrice: '9.50' }],
  ];
  for (const [change, expected] of changes) {
    await change();
    await waitFor(() =>
      expect(listingCalls(sent).at(-1)).toEqual({ ...expected, facets: 'true', page: '1', limit: '12' }),
    );
    await screen.findByText('Showing 12 offerings (Page 1 of 3)');
    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
    await screen.findByText('Showing 24 offerings (Page 2 of 3)');
  }
  expect(page.address()).toBe('/listings?search=orc&franchise=swl&minPrice=9.50&maxPrice=80&page=2');
});

test('says that nothing was found and offers to clear the filters [D1-090]', async () => {
  const { page } = browse('/listings?search=zzz&condition=Built', aPage([]));
  expect(await screen.findByText('No offerings found matching your criteria.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(page.address()).toBe('/listings'));
});

const COUNTS = {
  franchise: { w40k: 7, dnd: 5 },
  faction: { Dragons: 5, Orks: 4 },
  condition: { Built: 2, Painted: 10 },
  paintQuality: { 'High Tabletop': 10 },
  country: { Spain: 12 },
};

test('shows the number of results next to every option', async () => {
  signedIn();
  serve({
    ...MEMBER_REPLIES,
    'GET listings': aPage(offerings(1, 12), { facets: COUNTS }),
    'GET listings/franchises': {
      franchises: [
        { id: 'w40k', name: 'Warhammer 40,000' },
        { id: 'dnd', name: 'Dungeons & Dragons' },
        { id: 'swl', name: 'Star Wars: Legion' },
      ],
    },
    'GET listings/factions': {
      factionData: {
        Dragons: { subfactions: [], franchises: ['Dungeons & Dragons'] },
        Orks: { subfactions: [], franchises: ['Warhammer 40,000'] },
        Other: { subfactions: [], franchises: ['Warhammer 40,000', 'Dungeons & Dragons'] },
      },
    },
  });
  open('/listings');
  const options = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(options('Franchise')).toEqual([
      'All franchises',
      'Warhammer 40,000 (7)',
      'Dungeons & Dragons (5)',
      'Star Wars: Legion (0)',
    ]),
  );
  await waitFor(() => expect(options('Faction')).toEqual(['All factions', 'Dragons (5)', 'Orks (4)', 'Other (0)']));
  const groups = within(screen.getByLabelText('Faction')).getAllByRole<HTMLOptGroupElement>('group');
  expect(groups.map(({ label }) => label)).toEqual(['Dungeons & Dragons', 'Warhammer 40,000', 'In several games']);
  const box = (name: string) => screen.getByRole('checkbox', { name }).closest('label')?.textContent;
  expect(box('Painted 10')).toBe('Painted10');
  expect(box('Pro-painted 0')).toBe('Pro-painted0');
  expect(box('Spain 12')).toBe('Spain12');
});

test('suggests filters to drop if nothing is found, and drops them on a press', async () => {
  const nearest = [
    { without: 'faction' as const, total: 3 },
    { without: 'word' as const, word: 'Wyvern', search: 'red', total: 1 },
    { without: 'filters' as const, total: 5 },
  ];
  const { page } = browse('/listings?search=red+Wyvern&faction=Orks&condition=Built', ({ query }: Sent) =>
    query.get('faction') ? aPage([], { nearest }) : aPage(offerings(1, 3)),
  );
  expect(await screen.findByText('No offerings found matching your criteria.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: '1 listing without “Wyvern”' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '5 listings without any filter' })).toBeTruthy();
  expect(await screen.findByText('Showing 3 of 3 listings without Orks')).toBeTruthy();
  expect(cards()).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: '3 listings without Orks' }));
  await waitFor(() => expect(page.address()).toBe('/listings?search=red+Wyvern&condition=Built'));
});

later.test('sorts a search by relevance unless another order is chosen', async () => {
  const { sent, page } = browse('/listings?search=orc');
  await screen.findByText('Showing 12 offerings (Page 1 of 3)');
  const sort = screen.getByLabelText<HTMLSelectElement>('Sort by');
  expect(sort.selectedOptions[0]?.textContent).toBe('Most relevant');
  await userEvent.selectOptions(sort, 'newest');
  await waitFor(() => expect(page.address()).toBe('/listings?search=orc&sort=newest'));
  expect(listingCalls(sent).at(-1)).toMatchObject({ search: 'orc', sort: 'newest' });
  await userEvent.selectOptions(sort, 'relevance');
  await waitFor(() => expect(page.address()).toBe('/listings?search=orc'));
});

test('says which word has no match and what it shows instead', async () => {
  const mended = [
    { typed: 'dragn', meant: ['dragon'] },
    { typed: 'orcx', meant: ['orca', 'orcb'] },
    { typed: 'kngt', meant: [] },
  ];
  browse('/listings?search=dragn+orcx+kngt', aPage(offerings(1, 2), { mended }));
  expect(
    await screen.findByText(
      'No offering has “dragn”. Showing results for “dragon”. No offering has “orcx”. Showing results for “orca” or “orcb”. ' +
        'No offering has “kngt”. Showing the closest matches.',
    ),
  ).toBeTruthy();
});

test('says that a search is incomplete and asks again', async () => {
  let read = 0;
  const early = aPage(offerings(1, 12), { hasMore: true, totalPages: 84, total: 1_000, partial: true });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  browse('/listings', () =>
    read++ === 0 ? early : repository({ query: new URLSearchParams('page=1&limit=12') } as Sent),
  );
  expect(await screen.findByText('Showing 12 offerings (Page 1 of at least 84)')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(await screen.findByText('Showing 12 offerings (Page 1 of 3)')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(read).toBe(2);
  vi.useRealTimers();
});

test('does not call unfinished results empty', async () => {
  let read = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  browse('/listings?search=wyvern', () => (read++ === 0 ? aPage([], { totalPages: 0, partial: true }) : aPage([])));
  expect(await screen.findByText('Accessing the archives...')).toBeTruthy();
  await waitFor(() => expect(read).toBe(1));
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.queryByText('No offerings found matching your criteria.')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(await screen.findByText('No offerings found matching your criteria.')).toBeTruthy();
  vi.useRealTimers();
});

test('shows a failed fetch as an error with a retry [D1-455]', async () => {
  let down = true;
  browse('/listings', () => (down ? json({ message: 'boom' }, 400) : aPage(offerings(1, 2))));
  expect(await screen.findByText('Error: Failed to fetch listings')).toBeTruthy();
  down = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Showing 2 offerings (Page 1 of 1)')).toBeTruthy();
});

test('drops an answer overtaken by a newer filter [D1-273]', async () => {
  let slow: (value: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    slow = resolve;
  });
  const { page } = browse('/listings', ({ query }: Sent) =>
    query.get('sort') === 'price-asc' ? answer : aPage([aListing(7)]),
  );
  await screen.findByText('Showing 1 offering (Page 1 of 1)');
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'price-asc');
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'price-desc');
  await waitFor(() => expect(page.address()).toBe('/listings?sort=price-desc'));
  await act(async () => slow(aPage([aListing(8), aListing(9)])));
  expect(cards().map(({ textContent }) => textContent)).toEqual(['Figure 7']);
});

test('leaves the list empty and clears the selection if factions cannot be fetched [D1-275]', async () => {
  signedIn();
  serve({ ...MEMBER_REPLIES, 'GET listings': repository, 'GET listings/factions': json({}, 500) });
  const page = open('/listings?faction=Dragons');
  await waitFor(() => expect(page.address()).toBe('/listings'));
  expect(screen.getByLabelText<HTMLSelectElement>('Faction').options).toHaveLength(1);
});

test('remembers whether the filter panel is open [D1-088] [D1-091]', async () => {
  browse();
  await screen.findByRole('complementary', { name: 'Filters' });
  await userEvent.click(screen.getByRole('button', { name: 'Hide filters' }));
  expect(screen.queryByRole('complementary', { name: 'Filters' })).toBeNull();
  expect(localStorage.getItem('filterPanelOpen')).toBe('false');
});

test.each([
  [768, 1],
  [767, 0],
])('opens the filter panel at %i px without a choice: %i [D1-092] [D1-474]', async (width, panels) => {
  viewport(width);
  onTestFinished(() => viewport(1024));
  browse();
  await screen.findByText('Showing 12 offerings (Page 1 of 3)');
  expect(screen.queryAllByRole('complementary', { name: 'Filters' })).toHaveLength(panels);
});

later.test('says in the sheet that nothing is left, and keeps the way back', async () => {
  viewport(360);
  onTestFinished(() => viewport(1024));
  browse('/listings?search=xyz', aPage([], { totalPages: 0 }));
  await screen.findByText('No offerings found matching your criteria.');
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  expect(await sheet.findByText(/^Nothing found\./)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Back to the offerings' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filters' })).toBeNull());
});

later.test('shows the filters on a phone as a sheet with a count, closed on return', async () => {
  viewport(360);
  onTestFinished(() => viewport(1024));
  const { page } = browse();
  await screen.findByText('Showing 12 offerings (Page 1 of 3)');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  const sheet = await screen.findByRole('dialog', { name: 'Filters' });
  await userEvent.click(await within(sheet).findByRole('checkbox', { name: 'Spain' }));
  await userEvent.click(await within(sheet).findByRole('button', { name: 'Show 30' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page.address()).toBe('/listings?country=Spain');
  expect(localStorage.getItem('filterPanelOpen')).toBeNull();
});

test('opens the filter panel as it was left, even after a logout [D1-091]', async () => {
  localStorage.setItem('filterPanelOpen', 'false');
  signedIn();
  clearSession();
  forgetSession();
  browse();
  await screen.findByText('Showing 12 offerings (Page 1 of 3)');
  expect(screen.queryByRole('complementary', { name: 'Filters' })).toBeNull();
});

const links = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]);

test('offers Buy and Details to others, View and Edit to the owner [D1-105] [D1-106] [D1-107] [D1-340]', async () => {
  const own = { ...aListing(2).seller, _id: MARTA._id };
  browse('/listings', aPage([aListing(1), aListing(2, { seller: own }), aListing(3, { seller: own, status: 'sold' })]));
  await screen.findByText('Showing 3 offerings (Page 1 of 1)');
  const [one, two, three] = [1, 2, 3].map((number) => `/listings/${aListing(number)._id}`);
  expect(links().filter(([name]) => name?.includes(' Figure'))).toEqual([
    ['Buy Figure 1', `${one}?buy=1`],
    ['Details of Figure 1', one],
    ['View Figure 2', two],
    ['Edit Figure 2', `${two}/edit`],
    ['View Figure 3', three],
    ['Sell Figure 3 again', `/listings/create?from=${aListing(3)._id}`],
  ]);
});

test('shows a listing under purchase as such, without a buy button [D1-108]', async () => {
  browse('/listings', aPage([aListing(1, { reserved: true })]));
  expect(await screen.findByText('Reserved')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Buy/ })).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /is reserved for another buyer/ }).disabled).toBe(true);
});

test('cannot buy a listing whose seller is not selling', async () => {
  browse('/listings', aPage([aListing(1, { sellerAway: true })]));
  expect(await screen.findByText('Not available')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Buy/ })).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /is not available/ }).disabled).toBe(true);
});

test('cuts a title after 20 characters and keeps the full one as its name [D1-101] [D1-480]', async () => {
  const shown = {
    'Vharoth, Red Wyrm of the Pass': 'Vharoth, Red Wyrm of…',
    'Leviathan Dreadnought of Mars': 'Leviathan Dreadnough…',
    'Exactly twenty signs': 'Exactly twenty signs',
    'One sign over twenty!': 'One sign over twenty…',
  };
  const titles = Object.keys(shown);
  browse('/listings', aPage(titles.map((title, place) => aListing(place + 1, { title }))));
  await screen.findByText('Showing 4 offerings (Page 1 of 1)');
  const links = titles.map((name) => screen.getByRole('link', { name }));
  expect(links.map(({ textContent }) => textContent)).toEqual(Object.values(shown));
  expect(links.map((link) => link.getAttribute('title'))).toEqual(titles);
});

test('says that a photo is missing or broken [D1-102] [D1-464] [D2-156] [D2-365]', async () => {
  const images = [{ original: 'a.webp', thumbnail: 'a-small.webp', s3Key: 'abc', width: 800, height: 600 }];
  browse('/listings', aPage([aListing(1), aListing(2, { images })]));
  await screen.findByText('Showing 2 offerings (Page 1 of 1)');
  expect(screen.getAllByText('Image not available')).toHaveLength(1);
  const photo = screen.getByAltText('Figure 2');
  expect(photo.closest('a')?.getAttribute('href')).toBe(`/listings/${aListing(2)._id}`);
  expect(photo.getAttribute('src')).toBe('/files/listings/abc/a-small.webp');
  act(() => {
    photo.dispatchEvent(new Event('error'));
  });
  expect(screen.getAllByText('Image not available')).toHaveLength(2);
});

test('offers to reload countries that failed to load', async () => {
  let down = true;
  signedIn();
  serve({
    ...MEMBER_REPLIES,
    'GET listings': aPage([]),
    'GET listings/countries': () => (down ? json({ message: 'boom' }, 400) : ['Germany', 'Spain']),
  });
  open('/listings');
  const again = await screen.findByRole('button', { name: 'Reload countries' });
  expect(screen.queryByText('No matching country.')).toBeNull();
  down = false;
  await userEvent.click(again);
  expect(await screen.findByRole('checkbox', { name: 'Germany' })).toBeTruthy();
});

test('shows the number of results above them', async () => {
  signedIn();
  serve({ ...MEMBER_REPLIES, 'GET listings': aPage([aListing(1), aListing(2)], { total: 31, hasMore: true }) });
  open('/listings');
  expect(await screen.findByText('31 offerings')).toBeTruthy();
});
