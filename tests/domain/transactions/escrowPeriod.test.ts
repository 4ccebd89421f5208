import { describe, expect, test } from 'vitest';
import { fold } from '#domain/shared/decider.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { escrowTimeLeft, holdsOf } from '#domain/transactions/state.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { displayStatus, transactionAggregate } from '#domain/transactions/transaction.ts';
import * as s from './scenario.ts';
import {
  buyer,
  ESCROW_END,
  given,
  MONDAY,
  NO_BANK,
  PAUSED_AT,
  pause,
  receive,
  resume,
  SHARE,
  SHIPPED_AT,
  seller,
  ship,
} from './scenario.ts';

const HOURS_74 = 74 * HOUR;

describe('an item that never arrives', () => {
  const PAUSE_ENDS = PAUSED_AT + 30 * DAY;

  test('can be disputed for more than 14 days after the expected arrival [D2-388]', () => {
    const expected = SHIPPED_AT + 4 * DAY;
    const unpaused = given(s.released)
      .when(s.dispute(ESCROW_END + DAY))
      .emits('DisputeOpened', 'ReleaseRevoked');
    expect(unpaused.dispute).toBe('awaiting_seller');
    for (const at of [expected + 14 * DAY, PAUSE_ENDS - 1]) {
      const transaction = given(s.paused).when(s.dispute(at)).emits('DisputeOpened');
      expect([transaction.status, transaction.money]).toEqual(['IN_ESCROW', 'escrow']);
    }
    expect(PAUSE_ENDS - expected).toBeGreaterThan(14 * DAY);
    given(s.paused)
      .when(s.fires('pauseLimit', PAUSE_ENDS))
      .emits('PauseExpired', ['DisputeOpened', { category: 'PAUSE_EXPIRED' }]);
  });
});

describe('shipping', () => {
  test('starts 12 days of escrow, with notices 3 days and 1 day before the end [L-072] [L-074] [L-007] [D2-178] [D2-161] [D2-383] [D2-385]', () => {
    const transaction = given(s.paid)
      .when(ship())
      .emits(['ShipmentConfirmed', { escrowEndsAt: SHIPPED_AT + 12 * DAY, policyVersion: CURRENT_TERMS.version }]);
    expect(transaction.status).toBe('IN_ESCROW');
    expect(s.armedKinds(transaction)).toEqual(['firstNotice', 'lastNotice', 'escrowEnd', 'escalation']);
    expect(s.dueAt(transaction, 'firstNotice')).toBe(ESCROW_END - 3 * DAY);
    expect(s.dueAt(transaction, 'lastNotice')).toBe(ESCROW_END - DAY);
    expect(s.dueAt(transaction, 'escrowEnd')).toBe(ESCROW_END);
  });
  test('keeps the promised end of escrow under later terms [L-007]', () => {
    const promised = ESCROW_END + 8 * DAY;
    const older = s
      .historyOf(s.shipped)
      .map((event) =>
        event.type === 'ShipmentConfirmed'
          ? { ...event, data: { ...event.data, escrowEndsAt: promised, policyVersion: '2025-9/other' } }
          : event,
      );
    const transaction = fold(transactionAggregate, older);
    expect(s.dueAt(transaction, 'escrowEnd')).toBe(promised);
    expect(transactionAggregate.decide(s.fires('escrowEnd', ESCROW_END), transaction)).toEqual({ ok: true, value: [] });
    expect(transactionAggregate.decide(s.fires('escrowEnd', promised), transaction)).toMatchObject({
      value: [{ type: 'EscrowReleased' }, { type: 'PayoutApproved' }],
    });
  });
  test('needs a tracking code above €100.00, not at €100.00 [L-073] [D2-376]', () => {
    const paidFor = (amount: number) => [
      s.buy(amount),
      s.setShipping(),
      s.pay(MONDAY, amount + Math.floor((amount * 5 + 50) / 100) + 75 + s.SHIPPING),
    ];
    given(paidFor(10_001)).when(ship(SHIPPED_AT, null)).isRejected({ code: 'trackingCodeRequired' });
    given(paidFor(10_001)).when(ship(SHIPPED_AT, ' ')).isRejected({ code: 'trackingCodeRequired' });
    given(paidFor(10_001)).when(ship()).emits('ShipmentConfirmed');
    given(paidFor(10_000))
      .when(ship(SHIPPED_AT, null))
      .emits(['ShipmentConfirmed', { trackingCode: null }]);
  });
  test('is rejected before payment, a second time, and for everyone but the seller [L-022] [D2-258] [D2-260]', () => {
    given(s.pending)
      .when(ship())
      .isRejected(s.notNow('PAYMENT_PENDING', ['Cancel']));
    given(s.shipped).when(ship()).isRejected(s.notNow('IN_ESCROW', []));
    given(s.paid)
      .when({ ...ship(), by: s.stranger })
      .isRejected({ code: 'notYourTransaction' });
    given(s.paid)
      .when({ ...ship(), by: buyer })
      .isRejected({ code: 'notNow', status: 'AWAIT_SHIPPING' });
  });
  test('refunds everything, fee included, after a missed deadline [L-069] [L-070] [D2-160]', () => {
    const shipBy = MONDAY + 96 * HOUR;
    const transaction = given(s.paid)
      .when(s.fires('shipment', shipBy))
      .emits('ShipmentDeadlineMissed', ['RefundRequested', { amount: s.TOTAL, fee: 0 }]);
    expect([transaction.status, s.armedKinds(transaction)]).toEqual(['REFUND_BUYER', ['refundWatch', 'escalation']]);
    given(s.paid)
      .when(s.fires('shipment', shipBy, {}, shipBy - 1))
      .changesNothing();
    given(s.shipped).when(s.fires('shipment', shipBy)).changesNothing();
    given(s.paid)
      .when(s.fires('shipReminder', shipBy - DAY))
      .changesNothing();
  });
});

