import { describe, expect, test } from 'vitest';
import { sentenceOf } from '#domain/notifications/transactions.ts';
import { addBusinessDays } from '#domain/shared/businessDays.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { holdsOf } from '#domain/transactions/state.ts';
import { displayStatus } from '#domain/transactions/transaction.ts';
import * as s from './scenario.ts';
import { approveReturn, buyer, command, given, RETURN_AT, requestReturn, seller, shipReturn } from './scenario.ts';

const requested = [...s.shipped, requestReturn()];
const approved = [...requested, approveReturn()];
const sentBack = [...approved, shipReturn()];
const SENT_AT = RETURN_AT + 2 * DAY;
const receiveBack = (at = SENT_AT + DAY) => command('ConfirmReturnReceived', seller, at);
const rejectBack = (evidence = ['photo-1'], text = 'Not my knight') =>
  command('RejectReturn', seller, SENT_AT + DAY, { text, evidence });
const notArrived = (text = 'The carrier knows no such code') =>
  command('RejectReturn', seller, SENT_AT + DAY, { text, evidence: [], notArrived: true });
const withdraw = (at: number) => command('WithdrawDispute', buyer, at, { seller: s.VERIFIED });
const refuse = (text = 'No') => command('RefuseReturn', seller, RETURN_AT + DAY, { text });

test('stores a hash for each photo that an event names', () => {
  const file = {
    sha256Uploaded: 'a'.repeat(64),
    sha256Stored: 'b'.repeat(64),
    sha256Thumbnail: null,
    bytes: 1,
    type: 'image/webp',
  };
  const attached = { files: [file], takenAt: ['2026-05-01T10:20:30'] };
  const rejecting = command('RejectReturn', seller, SENT_AT + DAY, {
    text: 'Not my knight',
    evidence: ['photo-1'],
    attached,
  });
  given(sentBack)
    .when(rejecting)
    .emits(['ReturnRejected', attached], ['DisputeOpened', attached], ['DisputeReferred', {}]);
});

describe('a request for a return', () => {
  test('freezes the clock and gives the seller 2 days [L-105] [L-036] [D2-171] [D2-194]', () => {
    const transaction = given(s.shipped)
      .when(requestReturn())
      .emits(['ReturnRequested', { answerBy: RETURN_AT + 2 * DAY }]);
    expect([transaction.status, displayStatus(transaction), holdsOf(transaction), transaction.remaining]).toEqual([
      'IN_ESCROW',
      'RETURN_IN_PROGRESS',
      ['returning'],
      8 * DAY,
    ]);
    expect(s.armedKinds(transaction)).toEqual(['returnAnswer', 'escalation']);
  });
  test('is possible once, and not during a dispute [L-106]', () => {
    given(requested).when(requestReturn()).isRejected({ code: 'notNow' });
    given([...approved, s.fires('returnShipBack', addBusinessDays(RETURN_AT + DAY, 5))])
      .when(requestReturn(RETURN_AT + 9 * DAY))
      .isRejected({ code: 'notNow' });
    given(s.disputed)
      .when(requestReturn(s.DISPUTED_AT + DAY))
      .isRejected({ code: 'notNow' });
    given(s.shipped)
      .when({ ...requestReturn(), by: seller })
      .isRejected({ code: 'notNow' });
    given(s.paid).when(requestReturn()).isRejected({ code: 'notNow' });
    given(s.shipped)
      .when({ ...requestReturn(), text: '' } as ReturnType<typeof requestReturn>)
      .isRejected({ code: 'textRequired' });
  });
  test('the display status prefers a dispute over a return, and a return over a pause [D2-171]', () => {
    const paused = [...s.paused, requestReturn(s.PAUSED_AT + DAY)];
    expect(displayStatus(s.transactionAfter(paused))).toBe('RETURN_IN_PROGRESS');
    expect(displayStatus(s.transactionAfter([...paused, s.dispute(s.PAUSED_AT + DAY)]))).toBe('IN_ESCROW_DISPUTED');
  });
});

