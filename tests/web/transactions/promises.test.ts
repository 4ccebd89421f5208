import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { account } from '#domain/accounts/account.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { sellerStandingOf } from '#domain/accounts/state.ts';
import { fold } from '#domain/shared/decider.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { BANK, command, OWNER, registered, sellerTerms, verified } from '#tests/domain/accounts/accountHistory.ts';
import { dice, nextCommand } from '#tests/domain/transactions/randomHistory.ts';
import * as s from '#tests/domain/transactions/scenario.ts';
import { property } from '#tests/support/property.ts';
import { runsOf } from '#tests/support/tier.ts';
import {
  after,
  COMMAND_OF,
  emailOfBank,
  saidIn,
  stepIn,
  until,
  type World,
  worldsOf,
  wrongIn,
  wrongWith,
} from './promises.ts';

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

/** Sentences once shown, each with a transaction for which it is untrue. */
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
  [
    'an appeal that ends on another day',
    [...s.underReview, s.decide(s.TOTAL)],
    'You have until 13 March 2026 at 10:00 CET to appeal against the decision.',
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
  'an escrow that can be paused': [...s.shipped, s.hold(s.PAUSED_AT), s.lift(s.PAUSED_AT + HOUR)],
  'a pause that takes long': [...s.paused, s.hold(s.PAUSED_AT + 8 * DAY), s.lift(s.PAUSED_AT + 8 * DAY + HOUR)],
  'an offer': [...s.disputed, s.command('OfferSettlement', s.seller, s.DISPUTED_AT + HOUR, { toBuyer: 1_000 })],
  'a decision for the seller': [...s.underReview, s.decide(0)],
  'a decision for the buyer': [...s.underReview, s.decide(s.TOTAL)],
  'a decision for both': [...s.underReview, s.decide(6_000)],
  'an appeal of the seller': [
    ...s.underReview,
    s.decide(s.TOTAL),
    s.command('AppealDecision', s.seller, s.DISPUTED_AT + 3 * DAY, { text: 'Look at the box', evidence: [] }),
  ],
  'a decided refund that the bank stops': [
    ...s.underReview,
    s.decide(s.TOTAL),
    s.chargeback('opened', s.DISPUTED_AT + 3 * DAY),
  ],
  'a return that nobody answers': [
    ...s.shipped,
    s.requestReturn(),
    s.fires('returnAnswer', s.dueAt(s.transactionAfter([...s.shipped, s.requestReturn()]), 'returnAnswer')!),
  ],
};

/** The same for sentences in a dialog, before its step. */
const UNTRUE_IN_DIALOGS: [Parameters<typeof stepIn>[1], 'buyer' | 'seller', Parameters<typeof worldsOf>[0], string][] =
  [
    ['confirmShipment', 'seller', s.paid, 'Escrow runs 14 days.'],
    [
      'confirmArrival',
      'buyer',
      s.shipped,
      'Until the payout begins you can still open a dispute, for 14 days at most.',
    ],
    ['pauseEscrow', 'buyer', s.shipped, 'After 20 days of pause in all, a dispute opens by itself.'],
    [
      'resumeEscrow',
      'buyer',
      [...s.paused, s.hold(s.PAUSED_AT + HOUR)],
      'The escrow countdown then continues with at least 74 hours left.',
    ],
    ['cancel', 'seller', s.paid, 'Refunds usually take 2 to 3 business days.'],
    ['openDispute', 'buyer', s.shipped, 'The seller has 5 days to accept the claim, make an offer or contest it.'],
    ['offer', 'seller', s.disputed, 'The buyer has 7 days to accept or refuse the offer.'],
    ['contest', 'seller', s.disputed, 'Our staff decide within 5 business days.'],
    [
      'withdraw',
      'buyer',
      [...s.disputed, s.hold(s.DISPUTED_AT + HOUR)],
      'The escrow countdown then continues with at least 74 hours left.',
    ],
    ['acceptClaim', 'seller', s.disputed, 'The refund is sent by tomorrow.'],
    ['requestReturn', 'buyer', s.shipped, 'The seller has 9 days to approve or refuse the return.'],
    [
      'approveReturn',
      'seller',
      [...s.shipped, s.requestReturn()],
      'The buyer has 9 business days to send it back with a tracking code.',
    ],
    [
      'shipReturn',
      'buyer',
      [...s.shipped, s.requestReturn(), s.approveReturn(), s.dispute(lapse + HOUR)],
      'If the seller does neither, the return counts as received and you get everything back, the fee included.',
    ],
  ];

test.each(UNTRUE_IN_DIALOGS)(
  'finds an untrue sentence in the dialog %s of the %s',
  (name, reader, commands, sentence) => {
    const world = worldsOf(commands).at(-1)!;
    const next = stepIn({ ...world, now: Math.max(world.now, name === 'pauseEscrow' ? s.PAUSED_AT : 0) }, name, reader);
    expect(next).toBeDefined();
    expect(wrongWith(world, { by: `dialog ${name}`, reader, sentence, next })).toBeDefined();
  },
);