describe('delivery', () => {
  test('releases and approves in one append when the buyer confirms, and clears every escrow deadline [L-075] [L-077] [L-119] [D2-179]', () => {
    const transaction = given(s.shipped)
      .when(receive(SHIPPED_AT + 3 * DAY))
      .emits(
        'DeliveryConfirmed',
        ['EscrowReleased', { by: 'buyer', toSeller: SHARE, fee: s.FEE }],
        ['PayoutApproved', { amount: SHARE }],
      );
    expect([transaction.status, s.armedKinds(transaction)]).toEqual(['READY_FOR_PAYOUT', ['payoutRun', 'escalation']]);
  });
  test('waits in ESCROW_COMPLETED without a verified bank account [L-120] [D2-162] [D2-179]', () => {
    const transaction = given(s.shipped)
      .when(receive(SHIPPED_AT + 3 * DAY, NO_BANK))
      .emits('DeliveryConfirmed', 'EscrowReleased');
    expect([transaction.status, s.armedKinds(transaction)]).toEqual(['ESCROW_COMPLETED', ['escalation']]);
  });
  test.each([
    ['paused', s.paused],
    ['disputed by the buyer', s.disputed],
    ['under review', s.underReview],
    ['awaiting the answer to a return request', [...s.shipped, s.requestReturn()]],
  ] as const)('can be confirmed while %s, and ends that hold [L-076]', (_, history) => {
    const transaction = given(history)
      .when(receive(SHIPPED_AT + 11 * DAY))
      .emits('DeliveryConfirmed', 'EscrowReleased', 'PayoutApproved');
    expect([transaction.status, holdsOf(transaction)]).toEqual(['READY_FOR_PAYOUT', []]);
  });
  test('can be confirmed in a dispute that the seller opened [L-076] [L-089]', () => {
    const at = PAUSED_AT + 8 * DAY;
    const history = [...s.paused, s.dispute(at, 0, seller)];
    given(history)
      .when(receive(at + HOUR))
      .emits('DeliveryConfirmed', 'EscrowReleased', 'PayoutApproved');
  });
  test('keeps a staff hold, and the payout waits until it is lifted', () => {
    const transaction = given([...s.shipped, s.hold(SHIPPED_AT)])
      .when(receive(SHIPPED_AT + DAY))
      .emits('DeliveryConfirmed', 'EscrowReleased');
    expect([transaction.status, holdsOf(transaction)]).toEqual(['ESCROW_COMPLETED', ['staff']]);
  });
  test('is rejected before shipment, once the item is on its way back, and for other people [L-075] [D2-260]', () => {
    given([...s.shipped, s.requestReturn(), s.approveReturn(), s.shipReturn()])
      .when(receive(s.RETURN_AT + 3 * DAY))
      .isRejected({ code: 'notNow', status: 'IN_ESCROW' });
    given(s.shipped)
      .when({ ...receive(SHIPPED_AT), by: seller })
      .isRejected(s.notNow('IN_ESCROW', []));
    given(s.paid).when(receive(SHIPPED_AT)).isRejected({ code: 'notNow', status: 'AWAIT_SHIPPING' });
    given(s.shipped)
      .when({ ...receive(SHIPPED_AT), by: s.staff })
      .isRejected({ code: 'notYourTransaction' });
  });
});

