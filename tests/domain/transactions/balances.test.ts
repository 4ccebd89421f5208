import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyOf, currencyOfPayment } from '#domain/transactions/currency.ts';
import type { Change } from '#domain/transactions/evolve/change.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { currencyOfAccount, suffixOf, sumsByCurrency } from '#domain/transactions/ledgerAccounts.ts';
import { heldMoney, type Transaction } from '#domain/transactions/state.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { dice, nextCommand } from './randomHistory.ts';
import { completed, MONDAY, SHARE, TOTAL, transactionAfter } from './scenario.ts';

/** Amount paid from our own bank account to payers, in the transaction's currency. */
const settledOf = (transaction: Transaction): number =>
  Object.entries(transaction.outside.settled)
    .filter(([paymentId]) => currencyOfPayment(transaction, paymentId) === currencyOf(transaction))
    .reduce((sum, [, { amount }]) => sum + amount, 0);

/** Our losses outside the balances, in the transaction's currency. */
const lostBeside = (transaction: Transaction): number =>
  Object.values(transaction.differences).reduce(
    (sum, { lost }) => sum + lost,
    transaction.lostOfOther[currencyOf(transaction)] ?? 0,
  );

/** The books that match these balances. */
const booksOf = (transaction: Transaction): Record<string, number> => {
  const suffix = suffixOf(currencyOf(transaction));
  return {
    [`escrow${suffix}:${transaction.id}`]: transaction.inEscrow,
    [`seller_payable${suffix}:${transaction.id}`]: transaction.payable,
    [`payout_transit${suffix}:${transaction.id}`]: transaction.payoutInTransit,
    [`refund_transit${suffix}:${transaction.id}`]: transaction.refundInTransit,
    [`fee_income${suffix}`]: transaction.feeTaken + transaction.keptForSeller,
    [`seller_paid${suffix}`]: transaction.paidOut + transaction.overpaid,
    [`own_bank${suffix}`]: transaction.keptPaid + settledOf(transaction),
    [`platform_loss${suffix}`]: -transaction.platformLoss - lostBeside(transaction),
  };
};

/** Only the accounts in the transaction's currency. */
const inItsCurrency = (books: Record<string, number>, transaction: Transaction): Record<string, number> =>
  Object.fromEntries(
    Object.entries(books).filter(([account]) => currencyOfAccount(account) === currencyOf(transaction)),
  );

const entriesOf = (books: Record<string, number>) =>
  Object.entries(books).map(([account, amount]) => ({ account, amount }));

const nonZero = (books: Record<string, number>) =>
  Object.fromEntries(Object.entries(books).filter(([, amount]) => amount !== 0));

test('the balances equal the postings and account for all held money after every event [L-144]', () => {
  fc.assert(
    fc.property(fc.array(dice, { minLength: 20, maxLength: 80 }), (rolls) => {
      const books: Record<string, number> = {};
      let transaction = transactionAggregate.initial;
      let now = MONDAY;
      for (const roll of rolls) {
        const command = nextCommand(transaction, now, roll);
        const decision = transactionAggregate.decide(command, transaction);
        now = Math.max(now, command.at);
        for (const event of decision.ok ? decision.value : []) {
          for (const { account, amount } of postings(event, transaction))
            books[account] = (books[account] ?? 0) + amount;
          transaction = transactionAggregate.evolve(transaction, event);
          const suffix = suffixOf(currencyOf(transaction));
          const {
            [`psp_clearing${suffix}`]: psp_clearing = 0,
            [`duplicate${suffix}:${transaction.id}`]: duplicate = 0,
            ...own
          } = inItsCurrency(books, transaction);
          expect(nonZero(own)).toEqual(nonZero(booksOf(transaction)));
          for (const sum of sumsByCurrency(entriesOf(books)).values()) expect(sum).toBe(0);
          const gone =
            transaction.refunded + transaction.refundedTwice + transaction.chargedBack + lostBeside(transaction);
          expect(psp_clearing + settledOf(transaction) + duplicate + transaction.captured).toBe(gone);
          const { inEscrow, payable, payoutInTransit, refundInTransit, feeTaken, paidOut } = transaction;
          expect(heldMoney(transaction)).toBe(
            inEscrow + payable + payoutInTransit + refundInTransit + feeTaken + paidOut,
          );
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('only captured, paid out and fee are left after a payout', () => {
  const { captured, inEscrow, payable, payoutInTransit, paidOut, feeTaken } = transactionAfter(completed);
  expect({ captured, inEscrow, payable, payoutInTransit, paidOut, feeTaken }).toEqual({
    captured: TOTAL,
    inEscrow: 0,
    payable: 0,
    payoutInTransit: 0,
    paidOut: SHARE,
    feeTaken: TOTAL - SHARE,
  });
});

test('the type checker rejects an evolve that changes a balance', () => {
  // @ts-expect-error: only postings may change a balance
  const second = (transaction: Transaction): Change => ({ paidOut: transaction.paidOut + 1 });
  expect(second).toBeTypeOf('function');
});
