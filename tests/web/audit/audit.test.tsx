// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { freshBrowser, json, type Sent, to } from '#tests/support/browser.tsx';
import { openAs } from '../staff/desk.ts';
import { aBalance, aLedger, aTAccount, EVENTS, inSegments, STREAM, TRANSACTION } from './aStream.ts';

freshBrowser();

const history = (path = `/audit/streams/${STREAM}`, replies: Record<string, unknown> = {}) =>
  openAs(['auditor'], path, { ...inSegments(EVENTS), ...replies });

test('keeps the search in the URL and links to the histories found', async () => {
  const { page } = openAs(['auditor'], '/audit', {
    'GET audit/streams': ({ query }: Sent) => ({
      streams:
        query.get('search') === 'TX7K2M9QPD' || query.get('search') === ''
          ? [{ stream: STREAM, category: 'transaction', label: 'TX7K2M9QPD Vharoth', events: 4 }]
          : [],
    }),
  });
  expect(await screen.findByText('Newest histories')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'TX7K2M9QPD{Enter}');
  const link = await screen.findByRole('link', { name: 'TX7K2M9QPD Vharoth' });
  expect(link.getAttribute('href')).toBe(`/audit/streams/${STREAM}`);
  expect(page.address()).toBe('/audit?search=TX7K2M9QPD');
  await page.goTo('/audit?search=nobody');
  expect(await screen.findByText('Nothing found for “nobody”')).toBeTruthy();
});

test('shows events with time, actor and details, and claims nothing on the server’s word', async () => {
  history();
  const rows = within(await screen.findByRole('table', { name: 'Events of the stream, oldest first' }));
  const created = rows.getByRole('button', { name: 'TransactionCreated' }).closest('tr')?.textContent;
  expect(created).toContain('14 Nov 2026, 19:34:02');
  expect(created).toContain('buyer');
  expect(created).toContain('amount €148.00');
  expect(await screen.findByText('4 events, not verified')).toBeTruthy();
  expect(rows.getAllByText('Not verified')).toHaveLength(4);
  expect(document.body.textContent).not.toMatch(/unbroken|chained|verified in/i);
});

