import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { STAFF_COMMANDS } from '#domain/transactions/decide/unread.ts';
import type { TransactionEventType } from '#domain/transactions/events.ts';
import { movesCase, newsSince } from '#domain/transactions/moved.ts';
import { COMMANDS } from '#domain/transactions/process/commandTable.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { asRead } from '#tests/support/asReader.ts';
import * as s from './scenario.ts';

const { given, command, buyer, seller, staff, DISPUTED_AT } = s;

const statement = (at: number, evidence: string[] = []) =>
  command('GiveStatement', buyer, at, { text: 'I dropped it myself', evidence });
/** The command as sent by somebody who has read the transaction up to this history. */
const readAfter = (read: readonly TransactionCommand[], sent: TransactionCommand) =>
  asRead(sent, s.transactionAfter(read));
const revisionOf = (read: readonly TransactionCommand[]) => s.transactionAfter(read).revision;

describe('a staff decision', () => {
  const decided = s.decide(s.TOTAL);

  test.each<[string, TransactionCommand]>([
    ['a statement', statement(DISPUTED_AT + DAY + HOUR)],
    ['a photo', statement(DISPUTED_AT + DAY + HOUR, ['photo'])],
    ['a hold', s.hold(DISPUTED_AT + DAY + HOUR)],
    ['an offer', command('OfferSettlement', seller, DISPUTED_AT + DAY + HOUR, { toBuyer: 1_000 })],
    ['a second payment', s.pay(DISPUTED_AT + DAY + HOUR, s.TOTAL, 'payment-2')],
  ])('is rejected after %s that its author has not read', (_, news) => {
    given([...s.underReview, news])
      .when(readAfter(s.underReview, decided))
      .isRejected({ code: 'caseMoved', since: revisionOf(s.underReview) });
    given([...s.underReview, news])
      .when(readAfter([...s.underReview, news], decided))
      .emits(
        'DisputeDecided',
        ...(news.type === 'PlaceStaffHold' ? (['StaffHoldLifted'] as const) : []),
        'RefundDeferred',
      );
  });

  test('is rejected after a question that its author has not read', () => {
    const question = command('AskParty', staff, DISPUTED_AT + DAY + HOUR, {
      party: 'buyer',
      question: 'When?',
      days: 3,
    });
    given([...s.underReview, question])
      .when(readAfter(s.underReview, decided))
      .isRejected({ code: 'caseMoved' });
  });

  test('is rejected after a colleague proposed another', () => {
    given(s.proposed)
      .when(readAfter(s.dearUnderReview, s.decide(0)))
      .isRejected({ code: 'caseMoved' });
  });

  test('is rejected after a colleague decided, in any status', () => {
    const first = [...s.underReview, s.decide(1_300)];
    given(first)
      .when(readAfter(s.underReview, decided))
      .isRejected({ code: 'caseMoved', since: revisionOf(s.underReview) });
    given(first).when(decided).isRejected({ code: 'notNow' });
  });

  test('is accepted after a deadline that passed meanwhile', () => {
    const review = s.dueAt(s.transactionAfter(s.underReview), 'disputeReview')!;
    const overdue = [...s.underReview, s.fires('disputeReview', review)];
    expect(revisionOf(overdue)).toBeGreaterThan(revisionOf(s.underReview));
    given(overdue)
      .when(readAfter(s.underReview, s.decide(s.TOTAL, review + HOUR)))
      .emits('DisputeDecided', 'RefundDeferred');
  });

  test('must name a revision that the transaction has reached', () => {
    const transaction = s.transactionAfter(s.underReview);
    for (const basedOn of [undefined, transaction.revision + 1])
      given(s.underReview)
        .when({ ...decided, basedOn } as TransactionCommand)
        .isRejected({ code: 'revisionUnknown' });
  });
});

test('reports unread events before a wrong state', () => {
  const failed = [...s.cancelledPaid, s.refundFails(s.MONDAY + 2 * DAY)];
  const retried = [...failed, s.fires('refundRetry', s.dueAt(s.transactionAfter(failed), 'refundRetry')!)];
  const retry = command('RetryRefund', staff, s.MONDAY + 3 * DAY);
  given(retried)
    .when(readAfter(failed, retry))
    .isRejected({ code: 'caseMoved', since: revisionOf(failed) });
  given(retried).when(retry).isRejected({ code: 'notNow' });
});

