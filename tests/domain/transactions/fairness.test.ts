import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import type { TransactionCommand, TransactionCommandType } from '#domain/transactions/commands.ts';
import { escrowTimeLeft, type Transaction } from '#domain/transactions/state.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { allowedCommands, armedDeadlines, transactionAggregate } from '#domain/transactions/transaction.ts';
import { asRead } from '#tests/support/asReader.ts';
import * as s from './scenario.ts';
import { command, ESCROW_END, given, PAUSED_AT, pause, resume } from './scenario.ts';

const withdraw = (at: number) => command('WithdrawDispute', s.buyer, at, { seller: s.VERIFIED });

test('leaves at least 74 hours when the buyer first ends a hold, later the remaining time', () => {
  const first = PAUSED_AT + DAY;
  given(s.paused)
    .when(resume(first))
    .emits('EscrowResumed', ['EscrowClockResumed', { escrowEndsAt: first + 74 * HOUR }]);
  const again = first + 73 * HOUR;
  const paused = [...s.paused, resume(first), pause(again)];
  given(paused)
    .when(resume(again + DAY))
    .emits('EscrowResumed', ['EscrowClockResumed', { escrowEndsAt: again + DAY + HOUR }]);
  // a withdrawn dispute also counts as a hold of the buyer
  given([...s.paused, resume(first), s.dispute(again)])
    .when(withdraw(again + DAY))
    .emits('DisputeWithdrawn', ['EscrowClockResumed', { escrowEndsAt: again + DAY + HOUR }]);
  // a hold that somebody else ends gives the buyer time to look
  given([...s.paused, resume(first), s.hold(again)])
    .when(s.lift(again + DAY))
    .emits('StaffHoldLifted', ['EscrowClockResumed', { escrowEndsAt: again + DAY + 74 * HOUR }]);
});

describe('while the item is on its way back', () => {
  const { RETURN_AT, DISPUTED_AT } = s;
  const reject = (at: number) =>
    command('RejectReturn', s.seller, at, { text: 'Another knight', evidence: ['photo-1'] });
  test('a withdrawn dispute gives the inspection its 74 hours, and the escrow none later', () => {
    const sent = [...s.shipped, s.requestReturn(), s.approveReturn(), s.dispute(DISPUTED_AT + HOUR), s.shipReturn()];
    const withdrawnAt = RETURN_AT + 3 * DAY;
    given(sent).when(withdraw(withdrawnAt)).emits('DisputeWithdrawn', 'ReturnInspectionResumed');
    const rejected = [...sent, withdraw(withdrawnAt), reject(withdrawnAt + HOUR)];
    const { remaining } = s.transactionAfter(rejected);
    const again = withdrawnAt + DAY;
    given(rejected)
      .when(withdraw(again))
      .emits('DisputeWithdrawn', ['EscrowClockResumed', { escrowEndsAt: again + (remaining ?? 0) }]);
  });
  test('ending a pause restarts no clock and saves the 74 hours for later', () => {
    const returnedAt = PAUSED_AT + HOUR;
    const sent = [
      ...s.paused,
      s.requestReturn(returnedAt),
      s.approveReturn(returnedAt + HOUR),
      command('ShipReturn', s.buyer, returnedAt + 2 * HOUR, { trackingCode: 'BACK1' }),
    ];
    given(sent)
      .when(resume(returnedAt + 3 * HOUR))
      .emits('EscrowResumed');
    const again = returnedAt + DAY;
    given([...sent, resume(returnedAt + 3 * HOUR), reject(returnedAt + 4 * HOUR)])
      .when(withdraw(again))
      .emits('DisputeWithdrawn', ['EscrowClockResumed', { escrowEndsAt: again + 74 * HOUR }]);
  });
});

test('does not send a notice whose time has passed', () => {
  const again = PAUSED_AT + DAY + 73 * HOUR;
  const transaction = s.transactionAfter([...s.paused, resume(PAUSED_AT + DAY), pause(again), resume(again + DAY)]);
  expect(s.armedKinds(transaction)).toEqual(['escrowEnd', 'escalation']);
});

test('opens no dispute after three withdrawn ones', () => {
  let history: TransactionCommand[] = [...s.shipped];
  for (let time = 0; time < CURRENT_TERMS.withdrawals; time++) {
    const at = s.DISPUTED_AT + time * HOUR;
    history = [...history, s.dispute(at), withdraw(at + MINUTE)];
  }
  given(history)
    .when(s.dispute(s.DISPUTED_AT + DAY))
    .isRejected({ code: 'notNow' });
});

const OWN: readonly TransactionCommandType[] = ['PauseEscrow', 'ResumeEscrow', 'OpenDispute', 'WithdrawDispute'];

