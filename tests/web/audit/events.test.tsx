// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { EventFound, EventHistogram, EventPage } from '#application/contract/eventSearch.ts';
import { freshBrowser, json, type Sent, to } from '#tests/support/browser.tsx';
import { openAs } from '../staff/desk.ts';

freshBrowser();

const TRANSACTION = `transaction-${'c'.repeat(32)}`;
const event = (changes: Partial<EventFound> = {}): EventFound => ({
  id: `e${changes.revision ?? 5}`,
  position: '00000000000000000007',
  stream: TRANSACTION,
  revision: 5,
  label: 'TX7K2M9QPD, Azure knight',
  type: 'DisputeOpened',
  at: '2026-11-24T10:00:00.000Z',
  recordedAt: '2026-11-24T10:00:01.000Z',
  actor: { id: 'b'.repeat(32), role: 'buyer', name: 'elena' },
  details: 'claim €10.00, category DAMAGED',
  amount: 10,
  toBuyer: null,
  toSeller: null,
  fee: null,
  currency: 'EUR',
  outcome: null,
  commandId: 'd'.repeat(32),
  correlationId: 'd'.repeat(32),
  causationId: 'd'.repeat(32),
  ...changes,
});
const pageOf = (events: EventFound[], next: string | null = null): EventPage => ({
  events,
  next,
  upTo: '00000000000000000007',
  maskedTexts: null,
  unknownNames: [],
});
const DAYS: EventHistogram = {
  count: 3,
  estimated: false,
  bars: [
    { from: '2026-11-23T00:00:00.000Z', until: '2026-11-24T00:00:00.000Z', count: 1 },
    { from: '2026-11-24T00:00:00.000Z', until: '2026-11-25T00:00:00.000Z', count: 2 },
  ],
};
const opened = (replies: unknown = pageOf([event()]), path = '/audit/events', histogram: unknown = DAYS, others = {}) =>
  openAs(['auditor'], path, { 'GET audit/events': replies, 'GET audit/events/histogram': histogram, ...others });
const box = () => screen.findByRole('combobox', { name: 'Search events' });
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Events found, newest first' });
  return within(table).getAllByRole('row').slice(1);
};

test('keeps the value of each cell together, since a narrow screen sets it beside its name', async () => {
  opened();
  const [row] = await rows();
  const cells = [...row!.querySelectorAll('td[data-label]')];
  expect(cells.length).toBeGreaterThan(4);
  expect(cells.filter(({ childNodes }) => childNodes.length > 1).map(({ textContent }) => textContent)).toEqual([]);
});

test('shows one line per event, with its time in UTC, and leads to its history', async () => {
  opened();
  const [row] = await rows();
  expect(row!.textContent).toBe(
    '24 Nov 2026, 10:00:00DisputeOpenedSale TX7K2M9QPD, Azure knightelena buyerclaim €10.00, category DAMAGED€10.00',
  );
  expect(screen.getByRole('link', { name: 'DisputeOpened' }).getAttribute('href')).toBe(
    `/audit/streams/${TRANSACTION}?at=5`,
  );
  expect(screen.getByRole('columnheader', { name: 'Time (UTC)' })).toBeTruthy();
  expect(await screen.findByText('3 events, 23 Nov 2026 to 24 Nov 2026, a bar per day')).toBeTruthy();
});

test('keeps the query in the address and asks for it', async () => {
  const { sent, page } = opened();
  await userEvent.type(await box(), 'type:Dispute* amount:>5{Enter}');
  await waitFor(() => expect(page.address()).toBe('/audit/events?q=type%3ADispute*+amount%3A%3E5'));
  await waitFor(() => expect(to(sent, 'audit/events').at(-1)?.query.get('q')).toBe('type:Dispute* amount:>5'));
});

test('completes fields and values by arrow keys and Enter, and says how many there are', async () => {
  const { sent } = opened();
  await rows();
  const field = (await box()) as HTMLInputElement;
  await userEvent.type(field, 'ty');
  const option = await screen.findByRole('option', { name: 'type: kind of event' });
  expect([field.getAttribute('aria-expanded'), option.getAttribute('aria-selected')]).toEqual(['true', 'false']);
  expect(screen.getByText('1 suggestion. Arrow down to choose.').getAttribute('role')).toBe('status');
  await userEvent.keyboard('{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant')).toBe(option.id);
  await userEvent.keyboard('{Enter}');
  expect(field.value).toBe('type:');
  await userEvent.keyboard('DisputeO');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(field.value).toBe('type:DisputeOpened ');
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.keyboard('cause:{ArrowDown}{Enter}{Enter}');
  await waitFor(() => expect(to(sent, 'audit/events').at(-1)?.query.get('q')).toBe('type:DisputeOpened cause:e5'));
});

