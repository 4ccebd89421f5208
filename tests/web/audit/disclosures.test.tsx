// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { DataAccessPage } from '#application/contract/accessLog.ts';
import { shortTransactionId } from '#domain/shared/shortIds.ts';
import { freshBrowser, json, to } from '#tests/support/browser.tsx';
import { openAs } from '../staff/desk.ts';

freshBrowser();

type Row = DataAccessPage['disclosures'][number];
const ADA = { _id: 'a'.repeat(32), username: 'ada' };
const BO = { _id: 'b'.repeat(32), username: 'bo' };
const TRANSACTION = `transaction-${'c'.repeat(32)}`;
const SHORT = shortTransactionId('c'.repeat(32));
const row = (changes: Partial<Row> = {}): Row => ({
  id: '1'.repeat(32),
  at: '2026-11-14T19:34:02.000Z',
  by: ADA,
  role: 'auditor',
  of: TRANSACTION,
  revision: 3,
  event: 'ShippingSet',
  fields: ['address', 'trackingCode'],
  purpose: 'fraud',
  reason: 'The same street in two sales',
  concerned: BO,
  ...changes,
});
const pageOf = (...dataAccesses: Row[]): DataAccessPage => ({
  about: 'everybody',
  disclosures: dataAccesses,
  totalCount: dataAccesses.length,
  hasMore: false,
});
const opened = (replies: unknown, path = '/audit/disclosures') =>
  openAs(['auditor'], path, { 'GET audit/disclosures': replies });

test('lists who opened whose data and why, without the reason of erased accounts', async () => {
  opened(pageOf(row(), row({ id: '2'.repeat(32), reason: null })));
  const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
  const shared = `14 Nov 2026, 19:34:02ada (auditor)boOpened address, tracking code of ${SHORT} (Shipping set)To look into a suspicion of fraud: `;
  expect(rows).toEqual([`${shared}“The same street in two sales”`, `${shared}[erased]`]);
  expect(screen.getAllByRole('link', { name: SHORT })[0]?.getAttribute('href')).toBe(
    `/audit/streams/${TRANSACTION}?at=3`,
  );
});

test('shows automatic reasons as such, without quotation marks', async () => {
  const reason = 'The case of this sale: A dispute is open';
  opened(
    pageOf(
      row({ fields: ['history', 'text'], reason }),
      row({
        id: '2'.repeat(32),
        fields: ['eventExport'],
        event: 'EventsExported',
        reason: 'Exported as CSV: all events',
        concerned: null,
      }),
    ),
  );
  const [opening, exported] = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
  expect(opening).toContain(`Viewed the history of ${SHORT} (events 0–3), with textRecorded automatically: ${reason}`);
  expect(exported).toContain('Exported events of many histories Recorded automatically: Exported as CSV: all events');
  expect(`${opening}${exported}`).not.toMatch(/[“”]/);
});

test('says that an export concerns many people, and that all people of a record are erased', async () => {
  opened(
    pageOf(
      row({ fields: ['eventExport'], event: 'EventsExported', concerned: null }),
      row({ id: '2'.repeat(32), fields: ['caseFile'], concerned: null }),
    ),
  );
  const rows = (await screen.findAllByRole<HTMLTableRowElement>('row')).slice(1);
  expect(rows.map(({ cells }) => [...cells][2]?.textContent)).toEqual(['Many people', '[erased]']);
  expect(rows[0]?.querySelector('a')?.getAttribute('href')).toBe(`/audit/streams/disclosure-${ADA._id}`);
});

test('searches by the person who opened data or owns it', async () => {
  const { sent, page } = opened(pageOf(row()));
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Who' }), 'bo{Enter}');
  expect(page.address()).toBe('/audit/disclosures?who=bo');
  await screen.findByText('bo');
  expect(to(sent, 'audit/disclosures').at(-1)?.query.get('who')).toBe('bo');
});

test.each([
  ['', 'everybody', 'Each access to personal data is listed here.'],
  ['bo', 'person', 'This person opened nothing, and nobody opened their data.'],
  ['TX7K2M9QPD', 'sale', 'Nobody opened personal data of this sale.'],
  ['zz', 'nobody', 'No person is called “zz”.'],
  ['TX00000000', 'nobody', 'No sale is called “TX00000000”.'],
] as const)('says when nothing was opened, or that nobody is called so: %j', async (who, about, sentence) => {
  opened({ ...pageOf(), about }, `/audit/disclosures?who=${who}`);
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('offers to retry or to leave the search after a failure', async () => {
  opened(() => json({}, 404), '/audit/disclosures?who=bo');
  expect(await screen.findByText('Failed to load the access log')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show everybody' }).getAttribute('href')).toBe('/audit/disclosures');
});

test('hides the access log from staff', async () => {
  const { sent } = openAs(['staff'], '/audit/disclosures');
  expect(await screen.findByRole('heading', { name: 'Sealed archives' })).toBeTruthy();
  expect(to(sent, 'audit/disclosures')).toEqual([]);
});
