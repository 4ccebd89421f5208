// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { freshBrowser, json, to } from '#tests/support/browser.tsx';
import { actions, openAs } from '../../staff/desk.ts';
import { aCasePage, aStaffCase, BUYER, SELLER, STAFF_PERSON, TRANSACTION } from './aCase.ts';

freshBrowser();

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 30_000).toISOString();

test('shows each case in one row with a link to its file', async () => {
  openAs(['staff'], '/staff', {
    'GET staff/cases': aCasePage([
      aStaffCase({ dueAt: inHours(-5), overdue: true }),
      aStaffCase({ kind: 'refundFailed', dueAt: inHours(50) }),
      aStaffCase({ kind: 'chargeback', dueAt: inHours(0), waitsFor: 'bank' }),
    ]),
  });
  const [, late, later, now] = within(await screen.findByRole('table')).getAllByRole('row');
  const [, ...cells] = within(late as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells).toEqual([
    '5 h 0 m overdue Staff',
    'Dispute to decide: Damaged in transit',
    'TX7K2M9QPD Vharoth, Red Wyrm of the Pass marta_v from atelier_ruiz',
    '€60.00 of €171.15 held',
    expect.stringContaining('Dispute contested'),
    '3 photos',
    '',
  ]);
  expect(later?.textContent).toContain('2 d 2 h left');
  expect(later?.textContent).toContain('Refund failed');
  expect(now?.textContent).toContain('due now');
  expect(now?.textContent).toContain('Bank');
  const link = within(late as HTMLElement).getByRole('link', { name: 'Vharoth, Red Wyrm of the Pass' });
  expect(link.getAttribute('href')).toBe(`/staff/cases/${TRANSACTION}`);
});

test('says that a draft waits for comments, and in the title that a confirmation follows', async () => {
  const next = { waitsFor: 'confirmation' as const, until: inHours(72) };
  openAs(['staff'], '/staff', {
    'GET staff/cases': aCasePage([
      aStaffCase({ kind: 'confirmation', waitsFor: 'comments', dueAt: inHours(23), next }),
    ]),
  });
  const [, row] = within(await screen.findByRole('table')).getAllByRole('row');
  expect(row?.querySelector('.q-due')?.textContent).toBe('23 h 0 m left Comments');
  expect(row?.querySelector('.q-due time')?.getAttribute('title')).toMatch(
    /^Waits for comments of the parties until .*, then for a confirmation until /,
  );
});

test('finds snoozed cases by a search, and marks them', async () => {
  const { sent, page } = openAs(['staff'], '/staff?search=TX7K2M9QPD', {
    'GET staff/cases': aCasePage([aStaffCase({ snoozedUntil: '2026-12-01T00:00:00.000Z', assignee: STAFF_PERSON })]),
  });
  expect((await screen.findByText('snoozed until 1 Dec')).closest('td')?.textContent).toContain('archivist');
  const asked = () => to(sent, 'staff/cases').filter(({ query }) => query.get('limit') === '50');
  expect(asked().at(-1)?.query.get('snoozed')).toBe('shown');
  await page.goTo('/staff');
  await waitFor(() => expect(asked().at(-1)?.query.get('snoozed')).toBeNull());
});

const CLOSED = {
  _id: '6'.repeat(32),
  transactionId: 'TX2QJ99SWP',
  title: 'Stone drake',
  displayStatus: 'COMPLETED',
  createdAt: '2026-10-02T09:00:00.000Z',
  buyer: BUYER,
  seller: SELLER,
};

test('lists sales without a case that the search finds, with links to their files', async () => {
  const { page } = openAs(['staff'], '/staff?search=TX2QJ99SWP', {
    'GET staff/cases': aCasePage([], { sales: [CLOSED] }),
  });
  const sales = within(await screen.findByRole('region', { name: 'Other sales' }));
  expect(sales.getByText('marta_v from atelier_ruiz')).toBeTruthy();
  expect(sales.getByText('Completed')).toBeTruthy();
  expect(screen.getByText('No open case matches.')).toBeTruthy();
  await userEvent.click(sales.getByRole('link', { name: 'TX2QJ99SWP' }));
  await waitFor(() => expect(page.address()).toBe(`/staff/cases/${CLOSED._id}`));
});