test('searches what was typed while suggestions are open, and closes them by Escape, Tab and a press', async () => {
  const { sent } = opened();
  await rows();
  const field = (await box()) as HTMLInputElement;
  await userEvent.type(field, 'act');
  await screen.findByRole('option', { name: 'actor: who acted' });
  await userEvent.keyboard('{Escape}');
  expect([screen.queryByRole('option'), field.value]).toEqual([null, 'act']);
  await userEvent.keyboard('{ArrowDown}');
  await userEvent.click(await screen.findByRole('option', { name: 'actor: who acted' }));
  expect([field.value, document.activeElement]).toEqual(['actor:', field]);
  await screen.findByRole('option', { name: 'buyer role' });
  await userEvent.tab();
  expect([screen.queryByRole('option'), document.activeElement === field]).toEqual([null, false]);
  await userEvent.clear(field);
  await userEvent.type(field, 'am');
  await screen.findByRole('option', { name: /^amount:/ });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(to(sent, 'audit/events').at(-1)?.query.get('q')).toBe('am'));
});

test('names the place of a fault, selects it, and sends nothing', async () => {
  const { sent, page } = opened();
  await rows();
  const before = to(sent, 'audit/events').length;
  await userEvent.type(await box(), 'knee amount:abc{Enter}');
  const alert = await screen.findByText(/Character 6: “amount:abc” is not an amount/);
  expect(alert.getAttribute('role')).toBe('alert');
  const field = (await box()) as HTMLInputElement;
  expect([field.selectionStart, field.selectionEnd]).toEqual([5, 15]);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(page.address()).toBe('/audit/events?q=knee+amount%3Aabc');
  expect(to(sent, 'audit/events')).toHaveLength(before);
  expect((await rows()).length).toBeGreaterThan(0);
  expect(screen.getByText('Below are the results of the search for all events.')).toBeTruthy();
});

test('refuses an address with 10 kB without sending it', async () => {
  const { sent } = opened(pageOf([]), `/audit/events?q=${'x'.repeat(10_000)}`);
  expect(await screen.findByText(/A query has at most 500 characters/)).toBeTruthy();
  expect(to(sent, 'audit/events')).toEqual([]);
});

test('shows what the server says about a query', async () => {
  const message = 'Character 1: There is no event type “Nothing”.';
  opened(
    () => json({ message, code: 'eventQueryInvalid', errors: { q: message } }, 400),
    '/audit/events?q=type:Nothing',
  );
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByText('Failed to search the events')).toBeNull();
});

test('narrows the query to the days of a bar, in place of its own days', async () => {
  const { page } = opened(undefined, '/audit/events?q=actor%3Abuyer+after%3A2026-11-01');
  await userEvent.click(await screen.findByRole('button', { name: '24 Nov 2026: 2 events' }));
  const q = new URLSearchParams(page.address().split('?')[1]).get('q');
  expect(q).toBe('actor:buyer after:2026-11-24 before:2026-11-25');
});

test('moves along the bars by arrow keys, with one stop for Tab', async () => {
  opened();
  const last = await screen.findByRole('button', { name: '24 Nov 2026: 2 events' });
  const first = screen.getByRole('button', { name: '23 Nov 2026: 1 event' });
  expect([first.tabIndex, last.tabIndex]).toEqual([-1, 0]);
  last.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(first);
  expect([first.tabIndex, last.tabIndex]).toEqual([0, -1]);
});

test('dates the bars and names the highest count', async () => {
  const day = (index: number) => new Date(Date.UTC(2026, 10, 1 + index)).toISOString();
  const bars = Array.from({ length: 20 }, (_, index) => ({
    from: day(index),
    until: day(index + 1),
    count: index * 90,
  }));
  opened(undefined, '/audit/events', { count: 17_100, estimated: true, bars });
  const list = await screen.findByRole('list', { name: 'Events by day, in UTC' });
  const dates = [...list.querySelectorAll('li > span')].map(({ textContent }) => textContent).filter(Boolean);
  expect(dates).toEqual(['1 Nov', '5 Nov', '9 Nov', '13 Nov', '17 Nov']);
  expect(list.closest('.histogram')?.textContent).toMatch(/^about 1.7K0/);
});

test('labels each value for narrow screens', async () => {
  opened();
  const [row] = await rows();
  expect([...row!.querySelectorAll('td')].map(({ dataset }) => dataset.label)).toEqual([
    'Time (UTC)',
    'Event',
    'Of',
    'Actor',
    'Details',
    'Amount',
  ]);
});

test('says when a count is estimated', async () => {
  opened(undefined, '/audit/events', { ...DAYS, count: 52_000, estimated: true });
  expect(await screen.findByText(/^About 52,000 events, .* More than 5,000 match/)).toBeTruthy();
});

test.each([
  [
    'stream:TX7K2M9QPD text:lances',
    9,
    '9 texts of this history are masked for you and were not searched. A text is searched once you have opened it.',
  ],
  [
    'stream:TX7K2M9QPD text:lances',
    1,
    '1 text of this history is masked for you and was not searched. A text is searched once you have opened it.',
  ],
  ['stream:TX7K2M9QPD text:lances', 0, 'All texts of this history were searched.'],
  [
    'lances',
    null,
    'Personal texts were not searched. To search the texts of one sale that you may read, add stream: and its number.',
  ],
  [
    'type:Dispute* OR type:Refund*',
    null,
    '“OR” is searched as a word. To find any of several values, put commas between them: type:Dispute*,Refund*.',
  ],
])('says of %s with %j masked texts what was not searched', async (q, maskedTexts, note) => {
  opened({ ...pageOf([]), maskedTexts }, `/audit/events?q=${encodeURIComponent(q)}`);
  expect(await screen.findByText(note)).toBeTruthy();
});

