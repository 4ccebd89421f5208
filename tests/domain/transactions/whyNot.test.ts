import { describe, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { allows, mayEver, type Part, type RuledCommand } from '#domain/transactions/allowed.ts';
import { NO_TRANSACTION } from '#domain/transactions/noTransaction.ts';
import { COMMANDS } from '#domain/transactions/process/commandTable.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { CURRENT_TERMS, termsFor } from '#domain/transactions/terms/termsFor.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { whatCannotHappen, whyNot } from '#domain/transactions/whyNot.ts';
import { recordsIn } from '#tests/history/files.ts';
import { transactionStreams, transactionsIn } from '#tests/history/streamRecords.ts';

const PARTS: Part[] = ['buyer', 'seller', 'staff', 'system', 'provider'];
const PAIRS = (Object.keys(COMMANDS) as RuledCommand[]).flatMap((command) =>
  PARTS.filter((part) => mayEver(part, command)).map((part) => ({ command, part })),
);
const records = recordsIn();

describe('why a command is not possible', () => {
  test('is answered exactly where the statechart refuses it, in every recorded state', async () => {
    const codes = new Set<string>();
    const disagreeing: string[] = [];
    for (const name of transactionStreams(records))
      for (const transaction of await transactionsIn(name, records, transactionAggregate.evolve))
        for (const now of [transaction.createdAt, transaction.clock?.endsAt ?? transaction.createdAt + 1])
          for (const { command, part } of PAIRS) {
            const obstacle = whyNot(transaction, part, command, now);
            if (obstacle) codes.add(obstacle.code);
            if (allows(transaction, part, command, now) !== (obstacle === undefined))
              disagreeing.push([name, transaction.revision, command, part, obstacle?.code].join(' '));
          }
    expect(disagreeing).toEqual([]);
    expect([...codes].map((code) => code.split('.')[0])).toEqual(expect.arrayContaining(['region', 'condition']));
  });

  const escrow = {
    ...NO_TRANSACTION,
    status: 'IN_ESCROW',
    money: 'escrow',
    policyVersion: CURRENT_TERMS.version,
  } as const;

  test.each([
    ['PauseEscrow', 'buyer', { ...escrow, pause: 'paused' }, 'region.pause'],
    ['ConfirmShipment', 'seller', escrow, 'region.status'],
    ['AcceptSettlement', 'buyer', { ...escrow, dispute: 'under_review' }, 'condition.offerStands'],
    ['OpenCheckout', 'buyer', { ...escrow, status: 'CREATED', money: 'none' }, 'condition.addressGiven'],
    ['ConfirmChargebackEnd', 'staff', escrow, 'condition.endProposed'],
    ['CounterChargebackEnd', 'staff', escrow, 'condition.endProposed'],
    ['ConfirmOutsideSettlement', 'staff', escrow, 'condition.proposedOutside'],
    ['ConfirmDecision', 'staff', { ...escrow, dispute: 'under_review' }, 'region.proposal'],
    ['OpenDispute', 'seller', escrow, 'region.pause'],
    ['OpenDispute', 'seller', { ...escrow, pause: 'paused', pausedSince: 0 }, 'condition.pausedLong'],
  ] as const)('%s by the %s is refused for %s', (command, part, transaction, code) => {
    expect(whyNot(transaction, part, command, 0)?.code).toBe(code);
  });

  test('names the row that comes closest', () => {
    // the row for a released sale misses more than the row for escrow
    const withdrawn = { ...escrow, withdrawn: 99 } as const;
    expect(whyNot(withdrawn, 'buyer', 'OpenDispute', 0)?.code).toBe('condition.withdrawalsLeft');
  });

  test('names the states in which a command would be possible', () => {
    expect(whyNot(escrow, 'seller', 'ConfirmShipment', 0)).toEqual({
      code: 'region.status',
      region: 'status',
      state: 'IN_ESCROW',
      needs: ['AWAIT_SHIPPING'],
    });
  });

  test('says when a condition of time holds or held', () => {
    const { pauseWindow, buyerCancelPeriod } = termsFor(escrow);
    const running = { ...escrow, clock: { endsAt: 20 * DAY } } as Transaction;
    expect(whyNot(running, 'buyer', 'PauseEscrow', DAY)).toEqual({
      code: 'condition.insidePauseWindow',
      condition: 'insidePauseWindow',
      period: { from: 20 * DAY - pauseWindow, until: 20 * DAY },
    });
    const paid = { ...escrow, status: 'AWAIT_SHIPPING', capturedAt: DAY } as const;
    expect(whyNot(paid, 'buyer', 'Cancel', 3 * DAY)).toMatchObject({
      condition: 'insideCancelPeriod',
      period: { from: null, until: DAY + buyerCancelPeriod },
    });
    const addressless = { ...escrow, status: 'CREATED', money: 'none' } as const;
    expect(whyNot(addressless, 'buyer', 'OpenCheckout', 0)).toMatchObject({ period: null });
  });

  test('gives no period that contradicts the condition, in any recorded state', async () => {
    const wrong: string[] = [];
    let periods = 0;
    for (const name of transactionStreams(records))
      for (const transaction of await transactionsIn(name, records, transactionAggregate.evolve))
        for (const now of [transaction.createdAt, transaction.createdAt + 5 * DAY])
          for (const { command, by, obstacle } of whatCannotHappen(transaction, now)) {
            const period = 'condition' in obstacle ? obstacle.period : null;
            if (!period) continue;
            periods++;
            const { from, until } = period;
            if ((from ?? 0) > (until ?? Number.POSITIVE_INFINITY)) wrong.push(`${name} ${command} ${by}`);
          }
    expect(wrong).toEqual([]);
    expect(periods).toBeGreaterThan(100);
  });

  test('covers each command of each part that is not possible, once', () => {
    const forbidden = whatCannotHappen(escrow, 0);
    expect(new Set(forbidden.map(({ command, by }) => `${command} ${by}`)).size).toBe(forbidden.length);
    const possible = PAIRS.filter(({ command, part }) => allows(escrow, part, command, 0));
    expect(possible.length).toBeGreaterThan(0);
    expect(forbidden.length).toBe(PAIRS.length - possible.length);
    expect(whatCannotHappen(NO_TRANSACTION, 0)).toEqual([]);
  });
});
