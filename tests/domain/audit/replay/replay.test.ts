import { describe, expect, test } from 'vitest';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { aggregates } from '#application/streams/aggregates.ts';
import { MASK } from '#domain/access/mask.ts';
import { categoryOf } from '#domain/audit/eventRow.ts';
import { MONEY_BAND_NAMES } from '#domain/audit/replay/moneyBands.ts';
import { BEFORE_FIRST, openReplay, type ReplayEvent } from '#domain/audit/replay/replay.ts';
import { parseRowQuery } from '#domain/audit/replay/rowQuery.ts';
import { dataFor } from '#domain/audit/sight.ts';
import { LABELS } from '#domain/notifications/eventLabels.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { recordsIn } from '#tests/history/files.ts';
import { recordedKeys, type TestKeys } from '#tests/history/recordedKeys.ts';
import { streamNames } from '#tests/history/streamRecords.ts';
import { FOLDINGS } from '#web/audit/replay/foldings.ts';

const records = recordsIn();
const AUDITOR = ['auditor'] as const;

const transactionNames = streamNames(records).filter(
  (each) => categoryOf(records.read<{ stored: StoredEvent[] }>(each).stored[0]!.stream) === 'transaction',
);

/** A recorded stream in clear, and as an auditor sees it. */
const recorded = async (name: string): Promise<{ stream: string; clear: Recorded[]; masked: ReplayEvent[] }> => {
  const { keys, stored } = records.read<{ keys: TestKeys; stored: StoredEvent[] }>(name);
  const clear = await createEventCodec({ keys: recordedKeys(keys) }).decode(stored);
  const masked = clear.map(({ id, type, revision, recordedAt, metadata, ...event }) => ({
    id,
    type,
    revision,
    recordedAt: new Date(recordedAt).toISOString(),
    actor: metadata.actor,
    prevHash: metadata.prevHash,
    hash: metadata.hash,
    data: dataFor({ type, data: event.data }, AUDITOR).data as Record<string, unknown>,
  }));
  return { stream: stored[0]!.stream, clear, masked };
};

const replayed = (stream: string, events: readonly ReplayEvent[]) => {
  const replay = openReplay(stream, FOLDINGS, LABELS);
  return { ...replay, added: replay.add(events) };
};

const query = (text: string) => {
  const parsed = parseRowQuery(text);
  return parsed.ok ? parsed.terms : [];
};

const chained = (length: number, change: Partial<ReplayEvent> & { at?: number } = {}): ReplayEvent[] =>
  Array.from({ length }, (_, revision) => ({
    id: String(revision),
    type: revision === 0 ? 'ConversationStarted' : 'MessageSent',
    revision,
    recordedAt: new Date(revision * 60_000).toISOString(),
    actor: { id: 'b', role: 'member' },
    prevHash: revision === 0 ? null : `hash ${revision - 1}`,
    hash: `hash ${revision}`,
    data:
      revision === 0
        ? { buyerId: 'b', sellerId: 's', listingId: 'l' }
        : { messageId: String(revision), senderId: 'b', content: MASK },
    ...(revision === change.at ? change : {}),
  }));
const TALK = 'conversation-1';

describe('the states of a history', () => {
  test('fold from masked events to what the server folds from clear ones, in every recorded transaction', async () => {
    let withPersonalData = 0;
    for (const name of transactionNames) {
      const { stream, clear, masked } = await recorded(name);
      if (JSON.stringify(masked).includes(MASK)) withPersonalData++;
      const { stateAt, added } = replayed(stream, masked);
      expect([name, added.faults, added.foldsTo]).toEqual([name, [], clear.length - 1]);
      let state = transactionAggregate.initial;
      for (const [revision, event] of clear.entries()) {
        state = transactionAggregate.evolve(state, event as never);
        expect([name, stateAt(revision)]).toEqual([name, state]);
      }
    }
    expect(withPersonalData).toBeGreaterThan(10);
  });

  test('show all money of every recorded transaction in its bands, the fee included', async () => {
    let withFee = 0;
    for (const name of transactionNames) {
      const { stream, masked } = await recorded(name);
      const { stateAt, added } = replayed(stream, masked);
      for (const [revision, { money }] of added.ticks.entries()) {
        const { captured, platformLoss } = stateAt(revision) as Transaction;
        if ((money[MONEY_BAND_NAMES.indexOf('fee')] ?? 0) > 0) withFee++;
        expect([name, revision, money.reduce((sum, cents) => sum + cents, 0)]).toEqual([
          name,
          revision,
          captured + platformLoss,
        ]);
      }
    }
    expect(withFee).toBeGreaterThan(10);
  });

  test('fold for every other category whose state is without personal data', async () => {
    const personal = Object.values(aggregates).flatMap((each) => ('personal' in each ? [each.category as string] : []));
    const seen = new Set<string>();
    for (const name of streamNames(records)) {
      const { stream, clear, masked } = await recorded(name);
      const category = categoryOf(stream);
      const folding = FOLDINGS[category];
      if (!folding || category === 'transaction') continue;
      seen.add(category);
      const { at, added } = replayed(stream, masked);
      if (personal.includes(category)) continue;
      expect([name, added.faults]).toEqual([name, []]);
      const state = clear.reduce((before, event) => folding.evolve(before as never, event as never), folding.initial);
      expect([name, at(clear.length - 1).state]).toEqual([name, state]);
    }
    expect([...seen].sort()).toEqual(
      Object.keys(FOLDINGS)
        .filter((each) => each !== 'transaction')
        .sort(),
    );
  });

  test('are folded by the aggregates that the server uses', () => {
    const deciders = new Map<string, unknown>(
      Object.values(aggregates).map(({ category, decider }) => [category, decider]),
    );
    for (const [category, folding] of Object.entries(FOLDINGS))
      expect([category, folding]).toEqual([category, deciders.get(category)]);
  });

  test('are the same after any revision, whichever parts the history came in', () => {
    const events = chained(700);
    const whole = replayed(TALK, events);
    const parts = openReplay(TALK, FOLDINGS, LABELS);
    for (let from = 0; from < events.length; from += 256) parts.add(events.slice(from, from + 256));
    for (const revision of [0, 1, 255, 256, 257, 511, 512, 699]) expect(parts.at(revision)).toEqual(whole.at(revision));
    expect((whole.at(699).state as { unread: { seller: unknown[] } }).unread.seller).toHaveLength(699);
  });

  test('are unknown after the end and for a category without a fold', () => {
    expect(replayed(TALK, chained(3)).at(3).state).toBeUndefined();
    const log = replayed('log-1', chained(2));
    expect([log.added.foldsTo, log.at(1).state]).toEqual([-1, undefined]);
  });
});

