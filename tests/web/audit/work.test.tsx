// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { RefusalsPage, WorkPage } from '#application/contract/work.ts';
import { freshBrowser, json, to } from '#tests/support/browser.tsx';
import { openAs } from '../staff/desk.ts';

freshBrowser();

const STREAM = `transaction-${'c'.repeat(32)}`;
const WORK: WorkPage = {
  work: [
    {
      kind: 'job',
      name: 'refunds',
      ref: 'refunds:1',
      outcome: 'failed',
      reason: 'ProviderUnavailable',
      attempts: 3,
      askedAt: '2026-11-24T10:00:00.000Z',
      triedAt: '2026-11-24T11:00:00.000Z',
      nextAt: '2026-11-24T11:10:00.000Z',
      overdue: false,
      ms: 40,
      stream: STREAM,
      label: 'TX7K2M9QPD, Azure knight',
      waited: 3_900_000,
    },
    {
      kind: 'mail',
      name: 'welcome',
      ref: 'welcome-1',
      outcome: 'waiting',
      reason: null,
      attempts: 0,
      askedAt: '2026-11-24T11:00:00.000Z',
      triedAt: null,
      nextAt: null,
      overdue: false,
      ms: null,
      stream: null,
      label: null,
      waited: 60_000,
    },
  ],
  kinds: [
    { kind: 'job', name: 'refunds', count: 1 },
    { kind: 'mail', name: 'welcome', count: 1 },
  ],
  totalCount: 2,
  hasMore: false,
};
const REFUSALS: RefusalsPage = {
  refusals: [
    {
      command: 'ConfirmShipment',
      code: 'notPaid',
      message: 'This sale is not paid',
      actor: 'seller',
      username: 'matthias',
      at: '2026-11-24T10:00:00.000Z',
      stream: STREAM,
      label: 'TX7K2M9QPD, Azure knight',
    },
  ],
  kinds: [{ kind: 'refusal', name: 'ConfirmShipment', count: 1 }],
  totalCount: 1,
  hasMore: false,
};
const opened = (path = '/audit/work', work: unknown = WORK) =>
  openAs(['staff'], path, { 'GET audit/work': work, 'GET audit/refusals': REFUSALS });
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1);
const PENDING = 'Pending work, failed work first, then what waits longest';

test('lists pending work with its state, how long it waits, and a link to the sale', async () => {
  opened();
  const [refund, mail] = await rowsOf(PENDING);
  expect([...refund!.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    'Send the refund',
    'TX7K2M9QPD, Azure knight',
    '24 Nov 2026, 10:00:00',
    '1 h 5 m',
    'failed after 3 attempts (ProviderUnavailable), next at 24 Nov 2026, 11:10:00 UTC',
  ]);
  expect(screen.getByRole('link', { name: 'TX7K2M9QPD, Azure knight' }).getAttribute('href')).toBe(
    `/audit/streams/${STREAM}`,
  );
  expect(mail!.textContent).toContain('No history');
  expect(refund!.querySelector('.late')).toBeTruthy();
  expect(mail!.querySelector('.late')).toBeNull();
});

test('says since when work is due whose time has passed', async () => {
  const [refund, mail] = WORK.work;
  const [askedAt, nextAt] = ['2026-11-09T09:00:00.000Z', '2026-11-09T10:00:00.000Z'];
  const late = [refund, mail].map((effect) => ({ ...effect, askedAt, nextAt, overdue: true }));
  opened('/audit/work', { ...WORK, work: late });
  const [failed, waiting] = await rowsOf(PENDING);
  expect(failed!.textContent).toContain('(ProviderUnavailable), next due since 09 Nov 2026, 10:00:00 UTC');
  expect(waiting!.querySelector('.late')?.textContent).toBe('due since 09 Nov 2026, 10:00:00 UTC');
});

test('narrows the work to a kind, in the address', async () => {
  const { sent, page } = opened();
  await rowsOf(PENDING);
  await userEvent.selectOptions(screen.getByLabelText('Kind of work'), 'Send the refund (1)');
  await waitFor(() => expect(to(sent, 'audit/work').at(-1)?.query.get('kind')).toBe('job:refunds'));
  expect(page.address()).toBe('/audit/work?kind=job%3Arefunds');
});

test('lists refused commands with their reason, by command', async () => {
  const { sent, page } = opened('/audit/work?kind=job');
  await rowsOf(PENDING);
  await userEvent.click(screen.getByRole('tab', { name: 'Refused' }));
  expect(page.address()).toBe('/audit/work?list=refused');
  const [refusal] = await rowsOf('Refused commands, newest first');
  expect([...refusal!.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    '24 Nov 2026, 10:00:00',
    'TX7K2M9QPD, Azure knight',
    'Confirm shipment',
    'seller matthias',
    'This sale is not paid',
  ]);
  await userEvent.selectOptions(screen.getByLabelText('Command'), 'Confirm shipment (1)');
  await waitFor(() => expect(to(sent, 'audit/refusals').at(-1)?.query.get('command')).toBe('ConfirmShipment'));
});

test('says when nothing waits, and what the server refuses', async () => {
  opened('/audit/work', { work: [], kinds: [], totalCount: 0, hasMore: false });
  expect(await screen.findByText('Nothing waits')).toBeTruthy();
});

test('shows why a list could not be loaded', async () => {
  opened(
    '/audit/work?kind=dreams',
    json({ message: 'Please choose job, providerCall or mail', code: 'validation' }, 400),
  );
  expect(await screen.findByText('Please choose job, providerCall or mail')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe('/audit/work');
});
