import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Evolutions } from '#domain/transactions/evolve/evolution.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { heldMoney, type Sale } from '#domain/transactions/sale.ts';
import { transaction } from '#domain/transactions/transaction.ts';
import { dice, nextCommand } from './randomHistory.ts';
import { completed, MONDAY, SHARE, saleAfter, TOTAL } from './scenario.ts';

/** What the books must say of a sale that has these balances. */
const booksOf = (sale: Sale): Record<string, number> => ({
  [`escrow:${sale.id}`]: sale.inEscrow,
  [`seller_payable:${sale.id}`]: sale.payable,
  [`payout_transit:${sale.id}`]: sale.payoutInTransit,
  [`refund_transit:${sale.id}`]: sale.refundInTransit,
  fee_income: sale.feeTaken,
  seller_paid: sale.paidOut + sale.overpaid,
  platform_loss: -sale.platformLoss,
});

const nonZero = (books: Record<string, number>) =>
  Object.fromEntries(Object.entries(books).filter(([, amount]) => amount !== 0));

test('after every fact the balances of a sale are what its postings add up to, and account for what is held [L-144]', () => {
  fc.assert(
    fc.property(fc.array(dice, { minLength: 20, maxLength: 80 }), (rolls) => {
      const books: Record<string, number> = {};
      let sale = transaction.initial;
      let now = MONDAY;
      for (const roll of rolls) {
        const command = nextCommand(sale, now, roll);
        const decision = transaction.decide(command, sale);
        now = Math.max(now, command.at);
        for (const event of decision.ok ? decision.value : []) {
          for (const { account, amount } of postings(event, sale)) books[account] = (books[account] ?? 0) + amount;
          sale = transaction.evolve(sale, event);
          const { psp_clearing = 0, [`duplicate:${sale.id}`]: duplicate = 0, ...own } = books;
          expect(nonZero(own)).toEqual(nonZero(booksOf(sale)));
          expect(psp_clearing + duplicate + sale.captured).toBe(sale.refunded + sale.chargedBack);
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
