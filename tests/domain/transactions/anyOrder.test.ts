import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { currencyOfAccount } from '#domain/transactions/ledgerAccounts.ts';
import { REMINDERS } from '#domain/transactions/process/deadlineTable.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { runsOf } from '#tests/support/tier.ts';
import * as s from './scenario.ts';
import { armedKinds, booksAfter, SHARE, TOTAL, TRANSACTION_ID, transactionAfter } from './scenario.ts';

const SEED = Number(process.env.SEED ?? 20260302);
const RUNS = Number(process.env.RUNS ?? runsOf(40));
const BEGIN = s.RUN_AT + DAY;

type Statement = Parameters<typeof s.says>[0];
/** Provider events in their true order, a minute apart. */
const course = (...statements: Statement[]): Statement[] =>
  statements.map((statement, place) => ({ ...statement, occurredAt: BEGIN + place * MINUTE }) as Statement);

const r1 = `${TRANSACTION_ID}r1`;
const p1 = `${TRANSACTION_ID}p1`;
const paid = (paymentId: string, captured: number, currency: string) =>
  ({ kind: 'payment.paid', sessionId: 'session-1', paymentId, captured, currency }) as const;
const arrives = (providerRefundId: string, refundId: string, amount: number) =>
  ({ kind: 'refund.done', refundId, providerRefundId, amount }) as const;
const comesBack = (providerRefundId: string, refundId: string) =>
  ({ kind: 'refund.failed', refundId, providerRefundId, reason: 'closed' }) as const;
const byHand = (refundId: string, amount: number, paymentId: string, currency: string) => ({
  ...arrives(refundId, refundId, amount),
  paymentId,
  currency,
});
const bank = (chargebackId: string, currency: string) => (word: 'opened' | 'won' | 'lost', amount: number) =>
  ({ kind: `chargeback.${word}`, chargebackId, amount, currency }) as Statement;
const inEuros = bank('cb-eur', 'EUR');
const inDollars = bank('cb-usd', 'USD');

const PART = 2_000;
const USD = 5_000;
const CLAIMED = [
  inEuros('opened', 3_000),
  inDollars('opened', 700),
  inEuros('lost', 3_000),
  inDollars('lost', 700),
  inEuros('won', 1_000),
  inDollars('won', 300),
  inEuros('won', 2_500),
  inDollars('won', 700),
];
const HANDS = [byHand('re_hand', PART, 'payment-1', 'EUR'), byHand('re_usd', 900, 'payment-2', 'USD')];

const naming = (paymentId: string, statement: Statement): Statement => ({ ...statement, paymentId }) as Statement;
const ofSecond = [inEuros('opened', 3_000), inEuros('lost', 3_000), inEuros('won', 1_000)].map((each) =>
  naming('payment-2', each),
);
const ofThird = [inDollars('opened', 700), inDollars('lost', 700), inDollars('won', 700)].map((each) =>
  naming('payment-3', each),
);

const SENT_BACK = [
  byHand('re_hand', PART, 'payment-2', 'EUR'),
  byHand('re_rest', PART + 1, 'payment-2', 'EUR'),
  comesBack('re_hand', 're_hand'),
];