describe('the end of the escrow period', () => {
  test('releases the money when nothing holds it [L-078] [L-117] [D2-189] [D2-007]', () => {
    const transaction = given(s.shipped)
      .when(s.fires('escrowEnd', ESCROW_END))
      .emits(['EscrowReleased', { by: 'timer', toSeller: SHARE, fee: s.FEE }], 'PayoutApproved');
    expect(transaction.status).toBe('READY_FOR_PAYOUT');
    given(s.shipped)
      .when(s.fires('escrowEnd', ESCROW_END, { seller: NO_BANK }))
      .emits('EscrowReleased');
  });
  test.each([
    ['paused', [...s.shipped, pause(ESCROW_END - 1)]],
    ['disputed', [...s.shipped, s.dispute(ESCROW_END - 1)]],
    ['returning', [...s.shipped, s.requestReturn(ESCROW_END - 1)]],
    ['chargeback', [...s.shipped, s.chargeback('opened', ESCROW_END - 1)]],
    ['staff', [...s.shipped, s.hold(ESCROW_END - 1)]],
  ] as const)('releases nothing during the hold “%s” [L-079] [L-030] [D2-189] [D2-191]', (hold, history) => {
    expect(holdsOf(s.transactionAfter(history))).toEqual([hold]);
    given(history).when(s.fires('escrowEnd', ESCROW_END)).changesNothing();
    expect(s.armedKinds(s.transactionAfter(history))).not.toContain('escrowEnd');
  });
  test('releases once when fired twice [L-024]', () =>
    given(s.released).when(s.fires('escrowEnd', ESCROW_END)).changesNothing());
});

