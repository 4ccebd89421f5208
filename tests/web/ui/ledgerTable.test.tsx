// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { balancesOf, LedgerTable } from '#web/ui/LedgerTable.tsx';

afterEach(cleanup);

const rows = () =>
  screen.getAllByRole('row').map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));

test('sums each currency separately', () => {
  render(
    <LedgerTable
      caption="Balances"
      balances={[
        { account: 'escrow', amount: 12.5, currency: 'EUR' },
        { account: 'psp_clearing', amount: -12.5, currency: 'EUR' },
        { account: 'psp_clearing.usd', amount: -50, currency: 'USD' },
        { account: 'refund_transit.usd', amount: 40, currency: 'USD' },
      ]}
    />,
  );
  expect(rows().slice(1)).toEqual([
    ['escrow', '€12.50'],
    ['psp_clearing', '-€12.50'],
    ['psp_clearing.usd', 'USD -50.00'],
    ['refund_transit.usd', 'USD 40.00'],
    ['Sums to zero', '€0.00'],
    ['Does not sum to zero', 'USD -10.00'],
  ]);
});

test('sums entries in the smallest unit of their currency', () => {
  const entry = (amount: number, currency: string) => ({ account: `escrow ${currency}`, amount, currency });
  expect(balancesOf([entry(0.1, 'EUR'), entry(0.2, 'EUR'), entry(1_234, 'JPY'), entry(0.001, 'KWD')])).toEqual([
    entry(0.3, 'EUR'),
    entry(1_234, 'JPY'),
    entry(0.001, 'KWD'),
  ]);
});
