import { describe, expect, test } from 'vitest';
import { REQUIRED_ACTIONS } from '#domain/notifications/requiredActions.ts';
import { DAY } from '#domain/shared/instants.ts';
import { asks, needsOf } from '#domain/transactions/needs.ts';
import { DEADLINE_ROWS, DEADLINES } from '#domain/transactions/process/deadlineTable.ts';
import * as s from './scenario.ts';

const kindsOf = (history: Parameters<typeof s.transactionAfter>[0], party: 'buyer' | 'seller') =>
  needsOf(s.transactionAfter(history), party).map(({ kind }) => kind);

describe('the required actions of each party', () => {
  test.each([
    ['of an unpaid transaction', s.pending, ['paymentWindow'], []],
    ['of a paid transaction', s.paid, [], ['shipment']],
    ['of a shipped transaction', s.shipped, ['escrowEnd'], []],
    ['of a paused transaction', s.paused, ['pauseLimit'], []],
    ['of a disputed transaction', s.disputed, [], ['disputeAnswer']],
    ['of a dispute under review', s.underReview, [], []],
    ['of a requested return', [...s.shipped, s.requestReturn()], [], ['returnAnswer']],
    ['of an approved return', [...s.shipped, s.requestReturn(), s.approveReturn()], ['returnShipBack'], []],
    ['of a completed transaction', s.completed, [], []],
  ] as const)('%s', (_, history, buyer, seller) => {
    expect(kindsOf(history, 'buyer')).toEqual(buyer);
    expect(kindsOf(history, 'seller')).toEqual(seller);
  });

  test('a question from staff requires an answer only from the asked party', () => {
    const at = s.DISPUTED_AT + 2 * DAY;
    const ask = s.command('AskParty', s.staff, at, { party: 'seller', question: 'How was it packed?', days: 3 });
    const answer = s.command('GiveStatement', s.seller, at + DAY, { text: 'In foam', evidence: [] });
    expect(kindsOf([...s.underReview, ask], 'seller')).toEqual(['question']);
    expect(kindsOf([...s.underReview, ask], 'buyer')).toEqual([]);
    expect(kindsOf([...s.underReview, ask, answer], 'seller')).toEqual([]);
  });
});

test('every deadline that names a party requires an action or reminds of one', () => {
  for (const kind of DEADLINES) {
    const row = DEADLINE_ROWS[kind];
    const named = (['buyer', 'seller'] as const).filter((party) => row.names === party);
    for (const party of named) {
      const asking = 'reminds' in row ? row.reminds : kind;
      expect([kind, asks(asking, party)]).toEqual([kind, true]);
      expect(Object.keys(REQUIRED_ACTIONS)).toContain(asking);
    }
  }
});