test('rejects every staff command that is based on an outdated revision', () => {
  const byStaff = Object.entries(COMMANDS).filter(([, steps]) => steps.some(({ by }) => by === 'staff'));
  expect(byStaff.map(([type]) => type).sort()).toEqual(Object.keys(STAFF_COMMANDS).sort());
  const transaction = s.transactionAfter([...s.underReview, statement(DISPUTED_AT + DAY + HOUR)]);
  const basedOn = revisionOf(s.underReview);
  for (const [type] of byStaff) {
    const sent = { type, by: staff, at: DISPUTED_AT + 2 * DAY, basedOn } as unknown as TransactionCommand;
    expect(transactionAggregate.decide(sent, transaction), type).toEqual({
      ok: false,
      error: { code: 'caseMoved', since: basedOn },
    });
  }
});

test('does not require a revision from parties and policies', () => {
  given([...s.underReview, statement(DISPUTED_AT + DAY + HOUR)])
    .when(command('WithdrawDispute', buyer, DISPUTED_AT + 2 * DAY, { seller: s.VERIFIED }))
    .emits('DisputeWithdrawn', 'EscrowClockResumed');
  const failed = [...s.cancelledPaid, s.refundFails(s.MONDAY + 2 * DAY)];
  given(failed)
    .when({ type: 'RetryRefund', by: s.SYSTEM, at: s.MONDAY + 3 * DAY })
    .emits('RefundRetried');
});

describe('the events that move a case', () => {
  test('are returned as news; without any, all later events are', () => {
    const at = (revision: number, type: TransactionEventType) => ({ revision, type });
    const history = [at(0, 'DisputeOpened'), at(1, 'ReviewOverdue'), at(2, 'StatementGiven'), at(3, 'PayoutInitiated')];
    expect(newsSince(history, 0)).toEqual([history[2]]);
    expect(newsSince(history, 2)).toEqual([history[3]]);
    expect(newsSince(history, 3)).toEqual([]);
  });

  test('are tracked by the transaction', () => {
    const events = s.historyOf([
      ...s.underReview,
      s.fires('disputeReview', s.dueAt(s.transactionAfter(s.underReview), 'disputeReview')!),
    ]);
    const { revision, movedAt } = s.transactionAfter(s.underReview);
    expect(revision).toBe(s.historyOf(s.underReview).length - 1);
    expect(movedAt).toBe(events.findLastIndex(({ type }) => movesCase(type)));
  });
});

describe('a party accepts only the amounts they saw', () => {
  const taken = (at: number) => [s.chargeback('opened', at, 3_000), s.chargeback('lost', at + HOUR, 3_000)];

  test('so a claim is rejected after a chargeback took a part', () => {
    const claimed = [...s.shipped, s.dispute(DISPUTED_AT, 6_000)];
    const accept = command('AcceptClaim', seller, DISPUTED_AT + DAY, { seller: s.VERIFIED });
    const now = [...claimed, ...taken(DISPUTED_AT + HOUR)];
    given(now)
      .when(readAfter(claimed, accept))
      .isRejected({ code: 'sumsChanged', toBuyer: s.TOTAL - 3_000, toSeller: 0, fee: 0 });
    given(now)
      .when(accept)
      .emits(['DisputeAccepted', { toBuyer: s.TOTAL - 3_000, toSeller: 0 }], 'RefundRequested');
  });

  test('so a settlement offer is rejected after a chargeback took a part or another offer followed', () => {
    const offer = (at: number, toBuyer: number) => command('OfferSettlement', seller, at, { toBuyer });
    const offered = [...s.disputed, offer(DISPUTED_AT + HOUR, 2_000)];
    const accept = command('AcceptSettlement', buyer, DISPUTED_AT + DAY, { seller: s.VERIFIED });
    given([...offered, ...taken(DISPUTED_AT + 2 * HOUR)])
      .when(readAfter(offered, accept))
      .isRejected({ code: 'sumsChanged', toBuyer: 2_000, toSeller: s.SHARE - 3_000 - 2_000, fee: s.FEE });
    const lower = [
      ...offered,
      command('RefuseSettlement', buyer, DISPUTED_AT + 2 * HOUR),
      offer(DISPUTED_AT + 3 * HOUR, 1_000),
    ];
    given(lower).when(readAfter(offered, accept)).isRejected({ code: 'sumsChanged', toBuyer: 1_000 });
    given(lower)
      .when(accept)
      .emits(['SettlementAccepted', { toBuyer: 1_000 }], 'RefundRequested');
  });
});
