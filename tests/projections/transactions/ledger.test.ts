import { describe, expect, test } from 'vitest';
import { expectedAtProvider, faultsOf } from '#domain/reconciliation/bookChecks.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import { HOUR } from '#domain/shared/instants.ts';
import { ledger } from '#projections/transactions/ledger/projection.ts';
import {
  balancesOfPeriod,
  entriesOf,
  entriesPage,
  readBooks,
  shownBalance,
  shownEntry,
  tAccountsOfTransaction,
} from '#projections/transactions/ledger/queries.ts';
import { movedBetween } from '#projections/transactions/ledger/weeklyReport.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { contentsOf, fill } from '../harness.ts';
import { interleave, openTransaction, STORIES, TRANSACTION, VERIFIED } from './transactionRows.ts';

const database = useDatabase();
const balancesOf = async (transaction: TransactionId) =>
  (await balancesOfPeriod(database.knex, { transaction })).flatMap(({ account, amount }) =>
    amount === 0 ? [] : [{ account, amount }],
  );
const ledgerTotals = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await balancesOfPeriod(database.knex, {})).map(({ account, amount }) => [account, amount]));
type Story = ReturnType<typeof openTransaction>;
const historyOf = (...stories: Story[]) =>
  interleave(
    Object.fromEntries(stories.map(({ sale: transaction, events }) => [`transaction-${transaction.id}`, events])),
  );
const given = (...stories: Story[]) => fill(database.knex, [ledger], historyOf(...stories));

test('holds paid money in escrow', async () => {
  await given(openTransaction().paid());
  expect(await balancesOf(TRANSACTION)).toEqual([
    { account: `escrow:${TRANSACTION}`, amount: 4_200 },
    { account: 'psp_clearing', amount: -4_200 },
  ]);
  expect(await ledgerTotals()).toEqual({ escrow: 4_200, psp_clearing: -4_200 });
});

test('gives the fee to the marketplace and the rest to the seller when completed', async () => {
  await given(openTransaction().completed());
  expect(await balancesOf(TRANSACTION)).toEqual([
    { account: 'fee_income', amount: 200 },
    { account: 'psp_clearing', amount: -4_200 },
    { account: 'seller_paid', amount: 4_000 },
  ]);
});

test('keeps money at the provider that staff paid by bank transfer, without counting it as income', async () => {
  const story = openTransaction()
    .paid()
    .later(HOUR)
    .seller({ type: 'Cancel', reason: 'SHIPPING_ISSUES', otherReason: null });
  while (story.sale.refund?.state !== 'failed' || story.sale.refund.retryAt !== null) {
    const { id, retryAt } = story.sale.refund!;
    if (retryAt === null) story.later(HOUR).told({ kind: 'refund.failed', refundId: id, reason: 'card closed' });
    else story.at(retryAt).due('refundRetry');
  }
  const transfer = { what: 'refund', reference: 'Refund', rationale: 'card closed', seller: VERIFIED } as const;
  await given(story.later(HOUR).staff({ type: 'SettleOutsideProvider', ...transfer }));
  expect(await balancesOf(TRANSACTION)).toEqual([
    { account: 'own_bank', amount: 4_200 },
    { account: 'psp_clearing', amount: -4_200 },
  ]);
  const moved = await movedBetween(database.knex, 0, Number.MAX_SAFE_INTEGER);
  expect(moved).toMatchObject({ sales: 1, captured: 4_200, returned: 4_200, losses: 0 });
});

test('holds nothing after a refund', async () => {
  await given(openTransaction().refunded());
  expect(await balancesOf(TRANSACTION)).toEqual([]);
  expect((await entriesOf(database.knex, TRANSACTION)).map(({ account, amount }) => [account, amount])).toEqual([
    ['psp_clearing', -4_200],
    [`escrow:${TRANSACTION}`, 4_200],
    [`escrow:${TRANSACTION}`, -4_200],
    [`refund_transit:${TRANSACTION}`, 4_200],
    [`refund_transit:${TRANSACTION}`, -4_200],
    ['psp_clearing', 4_200],
  ]);
});