describe('the seller’s answer to a return request', () => {
  test('approving gives the buyer 5 business days to ship back [L-107] [D2-195] [D2-389]', () => {
    const shipBackBy = addBusinessDays(RETURN_AT + DAY, 5);
    const transaction = given(requested)
      .when(approveReturn())
      .emits(['ReturnApproved', { by: 'seller', shipBackBy, to: s.RETURN_TO, addressed: true, postage: 'buyer' }]);
    expect([transaction.return, s.dueAt(transaction, 'returnShipBack')]).toEqual(['approved', shipBackBy]);
    // approved on a Thursday: the weekend does not count
    given([...s.shipped, requestReturn(s.SHIPPED_AT + DAY)])
      .when(approveReturn(Date.UTC(2026, 2, 5, 9)))
      .emits(['ReturnApproved', { shipBackBy: Date.UTC(2026, 2, 12, 9) }]);
    given(requested)
      .when({ ...approveReturn(), by: buyer })
      .isRejected({ code: 'notNow' });
    given(s.shipped).when(approveReturn()).isRejected({ code: 'notNow' });
  });
  test('counts as approval after 2 days of silence [L-108] [D2-197]', () => {
    const due = RETURN_AT + 2 * DAY;
    const terms = { to: s.RETURN_TO, addressed: true, postage: 'buyer' };
    given(requested)
      .when(s.fires('returnAnswer', due, { returnTo: s.RETURN_TO }))
      .emits(['ReturnApproved', { by: 'system', shipBackBy: addBusinessDays(due, 5), ...terms }]);
    given(approved).when(s.fires('returnAnswer', due)).changesNothing();
  });
  test('goes to staff after silence without an address, and the seller may still give one', () => {
    const due = RETURN_AT + 2 * DAY;
    const unaddressed = [...requested, s.fires('returnAnswer', due)];
    const transaction = given(requested)
      .when(s.fires('returnAnswer', due))
      .emits(['ReturnApproved', { by: 'system', addressed: false }], ['StaffHoldPlaced', { by: 'system' }]);
    expect(openCases(transaction).map(({ kind }) => kind)).toContain('staffHold');
    const give = command('GiveReturnAddress', seller, due + DAY, { to: s.RETURN_TO });
    const given2 = given(unaddressed)
      .when(give)
      .emits(['ReturnAddressGiven', { to: s.RETURN_TO, shipBackBy: addBusinessDays(due + DAY, 5) }]);
    expect(s.dueAt(given2, 'returnShipBack')).toBe(addBusinessDays(due + DAY, 5));
    given([...unaddressed, give])
      .when(give)
      .isRejected({ code: 'notNow' });
    given(unaddressed)
      .when({ ...give, by: buyer })
      .isRejected({ code: 'notNow' });
    given(approved).when(give).isRejected({ code: 'notNow' });
  });
  test('needs an address that can receive parcels', () => {
    const to = { ...s.RETURN_TO, country: 'Atlantis' };
    given(requested)
      .when({ ...approveReturn(), to } as ReturnType<typeof approveReturn>)
      .isRejected({ code: 'countryNotOffered' });
  });
  test('makes the buyer pay the postage unless the seller offers or the item was misdescribed', () => {
    const faulty = [...s.shipped, { ...requestReturn(), notAsDescribed: true } as ReturnType<typeof requestReturn>];
    const payer = (history: typeof faulty, last: (typeof faulty)[number]) =>
      s.transactionAfter([...history, last]).returning?.postage;
    expect(payer(requested, approveReturn())).toBe('buyer');
    expect(payer(requested, approveReturn(RETURN_AT + DAY, true))).toBe('seller');
    expect(payer(faulty, approveReturn())).toBe('seller');
    const silence = s.fires('returnAnswer', RETURN_AT + 2 * DAY, { returnTo: s.RETURN_TO });
    expect([payer(requested, silence), payer(faulty, silence)]).toEqual(['buyer', 'seller']);
    expect(sentenceOf('ReturnApproved', { by: 'seller', postage: 'seller' })).toBe(
      'The return was approved by the seller. The seller pays for the parcel back',
    );
  });
  test('goes to staff after silence from a suspended seller', () => {
    const due = RETURN_AT + 2 * DAY;
    const unasked = s.fires('returnAnswer', due, { seller: s.SUSPENDED });
    const held = [...requested, unasked];
    const transaction = given(requested)
      .when(unasked)
      .emits(['ReturnApproved', { by: 'system' }], ['StaffHoldPlaced', { by: 'system' }]);
    expect(openCases(transaction).map(({ kind }) => kind)).toContain('staffHold');
    // the seller names an address, and the return continues as usual
    const lift = command('LiftStaffHold', s.staff, due + 2 * DAY, { reason: 'told', seller: s.SUSPENDED });
    const sentAt = { ...shipReturn(), at: due + DAY };
    const back = s.transactionAfter([...held, sentAt, lift]);
    given([...held, sentAt, lift])
      .when(s.fires('returnInspection', s.dueAt(back, 'returnInspection') ?? 0))
      .emits(['ReturnReceived', { by: 'system' }], 'RefundRequested');
    // or the buyer misses the deadline, and staff decide
    const lapsed = given(held)
      .when(s.fires('returnShipBack', addBusinessDays(due, 5)))
      .emits('ReturnLapsed');
    expect(s.armedKinds(lapsed)).not.toContain('escrowEnd');
    given([...held, s.fires('returnShipBack', addBusinessDays(due, 5))])
      .when({ ...s.decide(s.TOTAL), at: due + 9 * DAY } as ReturnType<typeof s.decide>)
      .emits('DisputeDecided', 'StaffHoldLifted', 'RefundDeferred');
  });
  test('refusing starts a dispute under review [L-109] [L-036]', () => {
    const transaction = given(requested)
      .when(refuse())
      .emits(
        'ReturnRefused',
        ['DisputeOpened', { category: 'RETURN_REFUSED', claim: s.TOTAL, remaining: null }],
        'DisputeReferred',
      );
    expect([transaction.return, transaction.dispute, holdsOf(transaction)]).toEqual([
      'refused',
      'under_review',
      ['disputed'],
    ]);
    given(requested).when(refuse(' ')).isRejected({ code: 'textRequired' });
    given(requested)
      .when({ ...refuse(), by: buyer })
      .isRejected({ code: 'notNow' });
  });
  test('refusing during an open dispute sends that dispute to staff', () => {
    expect(
      given([...requested, s.dispute(RETURN_AT + 1)])
        .when(refuse())
        .emits('ReturnRefused', 'DisputeReferred').dispute,
    ).toBe('under_review');
  });
});

