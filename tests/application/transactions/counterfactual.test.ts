import { describe, expect, test } from 'vitest';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { type CounterfactualSources, counterfactual } from '#application/transactions/counterfactual.ts';
import { differsFromStored, FOLD_HEADER, foldedOtherwise, foldsOf } from '#application/transactions/folds.ts';
import { DAY } from '#domain/shared/instants.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { recordedAfter } from '#tests/domain/transactions/recordedAfter.ts';
import * as s from '#tests/domain/transactions/scenario.ts';

const stored = (commands: Parameters<typeof recordedAfter>[0], id: string): Recorded[] =>
  recordedAfter(commands).map(({ event, actor, commandId }, revision) => ({
    ...event,
    id: `${id}-${revision}`,
    version: 1,
    stream: `transaction-${id}`,
    revision,
    position: String(revision),
    recordedAt: event.data.at,
    metadata: { correlationId: '', causationId: '', actor, commandId, prevHash: null, hash: '' },
  })) as Recorded[];

const HISTORIES = new Map([
  ['transaction-a', stored(s.completed, 'a')],
  ['transaction-b', stored([...s.underReview, s.decide(2_000)], 'b')],
  ['transaction-c', stored(s.expired, 'c')],
]);
async function* ids(names: readonly string[]) {
  yield* names;
}
const sources = (names = ['a', 'b', 'c']) => ({
  sales: () => ids(names),
  readClear: async (stream: string) => HISTORIES.get(stream) ?? [],
});
const ASKED = { changes: { escrowPeriod: '20d' }, from: 0, to: 1, until: s.MONDAY + 90 * DAY };
const EVERYTHING = { most: 100, listed: 100, goesOn: () => true };

describe('sales under other terms', () => {
  test('add up, and list those that differ', async () => {
    const result = await counterfactual(ASKED, sources(), EVERYTHING);
    expect([result.sales, result.differing, result.otherSums, result.complete]).toEqual([3, 1, 0, true]);
    expect([result.was.paidOut, result.would.paidOut]).toEqual([s.SHARE, s.SHARE]);
    expect(result.would.held - result.was.held).toBe(8 * DAY);
    expect(result.listed.map(({ difference }) => difference?.revision)).toEqual([5]);
  });

  test('list a sale that differs only in its deadlines', async () => {
    const open = { ...ASKED, until: s.SHIPPED_AT + DAY };
    const result = await counterfactual(open, sources(['a']), EVERYTHING);
    expect([result.differing, result.otherSums, result.movedDeadlines, result.changed]).toEqual([0, 0, 1, 1]);
    expect(result.listed.map(({ difference }) => difference)).toEqual([null]);
  });

  test('list each sale that they count with other sums', async () => {
    const fees = { ...ASKED, changes: { feePercent: '10%' } };
    const { otherSums, listed } = await counterfactual(fees, sources(), EVERYTHING);
    expect(otherSums).toBeGreaterThan(0);
    expect(listed.filter(({ was, would }) => was.total !== would.total)).toHaveLength(otherSums);
  });

  test('have the same hash for the same request, and another for any other', async () => {
    const hashOf = async (asked = ASKED, from = sources()) => (await counterfactual(asked, from, EVERYTHING)).hash;
    const hash = await hashOf();
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashOf()).toBe(hash);
    const others = [
      await hashOf({ ...ASKED, changes: { escrowPeriod: '21d' } }),
      await hashOf({ ...ASKED, until: ASKED.until + 1 }),
      await hashOf(ASKED, sources(['a', 'b'])),
    ];
    expect(new Set([hash, ...others]).size).toBe(4);
  });

  test('end at a bound and say so', async () => {
    const few = await counterfactual(ASKED, sources(), { ...EVERYTHING, most: 1, listed: 0 });
    expect([few.sales, few.complete, few.differing, few.listed]).toEqual([1, false, 1, []]);
    let asked = 0;
    const late = await counterfactual(ASKED, sources(), { ...EVERYTHING, goesOn: () => asked++ < 2 });
    expect([late.sales, late.complete]).toEqual([2, false]);
  });

  test('count a history that this release cannot read', async () => {
    const [first, , , , , released] = HISTORIES.get('transaction-a') ?? [];
    const broken: CounterfactualSources = { ...sources(['a']), readClear: async () => [first!, released!] };
    const result = await counterfactual(ASKED, broken, EVERYTHING);
    expect([result.sales, result.unreadable, result.differing]).toEqual([1, 1, 0]);
  });
});

describe('the folds of a release', () => {
  const recorded = async () => {
    const records = [];
    for await (const record of foldsOf(sources())) records.push(record);
    return records;
  };
  const differences = async (records: Awaited<ReturnType<typeof recorded>>, header = FOLD_HEADER) => {
    async function* given() {
      yield* records;
    }
    const found = [];
    for await (const { difference } of foldedOtherwise(header, given(), sources()))
      if (difference) found.push(difference);
    return found;
  };

  test('are the same for the same release', async () => {
    expect(await differences(await recorded())).toEqual([]);
  });

  test('name the first event whose state differs', async () => {
    const records = await recorded();
    records[1]!.states[3] = 'other';
    records[1]!.states[4] = 'other';
    expect(await differences(records)).toEqual([
      { transaction: 'b', revision: 3, event: 'PaymentCaptured', fields: [] },
    ]);
  });

  test('name an event that is gone', async () => {
    const records = await recorded();
    records[0]!.states.push('more');
    const [difference] = await differences(records);
    expect([difference?.transaction, difference?.event]).toEqual(['a', null]);
  });

  test('are compared with what the running release has stored', async () => {
    const state = (HISTORIES.get('transaction-a') ?? []).reduce(
      (before, event) => transactionAggregate.evolve(before, event as never),
      transactionAggregate.initial,
    );
    const as = JSON.parse(JSON.stringify(state));
    expect(await differsFromStored('a', as, sources())).toBeUndefined();
    expect(await differsFromStored('a', { ...as, paidOut: 1 }, sources())).toEqual({
      transaction: 'a',
      revision: as.revision,
      event: 'PayoutCompleted',
      fields: ['paidOut'],
    });
  });
});
