// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CounterfactualAnswer } from '#application/contract/audit.ts';
import { DAY } from '#domain/shared/instants.ts';
import { freshBrowser, json, to } from '#tests/support/browser.tsx';
import { openAs } from '../staff/desk.ts';

freshBrowser();

const SUMS = {
  refunded: 100,
  paidOut: 900,
  fees: 45,
  held: 30 * DAY,
  heldMedian: 10 * DAY,
  disputes: 2,
  lateClaims: 1,
};
const TRANSACTION = 'a'.repeat(32);
const anAnswer = (changes: Partial<CounterfactualAnswer> = {}): CounterfactualAnswer => ({
  until: '2026-07-01T00:00:00.000Z',
  sales: 3,
  changed: 1,
  differing: 1,
  otherSums: 1,
  movedDeadlines: 0,
  notInEuros: 0,
  unreadable: 0,
  taken: 0,
  was: SUMS,
  would: { ...SUMS, refunded: 50, paidOut: 950, disputes: 1, lateClaims: 2 },
  disputes: { tooLate: 1, inTime: 0 },
  refusals: 2,
  listed: [
    {
      transactionId: TRANSACTION,
      shortId: 'TX7K2M9QPD',
      revision: 5,
      was: { type: 'DisputeOpened', at: '2026-03-03T09:00:00.000Z' },
      would: { type: 'EscrowReleased', at: '2026-03-01T09:00:00.000Z' },
      total: 0,
      refunded: -50,
      paidOut: 50,
      payable: 0,
      fees: -2.5,
      deadlines: [],
      disputes: [{ at: '2026-03-03T09:00:00.000Z', would: 'tooLate', lateBy: 2 * DAY }],
    },
  ],
  complete: true,
  hash: 'ab'.repeat(32),
  command:
    'npm run counterfactual -- --set escrowPeriod=2d --from 2026-01-01 --to 2026-06-30 --until 2026-07-01T00:00:00.000Z',
  ...changes,
});
const ASKED = '/audit/terms?set=escrowPeriod%3D2d&from=2026-01-01&to=2026-06-30';
const opened = (reply: unknown = anAnswer(), path = ASKED) =>
  openAs(['auditor'], path, { 'GET audit/counterfactual': reply });