describe('the return parcel', () => {
  test('needs a tracking code and gives 12 days to inspect [L-110] [L-036]', () => {
    const transaction = given(approved)
      .when(shipReturn())
      .emits(['ReturnShipped', { trackingCode: 'BACK1', inspectBy: SENT_AT + 12 * DAY }]);
    expect(s.dueAt(transaction, 'returnInspection')).toBe(SENT_AT + 12 * DAY);
    given(approved)
      .when({ ...shipReturn(), trackingCode: '' } as ReturnType<typeof shipReturn>)
      .isRejected({ code: 'trackingCodeRequired' });
    given(requested).when(shipReturn()).isRejected({ code: 'notNow' });
    given(approved)
      .when({ ...shipReturn(), by: seller })
      .isRejected({ code: 'notNow' });
  });
  test('lapses after 5 business days, and the escrow clock resumes [L-111] [L-036] [D2-195]', () => {
    const due = addBusinessDays(RETURN_AT + DAY, 5);
    const transaction = given(approved)
      .when(s.fires('returnShipBack', due))
      .emits('ReturnLapsed', ['EscrowClockResumed', { escrowEndsAt: due + 8 * DAY }]);
    expect([transaction.return, holdsOf(transaction)]).toEqual(['lapsed', []]);
    given(sentBack).when(s.fires('returnShipBack', due)).changesNothing();
  });
});

