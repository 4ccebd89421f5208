import { describe, expect, test } from 'vitest';
import { addBusinessDays } from '#domain/shared/businessDays.ts';
import { DAY } from '#domain/shared/instants.ts';
import { type Consequences, consequencesOf } from '#domain/transactions/consequences.ts';
import { moneyStateOf } from '#domain/transactions/moneyState.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { asRead } from '#tests/support/asReader.ts';
import * as s from './scenario.ts';
import { confirm, decide, given, transactionAfter } from './scenario.ts';

const AT = s.DISPUTED_AT + 2 * DAY;

const considered = (transaction: Transaction, toBuyer: number, by = s.staff): Consequences => {
  const command = decide(toBuyer);
  if (command.type !== 'DecideDispute') throw new Error('this is no decision');
  const { rationale, seller, at } = command;
  const found = consequencesOf(transaction, { toBuyer, rationale, seller, at, by: { id: by.id, role: 'staff' } });
  if (!found.ok) throw new Error(found.error.code);
  return found.value;
};
const types = ({ steps }: Consequences) => steps.map(({ events }) => events.map(({ type }) => type));
const sum = (entries: readonly { amount: number }[]) => entries.reduce((total, { amount }) => total + amount, 0);

describe('the consequences of a decision', () => {
  test.each([0, 1_000])('are what deciding writes, with %d cents to the buyer, and change nothing', (toBuyer) => {
    const transaction = transactionAfter(s.underReview);
    const before = structuredClone(transaction);
    const preview = considered(transaction, toBuyer);
    expect(transaction).toEqual(before);
    const decision = transactionAggregate.decide(asRead(decide(toBuyer), transaction), transaction);
    expect(decision).toEqual({ ok: true, value: preview.steps[0]?.events });
    expect(preview.after).toEqual(
      given(s.underReview)
        .when(decide(toBuyer))
        .emits(...types(preview)[0]!),
    );
    for (const { entries } of preview.steps) expect(sum(entries)).toBe(0);
  });

  test('name the deadlines that end and begin, and what each party can do afterwards', () => {
    const preview = considered(transactionAfter(s.underReview), 0);
    expect(preview.ended.map(({ kind }) => kind)).toContain('disputeReview');
    expect(preview.begun.map(({ kind }) => kind)).toContain('payoutRun');
    expect(preview.can.buyer).toContain('AppealDecision');
    expect(preview.can.buyer).not.toContain('WithdrawDispute');
  });

  test('of a decision over more than €500 include its confirmation by another person, after the draft was shown', () => {
    const transaction = transactionAfter(s.dearUnderReview);
    const preview = considered(transaction, 20_000);
    expect(types(preview)[0]).toEqual(['DecisionProposed', 'DraftShown']);
    expect(types(preview)[1]).toEqual(['DecisionConfirmed', 'DisputeDecided', 'RefundDeferred']);
    expect(preview.steps.map(({ confirms }) => confirms)).toEqual([null, 'anotherPerson']);
    expect(preview.steps[1]?.at).toBe(AT + DAY);
    const really = given([...s.dearUnderReview, decide(20_000)])
      .when(confirm())
      .emits(...types(preview)[1]!);
    expect(really.deferred).toEqual({ ...preview.after.deferred, until: expect.any(Number) });
    expect(preview.begun.map(({ kind }) => kind)).toContain('decidedRefund');
    expect(preview.can.seller).toContain('AppealDecision');
  });

  test('of a counter-proposal begin with the rejection of the other one, and are refused to its proposer', () => {
    const transaction = transactionAfter(s.proposed);
    const preview = considered(transaction, 40_000, s.secondStaff);
    expect(types(preview)).toEqual([
      ['DecisionRejected', 'DecisionProposed', 'DraftShown'],
      ['DecisionConfirmed', 'DisputeDecided', 'RefundDeferred'],
    ]);
    expect(preview.steps[1]?.confirms).toBe('anotherPerson');
    expect(() => considered(transaction, 40_000)).toThrow('notNow');
  });

  test('say until when the buyer can appeal once a small refund has arrived, and why the seller cannot', () => {
    const { appeals, can } = considered(transactionAfter(s.underReview), 1_000);
    expect(can).toEqual({ buyer: [], seller: [] });
    // the payout that follows has no day yet, so the right ends with its term
    expect(appeals.buyer).toEqual({ until: addBusinessDays(AT, 5), afterRefund: true, why: null });
    const decided = transactionAfter([...s.underReview, decide(1_000)]);
    expect(moneyStateOf(decided, s.VERIFIED, AT)).toMatchObject({
      appeals: { buyer: null, seller: null },
      appealsAfterRefund: { buyer: appeals.buyer.until, seller: null },
    });
    expect(appeals.seller).toEqual({ until: null, afterRefund: false, why: 'refundLeaves' });
  });

  test('say until when both can appeal while a large refund waits, and that who gets everything cannot', () => {
    const transaction = transactionAfter(s.dearUnderReview);
    const part = considered(transaction, 20_000).appeals;
    expect(part.seller).toEqual({ until: expect.any(Number), afterRefund: false, why: null });
    expect(part.buyer).toEqual(part.seller);
    const all = considered(transaction, s.DEAR_TOTAL).appeals;
    expect(all.buyer).toEqual({ until: null, afterRefund: false, why: 'notLost' });
    expect(all.seller.until).toBe(part.seller.until);
  });

  test('of a waiting proposal are those of its confirmation', () => {
    const waiting = transactionAfter(s.proposed);
    const preview = considered(waiting, 20_000);
    expect(types(preview)).toEqual([['DecisionConfirmed', 'DisputeDecided', 'RefundDeferred']]);
    expect(preview.steps[0]).toMatchObject({ at: AT + DAY, confirms: 'anotherPerson' });
    expect(preview.appeals).toEqual(considered(transactionAfter(s.dearUnderReview), 20_000).appeals);
  });

  test('are refused like the decision itself', () => {
    const transaction = transactionAfter(s.underReview);
    const { rationale, seller, at } = decide(-1) as Extract<ReturnType<typeof decide>, { type: 'DecideDispute' }>;
    const by = { id: s.staff.id, role: 'staff' } as const;
    expect(consequencesOf(transaction, { toBuyer: -1, rationale, seller, at, by })).toMatchObject({
      ok: false,
      error: { code: 'amountOutOfRange' },
    });
  });
});

test('a decision keeps the hash of what was shown, with the revision it was computed from', () => {
  const consequences = 'ab'.repeat(32);
  const transaction = transactionAfter(s.underReview);
  const shown = { revision: transaction.revision, consequences };
  given(s.underReview)
    .when({ ...decide(0), consequences } as ReturnType<typeof decide>)
    .emits(['DisputeDecided', { shown }], 'EscrowReleased', 'PayoutApproved');
  given(s.dearUnderReview)
    .when({ ...decide(0), consequences } as ReturnType<typeof decide>)
    .emits(
      ['DecisionProposed', { shown: { ...shown, revision: transactionAfter(s.dearUnderReview).revision } }],
      'DraftShown',
    );
  given(s.proposed)
    .when({ ...s.counter(0), consequences } as ReturnType<typeof decide>)
    .emits(
      'DecisionRejected',
      ['DecisionProposed', { shown: { ...shown, revision: transactionAfter(s.proposed).revision } }],
      'DraftShown',
    );
});
