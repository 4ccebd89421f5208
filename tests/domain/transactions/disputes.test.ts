import { describe, expect, test } from 'vitest';
import { addBusinessDays } from '#domain/shared/businessDays.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { holdsOf } from '#domain/transactions/state.ts';
import { terms2026n1 } from '#domain/transactions/terms/2026-1.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { displayStatus, transactionAggregate } from '#domain/transactions/transaction.ts';
import * as s from './scenario.ts';
import {
  buyer,
  command,
  contest,
  DISPUTED_AT,
  decide,
  dispute,
  ESCROW_END,
  given,
  PAUSED_AT,
  SHARE,
  SHIPPED_AT,
  seller,
  TOTAL,
} from './scenario.ts';

const ANSWER_BY = DISPUTED_AT + 3 * DAY;
const LATER = DISPUTED_AT + DAY;
const withdraw = (at = LATER, standing = s.VERIFIED) => command('WithdrawDispute', buyer, at, { seller: standing });
const accept = (at = LATER) => command('AcceptClaim', seller, at, { seller: s.VERIFIED });
const offer = (toBuyer: number, at = LATER) => command('OfferSettlement', seller, at, { toBuyer });
const takeOffer = (at: number) => command('AcceptSettlement', buyer, at, { seller: s.VERIFIED });
const refuseOffer = (at: number) => command('RefuseSettlement', buyer, at);