describe('a damaged history', () => {
  test('names the event that does not follow the one before, and folds on', () => {
    const { added, at } = replayed(TALK, chained(5, { at: 3, prevHash: 'another' }));
    expect(added).toMatchObject({ faults: [{ revision: 3, fault: 'chain' }], foldsTo: 4 });
    expect(at(4).state).toBeDefined();
  });

  test.each([
    ['a missing event', chained(5).filter(({ revision }) => revision !== 2), { revision: 3, fault: 'gap' }, 1],
    [
      'an event that this release cannot read',
      chained(5, { at: 2, unreadable: true }),
      { revision: 2, fault: 'unreadable' },
      1,
    ],
    [
      'an event that cannot be folded',
      chained(5, { at: 2, data: null as never }),
      { revision: 2, fault: 'unfoldable' },
      1,
    ],
  ])('knows no state from %s on', (_, events, fault, foldsTo) => {
    const { added, at, find } = replayed(TALK, events);
    expect(added).toMatchObject({ faults: [fault], foldsTo });
    expect([at(foldsTo).state === undefined, at(foldsTo + 1).state]).toEqual([false, undefined]);
    if (fault.fault === 'gap') expect(find(query('type:Message*'))).toEqual([1, 3, 4]);
  });
});

test('finds the text that its reader has opened, and no masked text', () => {
  const { find } = replayed(TALK, chained(4, {}));
  expect(find(query('"left knee"'))).toEqual([]);
  const clear = { 2: { content: 'The LEFT knee' }, 3: { content: 'Thank you' } };
  expect(find(query('"left knee"'), { clear })).toEqual([2]);
  expect(find(query(`"${MASK}"`), { clear: { 2: { content: 'The left knee' } } })).toEqual([1, 3]);
  expect(find(query('actor:elena'), { names: new Map([['b', 'Elena']]) })).toEqual([0, 1, 2, 3]);
  expect(find(query('actor:elena'))).toEqual([]);
});

describe('what changed between two events', () => {
  test('lists states, balances and deadlines', async () => {
    const { stream, masked } = await recorded('streams/sale-paid-out');
    const { compare, added } = replayed(stream, masked);
    const captured = masked.findIndex(({ type }) => type === 'PaymentCaptured');
    expect(captured).toBeGreaterThan(0);
    const { changes, balances, armed, ended } = compare(captured - 1, captured);
    expect(changes.map(({ path }) => path.join('.'))).toEqual(expect.arrayContaining(['status', 'money', 'captured']));
    expect(balances.reduce((sum, { before, after }) => sum + after - before, 0)).toBe(0);
    expect(balances).toHaveLength(2);
    expect(armed.map(({ kind }) => kind)).toContain('shipment');
    expect(ended.map(({ kind }) => kind)).toContain('paymentWindow');
    expect(added.spans.find(({ kind }) => kind === 'shipment')).toMatchObject({ from: captured });
    expect(compare(captured, captured)).toMatchObject({ changes: [], balances: [], armed: [], ended: [] });
  });

  test('is the whole state for the first event', async () => {
    const { stream, masked } = await recorded('streams/sale-paid-out');
    const { before, changes, armed } = replayed(stream, masked).compare(BEFORE_FIRST, 0);
    expect(before.state).toEqual(transactionAggregate.initial);
    expect(changes.find(({ path }) => path[0] === 'status')).toMatchObject({ before: 'draft', after: 'CREATED' });
    expect(armed.map(({ kind }) => kind)).toContain('paymentWindow');
  });

  test('is nothing where a state is not known', () => {
    const { compare } = replayed(TALK, chained(5, { at: 2, unreadable: true }));
    expect(compare(0, 4)).toMatchObject({ changes: [], after: { state: undefined } });
  });
});
