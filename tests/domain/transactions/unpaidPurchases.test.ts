import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '#domain/shared/decider.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import {
  BLOCKS_COUNT_FOR,
  FIRST_BLOCK,
  LONGEST_BLOCK,
  MOST_UNPAID,
} from '#domain/transactions/unpaidPurchases/limits.ts';
import {
  type AgreementEnd,
  abandonedPurchasesIn,
  type PurchaseEnd,
  refusalToBuy,
  type UnpaidPurchaseCommand,
  type UnpaidPurchaseEvent,
  unpaidPurchases,
} from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { givenWith } from '#tests/support/given.ts';

const given = givenWith(unpaidPurchases);
const AT = Date.UTC(2026, 4, 7);
const WINDOW = 30 * MINUTE;
const idOf = (n: number): string => String(n).padStart(32, '0');
const MINIATURE = idOf(1_000);

const begun = (n: number, { at = AT, listingId = idOf(1_000 + n) } = {}): UnpaidPurchaseEvent => ({
  type: 'PurchaseBegun',
  data: { at, transactionId: idOf(n), listingId, until: at + WINDOW },
});
const begin = (n: number, { at = AT, listingId = idOf(1_000 + n) } = {}): UnpaidPurchaseCommand => ({
  type: 'BeginPurchase',
  at,
  transactionId: idOf(n),
  listingId,
  until: at + WINDOW,
});
const end = (n: number, how: PurchaseEnd, at = AT): UnpaidPurchaseCommand => ({
  type: 'EndPurchase',
  at,
  transactionId: idOf(n),
  end: how,
});

/** The same listing abandoned repeatedly, as early as possible each time. */
const letGo = (times: number): UnpaidPurchaseEvent[] => {
  const history: UnpaidPurchaseEvent[] = [];
  let at = AT;
  for (let n = 1; n <= times; n++) {
    history.push(begun(n, { at, listingId: MINIATURE }));
    const decision = unpaidPurchases.decide(end(n, 'lapsed', at), fold(unpaidPurchases, history));
    if (!decision.ok) throw new Error('an end is never refused');
    history.push(...decision.value);
    at = fold(unpaidPurchases, history).blocks[MINIATURE]!.until;
  }
  return history;
};

describe('unpaid purchases', () => {
  test('are limited to three', () => {
    given(begun(1), begun(2)).when(begin(3)).emits(begun(3));
    given(begun(1), begun(2), begun(3))
      .when(begin(4, { at: AT + 10 * MINUTE }))
      .isRejected({ code: 'tooManyUnpaid', possibleAt: AT + WINDOW, wait: 20 * MINUTE });
  });

  test('each begin once', () => given(begun(1), begun(2), begun(3)).when(begin(2)).changesNothing());

  test.each(['paid', 'lapsed', 'abandoned', 'dropped'] as const)('make room for another when one is %s', (how) => {
    const history = [begun(1), begun(2), begun(3)];
    const decision = unpaidPurchases.decide(end(2, how), fold(unpaidPurchases, history));
    if (!decision.ok) throw new Error('an end is never refused');
    given(...history, ...decision.value)
      .when(begin(4))
      .emits(begun(4));
    given(...history, ...decision.value)
      .when(end(2, how))
      .changesNothing();
  });

  test('cannot end before they begin', () => given(begun(1)).when(end(2, 'lapsed')).changesNothing());

  test('report when the first one ends, never a past time', () => {
    const state = fold(unpaidPurchases, [begun(1), begun(2), begun(3)]);
    expect(refusalToBuy(state, MINIATURE, AT + DAY)).toEqual({
      code: 'tooManyUnpaid',
      possibleAt: AT + WINDOW,
      wait: 0,
    });
  });
});