test('expands an event to its data, cause and hashes', async () => {
  history();
  const button = await screen.findByRole('button', { name: 'ShipmentConfirmed' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  const json = (await screen.findByRole('region', { name: 'Event 2 as JSON' })).textContent;
  expect(json).toContain('revision 2 · schema v1 · personal: trackingCode');
  expect(json).toContain('"trackingCode": "[personal]"');
  for (const text of ['e'.repeat(32), EVENTS[2]?.hash, EVENTS[1]?.hash])
    expect(screen.getByText(String(text))).toBeTruthy();
});

test('exports a history as a file and reports a failure', async () => {
  const { sent } = history(`/audit/streams/${STREAM}`, {
    [`GET audit/sales/${TRANSACTION}/export`]: json({ message: 'Not now', code: 'x' }, 400),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Export JSON' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(to(sent, `audit/sales/${TRANSACTION}/export`)).toHaveLength(1);
});

test('says when a history does not exist', async () => {
  openAs(['auditor'], '/audit/streams/transaction-0');
  expect(await screen.findByRole('heading', { level: 1, name: 'History not found' })).toBeTruthy();
});

test('shows a ledger that sums to zero with its checks, filtered by whole days', async () => {
  const { sent } = openAs(['auditor'], '/audit/ledger', { 'GET audit/ledger': aLedger() });
  expect((await screen.findByRole('region', { name: 'Balances now (UTC)' })).textContent).toContain(
    'Sums to zero€0.00',
  );
  expect(document.body.textContent).toContain(
    'Held by the payment provider now, counted from the first entry on: €201.15 received (debits of psp_clearing) − €30.00 refunded or charged back (its credits) − €0.00 paid out (seller_paid) = €171.15',
  );
  for (const link of screen.getAllByRole('link', { name: 'TX7K2M9QPD' }))
    expect(link.getAttribute('href')).toBe(`/audit/streams/transaction-${TRANSACTION}`);
  expect(screen.getByRole('region', { name: 'Checks' }).textContent).toContain('all pass');
  expect(screen.getByRole('region', { name: 'Nightly checks' }).textContent).toContain('agrees');
  for (const link of screen.getAllByRole('link', { name: 'PaymentCaptured' }))
    expect(link.getAttribute('href')).toBe(`/audit/streams/transaction-${TRANSACTION}?e=3`);
  expect(screen.getByRole('row', { name: /PaymentCaptured psp_clearing/ }).textContent).toMatch(/€171\.15$/);
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-14' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-15' } });
  await waitFor(() => {
    const asked = to(sent, 'audit/ledger').at(-1)?.query;
    expect([asked?.get('from'), asked?.get('to')]).toEqual(['2026-11-14T00:00:00.000Z', '2026-11-16T00:00:00.000Z']);
  });
});

test('shows opening balance, movement and closing balance of a period', async () => {
  const balance = aBalance({ account: 'escrow', opening: 12.5, movement: -2.5, amount: 10 });
  openAs(['auditor'], '/audit/ledger?from=2026-11-01&to=2026-11-10', {
    'GET audit/ledger': aLedger({ balances: [balance] }),
  });
  const row = await screen.findByRole('row', { name: /^escrow/ });
  expect([...row.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['€12.50', '-€2.50', '€10.00']);
  expect(screen.getByRole('columnheader', { name: 'Opening' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Balances from 1 Nov 2026 to the end of 10 Nov 2026 (UTC)' })).toBeTruthy();
});

test('narrows the entries to one account', async () => {
  const { sent } = openAs(['auditor'], '/audit/ledger?from=2026-11-01&page=2', { 'GET audit/ledger': aLedger() });
  const [balance] = await screen.findAllByRole('link', { name: 'psp_clearing' });
  await userEvent.click(balance!);
  await waitFor(() => {
    const asked = to(sent, 'audit/ledger').at(-1)?.query;
    expect([asked?.get('account'), asked?.get('page'), asked?.get('from')]).toEqual([
      'psp_clearing',
      '1',
      '2026-11-01T00:00:00.000Z',
    ]);
  });
  const balances = await screen.findByRole('region', { name: 'Balance of psp_clearing from 1 Nov 2026 to now (UTC)' });
  expect(balances.textContent).not.toContain('Sums to zero');
  await userEvent.click(screen.getByRole('button', { name: 'All accounts' }));
  await waitFor(() => expect(to(sent, 'audit/ledger').at(-1)?.query?.get('account')).toBeNull());
});

test('searches by the number of a sale and by amount, and exports what it shows', async () => {
  const { sent, page } = openAs(['auditor'], '/audit/ledger?from=2026-11-01', {
    'GET audit/ledger': aLedger({ entries: [] }),
    'GET audit/ledger/export': json({ message: 'Not now', code: 'x' }, 400),
  });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Sale' }), 'TX22222222{Enter}');
  for (const label of ['Sale', 'Amount']) expect(screen.getByText(label, { selector: 'label' })).toBeTruthy();
  expect(await screen.findByText('No entry matches the filters.')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Amount' }), '>500{Enter}');
  await waitFor(() => expect(to(sent, 'audit/ledger').at(-1)?.query?.get('amount')).toBe('>500'));
  expect(page.address()).toContain('amount=%3E500');
});

test('exports the entries of the filter', async () => {
  const { sent } = openAs(['auditor'], '/audit/ledger?account=escrow', {
    'GET audit/ledger': aLedger(),
    'GET audit/ledger/export': json({ message: 'Not now', code: 'x' }, 400),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(to(sent, 'audit/ledger/export')[0]?.query.get('account')).toBe('escrow');
});

test.each([
  ['/audit/ledger?from=2026-99-99', '“2026-99-99” is not a day. Choose a day such as 2026-01-31.'],
  ['/audit/security?to=2026-02-30', '“2026-02-30” is not a day. Choose a day such as 2026-01-31.'],
  ['/audit/ledger?from=2026-11-20&to=2026-11-10', '“To” is before “From”. Choose a later day.'],
])('refuses the period of %s instead of showing everything', async (address, message) => {
  const { sent } = openAs(['auditor'], address, { 'GET audit/ledger': aLedger() });
  expect(await screen.findByText(message)).toBeTruthy();
  expect(sent.filter(({ path }) => /audit\/(ledger|security)/.test(path))).toEqual([]);
  expect(screen.queryByRole('table')).toBeNull();
});

test('highlights uneven books and failed checks', async () => {
  openAs(['auditor'], '/audit/ledger', {
    'GET audit/ledger': aLedger({
      balances: [aBalance({ account: 'escrow', amount: 1, movement: 1 })],
      checks: [{ name: 'Held equals the provider’s balance', holds: false, detail: '€1.00 apart' }],
    }),
  });
  expect(await screen.findByText('Does not sum to zero')).toBeTruthy();
  expect(screen.getByText('1 failed')).toBeTruthy();
});

test('shows where all money of a sale is', async () => {
  openAs(['auditor'], `/audit/ledger?sale=${TRANSACTION}`, {
    'GET audit/ledger': aLedger({ tAccounts: [aTAccount({ refunded: 60, paidOut: 100, fees: 5.15, held: 6 })] }),
  });
  const money = await screen.findByRole('table', { name: 'All money of this sale in EUR' });
  expect(
    within(money)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Captured€171.15',
    'Refunded€60.00',
    'Paid out€100.00',
    'Fees€5.15',
    'Held€6.00',
    'Captured = refunded + paid out + fees + heldHolds',
  ]);
  expect(money.querySelector('.uneven')).toBeNull();
  expect(screen.getByRole('region', { name: 'Money of the sale now (UTC)' }).contains(money)).toBe(true);
});

test('names the end of the period above the money of a sale', async () => {
  openAs(['auditor'], `/audit/ledger?sale=${TRANSACTION}&from=2026-11-08&to=2026-11-08`, {
    'GET audit/ledger': aLedger({ tAccounts: [aTAccount({})] }),
  });
  expect(await screen.findByRole('region', { name: 'Money of the sale at the end of 8 Nov 2026 (UTC)' })).toBeTruthy();
});

test('names missing money of a sale and what the marketplace paid', async () => {
  openAs(['auditor'], `/audit/ledger?sale=${TRANSACTION}`, {
    'GET audit/ledger': aLedger({
      tAccounts: [aTAccount({ covered: 2, chargedBack: 3, held: 169.15, difference: 1 })],
    }),
  });
  const broken = await screen.findByRole('row', {
    name: 'Captured + paid by Reliquary = refunded + charged back + paid out + fees + held Differs by €1.00',
  });
  expect(broken.className).toBe('uneven');
});

test('says when the ledger is empty', async () => {
  openAs(['auditor'], '/audit/ledger', { 'GET audit/ledger': aLedger({ entries: [], totalCount: 0, balances: [] }) });
  expect(await screen.findByText('No entries')).toBeTruthy();
});
