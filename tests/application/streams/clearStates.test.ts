import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { type Aggregate, aggregates } from '#application/streams/aggregates.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { recordsIn } from '#tests/history/files.ts';
import { recordedKeys, type TestKeys } from '#tests/history/recordedKeys.ts';
import { streamNames } from '#tests/history/streamRecords.ts';

const records = recordsIn();
const all = Object.values(aggregates) as unknown as Aggregate<never, never, unknown, never>[];
const aggregateOf = (name: string) => {
  const { stored } = records.read<{ stored: StoredEvent[] }>(name);
  return all.find(({ category }) => stored[0]!.stream.startsWith(`${category}-`))!;
};
const names = streamNames(records);

const statesOf = (name: string, events: readonly Recorded[]): unknown[] => {
  const { initial, evolve } = aggregateOf(name).decider;
  let state = initial;
  return events.map((event) => {
    state = evolve(state, event as never);
    return state;
  });
};

test.each(names.filter((name) => !aggregateOf(name).personal))(
  '%s folds to the same states without what is personal in it',
  async (name) => {
    const { keys, stored } = records.read<{ keys: TestKeys; stored: StoredEvent[] }>(name);
    const codec = createEventCodec({ keys: recordedKeys(keys) });
    expect(statesOf(name, codec.decodeClear(stored))).toEqual(statesOf(name, await codec.decode(stored)));
  },
);

describe('a state kept in snapshots', () => {
  /**
   * If the digest changes, `evolve` makes a different state from the same events: raise `fold` in
   * application/streams/aggregates.ts.
   */
  const FOLDS: [name: string, fold: number, digest: string][] = [
    ['streams/conversation-of-an-erased-month', 1, 'fd06f3de4befae4b'],
    ['streams/conversation-reported', 1, 'b87a0f0bf179d847'],
    ['streams/buyer-who-lets-go', 2, '2fdea1d83ec1df71'],
    ['streams/buyer-who-agrees', 2, 'd8ad175f07f53122'],
    ['streams/inbox-read', 1, 'bba4c45405f20a57'],
    ['streams/security-of-an-account', 1, '063f6c36be70111b'],
    ['streams/disclosures-of-an-account', 1, 'd827049039f82a8b'],
  ];

  test.each(FOLDS)('of %s has the declared fold version', (name, fold, digest) => {
    const { snapshots } = aggregateOf(name);
    const { stored } = records.read<{ stored: StoredEvent[] }>(name);
    const states = statesOf(name, createEventCodec({ keys: recordedKeys() }).decodeClear(stored));
    for (const state of states) expect(snapshots!.shape.parse(state)).toEqual(state);
    const found = createHash('sha256').update(JSON.stringify(states)).digest('hex').slice(0, 16);
    expect([snapshots!.fold, found]).toEqual([fold, digest]);
  });

  test('belongs to a category with a recorded stream', () => {
    const kept = all.filter(({ snapshots }) => snapshots).map(({ category }) => category);
    expect([...new Set(FOLDS.map(([name]) => aggregateOf(name).category))].sort()).toEqual(kept.sort());
  });
});
