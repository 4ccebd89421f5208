// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import type { TransactionEventType } from '#domain/transactions/events.ts';
import { COMMANDS } from '#domain/transactions/process/commandTable.ts';
import { DEADLINE_ROWS, DEADLINES } from '#domain/transactions/process/deadlineTable.ts';
import { freshBrowser, open, serve } from '#tests/support/browser.tsx';
import { joined } from '#web/ui/processText.ts';

freshBrowser();

beforeEach(() => {
  serve({});
});

const rowsOf = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('lists every command by role, with condition and result', async () => {
  open('/how-a-sale-runs');
  await screen.findByRole('heading', { level: 1, name: 'How a sale runs' });
  await screen.findByRole('region', { name: 'The buyer may' });
  const regions = ['The buyer', 'Our staff', 'The seller', 'Reliquary'].map((who) => `${who} may`);
  const steps = Object.values(COMMANDS).flat().length;
  expect(regions.flatMap(rowsOf)).toHaveLength(steps);
  expect(rowsOf('The seller may')).toContainEqual(['Confirm shipment', 'Awaiting Shipping', 'Shipment confirmed']);
  expect(rowsOf('The buyer may')).toContainEqual([
    'Pause the escrow',
    'In Escrow, if nothing blocks the sale, in the last 74 hours of the escrow and the pauses add up to less than 30 days',
    'Escrow paused',
  ]);
  expect(rowsOf('The buyer may')).toContainEqual([
    'Cancel the sale',
    'Awaiting Shipping, if within 60 minutes of paying',
    'Sale cancelled and Refund requested',
  ]);
});

test('lists every deadline with length, actor, effect and recorded events', async () => {
  open('/how-a-sale-runs');
  await screen.findByRole('heading', { level: 1, name: 'How a sale runs' });
  await screen.findByRole('region', { name: 'Deadlines' });
  const rows = rowsOf('Deadlines');
  expect(rows).toHaveLength(DEADLINES.length);
  expect(rows).toContainEqual([
    'Shipment must be confirmed',
    'The seller',
    'Awaiting Shipping, if neither the bank nor our staff block it',
    '4 days, from “Payment received or Shipment clock resumed”',
    'Otherwise the sale is cancelled and the buyer refunded in fullRecorded: Shipment deadline missed and Refund requested',
  ]);
  const effects = rows.map((cells) => cells.at(-1)?.split('Recorded: ')[1]);
  const titles = (events: readonly TransactionEventType[], last: string) =>
    joined([...new Set(events.map((event) => transactionTitle(event)))], last);
  const fired = Object.values(DEADLINE_ROWS).map((row) => {
    if (!('fires' in row)) return undefined;
    return titles(row.fires, 'and') + (row.also ? `. Possibly also: ${titles(row.also, 'or')}` : '');
  });
  expect(effects).toEqual(fired);
  const lengths = Object.fromEntries(rows.map(([title, , , length]) => [title, length?.replace(/, from .*/, '')]));
  expect(lengths).toEqual({
    'Payment window ends': '30 minutes',
    'Bank payment must have arrived': '7 days',
    'Reminder to the seller': '1 day before “Shipment must be confirmed”',
    'Shipment must be confirmed': '4 days',
    'Notice to the buyer: 3 days left': '3 days before “Escrow ends, money released”',
    'Notice to the buyer: 1 day left': '1 day before “Escrow ends, money released”',
    'Escrow ends, money released': '12 days',
    'Reminder of the pause': '7 days',
    'Pause ends': '30 days',
    'Seller must answer the return': '2 days',
    'Item must be sent back': '5 business days',
    'Return counts as received': '12 days',
    'Seller must answer the dispute': '3 days',
    'Staff aim to decide the dispute': '5 business days',
    'Offer lapses': '3 days',
    'Time to appeal': '5 business days',
    'The proposed decision must be confirmed': '3 business days',
    'Refund must be confirmed': '7 business days',
    'Refund is tried again': '1 hour, 1 day and 3 days after each failure',
    'Refund of a second payment is tried again': '1 hour, 1 day and 3 days after each failure',
    'Payout run': 'the payout run after 2 business days, at 10:00 in Amsterdam',
    'The provider is asked about the payout': '1 business day',
    'Payout must be confirmed': '5 business days',
    'Payout is tried again': '1 day, 3 days and 7 days after each failure',
    'Money held for 75 days': '75 days',
  });
});