test.each([
  ['shipReminder', s.paid, 'You have until 8 March 2026 at 10:00 CET to ship it and confirm the shipment.'],
  ['escrowNotice', s.shipped, 'Escrow ends in 5 days: Knight'],
  ['escrowNotice', s.shipped, 'Escrow ends on 16 March 2026 at 10:00 CET.'],
  ['pauseReminder', s.paused, 'The pause ends on 30 March 2026 at 10:00 CEST.'],
] as const)('finds an untrue sentence in a reminder: %s', (template, commands, sentence) => {
  const world = worldsOf(commands).at(-1)!;
  const then = saidIn(world).find(({ by }) => by === `email ${template}`)?.then;
  expect(then).toBeDefined();
  expect(wrongWith(world, { by: `email ${template}`, reader: 'buyer', sentence, then })).toBeDefined();
});

test.each(UNTRUE)('finds an untrue sentence: %s', (_, commands, sentence) => {
  const world = worldsOf(commands).at(-1)!;
  expect(wrongWith(world, { by: 'plant', reader: 'buyer', sentence })).toBeDefined();
});

/** A seller saves bank details this many hours before escrow ends, after each step of the history. */
const worldsOfBank = (...steps: ['save' | 'reject', hours: number, bank: Partial<typeof BANK>][]) => {
  const history: AccountEvent[] = [registered, verified, sellerTerms];
  return steps.flatMap(([step, hours, bank]) => {
    const at = s.ESCROW_END - hours * HOUR;
    const { bankProvidedAt } = fold(account, history);
    const decided = account.decide(
      step === 'save'
        ? command({ type: 'ProvideBankDetails', bank: { ...BANK, ...bank } }, OWNER, at)
        : command({ type: 'RejectBankAccount', reason: 'closed', providedAt: bankProvidedAt ?? 0 }, s.SYSTEM, at),
      fold(account, history),
    );
    if (!decided.ok) throw new Error(decided.error.code);
    history.push(...decided.value);
    const standing = { ...sellerStandingOf(fold(account, history)), bankVerified: true };
    const escrowEnds = s.fires('escrowEnd', s.ESCROW_END, { seller: standing });
    const world = { ...worldsOf([...s.shipped, escrowEnds]).at(-1)!, now: at, standing };
    return decided.value.flatMap((event) => (event.type === 'BankDetailsProvided' ? [{ event, world }] : []));
  });
};
const OTHER = { iban: 'DE89370400440532013000' };

test.each([
  ['first saved', worldsOfBank(['save', 2, {}])],
  ['changed', worldsOfBank(['save', 200, {}], ['save', 2, OTHER])],
  [
    'saved once more, long after the change',
    worldsOfBank(
      ['save', 400, {}],
      ['save', 200, OTHER],
      ['reject', 190, {}],
      ['save', 2, { ...OTHER, bankName: 'X' }],
    ),
  ],
])('says in an e-mail about bank details that are %s how long payouts wait', (_, saved) => {
  for (const { event, world } of saved)
    for (const said of emailOfBank(event))
      expect([said.sentence, wrongWith(world, said)]).toEqual([said.sentence, undefined]);
});

test('finds an untrue sentence in the e-mail about changed bank details', () => {
  const { world } = worldsOfBank(['save', 200, {}], ['save', 2, OTHER]).at(-1)!;
  const sentence = 'Because the account has changed, payouts wait until 15 March 2026 at 10:00 CET.';
  expect(wrongWith(world, { by: 'email bankDetailsChanged', reader: 'seller', sentence })).toBeDefined();
});

describe('texts about a transaction are true and stay true if nobody acts', () => {
  test.each(Object.entries(WAYS))('in %s', (_, commands) => {
    expect(worldsOf(commands).flatMap(wrongIn)).toEqual([]);
  });

  test('in the same words in e-mail, page and card', () => {
    const DATE = /\d+ [A-Z][a-z]+ \d{4}(,| at) [\d:]+ [A-Z]+/g;
    for (const world of Object.values(WAYS).flatMap(worldsOf)) {
      const said = saidIn(world).filter(({ then }) => !then);
      const dated = (of: RegExp) =>
        said.flatMap(({ by, reader, sentence }) =>
          of.test(by) && / until \d.* to /.test(sentence)
            ? [`${reader}: ${sentence.replace(/^Card: /, '').replace(DATE, '…')}`]
            : [],
        );
      const written = dated(/^email/).filter((sentence) => / ha(s|ve) until … to /.test(sentence));
      expect(dated(/^screen/)).toEqual(expect.arrayContaining(written));
    }
  });

  test('with every dialog and every reminder', () => {
    const said = Object.values(WAYS).flatMap((commands) => worldsOf(commands).flatMap(saidIn));
    const steps = said.flatMap(({ by, next }) => (next ? [by.replace('dialog ', '')] : []));
    expect(Object.keys(COMMAND_OF).filter((name) => !steps.includes(name))).toEqual([]);
    const reminders = said.flatMap(({ by, then }) => (then ? [by.replace('email ', '')] : []));
    expect([...new Set(reminders)].sort()).toEqual(['escrowNotice', 'pauseReminder', 'shipReminder']);
  });

  property([fc.array(dice, { minLength: 5, maxLength: 60 })], { numRuns: runsOf(250) })('in any history', (rolls) => {
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
