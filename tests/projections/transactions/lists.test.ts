import { describe, expect, test } from 'vitest';
import { CASE_KEEPS_ACCOUNT } from '#domain/accounts/limits.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { CLOSABLE_CASES, type ClosableCase } from '#domain/transactions/caseKinds.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { endsByHand } from '#domain/transactions/owedOutside.ts';
import {
  openTransactionsOf,
  shareOpenTransaction,
  transactionHistory,
  transactionsOf,
  transactionsThatNeed,
  unpaidTransactionsOf,
} from '#projections/transactions/queries.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, SELLER } from '../given.ts';
import { fillTransactions, type Story } from './transactionHarness.ts';
import { openTransaction, VERIFIED } from './transactionRows.ts';

const database = useDatabase();
const given = (...stories: Story[]) => fillTransactions(database.knex, stories);

/** Staff close every case that they can. */
const closed = (story: Story): Story => {
  for (const { kind } of openCases(story.sale))
    if (isClosable(kind) && endsByHand(story.sale, kind)) story.staff({ type: 'CloseCase', kind, note: 'read' });
  return story;
};
const isClosable = (kind: string): kind is ClosableCase => (CLOSABLE_CASES as readonly string[]).includes(kind);

describe('lists', () => {
  const id = (n: number) => String(n).padStart(32, '0');
  const many = () => [
    ...[1, 2, 3].map((n) => openTransaction({ id: id(n), at: NOW - n * 5 * DAY }).paid()),
    openTransaction({ id: id(4), at: NOW - 200 * DAY }).expired(),
    openTransaction({ id: id(5), at: NOW - 400 * DAY }).completed(),
    openTransaction({ id: id(6), at: NOW, buyerId: SELLER, sellerId: BUYER }).paid(),
  ];
  const query = { type: 'purchase', status: 'all', dateRange: 'all', page: 1, limit: 10 } as const;
  const idsOf = async (change: object) => {
    const { transactions } = await transactionHistory(database.knex, BUYER, { ...query, ...change }, NOW);
    return transactions.map(({ _id }) => Number(_id));
  };

  test('puts transactions that wait for the reader first, by deadline, and counts them', async () => {
    const waiting = openTransaction({ id: id(7), at: NOW - 30 * DAY }).shipped();
    const sooner = openTransaction({ id: id(8), at: NOW - 40 * DAY }).shipped();
    const toShip = openTransaction({ id: id(9), buyerId: SELLER, sellerId: BUYER, at: NOW - 50 * DAY }).paid();
    await given(
      ...[1, 2, 3].map((n) => openTransaction({ id: id(n), at: NOW - n * DAY }).completed()),
      waiting,
      sooner,
      toShip,
    );
    expect(await idsOf({})).toEqual([8, 7, 1, 2, 3]);
    const { transactions, hasMore } = await transactionsThatNeed(database.knex, BUYER, NOW);
    expect(transactions.map(({ _id, needs }) => [Number(_id), needs.map(({ kind }) => kind)])).toEqual([
      [9, ['shipment']],
      [8, ['escrowEnd']],
      [7, ['escrowEnd']],
    ]);
    expect(hasMore).toBe(false);
    expect((await transactionsThatNeed(database.knex, SELLER, NOW)).transactions).toEqual([]);
  });

  test('purchases and sales are separate lists, newest first [D2-285]', async () => {
    await given(...many());
    expect(await idsOf({})).toEqual([1, 2, 3, 4, 5]);
    expect(await idsOf({ type: 'sale' })).toEqual([6]);
  });

  test('filters by status; `all` filters nothing [D2-287]', async () => {
    await given(...many());
    expect(await idsOf({ status: 'CANCELLED' })).toEqual([4]);
    expect(await idsOf({ status: 'IN_ESCROW' })).toEqual([]);
  });

  test('week, month and year are counted back from now [D2-288]', async () => {
    await given(...many());
    expect(await idsOf({ dateRange: 'week' })).toEqual([1]);
    expect(await idsOf({ dateRange: 'month' })).toEqual([1, 2, 3]);
    expect(await idsOf({ dateRange: 'year' })).toEqual([1, 2, 3, 4]);
  });

  test('pages know the exact total and whether there is more [D2-285]', async () => {
    await given(...many());
    const page = (n: number) => transactionHistory(database.knex, BUYER, { ...query, page: n, limit: 2 }, NOW);
    expect(await page(1)).toMatchObject({ totalCount: 5, hasMore: true });
    expect(await page(3)).toMatchObject({ totalCount: 5, hasMore: false, transactions: [{ _id: id(5) }] });
    expect(await page(4)).toMatchObject({ totalCount: 5, hasMore: false, transactions: [] });
  });

  test('my transactions are the purchases and the sales [D2-284]', async () => {
    await given(...many());
    const { transactions, totalCount, hasMore } = await transactionsOf(database.knex, BUYER, NOW);
    expect(transactions.map(({ _id, role }) => [Number(_id), role])).toEqual([
      [6, 'seller'],
      ...[1, 2, 3, 4, 5].map((n) => [n, 'buyer']),
    ]);
    expect({ totalCount, hasMore }).toEqual({ totalCount: 6, hasMore: false });
  });

  test('counts a transaction with money for both parties until the money has left', async () => {
    await given(openTransaction().delivered());
    expect(await openTransactionsOf(database.knex, BUYER, NOW)).toBe(1);
    expect(await openTransactionsOf(database.knex, SELLER, NOW)).toBe(1);
    await given(openTransaction().completed());
    expect(await openTransactionsOf(database.knex, BUYER, NOW)).toBe(0);
    expect(await openTransactionsOf(database.knex, SELLER, NOW)).toBe(0);
  });

  test('shows in a list that a bank or staff hold the transaction', async () => {
    const holdsInList = async () => (await transactionsOf(database.knex, BUYER, NOW)).transactions[0]?.holds;
    const story = openTransaction().shipped();
    await given(story);
    expect(await holdsInList()).toEqual([]);
    await given(story.told({ kind: 'chargeback.opened', chargebackId: 'cb1', amount: 500, currency: 'EUR' }));
    expect(await holdsInList()).toEqual(['chargeback']);
    await given(story.staff({ type: 'PlaceStaffHold', reason: 'casts' }));
    expect(await holdsInList()).toEqual(['chargeback', 'staff']);
  });

  test('waits for payment from the purchase until the payment, for the seller', async () => {
    for (const unpaid of [
      openTransaction().created(),
      openTransaction().created().addressed(),
      openTransaction().failed(),
    ]) {
      await given(unpaid);
      expect(await unpaidTransactionsOf(database.knex, SELLER), unpaid.sale.status).toEqual([unpaid.sale.id]);
      expect(await unpaidTransactionsOf(database.knex, BUYER)).toEqual([]);
    }
    for (const no of [openTransaction().paid(), openTransaction().expired()]) {
      await given(no);
      expect(await unpaidTransactionsOf(database.knex, SELLER), no.sale.status).toEqual([]);
    }
  });

  test('two accounts share a transaction until it is over, in both roles', async () => {
    await given(openTransaction().delivered());
    expect(await shareOpenTransaction(database.knex, BUYER, SELLER)).toBe(true);
    expect(await shareOpenTransaction(database.knex, SELLER, BUYER)).toBe(true);
    expect(await shareOpenTransaction(database.knex, BUYER, BUYER)).toBe(false);
    for (const over of [openTransaction().completed(), openTransaction().refunded(), openTransaction().expired()]) {
      await given(over);
      expect(await shareOpenTransaction(database.knex, BUYER, SELLER), over.sale.status).toBe(false);
      expect(await openTransactionsOf(database.knex, BUYER, NOW), over.sale.status).toBe(0);
    }
  });

  test('a second payment that was not returned yet prevents the erasure of its buyer [L-018]', async () => {
    const twice = openTransaction().completed().paidAgain();
    await given(twice);
    expect(await openTransactionsOf(database.knex, BUYER, NOW)).toBe(1);
    expect(await openTransactionsOf(database.knex, SELLER, NOW)).toBe(0);
    await given(twice.secondPaymentBack());
    expect(await openTransactionsOf(database.knex, BUYER, NOW)).toBe(0);
  });

  test('keeps both parties of a transaction with an open case from being erased, for a year or until staff close it [L-018]', async () => {
    const claimed = openTransaction().completed();
    claimed.buyer({ type: 'OpenDispute', category: 'DAMAGED', claim: 0, text: 'a wing', evidence: [] });
    await given(claimed);
    for (const party of [BUYER, SELLER]) expect(await openTransactionsOf(database.knex, party, NOW)).toBe(1);
    expect(await openTransactionsOf(database.knex, 'd'.repeat(32), NOW)).toBe(0);
    const [claim] = openCases(claimed.sale);
    const end = (claim?.since ?? 0) + CASE_KEEPS_ACCOUNT;
    expect(await openTransactionsOf(database.knex, BUYER, end - 1)).toBe(1);
    expect(await openTransactionsOf(database.knex, BUYER, end)).toBe(0);
    await given(claimed.staff({ type: 'CloseCase', kind: 'lateClaim', note: 'heard both' }));
    for (const party of [BUYER, SELLER]) expect(await openTransactionsOf(database.knex, party, NOW)).toBe(0);
  });

  test('does not keep an account after staff paid the debt by bank transfer', async () => {
    const twice = openTransaction().completed().paidAgain();
    for (;;) {
      const { refundId, retryAt, state } = twice.sale.duplicates.pay_again!;
      if (state === 'failed' && retryAt === null) break;
      if (retryAt === null) twice.later(HOUR).told({ kind: 'refund.failed', refundId, reason: 'card closed' });
      else twice.at(retryAt).due('duplicateRetry');
    }
    await given(twice);
    expect(await openTransactionsOf(database.knex, BUYER, NOW)).toBe(1);
    const transfer = {
      what: 'duplicate',
      paymentId: 'pay_again',
      reference: 'Refund',
      rationale: 'card closed',
    } as const;
    await given(twice.later(HOUR).staff({ type: 'SettleOutsideProvider', ...transfer, seller: VERIFIED }));
    expect(await openTransactionsOf(database.knex, BUYER, NOW)).toBe(0);
  });

  test('keeps a seller from erasure if a bank returned money after their payout', async () => {
    const story = openTransaction().shipped();
    const bank = (end: 'opened' | 'lost' | 'won') =>
      story.later(HOUR).told({ kind: `chargeback.${end}`, chargebackId: 'cb_1', amount: 500 });
    bank('opened').buyer({ type: 'ConfirmDelivery', seller: { bankVerified: true, payoutsHeldUntil: null } });
    bank('lost').at(story.sale.payout.runAt!).due('payoutRun').later(HOUR);
    story.told({ kind: 'payout.paid', payoutId: story.sale.payout.id!, amount: story.sale.payout.amount });
    await given(bank('won'));
    expect([story.sale.status, story.sale.keptForSeller]).toEqual(['COMPLETED', 500]);
    expect(await openTransactionsOf(database.knex, SELLER, NOW)).toBe(1);
    await given(closed(bank('lost')));
    expect(await openTransactionsOf(database.knex, SELLER, NOW)).toBe(0);
    await given(bank('won'));
    expect(await openTransactionsOf(database.knex, SELLER, NOW)).toBe(1);
    const transfer = { what: 'kept', reference: 'Rest', rationale: 'given back late', seller: VERIFIED } as const;
    await given(closed(story.later(HOUR).staff({ type: 'SettleOutsideProvider', ...transfer })));
    expect(await openTransactionsOf(database.knex, SELLER, NOW)).toBe(0);
  });

  test('does not keep an overpaid seller from erasure if a bank returned as much', async () => {
    const story = openTransaction().shipped();
    story.buyer({ type: 'ConfirmDelivery', seller: { bankVerified: true, payoutsHeldUntil: null } });
    story.at(story.sale.payout.runAt!).due('payoutRun').later(HOUR);
    const { id, amount } = story.sale.payout;
    story.told({ kind: 'payout.failed', payoutId: id!, reason: 'bank closed', accountAtFault: false });
    const bank = (end: 'lost' | 'won') =>
      story.later(HOUR).told({ kind: `chargeback.${end}`, chargebackId: 'cb_1', amount: 500 });
    bank('lost').told({ kind: 'payout.paid', payoutId: id!, amount });
    await given(closed(bank('won')));
    expect(story.sale).toMatchObject({ status: 'COMPLETED', keptForSeller: 500, overpaid: 500 });
    expect(await openTransactionsOf(database.knex, SELLER, NOW)).toBe(0);
  });
});