describe('opening a dispute', () => {
  test('freezes the money in escrow and gives the seller 3 days [L-086] [L-092] [D2-171] [D2-191] [D2-192] [D2-389]', () => {
    const shown = { text: 'The sword is broken', evidence: ['photo-1'] };
    const transaction = given(s.shipped)
      .when({ ...dispute(), ...shown } as ReturnType<typeof dispute>)
      .emits(['DisputeOpened', { category: 'DAMAGED', claim: TOTAL, ...shown, by: 'buyer', answerBy: ANSWER_BY }]);
    expect([transaction.status, displayStatus(transaction), holdsOf(transaction)]).toEqual([
      'IN_ESCROW',
      'IN_ESCROW_DISPUTED',
      ['disputed'],
    ]);
    expect(s.armedKinds(transaction)).toEqual(['disputeAnswer', 'escalation']);
  });
  test('is possible at any time in escrow, the last moment included [L-091]', () => {
    given(s.shipped).when(dispute(SHIPPED_AT)).emits('DisputeOpened');
    given(s.shipped)
      .when(dispute(ESCROW_END + HOUR))
      .emits(['DisputeOpened', { remaining: 0 }]);
  });
  test('after a timed release returns the money to escrow [L-087] [L-102] [D2-387]', () => {
    for (const history of [s.released, s.waitingForBank]) {
      const transaction = given(history)
        .when(dispute(ESCROW_END + DAY))
        .emits('DisputeOpened', ['ReleaseRevoked', { toSeller: SHARE, fee: s.FEE }]);
      expect([transaction.status, transaction.money, transaction.feeTaken]).toEqual(['ESCROW_COMPLETED', 'escrow', 0]);
      expect(s.armedKinds(transaction)).toEqual(['disputeAnswer', 'escalation']);
      given([...history, dispute(ESCROW_END + DAY)])
        .when(command('ReviewPayability', s.SYSTEM, ESCROW_END + 2 * DAY, { seller: s.VERIFIED }))
        .changesNothing();
    }
  });
  test('is possible for 7 days after a confirmed delivery [L-088] [D2-387]', () => {
    given([...s.shipped, s.receive(SHIPPED_AT + DAY, s.NO_BANK)])
      .when(dispute(SHIPPED_AT + 8 * DAY))
      .emits('DisputeOpened', 'ReleaseRevoked');
  });
  test('records a late claim afterwards, even while the payout waits for a bank account [L-088] [D2-387]', () => {
    const waiting = [...s.shipped, s.receive(SHIPPED_AT + DAY, s.NO_BANK)];
    for (const at of [SHIPPED_AT + 8 * DAY + 1, SHIPPED_AT + 70 * DAY]) {
      const transaction = given(waiting)
        .when(dispute(at))
        .emits(['LateClaimRecorded', { by: 'buyer' }]);
      expect([transaction.status, transaction.money, openCases(transaction).map(({ kind }) => kind)]).toEqual([
        'ESCROW_COMPLETED',
        'payable',
        ['lateClaim'],
      ]);
      given([...waiting, dispute(at)])
        .when(s.command('GiveStatement', seller, at + HOUR, { text: 'It was whole', evidence: [] }))
        .emits('StatementGiven');
    }
  });
  test('is possible until 30 days after the payout, then refused with its own code', () => {
    const paidAt = s.RUN_AT + DAY;
    const paid = [...s.payingOut, s.paidOut(paidAt)];
    expect(s.transactionAfter(paid).status).toBe('COMPLETED');
    given(paid)
      .when(dispute(paidAt + 30 * DAY))
      .emits('LateClaimRecorded');
    given(paid)
      .when(dispute(paidAt + 30 * DAY + 1))
      .isRejected({ code: 'claimsOver', policyVersion: CURRENT_TERMS.version });
    given(paid)
      .when({ ...dispute(paidAt + 30 * DAY + 1), by: s.stranger })
      .isRejected({ code: 'notYourTransaction' });
  });
  test('is always possible under terms without a time limit', () => {
    const paidAt = s.RUN_AT + DAY;
    const transaction = {
      ...s.transactionAfter([...s.payingOut, s.paidOut(paidAt)]),
      policyVersion: terms2026n1.version,
    };
    expect(transactionAggregate.decide(dispute(paidAt + 400 * DAY), transaction)).toMatchObject({ ok: true });
  });
  test.each([
    ['PAYOUT_INITIATED', s.payingOut],
    ['COMPLETED', s.completed],
  ] as const)('records a late claim for staff in %s [L-087] [L-091]', (status, history) => {
    expect(
      given(history)
        .when(dispute(s.RUN_AT + 2 * DAY))
        .emits(['LateClaimRecorded', { by: 'buyer' }]).status,
    ).toBe(status);
  });
  test('is rejected for a second one, before shipment, and for third parties [L-090] [L-091]', () => {
    given(s.disputed).when(dispute(LATER)).isRejected({ code: 'notNow', status: 'IN_ESCROW' });
    given(s.paid).when(dispute()).isRejected({ code: 'notNow', status: 'AWAIT_SHIPPING' });
    given(s.shipped)
      .when({ ...dispute(), by: s.stranger })
      .isRejected({ code: 'notYourTransaction' });
  });
  test('is possible for the seller after a 7-day pause and goes straight to staff [L-089] [D2-255]', () => {
    given(s.paused)
      .when(dispute(PAUSED_AT + 7 * DAY, 0, seller))
      .isRejected({ code: 'notNow' });
    given(s.shipped)
      .when(dispute(DISPUTED_AT, 0, seller))
      .isRejected({ code: 'notNow' });
    const at = PAUSED_AT + 7 * DAY + 1;
    const transaction = given(s.paused)
      .when(dispute(at, 0, seller))
      .emits(
        ['DisputeOpened', { by: 'seller', category: 'PAUSED_TOO_LONG' }],
        ['DisputeReferred', { decideBy: addBusinessDays(at, 5) }],
      );
    expect([transaction.dispute, s.dueAt(transaction, 'disputeReview')]).toEqual([
      'under_review',
      addBusinessDays(at, 5),
    ]);
    given([...s.paused, dispute(at, 0, seller)])
      .when(withdraw(at))
      .isRejected({ code: 'notNow' });
  });
  test('accepts a claim for everything, or for a part that leaves the full fee [L-086]', () => {
    for (const claim of [0, -1, SHARE + 1, TOTAL - 1, TOTAL + 1, 10.5])
      given(s.shipped)
        .when(dispute(DISPUTED_AT, claim))
        .isRejected({ code: 'amountOutOfRange', least: 1, most: SHARE });
    for (const claim of [1, SHARE, TOTAL]) given(s.shipped).when(dispute(DISPUTED_AT, claim)).emits('DisputeOpened');
    given(s.shipped)
      .when({ ...dispute(), text: '' } as ReturnType<typeof dispute>)
      .isRejected({ code: 'textRequired' });
  });
});