describe('the returned item', () => {
  test('is refunded in full when the seller receives it [L-112] [L-036] [D2-196]', () => {
    const transaction = given(sentBack)
      .when(receiveBack())
      .emits(['ReturnReceived', { by: 'seller' }], ['RefundRequested', { amount: s.TOTAL, fee: 0 }]);
    expect([transaction.status, transaction.return, holdsOf(transaction)]).toEqual(['REFUND_BUYER', 'received', []]);
    given(approved).when(receiveBack()).isRejected({ code: 'notNow' });
    given(sentBack)
      .when({ ...receiveBack(), by: buyer })
      .isRejected({ code: 'notNow' });
  });
  test('counts as received after 12 days [L-112] [D2-196]', () => {
    const due = SENT_AT + 12 * DAY;
    given(sentBack)
      .when(s.fires('returnInspection', due))
      .emits(['ReturnReceived', { by: 'system' }], 'RefundRequested');
    given(sentBack)
      .when(s.fires('returnInspection', due, {}, due - 1))
      .changesNothing();
  });
  test('does not count as received during a dispute; afterwards the seller has at least 74 hours', () => {
    const due = SENT_AT + 12 * DAY;
    const contested = [...sentBack, s.dispute(SENT_AT + DAY), s.contest(SENT_AT + 2 * DAY)];
    expect(s.armedKinds(s.transactionAfter(contested))).not.toContain('returnInspection');
    given(contested)
      .when(s.fires('returnInspection', due, {}, due + DAY))
      .changesNothing();
    const transaction = given(contested)
      .when(withdraw(due + DAY))
      .emits('DisputeWithdrawn', ['ReturnInspectionResumed', { inspectBy: due + DAY + 11 * DAY }]);
    expect(s.dueAt(transaction, 'returnInspection')).toBe(due + DAY + 11 * DAY);
    given([...sentBack, s.dispute(due - HOUR)])
      .when(withdraw(due))
      .emits('DisputeWithdrawn', ['ReturnInspectionResumed', { inspectBy: due + 74 * HOUR }]);
  });
  test('does not count as received during a chargeback or staff hold; inspection resumes afterwards [L-131]', () => {
    const due = SENT_AT + 12 * DAY;
    const held = [...sentBack, s.hold(SENT_AT + DAY), s.dispute(SENT_AT + 2 * DAY)];
    given(held).when(withdraw(due)).emits('DisputeWithdrawn');
    given([...held, withdraw(due)])
      .when(s.lift(due + DAY))
      .emits('StaffHoldLifted', ['ReturnInspectionResumed', { inspectBy: due + DAY + 11 * DAY }]);
    // sent back during the hold: the inspection time has not started
    given([...approved, s.hold(RETURN_AT + DAY), shipReturn()])
      .when(s.lift(due))
      .emits('StaffHoldLifted', ['ReturnInspectionResumed', { inspectBy: due + 12 * DAY }]);
  });
  test('starts a dispute under review when rejected with evidence [L-113] [L-036]', () => {
    const transaction = given(sentBack)
      .when(rejectBack())
      .emits(
        'ReturnRejected',
        ['DisputeOpened', { category: 'RETURN_REJECTED', evidence: ['photo-1'] }],
        'DisputeReferred',
      );
    expect([transaction.status, transaction.return, transaction.dispute]).toEqual([
      'IN_ESCROW',
      'rejected',
      'under_review',
    ]);
    given(sentBack).when(rejectBack([])).isRejected({ code: 'evidenceRequired' });
    given(sentBack)
      .when(rejectBack(['photo-1'], ''))
      .isRejected({ code: 'textRequired' });
    given([...sentBack, rejectBack()])
      .when(s.decide(s.SHARE, SENT_AT + 3 * DAY))
      .emits('DisputeDecided', 'RefundDeferred');
  });
  test('goes to staff when rejected as not arrived, without a photo', () => {
    const transaction = given(sentBack)
      .when(notArrived())
      .emits(
        ['ReturnRejected', { notArrived: true, evidence: [] }],
        ['DisputeOpened', { category: 'RETURN_NOT_ARRIVED', claim: s.TOTAL, evidence: [] }],
        'DisputeReferred',
      );
    expect([transaction.status, transaction.return, transaction.dispute]).toEqual([
      'IN_ESCROW',
      'rejected',
      'under_review',
    ]);
    expect(s.armedKinds(transaction)).not.toContain('returnInspection');
    given(sentBack).when(notArrived('')).isRejected({ code: 'textRequired' });
  });
});

test('is not recorded as received by a silent seller', () => {
  expect(sentenceOf('ReturnReceived', { by: 'seller' })).toBe('The seller has the item back');
  expect(sentenceOf('ReturnReceived', { by: 'system' })).toBe(
    'It counts as received: the seller did not answer in time',
  );
});
