import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import * as s from '#tests/domain/transactions/scenario.ts';
import { asRead } from '#tests/support/asReader.ts';
import { actsOf, type Story } from './story.ts';

const stream = `transaction-${s.TRANSACTION_ID}`;
/** Every command is based on the latest revision. */
const READ: typeof transactionAggregate = {
  ...transactionAggregate,
  decide: (command, transaction) => transactionAggregate.decide(asRead(command, transaction), transaction),
};
const transaction = (about: string, commands: readonly TransactionCommand[], rest: Partial<Story> = {}): Story => ({
  about,
  stream,
  acts: actsOf(READ, commands),
  ...rest,
});

/** Fires a deadline when it is due. */
const due = (commands: readonly TransactionCommand[], kind: Parameters<typeof s.fires>[0], details = {}) =>
  s.fires(kind, s.dueAt(s.transactionAfter(commands), kind) ?? Number.NaN, details);
/** Builds each step from the steps before it. */
const then = (
  commands: readonly TransactionCommand[],
  ...steps: ((before: readonly TransactionCommand[]) => TransactionCommand)[]
) => {
  const all = [...commands];
  for (const step of steps) all.push(step(all));
  return all;
};

const { command, says, buyer, seller, staff, MONDAY, DISPUTED_AT, RETURN_AT, RUN_AT, SHARE, TOTAL, VERIFIED } = s;
const endsChargeback = (outcome: 'won' | 'lost', at: number) =>
  command('EndChargeback', staff, at, {
    chargebackId: 'cb-1',
    outcome,
    rationale: 'The bank wrote so',
    seller: VERIFIED,
  });
/** Names the end that waits for a second person. */
const proposedEnd = (before: readonly TransactionCommand[]) => ({
  chargebackId: 'cb-1',
  endId: s.transactionAfter(before).chargebacks['cb-1']?.ending?.id ?? 'none',
});
const refundFails = (at: number) =>
  says({ kind: 'refund.failed', refundId: `${s.TRANSACTION_ID}r1`, reason: 'card closed' }, at);
const returnedPayout = (at: number, attempt: number) =>
  says(
    { kind: 'payout.returned', payoutId: `${s.TRANSACTION_ID}p${attempt}`, reason: 'no such account', amount: SHARE },
    at,
  );
const offer = (at: number, toBuyer: number) => command('OfferSettlement', seller, at, { toBuyer });
const receivedEarly = [...s.shipped, s.receive(s.SHIPPED_AT + 3 * DAY)];
const failedPayout = [...s.payingOut, s.payoutFails(RUN_AT)];
const paidAgain = [...failedPayout, s.fires('payoutRetry', RUN_AT + DAY)];
const bothArrived = [...paidAgain, s.paidOut(RUN_AT + DAY + HOUR, 1), s.paidOut(RUN_AT + 2 * DAY, 2)];
const sentBack = [...s.shipped, s.requestReturn(), s.approveReturn(), s.shipReturn()];
const DEAR_SHARE = s.DEAR + s.SHIPPING;