describe('an open dispute', () => {
  test('is withdrawn by the buyer, and the escrow clock resumes [L-093] [L-035]', () => {
    const transaction = given(s.disputed)
      .when(withdraw())
      .emits('DisputeWithdrawn', ['EscrowClockResumed', { escrowEndsAt: LATER + 7 * DAY }]);
    expect([transaction.dispute, holdsOf(transaction)]).toEqual(['withdrawn', []]);
    given(s.disputed)
      .when({ ...withdraw(), by: seller })
      .isRejected({ code: 'notNow' });
  });
  test('is withdrawn after a release, which is made again and reviewed for payout [L-093]', () => {
    const history = [...s.released, dispute(ESCROW_END + DAY)];
    expect(
      given(history)
        .when(withdraw(ESCROW_END + 2 * DAY))
        .emits('DisputeWithdrawn', ['EscrowReleased', { by: 'timer' }], 'PayoutApproved').status,
    ).toBe('READY_FOR_PAYOUT');
    expect(
      given(history)
        .when(withdraw(ESCROW_END + 2 * DAY, s.NO_BANK))
        .emits('DisputeWithdrawn', 'EscrowReleased').status,
    ).toBe('ESCROW_COMPLETED');
  });
  test('is accepted by the seller, and the claim is refunded [L-094] [D2-193]', () => {
    const whole = given(s.disputed)
      .when(accept())
      .emits(['DisputeAccepted', { toBuyer: TOTAL, toSeller: 0, fee: 0 }], ['RefundRequested', { amount: TOTAL }]);
    expect([whole.status, whole.dispute]).toEqual(['REFUND_BUYER', 'settled']);
    given([...s.shipped, dispute(DISPUTED_AT, 3_000)])
      .when(accept())
      .emits(
        ['DisputeAccepted', { toBuyer: 3_000, toSeller: SHARE - 3_000, fee: s.FEE }],
        ['RefundRequested', { amount: 3_000 }],
      );
    given(s.disputed)
      .when({ ...accept(), by: buyer })
      .isRejected({ code: 'notNow' });
  });
  test('is contested by the seller, and staff have 5 business days [L-095] [L-035]', () => {
    const transaction = given(s.disputed)
      .when(contest())
      .emits(['DisputeContested', { decideBy: addBusinessDays(LATER, 5) }]);
    expect([transaction.dispute, s.armedKinds(transaction)]).toEqual(['under_review', ['disputeReview', 'escalation']]);
    given(s.underReview).when(contest()).isRejected({ code: 'notNow' });
    given(s.disputed)
      .when({ ...contest(), text: '' } as ReturnType<typeof contest>)
      .isRejected({ code: 'textRequired' });
  });
  test('goes under review without a refund after 3 days of silence [L-096] [D2-192]', () => {
    const transaction = given(s.disputed)
      .when(s.fires('disputeAnswer', ANSWER_BY))
      .emits(['SellerSilent', { decideBy: addBusinessDays(ANSWER_BY, 5) }]);
    expect([transaction.status, transaction.dispute]).toEqual(['IN_ESCROW', 'under_review']);
    given(s.disputed)
      .when(s.fires('disputeAnswer', ANSWER_BY, {}, ANSWER_BY - 1))
      .changesNothing();
    given(s.underReview).when(s.fires('disputeAnswer', ANSWER_BY)).changesNothing();
  });
  test('alarms staff once when the review takes too long, and stays open', () => {
    const due = addBusinessDays(LATER, 5);
    const transaction = given(s.underReview).when(s.fires('disputeReview', due)).emits('ReviewOverdue');
    expect([transaction.dispute, s.armedKinds(transaction)]).toEqual(['under_review', ['escalation']]);
    given([...s.underReview, s.fires('disputeReview', due)])
      .when(decide(0, due + DAY))
      .emits('DisputeDecided', 'EscrowReleased', 'PayoutApproved');
  });
});

describe('a settlement', () => {
  const offered = [...s.disputed, offer(4_000)];
  test('is offered within the limits only [L-097]', () => {
    for (const r of [0, -5, SHARE + 1, TOTAL + 1])
      given(s.disputed).when(offer(r)).isRejected({ code: 'amountOutOfRange' });
    for (const r of [1, SHARE, TOTAL])
      given(s.disputed)
        .when(offer(r))
        .emits(['SettlementOffered', { toBuyer: r, lapsesAt: LATER + 3 * DAY }]);
    given(s.shipped).when(offer(1)).isRejected({ code: 'notNow' });
    given(s.disputed)
      .when({ ...offer(1), by: buyer })
      .isRejected({ code: 'notNow' });
  });
  test('works like a decision of that sum when accepted [L-098]', () => {
    const transaction = given(offered)
      .when(takeOffer(LATER + DAY))
      .emits(
        ['SettlementAccepted', { toBuyer: 4_000, toSeller: SHARE - 4_000, fee: s.FEE }],
        ['RefundRequested', { amount: 4_000, toSeller: SHARE - 4_000 }],
      );
    expect([transaction.status, transaction.dispute]).toEqual(['REFUND_BUYER', 'settled']);
    given(offered)
      .when({ ...takeOffer(LATER), by: seller })
      .isRejected({ code: 'notNow' });
    given(s.disputed).when(takeOffer(LATER)).isRejected({ code: 'notNow' });
  });
  test('leaves the dispute unchanged when refused or lapsed [L-099]', () => {
    const refused = given(offered)
      .when(refuseOffer(LATER + DAY))
      .emits('SettlementRefused');
    expect([refused.dispute, refused.offer, s.armedKinds(refused)]).toEqual([
      'awaiting_seller',
      null,
      ['disputeAnswer', 'escalation'],
    ]);
    const lapsed = given([...s.underReview, offer(4_000)])
      .when(s.fires('settlementOffer', LATER + 3 * DAY))
      .emits('SettlementLapsed');
    expect([lapsed.dispute, lapsed.offer]).toEqual(['under_review', null]);
    given(offered)
      .when(takeOffer(LATER + 3 * DAY))
      .isRejected({ code: 'notNow' });
    given(s.disputed)
      .when(s.fires('settlementOffer', LATER + 3 * DAY))
      .changesNothing();
  });
  test('blocks a second offer, so the buyer answers the one they read', () => {
    given(offered)
      .when(offer(1, LATER + HOUR))
      .isRejected({ code: 'notNow' });
    given([...offered, refuseOffer(LATER + HOUR)])
      .when(offer(1, LATER + 2 * HOUR))
      .emits('SettlementOffered');
  });
});

