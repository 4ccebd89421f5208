import { expect, test } from 'vitest';
import { asHistoryPage, historySearch } from '#web/transactions/api/history.ts';
import { missingForTransactions } from '#web/transactions/components/list/TransactionsGate.tsx';
import { aTransaction } from './aSale.ts';

test('treats a bare array as the whole history [D2-140]', () => {
  expect(asHistoryPage([aTransaction(), aTransaction()])).toMatchObject({ totalCount: 2, hasMore: false });
  expect(asHistoryPage([aTransaction()]).transactions).toEqual([aTransaction()]);
});

test('keeps a page as it is', () => {
  const page = { transactions: [aTransaction()], totalCount: 31, hasMore: true };
  expect(asHistoryPage(page)).toBe(page);
});

test('leaves out status and date range when they are all [D2-287]', () => {
  expect(historySearch({ type: 'sale', status: 'all', dateRange: 'all' }, 1)).toBe('type=sale&page=1&limit=10');
  expect(historySearch({ type: 'purchase', status: 'COMPLETED', dateRange: 'week' }, 3)).toBe(
    'type=purchase&status=COMPLETED&dateRange=week&page=3&limit=10',
  );
});

const profile = (feeAccepted: boolean, verified: boolean) => ({
  platformAgreements: { termsAccepted: true, feeAccepted },
  bankAccount: { verified },
});

test('requires the seller terms for sales, then the bank account [D2-053] [D2-054] [D2-056]', () => {
  expect(missingForTransactions(profile(false, false))?.text).toBe(
    'To view your sales and receive payments, you need to become a seller by accepting our seller terms.',
  );
  expect(missingForTransactions(profile(true, false))?.text).toBe(
    'To view your sales and start receiving payments, you need to add your banking details. This information is encrypted and stored securely.',
  );
  expect(missingForTransactions(profile(true, true))).toBeNull();
});