describe('the T-account of a transaction', () => {
  const tAccount = async () => (await tAccountsOfTransaction(database.knex, TRANSACTION))[0];
  const NOTHING = { covered: 0, refunded: 0, chargedBack: 0, paidOut: 0, fees: 0, held: 0, difference: 0 };

  test('holds everything that was captured', async () => {
    await given(openTransaction().paid());
    expect(await tAccount()).toEqual({ ...NOTHING, currency: 'EUR', captured: 4_200, held: 4_200 });
  });

  test('names the refund', async () => {
    await given(openTransaction().refunded());
    expect(await tAccount()).toEqual({ ...NOTHING, currency: 'EUR', captured: 4_200, refunded: 4_200 });
  });

  test('divides a completed transaction into payout and fee', async () => {
    await given(openTransaction().completed());
    expect(await tAccount()).toEqual({ ...NOTHING, currency: 'EUR', captured: 4_200, paidOut: 4_000, fees: 200 });
  });

  test('differs by the amount of a missing entry', async () => {
    await given(openTransaction().completed());
    await database.knex.raw('ALTER TABLE read_ledger.entries DISABLE TRIGGER append_only');
    await entries().where({ transaction_id: TRANSACTION, account: 'seller_paid' }).delete();
    expect(await tAccount()).toMatchObject({ captured: 4_200, paidOut: 0, fees: 200, difference: 4_000 });
  });
});