type World = { name: string; before: readonly TransactionCommand[]; told: Statement[] };
const WORLDS: World[] = [
  {
    name: 'an unpaid transaction paid in euros and again in dollars',
    before: s.pending,
    told: course(paid('payment-1', TOTAL, 'EUR'), paid('payment-2', USD, 'USD'), ...CLAIMED, ...HANDS),
  },
  {
    name: 'an ended transaction paid in dollars',
    before: s.expired,
    told: course(paid('payment-2', USD, 'USD'), ...CLAIMED, ...HANDS),
  },
  {
    name: 'a won chargeback in dollars',
    before: s.expired,
    told: course(paid('payment-2', USD, 'USD'), inDollars('opened', 700), inDollars('won', 700)),
  },
  {
    name: 'two attempts of a refund that both arrive, one of which returns',
    before: s.cancelledPaid,
    told: course(
      arrives('re_1', r1, TOTAL),
      arrives('re_2', r1, TOTAL),
      comesBack('re_1', r1),
      inEuros('opened', PART),
      inEuros('won', PART),
      byHand('re_hand', PART, 'payment-1', 'EUR'),
    ),
  },
  {
    name: 'an excess refund that returns during a chargeback',
    before: s.cancelledPaid,
    told: course(
      arrives('re_1', r1, TOTAL),
      inEuros('lost', PART),
      arrives('re_2', r1, TOTAL),
      comesBack('re_1', r1),
      comesBack('re_2', r1),
    ),
  },
  {
    name: 'a second payment in dollars refunded twice and returned once',
    before: [...s.shipped, s.pay(s.SHIPPED_AT + DAY, USD, 'payment-2', 'USD')],
    told: course(
      { ...arrives('re_1', r1, USD), currency: 'USD' },
      { ...arrives('re_2', r1, USD), currency: 'USD' },
      comesBack('re_1', r1),
      inDollars('opened', 700),
      inDollars('lost', 700),
    ),
  },
  {
    name: 'a chargeback on a second payment of an unpaid transaction',
    before: s.pending,
    told: course(paid('payment-1', TOTAL, 'EUR'), paid('payment-2', TOTAL, 'EUR'), ...ofSecond),
  },
  {
    name: 'chargebacks on a second payment, one of them in dollars',
    before: s.shipped,
    told: course(paid('payment-2', TOTAL, 'EUR'), paid('payment-3', USD, 'USD'), ...ofSecond, ...ofThird),
  },
  {
    name: 'a second payment refunded by hand on an unpaid transaction',
    before: s.pending,
    told: course(paid('payment-1', TOTAL, 'EUR'), paid('payment-2', TOTAL, 'EUR'), ...SENT_BACK),
  },
  {
    name: 'a returned refund whose chargeback is lost and reversed',
    before: [...s.underReview, s.decide(PART)],
    told: course(
      arrives('re_1', r1, PART),
      comesBack('re_1', r1),
      inEuros('opened', 3_000),
      inEuros('lost', 3_000),
      inEuros('won', 1_000),
    ),
  },
  {
    name: 'a payout that fails after arriving, with chargebacks and a refund by hand',
    before: s.payingOut,
    told: course(
      { kind: 'payout.paid', payoutId: p1, amount: SHARE },
      ...CLAIMED,
      { kind: 'payout.failed', payoutId: p1, reason: 'bank', accountAtFault: true },
      ...HANDS,
    ),
  },
  {
    name: 'a payout that arrives after failing, with a chargeback won and lost again',
    before: s.payingOut,
    told: course(
      { kind: 'payout.failed', payoutId: p1, reason: 'bank', accountAtFault: false },
      inEuros('opened', TOTAL),
      { kind: 'payout.paid', payoutId: p1, amount: SHARE },
      inEuros('won', TOTAL),
      inEuros('lost', TOTAL),
    ),
  },
];

/** Balances of the provider's own books: clearing by currency, and the seller. */
type Truth = Record<string, number>;
const NEEDLESS = new Set(['payment.processing', 'payment.failed', 'other']);
const truthOf = ({ before, told }: World): Truth => {
  const truth: Truth = {};
  const add = (account: string, amount: number) => {
    truth[account] = (truth[account] ?? 0) + amount;
  };
  for (const [account, amount] of Object.entries(booksAfter(before)))
    if (account.startsWith('psp_clearing') || account === 'seller_paid') add(account, amount);
  const refunds = new Map<string, { currency: string; amount: number }>();
  const lost = new Map<string, { currency: string; whole: number; amount: number }>();
  const clearing = (currency = 'EUR') =>
    currency === 'EUR' ? 'psp_clearing' : `psp_clearing.${currency.toLowerCase()}`;
  for (const event of told) {
    if (NEEDLESS.has(event.kind)) continue;
    switch (event.kind) {
      case 'payment.paid':
        add(clearing(event.currency), -event.captured);
        break;
      case 'refund.done':
        refunds.set(event.providerRefundId ?? '', { currency: event.currency ?? 'EUR', amount: event.amount });
        break;
      case 'refund.failed':
        refunds.delete(event.providerRefundId ?? '');
        break;
      case 'chargeback.lost':
        lost.set(event.chargebackId, { currency: event.currency ?? 'EUR', whole: event.amount, amount: event.amount });
        break;
      case 'chargeback.won': {
        const { whole = 0, currency = 'EUR' } = lost.get(event.chargebackId) ?? {};
        // `won` reports the total returned so far
        lost.set(event.chargebackId, { currency, whole, amount: whole - Math.min(whole, event.amount) });
        break;
      }
      case 'payout.paid':
        add('seller_paid', event.amount);
        break;
      case 'payout.failed':
        if (told.some((other) => other.kind === 'payout.paid' && (other.occurredAt ?? 0) < (event.occurredAt ?? 0)))
          add('seller_paid', -SHARE);
        break;
    }
  }
  for (const { currency, amount } of [...refunds.values(), ...lost.values()]) add(clearing(currency), amount);
  return Object.fromEntries(Object.entries(truth).filter(([, amount]) => amount !== 0));
};