export const transactions: Record<string, Story> = {
  'sale-paid-out': transaction('Bought, shipped, received early, paid out.', [
    ...receivedEarly,
    s.run(Date.UTC(2026, 2, 10, 9)),
    s.paidOut(Date.UTC(2026, 2, 11, 9)),
  ]),
  'sale-of-the-first-release': transaction(
    'Released by the timer and paid out, with a late claim, all written as the first release wrote it.',
    [
      ...s.completed,
      command('OpenDispute', buyer, RUN_AT + 2 * DAY, {
        category: 'DAMAGED',
        claim: TOTAL,
        text: 'Broken',
        evidence: [],
      }),
    ],
    { ofFirstRelease: true },
  ),
  'sale-of-an-erased-person': transaction(
    'Shipped and disputed; its key is gone, so what its people wrote reads as null.',
    [...s.underReview, s.decide(TOTAL), s.refunded(DISPUTED_AT + 4 * DAY)],
    { erased: [stream] },
  ),
  'sale-cancelled-unpaid': transaction('Cancelled by its buyer before paying.', [
    ...s.pending,
    command('Cancel', buyer, MONDAY + MINUTE, { reason: null, otherReason: null }),
  ]),
  'sale-expired-and-paid-late': transaction('Never paid in time; the money came a day later and went back.', [
    ...s.expired,
    s.pay(MONDAY + DAY),
    s.refunded(MONDAY + 2 * DAY),
  ]),
  'sale-paid-by-bank-after-a-failure': transaction('A card failed, the bank took its time and paid.', [
    ...s.failed,
    command('OpenCheckout', buyer, MONDAY + MINUTE, {
      checkout: { attempt: 2, sessionId: 'session-2', url: '/checkout/2' },
    }),
    says({ kind: 'payment.processing', sessionId: 'session-2' }, MONDAY + 2 * MINUTE),
    s.pay(MONDAY + 2 * DAY, TOTAL, 'payment-2', 'EUR', 'session-2'),
  ]),
  'sale-paid-another-amount': transaction('Another amount came than was asked, and went back.', [
    ...s.pending,
    s.pay(MONDAY, TOTAL - 100),
    s.refunded(MONDAY + DAY, TOTAL - 100),
  ]),
  'sale-refund-came-back': transaction('Cancelled and refunded; the bank sent it back, and staff sent it again.', [
    ...s.cancelledPaid,
    s.refunded(MONDAY + DAY),
    refundFails(MONDAY + 2 * DAY),
    command('RetryRefund', staff, MONDAY + 3 * DAY),
    s.refunded(MONDAY + 4 * DAY, TOTAL, `${s.TRANSACTION_ID}r2`),
  ]),
  'sale-paid-in-dollars': transaction('Dollars came for it, and again after it was over; both went back as dollars.', [
    ...s.pending,
    s.pay(MONDAY, 5_000, 'payment-1', 'USD'),
    s.pay(MONDAY + HOUR, 7_000, 'payment-2', 'USD'),
    s.refunded(MONDAY + DAY, 5_000),
    s.refunded(MONDAY + DAY, 7_000, `${s.TRANSACTION_ID}r2`),
  ]),
  'sale-paid-twice': transaction('Paid by two cards; the second payment went back at the second try.', [
    ...s.paid,
    s.pay(MONDAY + HOUR, TOTAL, 'payment-2'),
    refundFails(MONDAY + 2 * HOUR),
    command('RetryRefund', staff, MONDAY + DAY),
    s.refunded(MONDAY + 2 * DAY, TOTAL, `${s.TRANSACTION_ID}r2`),
    says({ kind: 'other', name: 'radar.warning', reference: 'r-1', amount: 5 }, MONDAY + 2 * DAY),
    s.closeCase('providerFact', MONDAY + 3 * DAY),
  ]),
  'sale-of-a-suspended-seller': transaction('Its seller was suspended at the payout run, reinstated, and paid.', [
    ...s.released,
    s.run(s.RUN_AT, s.SUSPENDED),
    command('ReviewPayability', s.SYSTEM, s.RUN_AT + DAY, { seller: s.VERIFIED }),
  ]),
  'sale-settled-outside': transaction(
    'The refund failed for good; staff paid it by bank transfer, it arrived after all, and came back.',
    [
      ...s.dearRefundFailed(),
      s.settle('refund'),
      s.rejectOutside(s.SETTLED_AT + HOUR),
      s.settle('refund', s.SETTLED_AT + 2 * HOUR),
      s.confirmOutside(s.SETTLED_AT + 3 * HOUR, s.secondStaff, 2),
      s.refunded(s.SETTLED_AT + DAY, s.DEAR_TOTAL),
      refundFails(s.SETTLED_AT + 2 * DAY),
    ],
  ),
  'sale-kept-and-settled-outside': transaction(
    'A part was taken by the bank, given back while the seller was paid, and sent to the seller by bank transfer.',
    [
      ...s.shipped,
      s.chargeback('opened', s.SHIPPED_AT + DAY, 2_000),
      s.receive(s.SHIPPED_AT + DAY + HOUR),
      s.chargeback('lost', s.SHIPPED_AT + DAY + 2 * HOUR, 2_000),
      s.run(s.RUN_AT),
      s.chargeback('won', s.RUN_AT + HOUR, 2_000),
      s.paidOut(s.RUN_AT + 2 * HOUR, 1, s.SHARE - 2_000),
      s.settle('kept'),
    ],
  ),
  'sale-silent-refund': transaction(
    'Paid by two cards; the refund of the second failed, and nobody said what became of the next.',
    [
      ...s.paid,
      s.pay(MONDAY + HOUR, TOTAL, 'payment-2'),
      refundFails(MONDAY + 2 * HOUR),
      s.fires('duplicateRetry', MONDAY + 3 * HOUR),
      command('ReportSilence', s.SYSTEM, MONDAY + 2 * DAY, { about: 'duplicateRefund' }),
      s.closeCase('providerSilent', MONDAY + 3 * DAY),
    ],
  ),
  'sale-cancelled-paid': transaction(
    'Cancelled by its seller; the refund failed once and was done at the second try.',
    [
      ...s.cancelledPaid,
      refundFails(MONDAY + 2 * HOUR),
      s.fires('refundRetry', MONDAY + 3 * HOUR),
      s.refunded(MONDAY + 2 * DAY),
    ],
  ),
  'sale-never-shipped': transaction('Held by staff for a while, then never shipped, and refunded.', [
    ...then([...s.paid, s.hold(MONDAY + DAY), s.lift(MONDAY + 2 * DAY)], (before) => due(before, 'shipment')),
    s.refunded(MONDAY + 10 * DAY),
  ]),
  'sale-paused': transaction(
    'Paused twice, resumed once; the second pause ran out into a dispute, which was withdrawn.',
    [
      ...then([...s.paused, s.resume(s.PAUSED_AT + 4 * DAY), s.pause(s.PAUSED_AT + 5 * DAY)], (before) =>
        due(before, 'pauseLimit'),
      ),
      command('WithdrawDispute', buyer, s.PAUSED_AT + 40 * DAY, { seller: VERIFIED }),
    ],
  ),
  'sale-disputed-partial-refund': transaction(
    'Disputed, contested, decided for a part by staff; the rest was paid out.',
    [
      ...then(
        [...s.underReview, s.decide(4_000), s.refunded(DISPUTED_AT + 3 * DAY, 4_000)],
        (before) => s.run(s.dueAt(s.transactionAfter(before), 'payoutRun') ?? 0),
        (before) => s.paidOut((s.transactionAfter(before).payout.watchUntil ?? 0) - DAY, 1, SHARE - 4_000),
      ),
    ],
  ),
  'sale-claim-accepted': transaction('The seller accepted the claim of the buyer; everything went back.', [
    ...s.disputed,
    command('AcceptClaim', seller, DISPUTED_AT + HOUR, { seller: VERIFIED }),
    s.refunded(DISPUTED_AT + DAY),
  ]),
  'sale-settled': transaction('Three offers: one refused, one that lapsed, one accepted.', [
    ...then(
      [
        ...s.disputed,
        offer(DISPUTED_AT + HOUR, 1_000),
        command('RefuseSettlement', buyer, DISPUTED_AT + 2 * HOUR),
        s.contest(DISPUTED_AT + 3 * HOUR),
        offer(DISPUTED_AT + 4 * HOUR, 2_000),
      ],
      (before) => due(before, 'settlementOffer'),
      (before) => offer((before.at(-1)?.at ?? 0) + HOUR, 3_000),
      (before) => command('AcceptSettlement', buyer, (before.at(-1)?.at ?? 0) + HOUR, { seller: VERIFIED }),
    ),
  ]),
  'sale-of-a-silent-seller': transaction('The seller was silent, the review overdue, then decided for the seller.', [
    ...then(
      s.disputed,
      (before) => due(before, 'disputeAnswer'),
      (before) => due(before, 'disputeReview'),
      (before) => s.decide(0, (before.at(-1)?.at ?? 0) + HOUR),
    ),
  ]),
  'sale-decided-by-two': transaction(
    'Dear: four decisions were proposed, one lapsed, one rejected, one withdrawn, the last confirmed.',
    [
      ...then(
        s.proposed,
        (before) => due(before, 'decisionConfirmation'),
        (before) => s.decide(20_000, (before.at(-1)?.at ?? 0) + HOUR),
        (before) => s.refuse((before.at(-1)?.at ?? 0) + HOUR, s.secondStaff, `${s.TRANSACTION_ID}d2`),
        (before) => s.decide(10_000, (before.at(-1)?.at ?? 0) + HOUR),
        (before) => s.refuse((before.at(-1)?.at ?? 0) + HOUR, staff, `${s.TRANSACTION_ID}d3`),
        (before) => s.decide(DEAR_SHARE, (before.at(-1)?.at ?? 0) + HOUR),
        (before) => s.confirm((before.at(-1)?.at ?? 0) + DAY, s.secondStaff, `${s.TRANSACTION_ID}d4`),
        (before) => s.refunded((before.at(-1)?.at ?? 0) + DAY, DEAR_SHARE),
      ),
    ],
  ),
  'sale-returned': transaction('Returned, received back and refunded.', [
    ...sentBack,
    command('ConfirmReturnReceived', seller, RETURN_AT + 5 * DAY),
    s.refunded(RETURN_AT + 6 * DAY),
  ]),
  'sale-return-refused': transaction('The return was refused; staff decided for the buyer.', [
    ...s.shipped,
    s.requestReturn(),
    command('RefuseReturn', seller, RETURN_AT + DAY, { text: 'It is the right one' }),
    s.decide(TOTAL, RETURN_AT + 2 * DAY),
    s.refunded(RETURN_AT + 3 * DAY),
  ]),
  'sale-return-inspected-late': transaction(
    'On its way back it was disputed and held; both ended, and it was received.',
    [
      ...sentBack,
      s.dispute(RETURN_AT + 3 * DAY),
      s.hold(RETURN_AT + 4 * DAY),
      command('WithdrawDispute', buyer, RETURN_AT + 5 * DAY, { seller: VERIFIED }),
      s.lift(RETURN_AT + 6 * DAY),
      command('ConfirmReturnReceived', seller, RETURN_AT + 7 * DAY),
      s.refunded(RETURN_AT + 8 * DAY),
    ],
  ),
  'sale-return-lapsed': transaction('The return was approved and never sent; the clock ran again.', [
    ...then([...s.shipped, s.requestReturn(), s.approveReturn()], (before) => due(before, 'returnShipBack')),
  ]),
  'sale-return-rejected': transaction('What came back was another item: a dispute, dismissed.', [
    ...sentBack,
    command('RejectReturn', seller, RETURN_AT + 4 * DAY, { text: 'Another knight', evidence: ['photo-1'] }),
    s.decide(0, RETURN_AT + 5 * DAY),
  ]),
  'sale-return-not-arrived': transaction(
    'The seller of what was not as described said that it had not come back; it had.',
    [
      ...s.shipped,
      command('RequestReturn', buyer, RETURN_AT, { text: 'Not as described', evidence: [], notAsDescribed: true }),
      s.approveReturn(),
      s.shipReturn(),
      command('RejectReturn', seller, RETURN_AT + 4 * DAY, { text: 'Nothing came', evidence: [], notArrived: true }),
      s.decide(TOTAL, RETURN_AT + 5 * DAY),
      s.refunded(RETURN_AT + 6 * DAY),
    ],
  ),
  'sale-return-address-late': transaction('Nobody answered, and there was no address; the seller gave it afterwards.', [
    ...then([...s.shipped, s.requestReturn()], (before) => due(before, 'returnAnswer')),
    command('GiveReturnAddress', seller, RETURN_AT + 3 * DAY, { to: s.RETURN_TO }),
    s.shipReturn(RETURN_AT + 4 * DAY),
    command('ConfirmReturnReceived', seller, RETURN_AT + 5 * DAY),
    s.refunded(RETURN_AT + 6 * DAY),
  ]),
  'sale-release-revoked': transaction('Released by the timer, and disputed before it was paid out.', [
    ...s.released,
    s.dispute(s.ESCROW_END + HOUR),
    s.contest(s.ESCROW_END + 2 * HOUR),
  ]),
  'sale-chargeback-lost': transaction('The bank took everything back while it was in escrow.', [
    ...s.shipped,
    s.chargeback('opened', DISPUTED_AT),
    s.chargeback('lost', DISPUTED_AT + 9 * DAY),
  ]),
  'sale-chargeback-partly-lost': transaction('One chargeback was won, of another the bank took a part.', [
    ...s.shipped,
    s.chargeback('opened', DISPUTED_AT),
    s.chargeback('won', DISPUTED_AT + DAY),
    s.chargeback('opened', DISPUTED_AT + 2 * DAY, 3_000, 'cb-2'),
    s.chargeback('lost', DISPUTED_AT + 3 * DAY, 3_000, 'cb-2'),
  ]),
  'sale-chargebacks-after-the-release': transaction(
    'Released; the bank took a part of what was payable, then more than the rest.',
    [
      ...s.waitingForBank,
      s.chargeback('opened', s.ESCROW_END + HOUR, 3_000),
      s.chargeback('lost', s.ESCROW_END + 2 * HOUR, 3_000),
      s.chargeback('opened', s.ESCROW_END + 3 * HOUR, TOTAL, 'cb-2'),
      s.chargeback('lost', s.ESCROW_END + 4 * HOUR, TOTAL, 'cb-2'),
    ],
  ),
  'sale-chargeback-ended-by-two': transaction(
    'A dear sale; an end of its chargeback by hand was rejected, the next one confirmed by a colleague.',
    then(
      [...s.dearPaid, s.ship(), s.chargeback('opened', DISPUTED_AT, s.DEAR_TOTAL)],
      () => endsChargeback('lost', DISPUTED_AT + DAY),
      (before) =>
        command('RejectChargebackEnd', s.secondStaff, DISPUTED_AT + DAY + HOUR, {
          ...proposedEnd(before),
          reason: 'Ask them in writing',
        }),
      () => endsChargeback('won', DISPUTED_AT + 2 * DAY),
      (before) =>
        command('ConfirmChargebackEnd', s.secondStaff, DISPUTED_AT + 2 * DAY + HOUR, {
          ...proposedEnd(before),
          rationale: 'The bank wrote so',
          seller: VERIFIED,
        }),
    ),
  ),
  'sale-late-chargebacks': transaction('Two chargebacks after the payout: one lost at our cost, one won.', [
    ...s.completed,
    s.chargeback('opened', RUN_AT + 3 * DAY),
    s.chargeback('lost', RUN_AT + 4 * DAY),
    s.chargeback('opened', RUN_AT + 5 * DAY, 1_000, 'cb-2'),
    s.chargeback('won', RUN_AT + 6 * DAY, 1_000, 'cb-2'),
  ]),
  'sale-difference-booked': transaction(
    'Staff booked what the provider took beyond our events: a small sum alone, a larger one with a colleague, and gave a part back.',
    [
      ...s.completed,
      s.bookDifference(300),
      s.bookDifference(60_000, staff, s.SETTLED_AT + HOUR, { object: 'payout', objectId: 'payout-9' }),
      s.bookDifference(60_000, s.secondStaff, s.SETTLED_AT + 2 * HOUR, { object: 'payout', objectId: 'payout-9' }),
      s.bookDifference(200, staff, s.SETTLED_AT + 3 * HOUR, { currency: 'EUR' }),
      s.bookDifference(700, staff, s.SETTLED_AT + 4 * HOUR, { objectId: 'cb-2', currency: 'USD' }),
    ],
  ),
  'sale-evidence-for-the-bank': transaction(
    'The bank named its reason and its last day; the provider refused one evidence pack and took the next; won.',
    [
      ...s.shipped,
      s.says(
        {
          kind: 'chargeback.opened',
          chargebackId: 'cb-1',
          amount: TOTAL,
          reason: 'product_not_received',
          respondBy: DISPUTED_AT + 7 * DAY,
        },
        DISPUTED_AT,
      ),
      command('SubmitEvidencePack', staff, DISPUTED_AT + DAY, {
        chargebackId: 'cb-1',
        pack: { customerName: 'Ada Buyer', uncategorizedText: 'A very long text' },
      }),
      command('RecordEvidencePack', s.SYSTEM, DISPUTED_AT + DAY + HOUR, {
        chargebackId: 'cb-1',
        attempt: 1,
        refused: 'dispute_evidence_page_limit_exceeded',
      }),
      command('SubmitEvidencePack', staff, DISPUTED_AT + 2 * DAY, {
        chargebackId: 'cb-1',
        pack: { shippingTrackingNumber: '3SABCD1234567', productDescription: 'A painted dragon' },
      }),
      command('RecordEvidencePack', s.SYSTEM, DISPUTED_AT + 2 * DAY + HOUR, {
        chargebackId: 'cb-1',
        attempt: 2,
        refused: null,
      }),
      s.chargeback('won', DISPUTED_AT + 20 * DAY),
    ],
  ),
  'sale-chargebacks-of-a-bank-that-changes-its-mind': transaction(
    'Two were open at once; one was won and then lost, one ended by staff; lost for the whole, it was reversed, and paid out.',
    [
      ...then(
        [
          ...s.shipped,
          s.chargeback('opened', DISPUTED_AT, 2_000),
          s.chargeback('opened', DISPUTED_AT + HOUR, 3_000, 'cb-2'),
          s.chargeback('won', DISPUTED_AT + DAY, 2_000),
          s.chargeback('opened', DISPUTED_AT + DAY, 1_000, 'cb-3'),
          s.chargeback('lost', DISPUTED_AT + 2 * DAY, 1_000, 'cb-3'),
          command('EndChargeback', staff, DISPUTED_AT + 3 * DAY, {
            chargebackId: 'cb-2',
            outcome: 'won',
            rationale: 'The bank wrote to us',
            seller: VERIFIED,
          }),
          s.chargeback('won', DISPUTED_AT + 4 * DAY, 1_000, 'cb-3'),
          s.chargeback('lost', DISPUTED_AT + 5 * DAY, TOTAL),
          s.chargeback('won', DISPUTED_AT + 6 * DAY, TOTAL),
          s.lift(DISPUTED_AT + 7 * DAY),
        ],
        (before) => s.run(s.dueAt(s.transactionAfter(before), 'payoutRun') ?? 0),
        (before) => s.paidOut((before.at(-1)?.at ?? 0) + DAY),
        (before) => s.chargeback('lost', (before.at(-1)?.at ?? 0) + DAY, TOTAL, 'cb-4'),
        (before) => s.chargeback('won', (before.at(-1)?.at ?? 0) + DAY, TOTAL, 'cb-4'),
      ),
    ],
  ),
  'sale-chargeback-while-a-part-went-back': transaction(
    'Lost while the refund was on its way, which then failed and paid for it.',
    [
      ...s.underReview,
      s.decide(4_000),
      s.chargeback('opened', DISPUTED_AT + 2 * DAY + HOUR),
      s.chargeback('lost', DISPUTED_AT + 3 * DAY),
      refundFails(DISPUTED_AT + 4 * DAY),
    ],
  ),
  'sale-chargeback-paid-by-a-failed-payout': transaction(
    'Lost in part while the payout was on its way, which then failed.',
    [...s.payingOut, s.chargeback('lost', RUN_AT + HOUR, 1_000), s.payoutFails(RUN_AT + DAY)],
  ),
  'sale-refunded-by-hand': transaction('A part went back by hand in escrow, and of the second payment everything.', [
    ...s.shipped,
    s.pay(DISPUTED_AT, TOTAL, 'payment-2'),
    s.says({ kind: 'refund.done', refundId: 're_1', amount: 2_000, paymentId: 'payment-1' }, DISPUTED_AT + HOUR),
    s.says({ kind: 'refund.done', refundId: 're_2', amount: TOTAL, paymentId: 'payment-2' }, DISPUTED_AT + 2 * HOUR),
    s.lift(DISPUTED_AT + DAY),
  ]),
  'sale-refund-arrived-late': transaction(
    'Silent past its watch; the bank took the money, gave it back, and then the refund arrived after all.',
    [
      ...then(
        [...s.cancelledPaid, s.chargeback('opened', MONDAY + 2 * HOUR), s.chargeback('lost', MONDAY + DAY)],
        (before) => due(before, 'refundWatch'),
        (before) => s.chargeback('won', (before.at(-1)?.at ?? 0) + DAY),
        (before) => s.refunded((before.at(-1)?.at ?? 0) + DAY),
      ),
    ],
  ),
  'sale-heard-and-appealed': transaction(
    'Over €200: both were asked and spoke, read the draft, and the decision was appealed and taken anew by another.',
    [
      ...then(
        [s.buy(30_000), s.setShipping(), s.pay(MONDAY, 32_075), s.ship(), s.dispute(DISPUTED_AT, 32_075), s.contest()],
        (before) =>
          command('AskParty', staff, (before.at(-1)?.at ?? 0) + HOUR, {
            party: 'seller',
            question: 'Was it packed?',
            days: 3,
          }),
        (before) =>
          command('GiveStatement', seller, (before.at(-1)?.at ?? 0) + HOUR, { text: 'In foam', evidence: ['photo-1'] }),
        (before) => s.decide(0, (before.at(-1)?.at ?? 0) + HOUR),
        (before) =>
          command('GiveStatement', buyer, (before.at(-1)?.at ?? 0) + HOUR, { text: 'It was loose', evidence: [] }),
        (before) => s.confirm((before.at(-1)?.at ?? 0) + DAY, staff),
        (before) =>
          command('AppealDecision', buyer, (before.at(-1)?.at ?? 0) + HOUR, {
            text: 'Look at the box',
            evidence: ['photo-2'],
          }),
        (before) =>
          command('DecideDispute', s.secondStaff, (before.at(-1)?.at ?? 0) + HOUR, {
            toBuyer: 10_000,
            rationale: 'The box',
            seller: VERIFIED,
          }),
        (before) => s.confirm((before.at(-1)?.at ?? 0) + DAY, s.secondStaff, `${s.TRANSACTION_ID}d2`),
      ),
    ],
  ),
  'sale-refund-deferred': transaction(
    'A decided refund waited for the seller, who appealed; the refund of the second decision was sent at once.',
    [
      ...then(
        [...s.underReview, s.decide(s.TOTAL)],
        (before) =>
          command('AppealDecision', seller, (before.at(-1)?.at ?? 0) + DAY, { text: 'Look at the box', evidence: [] }),
        (before) =>
          command('DecideDispute', s.secondStaff, (before.at(-1)?.at ?? 0) + HOUR, {
            toBuyer: s.TOTAL,
            rationale: 'The box',
            seller: VERIFIED,
          }),
        (before) => s.refunded((before.at(-1)?.at ?? 0) + DAY),
      ),
    ],
  ),
  'sale-refund-deferred-in-part': transaction('A decided partial refund waited, nobody appealed, and it was sent.', [
    ...then(
      [...s.underReview, s.decide(6_000)],
      (before) => due(before, 'decidedRefund'),
      (before) => s.refunded((before.at(-1)?.at ?? 0) + DAY, 6_000),
    ),
  ]),
  'sale-escalated-twice': transaction(
    'Under review for 75 days; the hold was lifted, and came again after 5 business days.',
    [
      ...then(
        s.underReview,
        (before) => due(before, 'escalation'),
        (before) => s.lift((before.at(-1)?.at ?? 0) + DAY),
        (before) => due(before, 'escalation'),
      ),
    ],
  ),
  'sale-payout-failed-then-paid': transaction('The payout failed, and the next try arrived.', [
    ...paidAgain,
    s.paidOut(RUN_AT + 2 * DAY, 2),
  ]),
  'sale-payout-refused': transaction('Refused by the bank, postponed, approval withdrawn, approved again.', [
    ...then(
      [...s.payingOut, s.payoutFails(RUN_AT, 1, true)],
      () => command('ReviewPayability', s.SYSTEM, RUN_AT + DAY, { seller: VERIFIED }),
      (before) =>
        s.run(s.dueAt(s.transactionAfter(before), 'payoutRun') ?? 0, {
          bankVerified: true,
          payoutsHeldUntil: RUN_AT + 9 * DAY,
        }),
      (before) => s.run(s.dueAt(s.transactionAfter(before), 'payoutRun') ?? 0, s.NO_BANK),
      (before) => command('ReviewPayability', s.SYSTEM, (before.at(-1)?.at ?? 0) + DAY, { seller: VERIFIED }),
    ),
  ]),
  'sale-payout-returned': transaction('Paid out, and sent back by the bank.', [
    ...s.completed,
    returnedPayout(RUN_AT + 5 * DAY, 1),
  ]),
  'sale-payout-arrived-late': transaction('A payout that had failed arrived after all.', [
    ...failedPayout,
    s.paidOut(RUN_AT + HOUR, 1),
  ]),
  'sale-paid-out-twice': transaction('Both tries of a payout arrived; one came back.', [
    ...bothArrived,
    returnedPayout(RUN_AT + 5 * DAY, 1),
  ]),
  'sale-overpayment-counted': transaction('The first try arrived while the second was under way, which then failed.', [
    ...paidAgain,
    s.paidOut(RUN_AT + DAY + HOUR, 1),
    s.payoutFails(RUN_AT + 2 * DAY, 2),
  ]),
  'sale-staff-hold': transaction('Held too long, escalated, and silent at the payout.', [
    ...then(
      [...s.shipped, s.hold(DISPUTED_AT)],
      (before) => due(before, 'escalation'),
      (before) => s.lift((before.at(-1)?.at ?? 0) + DAY),
      (before) => due(before, 'escrowEnd'),
      (before) => s.run(s.dueAt(s.transactionAfter(before), 'payoutRun') ?? 0),
      (before) => due(before, 'payoutWatch'),
    ),
  ]),
};
