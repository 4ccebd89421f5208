import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { dice, nextCommand } from './randomHistory.ts';
import * as s from './scenario.ts';
import { bookDifference, given, secondStaff, staff, transactionAfter } from './scenario.ts';

const { SETTLED_AT: AT } = s;
const LIMIT = CURRENT_TERMS.secondPersonAbove;
const ABOUT = { object: 'chargeback', objectId: 'cb-1' };

describe('a difference from the provider that the reconciliation names', () => {
  test('is our loss, and no party’s money moves', () => {
    const before = transactionAfter(s.completed);
    const after = given(s.completed)
      .when(bookDifference(300))
      .emits(['DifferenceBooked', { ...ABOUT, lost: 300, by: staff.id }]);
    expect(after.differences).toEqual({ 'chargeback.cb-1': { lost: 300, proposed: null } });
    const { revision, movedAt, differences, ...rest } = before;
    expect(after).toMatchObject(rest);
    const books = s.booksAfter(s.completed);
    expect(s.booksAfter([...s.completed, bookDifference(300)])).toEqual({
      ...books,
      psp_clearing: (books.psp_clearing ?? 0) + 300,
      platform_loss: -300,
    });
  });
  test('is booked in its own currency', () => {
    const books = s.booksAfter([...s.completed, bookDifference(300, staff, AT, { currency: 'USD' })]);
    expect(books).toMatchObject({ 'psp_clearing.usd': 300, 'platform_loss.usd': -300 });
  });
  test('is booked once', () => {
    given([...s.completed, bookDifference(300)])
      .when(bookDifference(300, secondStaff, AT + HOUR))
      .isRejected({ code: 'differenceBooked' });
  });
  test('is booked again only by what it grew, and given back by what it shrank', () => {
    const grown = [...s.completed, bookDifference(300), bookDifference(500, staff, AT + DAY)];
    expect(s.booksAfter(grown).platform_loss).toBe(-500);
    expect(s.booksAfter([...grown, bookDifference(0, staff, AT + 2 * DAY)])).toEqual(s.booksAfter(s.completed));
  });
  test('of another object is another difference', () => {
    const both = [...s.completed, bookDifference(300), bookDifference(300, staff, AT, { objectId: 'cb-2' })];
    expect(s.booksAfter(both).platform_loss).toBe(-600);
  });
});

describe('a difference cannot be booked', () => {
  test.each([
    ['if the provider holds more, because that is a party’s money', -1, 'differenceNotOurs'],
    ['if the books agree', 0, 'nothingDiffers'],
    ['if the object is gone', null, 'notBookable'],
  ])('%s', (_, lost, code) => {
    given(s.completed)
      .when(bookDifference(lost))
      .isRejected({ code } as never);
  });
  test('without a reason', () => {
    given(s.completed)
      .when(bookDifference(300, staff, AT, { rationale: ' ' }))
      .isRejected({ code: 'textRequired' });
  });
  test('in a transaction that was never paid', () => {
    given(s.pending)
      .when(bookDifference(300, staff, s.MONDAY))
      .isRejected({ code: 'notNow' } as never);
  });
  test('by a party or a stranger', () => {
    given(s.completed)
      .when(bookDifference(300, s.seller))
      .isRejected({ code: 'notNow' } as never);
    given(s.completed).when(bookDifference(300, s.stranger)).isRejected({ code: 'notYourTransaction' });
  });
});

describe('a difference above the limit for one person', () => {
  const dear = [...s.completed, bookDifference(LIMIT + 1)];
  test('is proposed, moves nothing, and another person books it', () => {
    given(s.completed)
      .when(bookDifference(LIMIT + 1))
      .emits(['DifferenceProposed', { ...ABOUT, lost: LIMIT + 1, proposedBy: staff.id }]);
    expect(s.booksAfter(dear)).toEqual(s.booksAfter(s.completed));
    given(dear)
      .when(bookDifference(LIMIT + 1, staff, AT + HOUR))
      .isRejected({ code: 'ownDecision' });
    const after = given(dear)
      .when(bookDifference(LIMIT + 1, secondStaff, AT + HOUR))
      .emits(['DifferenceBooked', { lost: LIMIT + 1, by: staff.id, confirmedBy: secondStaff.id }]);
    expect(after.differences['chargeback.cb-1']).toEqual({ lost: LIMIT + 1, proposed: null });
  });
  test('is proposed again when its sum has changed, or when its term has passed', () => {
    given(dear)
      .when(bookDifference(LIMIT + 2, secondStaff, AT + HOUR))
      .emits(['DifferenceProposed', { lost: LIMIT + 2, proposedBy: secondStaff.id }]);
    const { confirmBy = 0 } = transactionAfter(dear).differences['chargeback.cb-1']?.proposed ?? {};
    given(dear)
      .when(bookDifference(LIMIT + 1, secondStaff, confirmBy + 1))
      .emits('DifferenceProposed');
  });
});

test('in every history, a booked difference leaves the balances of the parties, and booking it twice is booking it once', () => {
  const withoutIt = ({ differences, revision, movedAt, ...rest }: Transaction) => rest;
  let booked = 0;
  fc.assert(
    fc.property(fc.array(dice, { minLength: 20, maxLength: 60 }), fc.integer({ min: 1, max: LIMIT }), (rolls, lost) => {
      let [transaction, now] = [transactionAggregate.initial, s.MONDAY];
      for (const roll of rolls) {
        const command = nextCommand(transaction, now, roll);
        const decision = transactionAggregate.decide(command, transaction);
        now = Math.max(now, command.at);
        transaction = (decision.ok ? decision.value : []).reduce(transactionAggregate.evolve, transaction);
      }
      const about = { objectId: 'only here', basedOn: transaction.revision };
      const book = transactionAggregate.decide(bookDifference(lost, staff, now, about), transaction);
      if (!book.ok) {
        expect(transaction.paymentId).toBeNull();
        return;
      }
      booked++;
      const after = book.value.reduce(transactionAggregate.evolve, transaction);
      expect(withoutIt(after)).toEqual(withoutIt(transaction));
      const again = bookDifference(lost, secondStaff, now, { ...about, basedOn: after.revision });
      expect(transactionAggregate.decide(again, after)).toEqual({ ok: false, error: { code: 'differenceBooked' } });
    }),
    { numRuns: 150, seed: 20260302 },
  );
  expect(booked).toBeGreaterThan(50);
});