const isTruth = (account: string) => account.startsWith('psp_clearing') || account === 'seller_paid';

const isWatched = (transaction: Transaction): boolean =>
  openCases(transaction).length > 0 ||
  armedKinds(transaction).some((kind) => !(REMINDERS as readonly string[]).includes(kind));

describe('provider messages in any order, each repeated', () => {
  test.each(WORLDS)('about $name leave the books equal to the provider’s', (world) => {
    const truth = truthOf(world);
    const twice = [...world.told, ...world.told];
    fc.assert(
      fc.property(fc.shuffledSubarray(twice, { minLength: twice.length, maxLength: twice.length }), (order) => {
        const told = order.map((statement, place) => s.says(statement, BEGIN + DAY + place * MINUTE));
        const history = [...world.before, ...told];
        const books = booksAfter(history);
        const transaction = transactionAfter(history);
        const names = order.map((each) => `${each.kind} ${Object.values(each).slice(1, 3)}`).join('\n');
        expect(Object.fromEntries(Object.entries(books).filter(([account]) => isTruth(account))), names).toEqual(truth);
        const sums = new Map<string, number>();
        for (const [account, amount] of Object.entries(books))
          sums.set(currencyOfAccount(account), (sums.get(currencyOfAccount(account)) ?? 0) + amount);
        expect([...sums.values()].every((sum) => sum === 0)).toBe(true);
        const ofTransaction = Object.keys(books).some((account) => account.includes(TRANSACTION_ID));
        if (ofTransaction || Object.keys(books).some((account) => account.startsWith('platform_loss')))
          expect(isWatched(transaction), JSON.stringify({ books, sale: transaction })).toBe(true);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  test('that one chargeback is lost and partly won leave the same books, whichever the bank says first and later', () => {
    const before = { escrow: s.shipped, payable: s.released, paid: s.completed, unpaid: s.pending } as const;
    const [opened, lost] = [inEuros('opened', 3_000), inEuros('lost', 3_000)];
    const [part, most] = [inEuros('won', 1_000), inEuros('won', 2_500)];
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.entries(before)),
        // by the provider's clock, as far as a bank returns more and more
        fc.constantFrom(
          [opened, lost, part, most],
          [opened, part, lost, most],
          [opened, part, most, lost],
          [part, lost, most],
          [lost, part],
          [part, lost],
          [opened, part],
        ),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        ([place, history], clock, repeated, dice) => {
          const told = course(...clock);
          const booksOf = (order: Statement[]) => {
            const heard = order.map((statement, minute) => s.says(statement, BEGIN + DAY + minute * MINUTE));
            return booksAfter([...history, ...heard, ...(place === 'unpaid' ? [s.pay(BEGIN + 2 * DAY)] : [])]);
          };
          const order = (repeated ? [...told, ...told] : told)
            .map((statement) => ({ statement, at: dice.next().value }))
            .sort((one, other) => one.at - other.at)
            .map(({ statement }) => statement);
          const returned = clock.includes(most) ? 2_500 : 1_000;
          const heard = `${place}: ${order.map(({ kind, ...rest }) => `${kind} ${Object.values(rest)[1]}`).join()}`;
          const books = booksOf(order);
          expect(books.psp_clearing, heard).toBe(3_000 - returned - TOTAL);
          expect(books, heard).toEqual(booksOf(told));
        },
      ),
      { numRuns: 10 * RUNS, seed: SEED },
    );
  });

  test('about a second payment refunded by hand leave the same books and the transaction’s money alone', () => {
    const told = course(paid('payment-2', TOTAL, 'EUR'), ...SENT_BACK);
    const historyOf = (order: Statement[]) => [
      ...s.shipped,
      ...order.map((statement, place) => s.says(statement, BEGIN + DAY + place * MINUTE)),
    ];
    const inOrder = booksAfter(historyOf(told));
    fc.assert(
      fc.property(fc.shuffledSubarray(told, { minLength: told.length }), (order) => {
        const history = historyOf(order);
        expect(booksAfter(history), order.map(({ kind }) => kind).join()).toEqual(inOrder);
        expect(transactionAfter(history)).toMatchObject({ inEscrow: TOTAL, platformLoss: 0 });
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});