test('says nothing of texts when no words were searched', async () => {
  opened(undefined, '/audit/events?q=type%3ADispute*');
  await rows();
  expect(screen.queryByText(/texts/)).toBeNull();
});

test('loads more by the cursor of the last page', async () => {
  const { sent } = opened(({ query }: Sent) =>
    query.get('cursor') === 'older' ? pageOf([event({ revision: 1 })]) : pageOf([event()], 'older'),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect(to(sent, 'audit/events').at(-1)?.query.get('cursor')).toBe('older');
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
});

test('shows new events on top while live, marked, and keeps them when paused', async () => {
  const { sent } = opened(({ query }: Sent) =>
    query.get('since') === '00000000000000000007'
      ? { ...pageOf([event({ revision: 9, type: 'DisputeContested' })]), upTo: '00000000000000000009' }
      : query.has('since')
        ? { ...pageOf([]), upTo: '00000000000000000009' }
        : pageOf([event()]),
  );
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Live' }));
  expect(await screen.findByText('Live: 1 event since you started.')).toBeTruthy();
  const [newest] = await rows();
  await waitFor(() => expect(to(sent, 'audit/events/histogram')).toHaveLength(2));
  expect(newest!.className).toBe('arrived');
  expect(newest!.textContent).toContain('(new)DisputeContested');
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  expect(await rows()).toHaveLength(2);
  expect(to(sent, 'audit/events').some(({ query }) => query.get('since') === '00000000000000000007')).toBe(true);
});

test('saves a search under a name', async () => {
  const view = { name: 'Disputes', query: 'q=type%3ADispute*' };
  const { sent } = opened(undefined, '/audit/events?q=type%3ADispute*', undefined, {
    'POST staff/views/events': { views: [view] },
  });
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Views' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this view…' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'Disputes');
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  expect(await screen.findByRole('button', { name: 'Disputes' })).toBeTruthy();
  expect(sent.find(({ method, path }) => method === 'POST' && path === 'staff/views/events')?.body).toEqual(view);
});

test('explains the query with examples that can be tried', async () => {
  const { page } = opened();
  await userEvent.click(await screen.findByRole('button', { name: 'How to search' }));
  await userEvent.click(await screen.findByRole('button', { name: 'amount:100..200' }));
  await waitFor(() => expect(page.address()).toBe('/audit/events?q=amount%3A100..200'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('focuses the query by one key', async () => {
  opened();
  await rows();
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(await box());
});

test('says when no event matches', async () => {
  opened(pageOf([]), '/audit/events?q=nothing', { count: 0, estimated: false, bars: [] });
  expect(await screen.findByText('No event matches')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('offers to retry after a failure', async () => {
  let fails = true;
  opened(() =>
    fails ? json({ message: 'The marketplace is unavailable', code: 'unavailable' }, 503) : pageOf([event()]),
  );
  expect(await screen.findByText('Failed to search the events')).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' }).at(-1)!);
  expect(await rows()).toHaveLength(1);
});

test('keeps the table of the last good query when the server refuses the next', async () => {
  const message = 'Character 1: There is no event type “Nothing”.';
  const { page } = opened(
    ({ query }: Sent) =>
      query.get('q') === 'type:Nothing'
        ? json({ message, code: 'eventQueryInvalid', errors: { q: message } }, 400)
        : json(pageOf([event()])),
    '/audit/events?q=type:DisputeOpened',
  );
  expect(await rows()).toHaveLength(1);
  await page.goTo('/audit/events?q=type:Nothing');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(await rows()).toHaveLength(1);
  expect(screen.getByText('type:DisputeOpened')).toBeTruthy();
});

test('says that a name means nobody instead of advising to widen the days', async () => {
  opened({ ...pageOf([]), unknownNames: ['No person is called “nobodyxx”.'] }, '/audit/events?q=actor:nobodyxx');
  expect((await screen.findAllByText('No person is called “nobodyxx”.')).length).toBeGreaterThan(0);
  expect(screen.queryByText('Remove a term, or widen the days.')).toBeNull();
});

test('names who acted, with a link to the account, and how a dispute ended', async () => {
  const outcome = 'decided, €120.00 to the buyer';
  opened(
    pageOf([
      event({ outcome }),
      event({ revision: 1, type: 'X', actor: { id: 'system', role: 'system', name: null } }),
    ]),
  );
  const [first, second] = await screen.findAllByRole('row').then((all) => all.slice(1));
  expect(first?.textContent).toContain('elena buyer');
  expect(first?.textContent).toContain(outcome);
  expect(screen.getByRole('link', { name: 'elena' }).getAttribute('href')).toBe(
    `/audit/streams/account-${'b'.repeat(32)}`,
  );
  expect(second?.textContent).toContain('system');
});
