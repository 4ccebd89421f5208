import { expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { ledger } from '#projections/transactions/ledger/projection.ts';
import { balancesOfPeriod } from '#projections/transactions/ledger/queries.ts';
import { movedBetween, waitingNow } from '#projections/transactions/ledger/weeklyReport.ts';
import { cases, transactions } from '#projections/transactions/projection.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { NOW } from '../given.ts';
import { fill } from '../harness.ts';
import { interleave, openTransaction, VERIFIED } from './transactionRows.ts';

const database = useDatabase();
type Story = ReturnType<typeof openTransaction>;
const given = (...stories: Story[]) =>
  fill(
    database.knex,
    [ledger, transactions, cases],
    interleave(
      Object.fromEntries(stories.map(({ sale: transaction, events }) => [`transaction-${transaction.id}`, events])),
    ),
  );
const numbered = (n: number, at = NOW) => openTransaction({ id: String(n).padStart(32, '0'), at });

test('a report sums only the money that moved in its period [D2-018]', async () => {
  const later = NOW + 100 * DAY;
  await given(numbered(1).completed(), numbered(2).refunded(), numbered(3).paid(), numbered(4, later).completed());
  expect(await movedBetween(database.knex, NOW, later)).toEqual({
    sales: 3,
    captured: 3 * 4_200,
    returned: 4_200,
    paidOut: 4_000,
    fees: 200,
    losses: 0,
    failedPayouts: 0,
  });
  expect(await movedBetween(database.knex, later, later + 100 * DAY)).toMatchObject({ sales: 1, captured: 4_200 });
  expect(await movedBetween(database.knex, NOW - 100 * DAY, NOW)).toEqual({
    sales: 0,
    captured: 0,
    returned: 0,
    paidOut: 0,
    fees: 0,
    losses: 0,
    failedPayouts: 0,
  });
});

test('counts money that a bank returns as less refunded, not as paid', async () => {
  const back = numbered(1).refunded().later(DAY);
  const { id, amount } = back.sale.refund!;
  back.told({ kind: 'refund.failed', refundId: id, reason: 'the account is closed' });
  const claim = { chargebackId: 'cb_1', amount: 3_000 };
  const given3000 = numbered(2)
    .paid()
    .later(DAY)
    .told({ kind: 'chargeback.lost', ...claim })
    .later(DAY);
  await given(back, given3000.told({ kind: 'chargeback.won', ...claim, amount: 1_000 }));
  const later = NOW + 100 * DAY;
  expect(amount).toBe(4_200);
  expect(await movedBetween(database.knex, NOW, later)).toMatchObject({ sales: 2, captured: 8_400, returned: 2_000 });
  expect(await movedBetween(database.knex, NOW + DAY, later)).toMatchObject({
    sales: 0,
    captured: 0,
    returned: -2_200,
  });
});

test('counts payments from our own bank account like payouts of the provider', async () => {
  const story = numbered(1).shipped();
  const bank = (end: 'lost' | 'won') =>
    story.later(HOUR).told({ kind: `chargeback.${end}`, chargebackId: 'cb_1', amount: 500 });
  story.buyer({ type: 'ConfirmDelivery', seller: VERIFIED });
  bank('lost').at(story.sale.payout.runAt!).due('payoutRun').later(HOUR);
  story.told({ kind: 'payout.paid', payoutId: story.sale.payout.id!, amount: story.sale.payout.amount });
  const transfer = { what: 'kept', reference: 'Rest', rationale: 'given back late', seller: VERIFIED } as const;
  await given(
    bank('won')
      .later(HOUR)
      .staff({ type: 'SettleOutsideProvider', ...transfer }),
  );
  expect(story.sale).toMatchObject({ paidOut: 3_500, keptPaid: 500 });
  expect(await movedBetween(database.knex, NOW, NOW + 100 * DAY)).toMatchObject({
    captured: 4_200,
    returned: 0,
    paidOut: 4_000,
    fees: 200,
  });
});

test('counts a difference that staff booked as a loss, and as returned to nobody', async () => {
  const story = numbered(1).shipped();
  const difference = { object: 'payment', objectId: 'pay_1', lost: 300, rationale: 'a fee' } as const;
  await given(story.later(HOUR).staff({ type: 'BookDifference', ...difference }));
  expect(await movedBetween(database.knex, NOW, NOW + 100 * DAY)).toMatchObject({
    captured: 4_200,
    returned: 0,
    losses: 300,
  });
});

test('does not count money kept for a seller as a fee, even if one event moves both', async () => {
  const story = (n: number) => {
    const transaction = numbered(n).shipped();
    transaction.buyer({ type: 'ConfirmDelivery', seller: VERIFIED });
    const bank = (end: 'lost' | 'won', amount = 500, chargebackId = 'cb_1') =>
      transaction.later(HOUR).told({ kind: `chargeback.${end}`, chargebackId, amount });
    bank('lost').at(transaction.sale.payout.runAt!).due('payoutRun');
    bank('won');
    return { sale: transaction, bank };
  };
  const [kept, takenAgain, failed] = [story(1), story(2), story(3)];
  takenAgain.bank('lost');
  const payoutId = failed.sale.sale.payout.id!;
  failed.sale.later(HOUR).told({ kind: 'payout.failed', payoutId, reason: 'bank closed', accountAtFault: false });
  const beforeTheEnd = failed.sale.now;
  failed.bank('lost', 3_700, 'cb_2');
  await given(kept.sale, takenAgain.sale, failed.sale);
  const sales = [kept, takenAgain, failed].map(({ sale: transaction }) => transaction.sale);
  expect(sales.map(({ keptForSeller, feeTaken }) => [keptForSeller, feeTaken])).toEqual([
    [500, 200],
    [0, 200],
    [500, 0],
  ]);
  expect(await balancesOfPeriod(database.knex, {})).toContainEqual(
    expect.objectContaining({
      account: 'fee_income',
      opening: 0,
      movement: 400 + 1_000,
      amount: 400 + 1_000,
    }),
  );
  expect(await movedBetween(database.knex, NOW, NOW + 100 * DAY)).toMatchObject({ fees: 400 });
  await given(failed.bank('won', 3_700, 'cb_2'));
  expect(failed.sale.sale).toMatchObject({ keptForSeller: 0, feeTaken: 0 });
  expect(await movedBetween(database.knex, beforeTheEnd, NOW + 100 * DAY)).toMatchObject({ fees: -200 });
});

test('counts open work as of now [D2-018]', async () => {
  await given(numbered(1).completed());
  expect(await waitingNow(database.knex)).toEqual({ openCases: 0, failingRefunds: 0 });
  await database.knex
    .withSchema('read_cases')
    .table('cases')
    .insert({ transaction_id: 'x', kind: 'lateClaim', since: 1, due_at: 2 });
  expect(await waitingNow(database.knex)).toEqual({ openCases: 1, failingRefunds: 0 });
});