/** The buyer's next possible command. */
const move = (transaction: Transaction, at: number, pick: number): TransactionCommand | undefined => {
  const may = allowedCommands(transaction, s.buyer, at).filter((type) => OWN.includes(type));
  switch (may[pick % Math.max(1, may.length)]) {
    case 'PauseEscrow':
      return pause(at);
    case 'ResumeEscrow':
      return resume(at);
    case 'OpenDispute':
      return s.dispute(at, 1_000);
    case 'WithdrawDispute':
      return withdraw(at);
    default:
      return undefined;
  }
};

/** Upper bound of 5 business days, whatever days are closed. */
const REVIEW_AT_MOST = 12 * DAY;
const DISPUTE_AT_MOST = CURRENT_TERMS.disputeAnswer + REVIEW_AT_MOST;
const BOUND =
  CURRENT_TERMS.escrowPeriod +
  CURRENT_TERMS.pauseWindow +
  CURRENT_TERMS.pauseLimit +
  CURRENT_TERMS.pauseWindow +
  (CURRENT_TERMS.withdrawals + 2) * DISPUTE_AT_MOST;

test('ends escrow within a fixed limit, whatever the buyer does alone', () => {
  const waits = fc.array(fc.record({ wait: fc.nat(99), pick: fc.nat(9) }), {
    minLength: 10,
    maxLength: 120,
    size: 'max',
  });
  fc.assert(
    fc.property(waits, (rolls) => {
      let transaction = s.transactionAfter(s.shipped);
      let now = s.SHIPPED_AT;
      const send = (given: TransactionCommand) => {
        const decision = transactionAggregate.decide(asRead(given, transaction), transaction);
        if (decision.ok) transaction = decision.value.reduce(transactionAggregate.evolve, transaction);
        now = Math.max(now, given.at);
      };
      for (const { wait, pick } of [...rolls, ...Array.from({ length: 40 }, () => ({ wait: 99, pick: 0 }))]) {
        if (transaction.status !== 'IN_ESCROW') break;
        const due = armedDeadlines(transaction).find(
          ({ kind }) => !['firstNotice', 'lastNotice', 'pauseReminder'].includes(kind),
        );
        const left = (due?.dueAt ?? now) - now;
        // often the last second, sometimes immediately
        const at =
          now + (wait < 60 ? Math.max(0, left - 1_000) : wait < 75 ? 0 : Math.floor((left * (wait - 60)) / 40));
        if (wait === 99 && due) {
          // staff decide on their last day
          if (due.kind === 'disputeReview') send(s.decide(0, due.dueAt));
          else send(s.fires(due.kind, due.dueAt));
          continue;
        }
        const own = move(transaction, at, pick);
        if (own) send(own);
      }
      expect(transaction.status, JSON.stringify({ now, left: escrowTimeLeft(transaction, now) })).not.toBe('IN_ESCROW');
      expect(now - s.SHIPPED_AT).toBeLessThanOrEqual(BOUND);
    }),
    { numRuns: 300, seed: 20260302 },
  );
});

test('a claim within 7 days of a confirmed delivery revokes the release until the payout begins [D2-387]', () => {
  const received = s.SHIPPED_AT + 3 * DAY;
  const confirmed = [...s.shipped, s.receive(received, s.NO_BANK)];
  const within = received + 7 * DAY;
  given(confirmed)
    .when(s.dispute(within))
    .emits('DisputeOpened', ['ReleaseRevoked', { toSeller: s.SHARE, fee: s.FEE }]);
  given(confirmed)
    .when(s.dispute(within + 1))
    .emits('LateClaimRecorded');
  // a withdrawn dispute restores the release, and the same 7 days continue
  const again = [...confirmed, s.dispute(received + DAY), withdraw(received + 2 * DAY)];
  expect(s.transactionAfter(again).released).toMatchObject({ by: 'buyer', toSeller: s.SHARE });
  given(again).when(s.dispute(within)).emits('DisputeOpened', 'ReleaseRevoked');
  given(again)
    .when(s.dispute(within + 1))
    .emits('LateClaimRecorded');
});

test('a claim after the payout began is recorded as a late claim [D2-387]', () => {
  const run = Date.UTC(2026, 2, 10, 9);
  const paying = [...s.shipped, s.receive(s.SHIPPED_AT + 3 * DAY), s.run(run)];
  given(paying)
    .when(s.dispute(run + HOUR))
    .emits(['LateClaimRecorded', { by: 'buyer' }]);
  expect(ESCROW_END).toBeGreaterThan(run);
});

test('rejects a claim after a staff decision', () => {
  const decided = [...s.underReview, s.decide(0, s.DISPUTED_AT + 2 * DAY, s.NO_BANK)];
  given(decided)
    .when(s.dispute(s.DISPUTED_AT + 3 * DAY))
    .isRejected({ code: 'notNow' });
});