describe('a pause', () => {
  test('freezes the remaining time and sets a reminder at 7 days and the limit at 30 [L-080] [L-083] [D2-180] [D2-170]', () => {
    const transaction = given(s.shipped)
      .when(pause())
      .emits(['EscrowPaused', { remaining: 50 * HOUR, remindAt: PAUSED_AT + 7 * DAY, limitAt: PAUSED_AT + 30 * DAY }]);
    expect([transaction.status, displayStatus(transaction)]).toEqual(['IN_ESCROW', 'IN_ESCROW_PAUSED']);
    expect(s.armedKinds(transaction)).toEqual(['pauseReminder', 'pauseLimit', 'escalation']);
    expect(escrowTimeLeft(transaction, PAUSED_AT + 9 * DAY)).toBe(50 * HOUR);
  });
  test('is possible with at most 74 hours left, and not after the end [L-081] [D2-181] [D2-262] [D2-386]', () => {
    expect(CURRENT_TERMS.pauseWindow).toBe(266_400_000);
    given(s.shipped)
      .when(pause(ESCROW_END - HOURS_74))
      .emits('EscrowPaused');
    given(s.shipped)
      .when(pause(ESCROW_END - HOURS_74 - 1))
      .isRejected({
        code: 'pauseNotEligible',
        status: 'IN_ESCROW',
        allowed: ['ConfirmDelivery', 'OpenDispute', 'RequestReturn'],
      });
    given(s.shipped)
      .when(pause(ESCROW_END - 1))
      .emits('EscrowPaused');
    given(s.shipped).when(pause(ESCROW_END)).isRejected({ code: 'pauseNotEligible' });
  });
  test('is rejected during any hold and outside escrow [L-080] [L-082] [D2-182]', () => {
    given(s.paused)
      .when(pause(PAUSED_AT + 1))
      .isRejected({ code: 'pauseNotEligible' });
    for (const held of [
      s.dispute(PAUSED_AT),
      s.requestReturn(PAUSED_AT),
      s.hold(PAUSED_AT),
      s.chargeback('opened', PAUSED_AT),
    ])
      given([...s.shipped, held])
        .when(pause())
        .isRejected({ code: 'pauseNotEligible' });
    given(s.paid).when(pause()).isRejected({ code: 'pauseNotEligible', status: 'AWAIT_SHIPPING' });
    given(s.released).when(pause()).isRejected({ code: 'pauseNotEligible', status: 'READY_FOR_PAYOUT' });
  });
  test('is possible only for the buyer, with a reason [L-080] [D2-255]', () => {
    given(s.shipped)
      .when({ ...pause(), by: seller })
      .isRejected({ code: 'notNow' });
    given(s.shipped)
      .when({ ...pause(), by: s.stranger })
      .isRejected({ code: 'notYourTransaction' });
    given(s.shipped)
      .when({ ...pause(), reason: ' ' } as ReturnType<typeof pause>)
      .isRejected({ code: 'textRequired' });
  });
  test('leaves at least 74 hours when the buyer resumes, and sets the notices again [L-084] [L-032] [D2-190]', () => {
    const at = PAUSED_AT + 2 * DAY;
    const transaction = given(s.paused)
      .when(resume(at))
      .emits('EscrowResumed', ['EscrowClockResumed', { escrowEndsAt: at + HOURS_74 }]);
    expect(s.armedKinds(transaction)).toEqual(['firstNotice', 'lastNotice', 'escrowEnd', 'escalation']);
    expect(s.dueAt(transaction, 'firstNotice')).toBe(at + 2 * HOUR);
    given(s.shipped).when(resume(at)).isRejected({ code: 'notNow' });
    given(s.paused)
      .when({ ...resume(at), by: seller })
      .isRejected({ code: 'notNow' });
  });
  test('becomes a dispute after 30 days and never a release [L-085] [D2-190]', () => {
    const limit = PAUSED_AT + 30 * DAY;
    const transaction = given(s.paused)
      .when(s.fires('pauseLimit', limit))
      .emits('PauseExpired', [
        'DisputeOpened',
        { category: 'PAUSE_EXPIRED', by: 'system', claim: s.TOTAL, answerBy: limit + 3 * DAY },
      ]);
    expect([transaction.status, holdsOf(transaction), transaction.remaining]).toEqual([
      'IN_ESCROW',
      ['disputed'],
      50 * HOUR,
    ]);
    expect(s.armedKinds(transaction)).toEqual(['disputeAnswer', 'escalation']);
  });
  test('ends during an open dispute without opening a second one', () => {
    const transaction = given([...s.paused, s.dispute(PAUSED_AT + DAY)])
      .when(s.fires('pauseLimit', PAUSED_AT + 30 * DAY))
      .emits('PauseExpired');
    expect(holdsOf(transaction)).toEqual(['disputed']);
  });
  test('lasts 30 days in total, however often the buyer resumes [L-083]', () => {
    const resumedAt = PAUSED_AT + 20 * DAY;
    const again = [...s.paused, resume(resumedAt), pause(resumedAt + HOUR)];
    expect(s.dueAt(s.transactionAfter(again), 'pauseLimit')).toBe(resumedAt + HOUR + 10 * DAY);
    const usedUp = [...again, s.fires('pauseLimit', resumedAt + HOUR + 10 * DAY)];
    const withdrawn = s.command('WithdrawDispute', buyer, resumedAt + 11 * DAY, { seller: s.VERIFIED });
    given([...usedUp, withdrawn])
      .when(pause(resumedAt + 11 * DAY + 1))
      .isRejected({ code: 'pauseNotEligible' });
  });
});

describe('several holds', () => {
  const at = PAUSED_AT + DAY;
  const both = [...s.paused, s.dispute(at)];
  const withdraw = (when: number) => s.command('WithdrawDispute', buyer, when, { seller: s.VERIFIED });

  test('freeze the clock once: the second does not change it [L-031]', () => {
    const transaction = given(s.paused)
      .when(s.dispute(at))
      .emits(['DisputeOpened', { remaining: null }]);
    expect([transaction.remaining, transaction.clock, holdsOf(transaction)]).toEqual([
      50 * HOUR,
      null,
      ['paused', 'disputed'],
    ]);
  });
  test('keep the clock frozen when one ends before the other [L-033]', () => {
    expect(
      given(both)
        .when(withdraw(at + DAY))
        .emits('DisputeWithdrawn').clock,
    ).toBe(null);
    expect(
      given(both)
        .when(resume(at + DAY))
        .emits('EscrowResumed').clock,
    ).toBe(null);
  });
  test('restart the clock after the last one with the remaining time, at least 74 hours [L-032] [L-093]', () => {
    const end = at + 2 * DAY;
    given([...both, withdraw(at + DAY)])
      .when(resume(end))
      .emits('EscrowResumed', ['EscrowClockResumed', { escrowEndsAt: end + HOURS_74 }]);
    const early = [...s.shipped, s.dispute(SHIPPED_AT + 2 * DAY)];
    given(early)
      .when(withdraw(SHIPPED_AT + 4 * DAY))
      .emits('DisputeWithdrawn', ['EscrowClockResumed', { escrowEndsAt: SHIPPED_AT + 14 * DAY }]);
  });
});