describe('a listing left unpaid', () => {
  test.each([
    ['lapsed', 'PurchaseLapsed'],
    ['abandoned', 'PurchaseAbandoned'],
  ] as const)('%s: is blocked for this buyer for an hour', (how, type) => {
    const unpaid = { transactionId: idOf(1), listingId: MINIATURE, blockedUntil: AT + HOUR };
    given(begun(1, { listingId: MINIATURE }))
      .when(end(1, how))
      .emits({ type, data: { at: AT, ...unpaid } });
    const history: UnpaidPurchaseEvent[] = [begun(1, { listingId: MINIATURE }), { type, data: { at: AT, ...unpaid } }];
    given(...history)
      .when(begin(2, { listingId: MINIATURE, at: AT + 59 * MINUTE }))
      .isRejected({ code: 'listingBlocked', possibleAt: AT + HOUR, wait: MINUTE });
    given(...history)
      .when(begin(2))
      .emits(begun(2));
    const later = { listingId: MINIATURE, at: AT + HOUR };
    given(...history)
      .when(begin(2, later))
      .emits(begun(2, later));
  });

  test('doubles its block each time, up to a week', () => {
    const history = letGo(10);
    const blocks = history.flatMap(({ type, data }) =>
      type === 'PurchaseLapsed' ? [(data.blockedUntil - data.at) / HOUR] : [],
    );
    expect(blocks).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 168, 168]);
  });

  test('starts with an hour again after a long time', () => {
    const history = letGo(5);
    const at = fold(unpaidPurchases, history).blocks[MINIATURE]!.until + BLOCKS_COUNT_FOR;
    const unpaid = { transactionId: idOf(6), listingId: MINIATURE, blockedUntil: at + HOUR };
    given(...history, begun(6, { at, listingId: MINIATURE }))
      .when(end(6, 'lapsed', at))
      .emits({ type: 'PurchaseLapsed', data: { at, ...unpaid } });
  });

  test.each(['paid', 'dropped'] as const)('is not blocked if the purchase was %s', (how) => {
    const decision = unpaidPurchases.decide(end(1, how), fold(unpaidPurchases, [begun(1, { listingId: MINIATURE })]));
    if (!decision.ok) throw new Error('an end is never refused');
    expect(fold(unpaidPurchases, decision.value, fold(unpaidPurchases, [begun(1)])).blocks).toEqual({});
  });
});

describe('an agreed price', () => {
  const DAY_LATER = AT + DAY;
  const agreed = (n: number, listingId = idOf(1_000 + n)): UnpaidPurchaseEvent => ({
    type: 'AgreementBegun',
    data: { at: AT, proposalId: idOf(500 + n), listingId, until: DAY_LATER },
  });
  const agree = (n: number, at = AT): UnpaidPurchaseCommand => ({
    type: 'BeginAgreement',
    at,
    proposalId: idOf(500 + n),
    listingId: idOf(1_000 + n),
    until: at + DAY,
  });
  const over = (n: number, how: AgreementEnd, at = DAY_LATER): UnpaidPurchaseCommand => ({
    type: 'EndAgreement',
    at,
    proposalId: idOf(500 + n),
    end: how,
  });

  test('counts as an unpaid purchase, whichever comes first', () => {
    given(begun(1), agreed(2)).when(agree(3)).emits(agreed(3));
    const refusal = { code: 'tooManyUnpaid', possibleAt: AT + WINDOW, wait: WINDOW } as const;
    given(begun(1), agreed(2), agreed(3)).when(agree(4)).isRejected(refusal);
    given(begun(1), agreed(2), agreed(3)).when(begin(4)).isRejected(refusal);
  });

  test('counts once together with its purchase', () => {
    const purchase = begun(9, { listingId: idOf(1_001) });
    given(agreed(1), agreed(2), agreed(3))
      .when(begin(9, { listingId: idOf(1_001) }))
      .emits(purchase);
    given(agreed(1), purchase, agreed(2)).when(agree(3)).emits(agreed(3));
  });

  test('allows one purchase, and counts any other of the same listing', () => {
    const listingId = idOf(1_001);
    const refusal = { code: 'tooManyUnpaid', possibleAt: AT + WINDOW, wait: WINDOW } as const;
    given(agreed(1), begun(7, { listingId }), begun(8, { listingId }), begun(9, { listingId }))
      .when(begin(10, { listingId }))
      .isRejected(refusal);
    given(begun(7, { listingId }), begun(8, { listingId }), begun(9)).when(begin(10)).isRejected(refusal);
  });

  test('stops counting at its end, even before that is stored', () =>
    given(agreed(1), agreed(2), agreed(3))
      .when(begin(4, { at: DAY_LATER }))
      .emits(begun(4, { at: DAY_LATER })));

  test.each([
    ['lapsed', 'AgreementLapsed'],
    ['withdrawn', 'AgreementWithdrawn'],
  ] as const)('%s, blocks its listing like an unpaid purchase', (how, type) => {
    const [proposalId, listingId] = [idOf(501), idOf(1_001)];
    const data = { at: DAY_LATER, proposalId, listingId, blockedUntil: DAY_LATER + FIRST_BLOCK };
    given(agreed(1)).when(over(1, how)).emits({ type, data });
    const after = fold(unpaidPurchases, [agreed(1), { type, data }]);
    expect(refusalToBuy(after, listingId, DAY_LATER)).toMatchObject({ code: 'listingBlocked', wait: FIRST_BLOCK });
    expect(abandonedPurchasesIn([agreed(1), { type, data }])).toHaveLength(1);
  });

  test('counts once if it lapses with its purchase', () => {
    const purchase = begun(9, { listingId: idOf(1_001) });
    const lapsed: UnpaidPurchaseEvent = {
      type: 'PurchaseLapsed',
      data: { at: DAY_LATER, transactionId: idOf(9), listingId: idOf(1_001), blockedUntil: DAY_LATER + FIRST_BLOCK },
    };
    given(agreed(1), purchase, lapsed)
      .when(over(1, 'lapsed'))
      .emits({ type: 'AgreementDropped', data: { at: DAY_LATER, proposalId: idOf(501) } });
  });

  test('makes room and blocks nothing if it ends through no fault of the buyer', () => {
    const dropped: UnpaidPurchaseEvent = { type: 'AgreementDropped', data: { at: AT, proposalId: idOf(501) } };
    given(agreed(1))
      .when(over(1, 'dropped', AT))
      .emits(dropped);
    given(agreed(1), dropped, agreed(2), agreed(3)).when(agree(4)).emits(agreed(4));
    expect(fold(unpaidPurchases, [agreed(1), dropped]).blocks).toEqual({});
  });

  test('begins and ends once', () => {
    given(agreed(1)).when(agree(1)).changesNothing();
    given().when(over(1, 'lapsed')).changesNothing();
  });
});

