import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { dice, nextCommand } from '#tests/domain/transactions/randomHistory.ts';
import * as s from '#tests/domain/transactions/scenario.ts';
import { property } from '#tests/support/property.ts';
import { after, until, type World, worldsOf, wrongIn, wrongWith } from './promises.ts';

const lapse = s.RETURN_AT + DAY;

const lapsedUnderDispute = () => {
  const commands = [
    ...s.shipped,
    s.requestReturn(),
    s.approveReturn(),
    s.dispute(lapse + HOUR),
    s.contest(lapse + 2 * HOUR),
  ];
  const before = worldsOf(commands).at(-1)!;
  const dueAt = before.sale.returnShipBy!;
  return [...commands, s.fires('returnShipBack', dueAt)];
};
const resting = { bankVerified: true, payoutsHeldUntil: s.ESCROW_END + 9 * DAY };

/** Sentences that people were told once, each with a sale of which it is not so. */
const UNTRUE: [string, Parameters<typeof worldsOf>[0], string][] = [
  [
    'the first email of a purchase',
    s.bought,
    'Your payment is held in escrow until you confirm that the miniature has arrived.',
  ],
  ['a return that lapses under a dispute', lapsedUnderDispute(), 'The escrow runs on.'],
  ['a dispute that revokes a release', [...s.released, s.dispute(s.ESCROW_END + HOUR)], 'The funds stay in escrow.'],
  ['a release that can be revoked', s.released, '€85.00 of “Knight” is yours.'],
  [
    'a bank account that has changed',
    [...s.shipped, s.fires('escrowEnd', s.ESCROW_END, { seller: resting })],
    'The payout follows within 3 business days, once your bank account is verified.',
  ],
  [
    'a review that staff may be late with',
    s.underReview,
    'You can expect a decision about “Knight” by 18 March 2026 at 10:00 CET.',
  ],
  [
    'a refund that goes on under a hold',
    [...s.cancelledPaid, s.hold(s.MONDAY + 2 * HOUR)],
    'The money stays where it is until this has ended; we write again then.',
  ],
  ['an escrow that ends on another day', s.shipped, 'The escrow ends on 14 March 2026 at 10:00 CET.'],
  [
    'an offer that lapses on another day',
    [...s.disputed, s.command('OfferSettlement', s.seller, s.DISPUTED_AT + HOUR, { toBuyer: 1_000 })],
    'You can accept or refuse it until 12 March 2026 at 10:00 CET.',
  ],
  ['a promise that no rule knows', s.shipped, 'A courier brings it back within the week.'],
];
const WAYS: Record<string, Parameters<typeof worldsOf>[0]> = {
  'a sale that goes well': s.completed,
  'one whose seller has no bank account': s.waitingForBank,
  'one that is never paid': s.expired,
  'one whose payment fails': s.failed,
  'one that a bank processes': s.processing,
  'one that is cancelled': s.cancelledPaid,
  'a pause': s.paused,
  'a dispute': s.underReview,
  'a dispute after the release': [...s.released, s.dispute(s.ESCROW_END + HOUR)],
  'a decision over much money': s.proposed,
  'a return': [...s.shipped, s.requestReturn(), s.approveReturn(), s.shipReturn()],
  'a return with a dispute': [...s.shipped, s.requestReturn(), s.approveReturn(), s.dispute(lapse + HOUR)],
  'a return that the bank stops': [
    ...s.shipped,
    s.requestReturn(),
    s.approveReturn(),
    s.chargeback('opened', lapse + HOUR),
  ],
  'a payout that fails': [...s.payingOut, s.payoutFails(s.RUN_AT + HOUR)],
  'a refund that fails': [...s.cancelledPaid, s.refundFails(s.MONDAY + 2 * HOUR)],
  'a refund that nobody confirms': [
    ...s.cancelledPaid,
    s.fires('refundWatch', s.dueAt(s.transactionAfter(s.cancelledPaid), 'refundWatch')!),
  ],
  'a refund that staff cannot stop': [...s.cancelledPaid, s.hold(s.MONDAY + 2 * HOUR)],
  'a hold before the shipment': [...s.paid, s.hold(s.MONDAY + HOUR)],
};

test.each(UNTRUE)('what is untrue is found: %s', (_, commands, sentence) => {
  const world = worldsOf(commands).at(-1)!;
  expect(wrongWith(world, { by: 'plant', reader: 'buyer', sentence })).toBeDefined();
});

describe('what is said of a transaction is true, and stays so when nobody acts', () => {
  test.each(Object.entries(WAYS))('in %s', (_, commands) => {
    expect(worldsOf(commands).flatMap(wrongIn)).toEqual([]);
  });

  property([fc.array(dice, { minLength: 5, maxLength: 60 })], { numRuns: 250 })('in any history', (rolls) => {
    let world: World | undefined;
    let now = s.MONDAY;
    const wrong: string[] = [];
    for (const roll of rolls) {
      const command = nextCommand(world?.sale ?? transactionAggregate.initial, now, roll);
      now = Math.max(now, command.at);
      for (const due of until(world, now)) {
        world = due;
        wrong.push(...wrongIn(due));
      }
      const next = after(world, { ...command, at: now });
      if (!next) continue;
      world = next;
      wrong.push(...wrongIn(world));
    }
    expect(wrong).toEqual([]);
  });
});
