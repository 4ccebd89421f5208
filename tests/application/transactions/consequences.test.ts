import { expect, test } from 'vitest';
import { hashOf } from '#application/transactions/consequences.ts';
import { DAY } from '#domain/shared/instants.ts';
import { consequencesOf } from '#domain/transactions/consequences.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import * as s from '#tests/domain/transactions/scenario.ts';

const AT = s.DISPUTED_AT + 2 * DAY;
const considered = (transaction: Transaction, toBuyer: number) => {
  const command = s.decide(toBuyer);
  if (command.type !== 'DecideDispute') throw new Error('this is no decision');
  const { rationale, seller } = command;
  const by = { id: s.staff.id, role: 'staff' } as const;
  const found = consequencesOf(transaction, { toBuyer, rationale, seller, at: AT, by });
  if (!found.ok) throw new Error(found.error.code);
  return found.value;
};

test('what was shown is compared after an event that moves no case', () => {
  const before = s.transactionAfter(s.underReview);
  const after = transactionAggregate.evolve(before, {
    type: 'EscalatedToStaff',
    data: { at: AT, cause: 'payoutSilent' },
  });
  const shown = hashOf(considered(before, 1_000));
  expect(after.revision).toBe(before.revision + 1);
  expect(hashOf(considered(after, 1_000))).not.toBe(shown);
  expect(hashOf(considered(after, 1_000), before.revision)).toBe(shown);
  expect(hashOf(considered(after, 900), before.revision)).not.toBe(shown);
});