test('never exceeds three open purchases or a week’s block, and begins none on a blocked listing', () => {
  const step = fc.record({
    purchase: fc.integer({ min: 1, max: 8 }),
    listing: fc.integer({ min: 1, max: 3 }),
    later: fc.constantFrom(0, MINUTE, HOUR, 3 * DAY, BLOCKS_COUNT_FOR),
    end: fc.constantFrom(null, 'paid', 'lapsed', 'abandoned', 'dropped'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let state = unpaidPurchases.initial;
      let at = AT;
      const blocked = new Map<string, number>();
      for (const { purchase, listing, later, end: how } of steps) {
        at += later;
        const listingId = idOf(1_000 + listing);
        const command = how === null ? begin(purchase, { at, listingId }) : end(purchase, how, at);
        const decision = unpaidPurchases.decide(command, state);
        const written = decision.ok ? decision.value : [];
        for (const { type, data } of written) {
          if (type === 'PurchaseBegun') expect(blocked.get(listingId) ?? 0).toBeLessThanOrEqual(at);
          if (type !== 'PurchaseLapsed' && type !== 'PurchaseAbandoned') continue;
          expect(data.blockedUntil - at).toBeGreaterThanOrEqual(FIRST_BLOCK);
          expect(data.blockedUntil - at).toBeLessThanOrEqual(LONGEST_BLOCK);
          blocked.set(data.listingId, data.blockedUntil);
        }
        state = fold(unpaidPurchases, written, state);
        expect(state.open.length).toBeLessThanOrEqual(MOST_UNPAID);
        if (!decision.ok && decision.error.code === 'tooManyUnpaid') expect(state.open).toHaveLength(MOST_UNPAID);
      }
      for (const { transactionId } of state.open)
        state = fold(unpaidPurchases, [{ type: 'PurchasePaid', data: { at, transactionId } }], state);
      const free = Math.max(at, ...blocked.values());
      expect(refusalToBuy(state, idOf(1_001), free)).toBeNull();
    }),
  );
});
