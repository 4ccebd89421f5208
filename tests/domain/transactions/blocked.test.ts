import { describe, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { HOLD_REGIONS, holdsAgainst, whatIsBlocked } from '#domain/transactions/blocked.ts';
import { armedDeadlines } from '#domain/transactions/deadlines.ts';
import { NO_TRANSACTION } from '#domain/transactions/noTransaction.ts';
import { HOLDS, holdsOf, type Transaction } from '#domain/transactions/state.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { recordsIn } from '#tests/history/files.ts';
import { transactionStreams, transactionsIn } from '#tests/history/streamRecords.ts';

const escrow: Transaction = {
  ...NO_TRANSACTION,
  status: 'IN_ESCROW',
  money: 'escrow',
  policyVersion: CURRENT_TERMS.version,
  remaining: 3 * DAY,
};
const namesIn = (transaction: Transaction): string[] =>
  whatIsBlocked(transaction, 0).map((each) => (each.kind === 'deadline' ? each.deadline : each.command));

describe('a hold', () => {
  test.each([
    ['staff', { staff: 'held' }],
    ['chargeback', { chargeback: 'open' }],
    ['paused', { pause: 'paused' }],
    ['disputed', { dispute: 'under_review' }],
    ['returning', { return: 'requested' }],
  ] as const)('blocks the end of escrow and the payout (%s)', (hold, state) => {
    const held = { ...escrow, ...state } as Transaction;
    expect(whatIsBlocked(held, 0)).toContainEqual({
      kind: 'deadline',
      deadline: 'escrowEnd',
      holds: [hold],
      left: 3 * DAY,
    });
    expect(whatIsBlocked(held, 0)).toContainEqual({
      kind: 'command',
      command: 'InitiatePayout',
      by: 'system',
      holds: [hold],
    });
  });

  test('blocks a payout that was due', () => {
    const approved = {
      ...escrow,
      status: 'READY_FOR_PAYOUT',
      money: 'payable',
      remaining: null,
      payout: { ...escrow.payout, runAt: 5 },
    };
    const held = { ...approved, staff: 'held' } as Transaction;
    expect(whatIsBlocked(held, 0)).toContainEqual({
      kind: 'deadline',
      deadline: 'payoutRun',
      holds: ['staff'],
      left: null,
    });
    expect(namesIn(approved as Transaction)).toEqual([]);
  });

  test('blocks the shipping deadline only from the bank or from staff', () => {
    const waiting = { ...escrow, status: 'AWAIT_SHIPPING', shipBy: 9, remaining: null } as const;
    expect(namesIn({ ...waiting, staff: 'held' })).toContain('shipment');
    expect(namesIn({ ...waiting, pause: 'paused' })).not.toContain('shipment');
  });

  test('does not block the command that would place it', () => {
    expect(namesIn({ ...escrow, staff: 'held' })).not.toContain('PlaceStaffHold');
    expect(namesIn({ ...escrow, dispute: 'under_review' })).not.toContain('OpenDispute');
  });

  test('is named for a command that another rule forbids too', () => {
    const held = { ...escrow, staff: 'held' } as const;
    expect(holdsAgainst(held, 'system', 'InitiatePayout', 0)).toEqual(['staff']);
    expect(holdsAgainst(held, 'buyer', 'PauseEscrow', 0)).toEqual(['staff']);
    expect(holdsAgainst(held, 'staff', 'ConfirmChargebackEnd', 0)).toEqual([]);
    expect(holdsAgainst(escrow, 'buyer', 'PauseEscrow', 0)).toEqual([]);
  });
});

test('blocks nothing that is armed, and names only holds that are there, in every recorded state', async () => {
  const records = recordsIn();
  const seen = new Set<string>();
  for (const name of transactionStreams(records))
    for (const transaction of await transactionsIn(name, records, transactionAggregate.evolve)) {
      const armed = armedDeadlines(transaction).map(({ kind }) => kind as string);
      for (const each of whatIsBlocked(transaction, transaction.createdAt)) {
        expect(each.holds.length).toBeGreaterThan(0);
        for (const hold of each.holds) expect(holdsOf(transaction)).toContain(hold);
        if (each.kind === 'deadline') expect(armed).not.toContain(each.deadline);
        seen.add(each.kind === 'deadline' ? each.deadline : each.command);
      }
    }
  expect([...seen]).toEqual(expect.arrayContaining(['escrowEnd', 'payoutRun', 'shipment', 'InitiatePayout']));
  expect(Object.keys(HOLD_REGIONS)).toEqual([...HOLDS]);
});