test('links to terminations that wait for a second person, and counts them at the accounts', async () => {
  const account = { _id: '6'.repeat(32), username: 'viktor' };
  const terminations = [{ account, proposedBy: STAFF_PERSON, proposedAt: '2026-11-28T09:00:00.000Z' }];
  const counts = { termination: 1, disputeReview: 1 };
  openAs(['staff'], '/staff', {
    'GET staff/cases': aCasePage([aStaffCase()], { terminations, totalCount: 2, counts }),
  });
  const link = await screen.findByRole('link', { name: 'Account of viktor' });
  expect(link.getAttribute('href')).toBe(`/staff/accounts/${account._id}`);
  expect(link.closest('tr')?.textContent).toMatch(/2nd person.*Termination.*proposed by you/);
  await userEvent.keyboard('j');
  expect(document.activeElement).toBe(link);
  expect(await screen.findByRole('link', { name: 'Accounts 1 open' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Cases 2 open' })).toBeTruthy();
  expect(screen.getByText('Cases 1 to 2 of 2')).toBeTruthy();
  expect(screen.getByRole('option', { name: 'All kinds (2)' })).toBeTruthy();
  expect(screen.getByRole('option', { name: 'Termination (1)' })).toBeTruthy();
});

test('marks a case that somebody reads now', async () => {
  const readers = [
    { _id: '7'.repeat(32), username: 'warden' },
    { _id: '8'.repeat(32), username: 'sam' },
  ];
  openAs(['staff'], '/staff', { 'GET staff/cases': aCasePage([aStaffCase({ readers })]) });
  expect(await screen.findByTitle('Read now by warden, sam')).toBeTruthy();
});

test('filters by kind, sorts and searches, all in the address', async () => {
  const { sent, page } = openAs(['staff'], '/staff', {
    'GET staff/cases': aCasePage([aStaffCase()], { counts: { disputeReview: 3, chargeback: 1 } }),
  });
  const asked = () => Object.fromEntries(to(sent, 'staff/cases').at(-1)?.query ?? []);
  await screen.findByRole('table');
  const kinds = screen.getByLabelText('Kind of case');
  expect(
    within(kinds)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All kinds (4)', 'Dispute to decide (3)', 'Chargeback (1)']);
  await userEvent.selectOptions(kinds, 'chargeback');
  expect(page.address()).toBe('/staff?kind=chargeback');
  await userEvent.selectOptions(screen.getByLabelText('Order'), 'claim');
  await userEvent.type(screen.getByLabelText('Search cases'), '3STRACK{Enter}');
  expect(page.address()).toBe('/staff?kind=chargeback&sort=claim&search=3STRACK');
  await waitFor(() => expect(asked()).toMatchObject({ kind: 'chargeback', sort: 'claim', search: '3STRACK' }));
});

test('ignores what the address misspells', async () => {
  const { sent } = openAs(['staff'], '/staff?kind=nonsense&sort=nonsense', { 'GET staff/cases': aCasePage([]) });
  await screen.findByText('No open cases');
  const query = to(sent, 'staff/cases').at(-1)?.query;
  expect([query?.get('kind'), query?.get('sort')]).toEqual([null, null]);
});

describe('saved views', () => {
  const VIEWS = 'staff/views/cases';
  const KEY = `caseViews:${STAFF_PERSON._id}`;
  const LARGE = { name: 'Large chargebacks', query: 'kind=chargeback&sort=held' };
  const choose = async (button: string, item: string) => {
    await userEvent.click(await screen.findByRole('button', { name: button }));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  const openQueue = (replies: Record<string, unknown>, address = '/staff?kind=chargeback&sort=held&page=2') =>
    openAs(['staff'], address, { 'GET staff/cases': aCasePage([aStaffCase()]), ...replies });

  test('are saved under a name, opened and deleted', async () => {
    const { page, sent } = openQueue({
      [`POST ${VIEWS}`]: { views: [LARGE] },
      [`POST ${VIEWS}/delete`]: { views: [] },
    });
    await choose('Views', 'Save this view…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save view' }));
    expect(await dialog.findByText('A name is required')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Name'), 'Large chargebacks{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose('Large chargebacks', 'All cases');
    await waitFor(() => expect(page.address()).toBe('/staff'));
    await choose('Views', 'Large chargebacks');
    await waitFor(() => expect(page.address()).toBe('/staff?kind=chargeback&sort=held'));
    await choose('Large chargebacks', 'Delete “Large chargebacks”');
    expect(await screen.findByRole('button', { name: 'Views' })).toBeTruthy();
    expect(actions(sent)).toEqual([
      { path: VIEWS, body: LARGE },
      { path: `${VIEWS}/delete`, body: { name: LARGE.name } },
    ]);
  });

  test('show in the dialog why one was not saved, and keep its name', async () => {
    const message = 'You already have a view of this name. Please choose another name, or delete that view first.';
    openQueue({
      [`POST ${VIEWS}`]: json({ message, code: 'viewNameTaken', errors: { name: message } }, 409),
    });
    await choose('Views', 'Save this view…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }));
    await userEvent.type(dialog.getByLabelText('Name'), 'Large chargebacks{Enter}');
    expect(await dialog.findByText(message)).toBeTruthy();
    expect((dialog.getByLabelText('Name') as HTMLInputElement).value).toBe('Large chargebacks');
  });

  test('of an earlier release move from this browser to the server, once', async () => {
    const other = { name: 'Taken', query: 'kind=appeal' };
    localStorage.setItem(KEY, JSON.stringify([LARGE, other, { name: 5 }]));
    const { sent } = openQueue({
      [`GET ${VIEWS}`]: { views: [LARGE] },
      [`POST ${VIEWS}`]: ({ body }: { body: { name: string } }) =>
        body.name === 'Taken' ? json({ message: 'Taken', code: 'viewNameTaken' }, 409) : { views: [LARGE] },
    });
    await screen.findByRole('button', { name: 'Large chargebacks' });
    expect(actions(sent)).toEqual([
      { path: VIEWS, body: LARGE },
      { path: VIEWS, body: other },
    ]);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test('stay in this browser while the server cannot take them', async () => {
    localStorage.setItem(KEY, JSON.stringify([LARGE]));
    const { sent } = openQueue({ [`POST ${VIEWS}`]: json({ message: 'Not now' }, 503) });
    await waitFor(() => expect(actions(sent)).not.toEqual([]));
    await screen.findByRole('button', { name: 'Views' });
    expect(JSON.parse(localStorage.getItem(KEY) ?? '[]')).toEqual([LARGE]);
  });
});

describe('keys', () => {
  const second = '9'.repeat(32);
  const two = aCasePage([
    aStaffCase(),
    aStaffCase({
      sale: { ...aStaffCase().sale!, _id: second, listing: { _id: second, title: 'Iron golem', images: [] } },
    }),
  ]);
  const focused = () => document.activeElement?.textContent;

  test('j and k move by rows, o opens the case', async () => {
    const { page } = openAs(['staff'], '/staff?kind=disputeReview', { 'GET staff/cases': two });
    await screen.findByRole('table');
    await userEvent.keyboard('j');
    expect(focused()).toBe('Vharoth, Red Wyrm of the Pass');
    await userEvent.keyboard('j');
    expect(focused()).toBe('Iron golem');
    await userEvent.keyboard('jk');
    expect(focused()).toBe('Vharoth, Red Wyrm of the Pass');
    await userEvent.keyboard('jo');
    await waitFor(() => expect(page.address()).toBe(`/staff/cases/${second}`));
  });

  test('do nothing while typing, with a modifier, in a dialog, or when switched off', async () => {
    openAs(['staff'], '/staff', { 'GET staff/cases': two });
    await screen.findByRole('table');
    await userEvent.keyboard('{Control>}j{/Control}');
    expect(focused()).not.toBe('Vharoth, Red Wyrm of the Pass');
    await userEvent.type(screen.getByLabelText('Search cases'), 'j?');
    expect(document.activeElement).toBe(screen.getByLabelText('Search cases'));
    expect(screen.queryByRole('dialog')).toBeNull();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(dialog.getByRole('row', { name: 'j Next case' })).toBeTruthy();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Use single keys on this device' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('j?');
    expect(document.activeElement).toBe(document.body);
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });
});

test('keeps the kind in the link to the next page', async () => {
  const { sent } = openAs(['staff'], '/staff?kind=disputeReview', {
    'GET staff/cases': aCasePage([aStaffCase()], { totalCount: 51, hasMore: true }),
  });
  const next = await screen.findByRole('link', { name: 'Next' });
  expect(next.getAttribute('href')).toBe('/staff?kind=disputeReview&page=2');
  await userEvent.click(next);
  await waitFor(() => expect(to(sent, 'staff/cases').at(-1)?.query.get('page')).toBe('2'));
});

test('says that the queue is empty, with or without a filter', async () => {
  const { page } = openAs(['staff'], '/staff', { 'GET staff/cases': aCasePage([]) });
  expect(await screen.findByText('No open cases')).toBeTruthy();
  await page.goTo('/staff?kind=lateClaim');
  expect(await screen.findByText('No open case matches')).toBeTruthy();
});

test('says that the queue cannot be loaded, and allows a retry', async () => {
  let broken = true;
  openAs(['staff'], '/staff', {
    'GET staff/cases': () => (broken ? json({ message: 'The archives are dark', code: 'x' }, 400) : aCasePage([])),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The archives are dark');
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No open cases')).toBeTruthy();
});

const unmatchedEvent = aStaffCase({
  kind: 'orphanFact',
  sale: null,
  orphan: { eventId: 'evt/1', fact: 'payment.paid', reference: 'pay_1', amount: 12 },
});

test('shows the amount of an unmatched event in its currency', async () => {
  const dollars = { ...unmatchedEvent, orphan: { ...unmatchedEvent.orphan!, currency: 'USD' } };
  openAs(['staff'], '/staff', { 'GET staff/cases': aCasePage([dollars]) });
  expect(await screen.findByText('USD 12.00')).toBeTruthy();
});

test('closes an unmatched event with a note', async () => {
  const { sent } = openAs(['staff'], '/staff', {
    'GET staff/cases': aCasePage([unmatchedEvent]),
    'POST staff/orphans/evt%2F1/close': new Response(null, { status: 204 }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Close it' }));
  expect(await dialog.findByText('A note is required')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Note'), 'A payment of the other shop');
  await userEvent.click(dialog.getByRole('button', { name: 'Close it' }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([
      { path: 'staff/orphans/evt%2F1/close', body: { note: 'A payment of the other shop' } },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['with its transaction', {}],
  ['without a transaction', { sale: null }],
] as const)('describes an impossible provider message %s, and closes it with a note', async (_, changes) => {
  const about = 'The provider sent an invalid amount: refund.done, -500 EUR';
  const impossible = aStaffCase({
    kind: 'impossibleFact',
    about,
    orphan: { eventId: 'evt/2', fact: 'refund.done', reference: 're_2', amount: null },
    ...changes,
  });
  const { sent } = openAs(['staff'], '/staff', {
    'GET staff/cases': aCasePage([impossible]),
    'POST staff/orphans/evt%2F2/close': new Response(null, { status: 204 }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(new RegExp(about)).textContent).toContain('re_2');
  await userEvent.type(dialog.getByLabelText('Note'), 'A test of theirs');
  await userEvent.click(dialog.getByRole('button', { name: 'Close it' }));
  await waitFor(() =>
    expect(actions(sent)).toEqual([{ path: 'staff/orphans/evt%2F2/close', body: { note: 'A test of theirs' } }]),
  );
});

test.each([
  ['of a sale is better booked', {}, /book the difference on the page of the sale instead/],
  ['of no sale has nothing to book', { sale: null }, /belongs to no sale, so there is nothing to book/],
] as const)('says that an object %s, before staff close its case', async (_, changes, words) => {
  const orphan = { eventId: 'object.refund.re_1.done.700', fact: 'refund', reference: 're_1', amount: null };
  const unmatched = aStaffCase({ kind: 'unmatchedObject', orphan, ...changes });
  openAs(['staff'], '/staff', { 'GET staff/cases': aCasePage([unmatched]) });
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(within(await screen.findByRole('dialog')).getByText(words)).toBeTruthy();
});

test('shows an auditor the queue without a way to close', async () => {
  openAs(['auditor'], '/staff', { 'GET staff/cases': aCasePage([unmatchedEvent]) });
  expect(await screen.findByText('pay_1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});