describe('a decision', () => {
  test('comes from staff during the review, with a rationale [L-100]', () => {
    given(s.disputed)
      .when(decide(0, LATER))
      .isRejected(s.notNow('IN_ESCROW', ['AskParty', 'BookDifference', 'PlaceStaffHold']));
    given(s.shipped).when(decide(0)).isRejected({ code: 'notNow' });
    given(s.underReview)
      .when({ ...decide(0), by: s.stranger })
      .isRejected({ code: 'notYourTransaction' });
    for (const by of [s.auditor, { id: s.staff.id, role: 'admin' } as const])
      given(s.underReview)
        .when({ ...decide(0), by })
        .isRejected({ code: 'notYourTransaction' });
    for (const by of [buyer, seller])
      given(s.underReview)
        .when({ ...decide(0), by })
        .isRejected({ code: 'notNow' });
    given(s.underReview)
      .when({ ...decide(0), rationale: '' } as ReturnType<typeof decide>)
      .isRejected({ code: 'textRequired' });
  });
  test('is impossible for a party of the transaction', () => {
    given(s.underReview)
      .when({ ...decide(0), by: { id: seller.id, role: 'staff' } as typeof seller })
      .isRejected({ code: 'notNow' });
  });
  test('for the seller releases the escrow [L-102] [D2-193] [D2-007]', () => {
    const transaction = given(s.underReview)
      .when(decide(0))
      .emits(
        ['DisputeDecided', { toBuyer: 0, toSeller: SHARE, fee: s.FEE, decidedBy: s.staff.id }],
        ['EscrowReleased', { by: 'staff' }],
        'PayoutApproved',
      );
    expect([transaction.status, transaction.dispute]).toEqual(['READY_FOR_PAYOUT', 'decided']);
    expect(
      given(s.underReview)
        .when(decide(0, LATER, s.NO_BANK))
        .emits('DisputeDecided', 'EscrowReleased').status,
    ).toBe('ESCROW_COMPLETED');
  });
  test.each([
    [TOTAL, 0, 0],
    [SHARE, 0, s.FEE],
    [1, SHARE - 1, s.FEE],
  ])(
    'splits captured money: %d cents to the buyer, %d to the seller, %d as fee [L-101] [L-103] [D2-193]',
    (toBuyer, toSeller, fee) => {
      expect(toBuyer + toSeller + fee).toBe(TOTAL);
      const decision = ['DisputeDecided', { toBuyer, toSeller, fee }] as const;
      const refund = ['RefundRequested', { amount: toBuyer, toSeller, fee }] as const;
      if (toBuyer === 1)
        given(s.underReview)
          .when(decide(toBuyer))
          .emits([...decision], [...refund]);
      else
        given(s.underReview)
          .when(decide(toBuyer))
          .emits([...decision], 'RefundDeferred');
      const refunding = [...s.underReview, decide(toBuyer), ...(toBuyer === 1 ? [] : [s.appealOver()])];
      expect(s.transactionAfter(refunding)).toMatchObject({
        status: 'REFUND_BUYER',
        refund: { amount: toBuyer, toSeller, fee },
      });
    },
  );
  test.each([-1, SHARE + 1, TOTAL - 1, TOTAL + 1])(
    'rejects %d cents, an amount that cannot be divided [L-101]',
    (toBuyer) => {
      given(s.underReview).when(decide(toBuyer)).isRejected({ code: 'amountOutOfRange', least: 0, most: SHARE });
    },
  );
  test('is possible on money that returned after a timed release [L-102]', () => {
    const history = [...s.released, dispute(ESCROW_END + DAY), contest(ESCROW_END + 2 * DAY)];
    given(history)
      .when(decide(0, ESCROW_END + 3 * DAY))
      .emits('DisputeDecided', 'EscrowReleased', 'PayoutApproved');
    given(history)
      .when(decide(TOTAL, ESCROW_END + 3 * DAY))
      .emits('DisputeDecided', ['RefundDeferred', { toBuyer: TOTAL }]);
  });
});