test('balances sum to zero, and a rebuild from the events gives the same [L-136]', async () => {
  const stories = STORIES.map((chapter, n) =>
    openTransaction({ id: String(n).padStart(32, '0'), amount: 1_999 + n })[chapter](),
  );
  await given(...stories);
  const first = await contentsOf(database.knex, ledger);
  expect(first.entries!.length).toBeGreaterThan(20);
  expect(Object.values(await ledgerTotals()).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  await given(...stories);
  expect(await contentsOf(database.knex, ledger)).toEqual(first);
});

/** An entry that no event has written. */
const entry = (amount: number, place = 0, { account = 'fee_income', balance = 0 } = {}) => ({
  position: '9',
  place,
  event_id: 'made up',
  revision: 0,
  fact: 'EscrowReleased',
  transaction_id: TRANSACTION,
  at: 0,
  account,
  amount,
  balance,
});
const table = (name: string) => database.knex.withSchema('read_ledger').table(name);
const entries = () => database.knex.withSchema('read_ledger').table('entries');

describe('money in another currency', () => {
  const dollars = (captured = 5_000) =>
    ({ kind: 'payment.paid', sessionId: 's1', paymentId: 'p1', captured, currency: 'USD' }) as const;
  const mispaid = () => openTransaction().created().addressed().later(60_000).told(dollars());

  test('has its own accounts, apart from the euros', async () => {
    await given(mispaid(), openTransaction({ id: '9'.repeat(32) }).paid());
    expect(await balancesOf(TRANSACTION)).toEqual([
      { account: 'psp_clearing.usd', amount: -5_000 },
      { account: `refund_transit.usd:${TRANSACTION}`, amount: 5_000 },
    ]);
    expect(await ledgerTotals()).toMatchObject({ psp_clearing: -4_200, 'psp_clearing.usd': -5_000 });
    await database.knex('projections.checkpoints').where({ name: 'ledger' }).update({ position: '7' });
    const books = (await readBooks(database.knex))!;
    expect(expectedAtProvider(books)).toBe(4_200);
    expect(faultsOf({ books, atProvider: 4_200, behind: false })).toEqual([]);
    const uneven = { ...books, totals: { ...books.totals, escrow: 4_300, 'escrow.usd': -100 } };
    expect(faultsOf({ books: uneven, atProvider: 4_200, behind: false })).toEqual(['sumIsNotZero']);
    expect((await movedBetween(database.knex, 0, Number.MAX_SAFE_INTEGER)).captured).toBe(4_200);
  });

  test('is shown in its own units, with the currency', async () => {
    await given(mispaid());
    expect((await entriesOf(database.knex, TRANSACTION)).map(shownEntry)[0]).toMatchObject({
      account: 'psp_clearing.usd',
      amount: -50,
      currency: 'USD',
    });
    expect(shownBalance({ account: 'escrow.jpy', amount: 5_000 })).toEqual({
      account: 'escrow.jpy',
      amount: 5_000,
      currency: 'JPY',
    });
  });

  test('cannot balance euros, go below zero, or remain in a transaction that is over', async () => {
    await given(mispaid());
    const mixed = [
      entry(-1, 0, { account: 'psp_clearing', balance: -1 }),
      entry(1, 1, { account: `escrow.usd:${TRANSACTION}`, balance: 1 }),
    ];
    await expect(entries().insert(mixed)).rejects.toThrow('do not sum to zero');
    const below = [
      entry(1, 0, { account: 'psp_clearing.usd', balance: 1 }),
      entry(-1, 1, { account: `escrow.usd:${TRANSACTION}`, balance: -1 }),
    ];
    await expect(entries().insert(below)).rejects.toThrow('check constraint');
    await expect(table('statuses').update({ status: 'REFUNDED' })).rejects.toThrow(
      `refund_transit.usd:${TRANSACTION} is not empty`,
    );
  });
});

describe('the database refuses', () => {
  test('entries of an event that do not sum to zero [L-138]', async () => {
    await given(openTransaction().paid());
    await expect(entries().insert([entry(100), entry(-99, 1)])).rejects.toThrow('do not sum to zero');
    await entries().insert([entry(100), entry(-100, 1)]);
  });

  test('a changed or deleted entry', async () => {
    await given(openTransaction().paid());
    await expect(entries().update({ amount: 1 })).rejects.toThrow('never changed');
    await expect(entries().delete()).rejects.toThrow('never changed');
  });

  test.each(['escrow', 'seller_payable', 'payout_transit', 'refund_transit', 'duplicate', 'fee_income', 'seller_paid'])(
    'the entry that would take %s below zero [L-139]',
    async (kind) => {
      await given(openTransaction().paid());
      const account = ['fee_income', 'seller_paid'].includes(kind) ? kind : `${kind}:${TRANSACTION}`;
      const below = [entry(-1, 0, { account, balance: -1 }), entry(1, 1, { account: 'psp_clearing', balance: 1 })];
      await expect(entries().insert(below)).rejects.toThrow('check constraint');
      await expect(table('balances').insert({ account: `${account}x`, amount: -1 })).rejects.toThrow(
        'check constraint',
      );
    },
  );

  test('a positive balance of losses', async () => {
    await given(openTransaction().paid());
    await expect(table('balances').insert({ account: 'platform_loss', amount: 1 })).rejects.toThrow('check constraint');
  });

  test.each(['COMPLETED', 'REFUNDED'])('to mark a sale as %s while it holds money [L-142]', async (status) => {
    await given(openTransaction().paid());
    await expect(table('statuses').where({ id: TRANSACTION }).update({ status })).rejects.toThrow(
      `the sale is over, but escrow:${TRANSACTION} is not empty`,
    );
    await table('statuses').where({ id: TRANSACTION }).update({ status: 'IN_ESCROW' });
  });
});

test('enforces the same rules after a rebuild was swapped in', async () => {
  await given(openTransaction().paid());
  await database.knex.raw('ALTER SCHEMA read_ledger RENAME TO read_ledger_swapped');
  const statuses = database.knex.withSchema('read_ledger_swapped').table('statuses');
  await expect(statuses.update({ status: 'REFUNDED' })).rejects.toThrow('the sale is over');
  await database.knex.raw('DROP SCHEMA read_ledger_swapped CASCADE');
});

test('stores the balance after each entry', async () => {
  await given(openTransaction().refunded());
  const rows = await database.knex
    .withSchema('read_ledger')
    .table('entries')
    .where({ account: `escrow:${TRANSACTION}` })
    .orderBy('position')
    .select('amount', 'balance');
  expect(rows).toEqual([
    { amount: 4_200, balance: 4_200 },
    { amount: -4_200, balance: 0 },
  ]);
});

test('reports totals, and finds a balance that differs from its entries', async () => {
  await given(openTransaction().completed());
  await database.knex('projections.checkpoints').where({ name: 'ledger' }).update({ position: '7' });
  const totals = { fee_income: 200, psp_clearing: -4_200, seller_paid: 4_000 };
  const books = await readBooks(database.knex);
  expect(books).toMatchObject({ totals, wrongBalances: 0, leftovers: 0, position: '7' });
  expect(books?.entries).toBeGreaterThan(6);
  await database.knex
    .withSchema('read_ledger')
    .table('balances')
    .where({ account: 'fee_income' })
    .update({ amount: 199 });
  expect(await readBooks(database.knex)).toMatchObject({ totals, wrongBalances: 1 });
});

test('the book check finds a cancelled sale that still holds money [L-142]', async () => {
  await given(openTransaction().paid());
  await database.knex('projections.checkpoints').where({ name: 'ledger' }).update({ position: '7' });
  expect(await readBooks(database.knex)).toMatchObject({ leftovers: 0 });
  await database.knex.raw('DROP TRIGGER empty_at_the_end ON read_ledger.statuses');
  await database.knex.withSchema('read_ledger').table('statuses').update({ status: 'CANCELLED' });
  expect(await readBooks(database.knex)).toMatchObject({ leftovers: 1 });
});

describe('a period', () => {
  const EVENTS_AT = async () => {
    const entries = await entriesOf(database.knex, TRANSACTION);
    return [...new Set(entries.map(({ at }) => at))];
  };

  test('has an opening balance, a movement and a closing balance per account', async () => {
    await given(openTransaction().refunded());
    const [paid, , refunded] = await EVENTS_AT();
    const period = await balancesOfPeriod(database.knex, {
      transaction: TRANSACTION,
      from: paid! + 1,
      until: refunded,
    });
    expect(period).toEqual([
      { account: `escrow:${TRANSACTION}`, opening: 4_200, movement: -4_200, amount: 0, debits: 4_200, credits: 4_200 },
      { account: 'psp_clearing', opening: -4_200, movement: 0, amount: -4_200, debits: 4_200, credits: 0 },
      {
        account: `refund_transit:${TRANSACTION}`,
        opening: 0,
        movement: 4_200,
        amount: 4_200,
        debits: 0,
        credits: 4_200,
      },
    ]);
  });

  test('ends the T-account of its sale, too', async () => {
    await given(openTransaction().refunded());
    const [, , refunded] = await EVENTS_AT();
    const heldAndRefunded = async (until?: number) =>
      (await tAccountsOfTransaction(database.knex, TRANSACTION, until)).map(({ held, refunded: back }) => [held, back]);
    expect(await heldAndRefunded(refunded)).toEqual([[4_200, 0]]);
    expect(await heldAndRefunded()).toEqual([[0, 4_200]]);
  });

  test('divides the money at the provider into debits and credits', async () => {
    await given(openTransaction().refunded());
    const balances = await balancesOfPeriod(database.knex, { account: 'psp_clearing' });
    expect(balances).toMatchObject([{ amount: 0, debits: 4_200, credits: 4_200 }]);
  });

  test('sums the sales of each kind of account', async () => {
    await given(openTransaction().paid(), openTransaction({ id: '9'.repeat(32) }).paid());
    expect(await balancesOfPeriod(database.knex, {})).toEqual([
      { account: 'escrow', opening: 0, movement: 8_400, amount: 8_400, debits: 0, credits: 8_400 },
      { account: 'psp_clearing', opening: 0, movement: -8_400, amount: -8_400, debits: 8_400, credits: 0 },
    ]);
  });
});

describe('a page of entries', () => {
  const pageOf = (page: number, account?: string) =>
    entriesPage(database.knex, { transaction: TRANSACTION, account }, { page, limit: 1 });

  test('holds whole bookings, and names the event and its place', async () => {
    await given(openTransaction().completed());
    const { entries, bookings, totalCount } = await pageOf(2);
    expect(entries.length).toBeGreaterThan(1);
    expect(new Set(entries.map(({ eventId }) => eventId)).size).toBe(1);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    expect(totalCount).toBeGreaterThan(bookings);
    const [first] = await entriesOf(database.knex, TRANSACTION);
    expect(first).toMatchObject({ type: 'PaymentCaptured', revision: expect.any(Number) });
    expect(historyOf(openTransaction().completed())[first!.revision]!.type).toBe(first!.type);
  });

  test('narrows to one account', async () => {
    await given(openTransaction().completed());
    const { entries, totalCount } = await pageOf(1, 'fee_income');
    expect(entries.map(({ account, amount }) => [account, amount])).toEqual([['fee_income', 200]]);
    expect(totalCount).toBe(1);
  });
});
