import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyOf, currencyOfPayment } from '#domain/transactions/currency.ts';
import type { Evolutions } from '#domain/transactions/evolve/evolution.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { currencyOfAccount, suffixOf, sumsByCurrency } from '#domain/transactions/ledgerAccounts.ts';
import { heldMoney, type Sale } from '#domain/transactions/state.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { dice, nextCommand } from './randomHistory.ts';
import { completed, MONDAY, SHARE, saleAfter, TOTAL } from './scenario.ts';

/** What went to its payers from the marketplace's own bank account, in the sale's own currency. */
const settledOf = (sale: Sale): number =>
  Object.entries(sale.outside.settled)
    .filter(([paymentId]) => currencyOfPayment(sale, paymentId) === currencyOf(sale))
    .reduce((sum, [, { amount }]) => sum + amount, 0);

/** What the books must say of a sale that has these balances. */
const booksOf = (sale: Sale): Record<string, number> => {
  const suffix = suffixOf(currencyOf(sale));
  return {
    [`escrow${suffix}:${sale.id}`]: sale.inEscrow,
    [`seller_payable${suffix}:${sale.id}`]: sale.payable,
    [`payout_transit${suffix}:${sale.id}`]: sale.payoutInTransit,
    [`refund_transit${suffix}:${sale.id}`]: sale.refundInTransit,
    [`fee_income${suffix}`]: sale.feeTaken + sale.keptForSeller,
    [`seller_paid${suffix}`]: sale.paidOut + sale.overpaid,
    [`own_bank${suffix}`]: sale.keptPaid + settledOf(sale),
    [`platform_loss${suffix}`]: -sale.platformLoss - (sale.lostOfOther[currencyOf(sale)] ?? 0),
  };
};

/** Of the sale's own currency; what came in another one stands beside it. */
const inItsCurrency = (books: Record<string, number>, sale: Sale): Record<string, number> =>
  Object.fromEntries(Object.entries(books).filter(([account]) => currencyOfAccount(account) === currencyOf(sale)));

const entriesOf = (books: Record<string, number>) =>
  Object.entries(books).map(([account, amount]) => ({ account, amount }));

const nonZero = (books: Record<string, number>) =>
  Object.fromEntries(Object.entries(books).filter(([, amount]) => amount !== 0));

test('after every fact the balances of a sale are what its postings add up to, and account for what is held [L-144]', () => {
  fc.assert(
    fc.property(fc.array(dice, { minLength: 20, maxLength: 80 }), (rolls) => {
      const books: Record<string, number> = {};
      let sale = transactionAggregate.initial;
      let now = MONDAY;
      for (const roll of rolls) {
        const command = nextCommand(sale, now, roll);
        const decision = transactionAggregate.decide(command, sale);
        now = Math.max(now, command.at);
        for (const event of decision.ok ? decision.value : []) {
          for (const { account, amount } of postings(event, sale)) books[account] = (books[account] ?? 0) + amount;
          sale = transactionAggregate.evolve(sale, event);
          const suffix = suffixOf(currencyOf(sale));
          const {
            [`psp_clearing${suffix}`]: psp_clearing = 0,
            [`duplicate${suffix}:${sale.id}`]: duplicate = 0,
            ...own
          } = inItsCurrency(books, sale);
          expect(nonZero(own)).toEqual(nonZero(booksOf(sale)));
          for (const sum of sumsByCurrency(entriesOf(books)).values()) expect(sum).toBe(0);
          const ofOthers = sale.lostOfOther[currencyOf(sale)] ?? 0;
          const gone = sale.refunded + sale.refundedTwice + sale.chargedBack + ofOthers;
          expect(psp_clearing + settledOf(sale) + duplicate + sale.captured).toBe(gone);
          const { inEscrow, payable, payoutInTransit, refundInTransit, feeTaken, paidOut } = sale;
          expect(heldMoney(sale)).toBe(inEscrow + payable + payoutInTransit + refundInTransit + feeTaken + paidOut);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('the balances of a sale that was paid out', () => {
  const { captured, inEscrow, payable, payoutInTransit, paidOut, feeTaken } = saleAfter(completed);
  expect({ captured, inEscrow, payable, payoutInTransit, paidOut, feeTaken }).toEqual({
    captured: TOTAL,
    inEscrow: 0,
    payable: 0,
    payoutInTransit: 0,
    paidOut: SHARE,
    feeTaken: TOTAL - SHARE,
  });
});

test('nothing beside the ledger sums money: it does not compile', () => {
  // @ts-expect-error: a balance is what the postings make of it
  const second: Evolutions['DeliveryConfirmed'] = (_, sale) => ({ paidOut: sale.paidOut + 1 });
  expect(second).toBeTypeOf('function');
});