test('begins with the last 90 days, and names the present value with its unit', async () => {
  opened(anAnswer(), '/audit/terms');
  const [from, to] = ['Sales that began from', 'To'].map((label) => screen.findByLabelText<HTMLInputElement>(label));
  const days = (Date.parse((await to)!.value) - Date.parse((await from)!.value)) / DAY;
  expect(days).toBe(90);
  await userEvent.selectOptions(screen.getByLabelText('Term'), 'appealTerm');
  expect(screen.getByText(/Now 5 business days\. Write a number of business days, from 1 to 999\./)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Term'), 'fixedFee');
  expect(screen.getByText(/Now €\d+\.\d\d\./)).toBeTruthy();
});

test('asks nothing before there is a question, and says what to do', async () => {
  const { sent } = opened(anAnswer(), '/audit/terms');
  expect(await screen.findByText('Ask what would have been')).toBeTruthy();
  expect(to(sent, 'audit/counterfactual')).toEqual([]);
});

test('sends the changed terms and the days, and keeps them in the address', async () => {
  const { sent, page } = opened(anAnswer(), '/audit/terms');
  await userEvent.type(await screen.findByLabelText('Instead'), '2d');
  fireEvent.change(screen.getByLabelText('Sales that began from'), { target: { value: '2026-01-01' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-06-30' } });
  await userEvent.click(screen.getByRole('button', { name: 'Show what would have been' }));
  await screen.findByRole('heading', {
    name: 'Of 3 sales, 1 would have had different events and 1 different amounts.',
  });
  expect(Object.fromEntries(to(sent, 'audit/counterfactual').at(-1)?.query ?? [])).toEqual({
    set: 'escrowPeriod=2d',
    from: '2026-01-01',
    to: '2026-06-30',
  });
  await waitFor(() => expect(page.address()).toBe(`${ASKED}&until=2026-07-01T00%3A00%3A00.000Z`));
  expect(to(sent, 'audit/counterfactual')).toHaveLength(1);
});

test('names what is wrong beside the field, and sends nothing', async () => {
  const { sent } = opened(anAnswer(), '/audit/terms');
  const value = await screen.findByLabelText('Instead');
  await userEvent.type(value, 'soon');
  fireEvent.change(screen.getByLabelText('Sales that began from'), { target: { value: '' } });
  await userEvent.click(screen.getByRole('button', { name: 'Show what would have been' }));
  expect(
    await screen.findByText('“Escrow period” is a number with d (days), h (hours) or m (minutes), from 1m to 3650d.'),
  ).toBeTruthy();
  expect(screen.getByText('Choose the first day')).toBeTruthy();
  expect(value.getAttribute('aria-invalid')).toBe('true');
  expect(to(sent, 'audit/counterfactual')).toEqual([]);
});

test('shows the figures beside each other, the sales that differ, and how to reproduce it', async () => {
  opened();
  const cells = async (name: string) =>
    [...(await screen.findByRole('region', { name })).querySelectorAll('tbody tr')].map(({ children }) =>
      [...children].map(({ textContent }) => textContent),
    );
  expect((await cells('Figures')).slice(0, 2)).toEqual([
    ['Refunded to buyers', '€100.00', '€50.00', '−€50.00'],
    ['Paid to sellers', '€900.00', '€950.00', '+€50.00'],
  ]);
  expect(await cells('Their first other events')).toEqual([
    [
      'TX7K2M9QPD',
      'Dispute opened, 03 Mar 2026, 09:00:00',
      'Money released to the seller, 01 Mar 2026, 09:00:00Its dispute would have come 2 days too late.',
      '−€50.00 refunded, +€50.00 paid out, −€2.50 fees',
    ],
  ]);
  expect(screen.getByRole('link', { name: 'TX7K2M9QPD' }).getAttribute('href')).toBe(
    `/audit/streams/transaction-${TRANSACTION}`,
  );
  expect(screen.getByText('ab'.repeat(32))).toBeTruthy();
  expect(screen.getByText(/^npm run counterfactual -- --set escrowPeriod=2d/)).toBeTruthy();
  expect(screen.getByText(/People’s behaviour is assumed to be unchanged/)).toBeTruthy();
});

test('asks with the instant of a shared address', async () => {
  const until = '2026-07-01T00:00:00.000Z';
  const { sent } = opened(anAnswer(), `${ASKED}&until=${encodeURIComponent(until)}`);
  expect(await screen.findByText(/The histories are known until 01 Jul 2026, 00:00:00 UTC/)).toBeTruthy();
  expect(to(sent, 'audit/counterfactual').map(({ query }) => query?.get('until'))).toEqual([until]);
});

test('lists the deadlines of open sales that would move', async () => {
  const [sale] = anAnswer().listed;
  const deadline = { kind: 'escrowEnd', was: '2026-07-05T09:00:00.000Z', would: '2026-07-13T09:00:00.000Z' };
  const open = { revision: null, was: null, would: null, refunded: 0, paidOut: 0, fees: 0, disputes: [] };
  opened(anAnswer({ listed: [{ ...sale!, ...open, deadlines: [deadline] }], movedDeadlines: 1 }));
  const row = await screen.findByRole('row', { name: /TX7K2M9QPD/ });
  expect(row.textContent).toContain(
    'The same eventsThe same eventsDeadline “Escrow ends, money released”: 05 Jul 2026, 09:00:00 UTC → 13 Jul 2026, 09:00:00 UTC',
  );
  expect(screen.getByText(/1 open sale has such a deadline\./)).toBeTruthy();
});

test('shows the other sum that the buyer pays, and says so if the money ends the same', async () => {
  const [sale] = anAnswer().listed;
  const created = { type: 'TransactionCreated', at: '2026-03-01T09:00:00.000Z' };
  const unpaid = {
    ...sale!,
    revision: 0,
    was: created,
    would: created,
    refunded: 0,
    paidOut: 0,
    fees: 0,
    disputes: [],
  };
  const later = { ...unpaid, shortId: 'TXAAAAAAAA', transactionId: 'b'.repeat(32) };
  opened(anAnswer({ listed: [{ ...unpaid, total: 1.25 }, later] }));
  const row = await screen.findByRole('row', { name: /TX7K2M9QPD/ });
  expect(row.textContent).toMatch(/The same, with other sums\+€1\.25 to pay by the buyer$/);
  expect(screen.getByRole('row', { name: /TXAAAAAAAA/ }).textContent).toMatch(/with other sumsthe same in the end$/);
});

test('hides the earlier answer once a faulty question is sent', async () => {
  opened();
  await screen.findByRole('region', { name: 'Figures' });
  await userEvent.clear(screen.getByLabelText('Instead'));
  await userEvent.type(screen.getByLabelText('Instead'), 'banana');
  await userEvent.click(screen.getByRole('button', { name: 'Show what would have been' }));
  expect(await screen.findByText(/^“Escrow period” is a number with d/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Figures' })).toBeNull();
});

test('says when the answer was cut', async () => {
  opened(anAnswer({ complete: false, sales: 5_000 }));
  expect(await screen.findByText(/The answer was cut after 5000 sales/)).toBeTruthy();
});

test('says that no sale began on these days', async () => {
  opened(anAnswer({ sales: 0, listed: [] }));
  expect(await screen.findByText('No sale began on these days.')).toBeTruthy();
});

test('shows why the question was refused, and can ask again', async () => {
  const message = 'Your last question is still being answered. Please wait for it.';
  const { sent } = opened(json({ message, code: 'counterfactualRunning' }, 409));
  expect(await screen.findByText(message)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /again/i }));
  expect(to(sent, 'audit/counterfactual').length).toBeGreaterThan(1);
});

test('adds and removes terms, each only once', async () => {
  opened(anAnswer(), '/audit/terms');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a term' }));
  const [, second] = screen.getAllByLabelText<HTMLSelectElement>('Term');
  expect([...(second?.options ?? [])].map(({ value }) => value)).not.toContain('escrowPeriod');
  await userEvent.click(screen.getAllByRole('button', { name: 'Remove' })[0]!);
  expect(screen.getAllByLabelText('Term')).toHaveLength(1);
});
