// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { everyRight } from '#domain/access/everyRight.ts';
import { may } from '#domain/access/right.ts';
import { RIGHT_IN_WORDS } from '#domain/access/words.ts';
import { ROLES } from '#domain/shared/actor.ts';
import { freshBrowser } from '#tests/support/browser.tsx';
import { openAs } from '../../staff/desk.ts';

freshBrowser();

const tableOf = async () => {
  openAs(['auditor'], '/staff/roles', { 'GET admin/accounts-with-roles': { accounts: [], proposals: [] } });
  return within(await screen.findByRole('table', { name: 'Rights by thing, and by role' }));
};

const cellsOf = (table: Awaited<ReturnType<typeof tableOf>>, words: RegExp) =>
  within(table.getByRole('rowheader', { name: words }).closest('tr')!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('lists who has each right, from the access table', async () => {
  const table = await tableOf();
  for (const { name, right, verb } of everyRight.filter(({ right: { by } }) => by.some((who) => who !== 'system'))) {
    const words = verb === 'see' ? `See ${RIGHT_IN_WORDS[name]}` : RIGHT_IN_WORDS[name];
    const [row] = table
      .getAllByRole('rowheader')
      .filter(({ textContent }) => textContent?.toLowerCase() === words.toLowerCase());
    const cells = within(row!.closest('tr')!).getAllByRole('cell');
    for (const [index, role] of ROLES.entries())
      if (role !== 'member')
        expect(cells[index]?.textContent === 'yes', `${words}: ${role}`).toBe(
          may(right, role) && !right.by.some((who) => who === 'visitor'),
        );
  }
});

test('marks rights that need a reason or ownership', async () => {
  const table = await tableOf();
  expect(cellsOf(table, /questions to support/)).toEqual(['their own', 'with a reason', 'with a reason', '–']);
  expect(cellsOf(table, /texts of both parties and staff/)).toEqual([
    'in their own sales',
    'in a case, otherwise with a reason',
    'with a reason',
    '–',
  ]);
  expect(cellsOf(table, /the shipping address of a sale/)).toEqual([
    'as its buyer',
    'in a case, otherwise with a reason',
    '–',
    '–',
  ]);
  expect(document.body.textContent).toContain('reason is opened in a history');
  expect(document.body.textContent).not.toContain('stays closed');
  expect(cellsOf(table, /^See their own data/)).toEqual(['their own', '–', '–', '–']);
  expect(cellsOf(table, /^Decide disputes/)).toEqual(['–', 'yes', '–', '–']);
  expect(table.queryByText(RIGHT_IN_WORDS['account.do.erase'], { exact: false })).toBeNull();
});
