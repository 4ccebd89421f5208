import { describe, expect, test } from 'vitest';
import { ledger } from '#projections/ledger/projection.ts';
import { balancesOf, entriesOf, ledgerTotals } from '#projections/ledger.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { interleave, openSale, SALE, STORIES } from './sales.ts';
import { contentsOf, fill } from './stand.ts';

const database = useDatabase();
type Story = ReturnType<typeof openSale>;
const historyOf = (...stories: Story[]) =>
  interleave(Object.fromEntries(stories.map(({ sale, events }) => [`transaction-${sale.id}`, events])));
const given = (...stories: Story[]) => fill(database.knex, [ledger], historyOf(...stories));

test('money that was paid stands in escrow', async () => {
  await given(openSale().paid());
  expect(await balancesOf(database.knex, SALE)).toEqual([{ account: `escrow:${SALE}`, amount: 4_200 }]);
  expect(await ledgerTotals(database.knex)).toEqual({ escrow: 4_200, psp_clearing: -4_200 });
});

test('a completed sale leaves the fee to the marketplace and the rest to the seller', async () => {
  await given(openSale().completed());
  expect(await balancesOf(database.knex, SALE)).toEqual([]);
  expect(await balancesOf(database.knex)).toEqual([
    { account: 'fee_income', amount: 200 },
    { account: 'psp_clearing', amount: -4_200 },
    { account: 'seller_paid', amount: 4_000 },
  ]);
});

test('a refunded sale leaves nothing', async () => {
  await given(openSale().refunded());
  expect(await balancesOf(database.knex)).toEqual([]);
  expect((await entriesOf(database.knex, SALE)).map(({ account, amount }) => [account, amount])).toEqual([
    ['psp_clearing', -4_200],
    [`escrow:${SALE}`, 4_200],
    [`escrow:${SALE}`, -4_200],
    [`refund_transit:${SALE}`, 4_200],
    [`refund_transit:${SALE}`, -4_200],
    ['psp_clearing', 4_200],
  ]);
});

test('all balances together are zero, and built again from the events they are the same [L-136]', async () => {
  const stories = STORIES.map((chapter, n) =>
    openSale({ id: String(n).padStart(32, '0'), amount: 1_999 + n })[chapter](),
  );
  await given(...stories);
  const first = await contentsOf(database.knex, ledger);
  expect(first.entries!.length).toBeGreaterThan(20);
  expect(Object.values(await ledgerTotals(database.knex)).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  await given(...stories);
  expect(await contentsOf(database.knex, ledger)).toEqual(first);
});

describe('the database refuses', () => {
  const entry = (amount: number, place = 0) => ({
    ...{ position: '9', place, event_id: 'made up', transaction_id: SALE, at: 0, account: 'fee_income', amount },
  });
  const entries = () => database.knex.withSchema('read_ledger').table('entries');

  test('entries of an event that do not sum to zero [L-138]', async () => {
    await given(openSale().paid());
    await expect(entries().insert([entry(100), entry(-99, 1)])).rejects.toThrow('do not sum to zero');
    await entries().insert([entry(100), entry(-100, 1)]);
  });

  test('to change or delete an entry', async () => {
    await given(openSale().paid());
    await expect(entries().update({ amount: 1 })).rejects.toThrow('never changed');
    await expect(entries().delete()).rejects.toThrow('never changed');
  });
});
