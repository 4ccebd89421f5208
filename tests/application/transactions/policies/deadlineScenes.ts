import { addBusinessDays } from '#domain/shared/businessDays.ts';
import type { DeadlineKind } from '#domain/transactions/process/deadlineTable.ts';
import { armedDeadlines } from '#domain/transactions/transaction.ts';
import { checkedOut, fact, paid, released, SESSION, shipped, TOTAL } from '../../policies/scenes.ts';
import { SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';

const OWN_ADDRESS = {
  fullName: 'Bert Seller',
  streetAddress1: 'Oude Gracht 1',
  streetAddress2: '',
  city: 'Utrecht',
  postalCode: '3511 AA',
};
const RETURN_TO = { ...OWN_ADDRESS, country: 'Netherlands' };
const DAY = 24 * 60 * 60_000;
const CLAIM = { type: 'OpenDispute', category: 'DAMAGED', claim: 1_000, text: 'broken', evidence: [] } as const;

/** When an armed deadline of the transaction is due. */
export const dueAt = async (stage: Stage, kind: DeadlineKind): Promise<number> => {
  const armed = armedDeadlines(await stage.saleState()).find((deadline) => deadline.kind === kind);
  if (!armed) throw new Error(`${kind} is not armed`);
  return armed.dueAt;
};

export const goTo = async (stage: Stage, instant: number): Promise<void> => {
  stage.clock.advance(instant - stage.clock.now());
  await stage.sweep();
};

/** The transaction's events and the e-mails sent, in order. */
export const happened = async (stage: Stage) => ({
  events: await stage.typesOf(`transaction-${TRANSACTION}`),
  // to both parties, and to staff about this transaction; other staff e-mails follow the calendar
  emails: stage.mailer.sent
    .filter(({ to, subject }) => to !== 'support@example.com' || subject === 'caseForStaff')
    .map(({ subject, to }) => `${subject} to ${to.split('@')[0]}`),
});

// Scenes that lead to the start of a deadline.

export const processing = async (stage: Stage): Promise<void> => {
  await checkedOut(stage);
  stage.payments.checkouts.set(SESSION, { state: 'processing' });
  await stage.told(fact(stage, { kind: 'payment.processing', sessionId: SESSION }));
  await stage.settle();
};
export const paused = async (stage: Stage): Promise<void> => {
  await shipped(stage);
  stage.clock.advance(10 * DAY);
  await stage.sale({ type: 'PauseEscrow', reason: 'not here' }, stage.buyer);
};
export const disputed = async (stage: Stage): Promise<void> => {
  await shipped(stage);
  await stage.sale(CLAIM, stage.buyer);
};
export const offered = async (stage: Stage): Promise<void> => {
  await disputed(stage);
  stage.clock.advance(60 * 60_000);
  await stage.sale({ type: 'OfferSettlement', toBuyer: 500 }, stage.seller);
};
export const contested = async (stage: Stage): Promise<void> => {
  await disputed(stage);
  await stage.sale({ type: 'ContestDispute', text: 'it was whole', evidence: [] }, stage.seller);
};
/** The whole refund of a decision waits for the seller's appeal. */
export const deferred = async (stage: Stage): Promise<void> => {
  await contested(stage);
  const { captured } = await stage.saleState();
  const [rationale, decidedBy] = ['the photos', 'f'.repeat(32)];
  const decided = { toBuyer: captured, toSeller: 0, fee: 0, rationale, decidedBy };
  await stage.given(`transaction-${TRANSACTION}`, 'DisputeDecided', decided);
  const until = addBusinessDays(stage.clock.now(), 5);
  await stage.given(`transaction-${TRANSACTION}`, 'RefundDeferred', { toBuyer: captured, until });
};
/** A decision above €500 needs a second person. The exact sum does not matter here. */
export const proposed = async (stage: Stage): Promise<void> => {
  await contested(stage);
  const { amount, fee, captured } = await stage.saleState();
  await stage.given(`transaction-${TRANSACTION}`, 'DecisionProposed', {
    decisionId: 'd1',
    toBuyer: captured - fee - amount,
    toSeller: amount,
    fee,
    rationale: 'the photos',
    proposedBy: 'f'.repeat(32),
    confirmBy: addBusinessDays(stage.clock.now(), 3),
  });
};
export const returning = async (stage: Stage): Promise<void> => {
  await shipped(stage);
  await stage.given(`account-${SELLER}`, 'ShippingAddressSet', { address: OWN_ADDRESS });
  await stage.sale({ type: 'RequestReturn', text: 'too small', evidence: [] }, stage.buyer);
};
export const approved = async (stage: Stage): Promise<void> => {
  await returning(stage);
  await stage.sale({ type: 'ApproveReturn', to: RETURN_TO, sellerPaysPostage: false }, stage.seller);
};
export const sentBack = async (stage: Stage): Promise<void> => {
  await approved(stage);
  await stage.sale({ type: 'ShipReturn', trackingCode: '3S' }, stage.buyer);
};
export const refunding = async (stage: Stage): Promise<void> => {
  await paid(stage);
  await stage.sale({ type: 'Cancel', reason: 'SHIPPING_ISSUES', otherReason: null }, stage.seller);
  await stage.settle();
};
export const refundFailed = async (stage: Stage): Promise<void> => {
  await refunding(stage);
  const { refund } = await stage.saleState();
  await stage.told(fact(stage, { kind: 'refund.failed', refundId: refund?.id, reason: 'card closed' }));
  await stage.settle();
};
/** Paid with two cards; refunding the second payment failed. */
export const secondRefundFailed = async (stage: Stage): Promise<void> => {
  await paid(stage);
  const again = { kind: 'payment.paid', sessionId: 'cs_2', paymentId: 'pay_2', captured: TOTAL, currency: 'EUR' };
  await stage.told(fact(stage, again));
  await stage.settle();
  const { refundId } = (await stage.saleState()).duplicates.pay_2 ?? {};
  await stage.told(fact(stage, { kind: 'refund.failed', refundId, reason: 'card closed' }));
  await stage.settle();
};
export const payingOut = async (stage: Stage): Promise<void> => {
  await released(stage);
  await goTo(stage, await dueAt(stage, 'payoutRun'));
};
export const payoutFailed = async (stage: Stage): Promise<void> => {
  await payingOut(stage);
  const { payout } = await stage.saleState();
  const failed = { kind: 'payout.failed', payoutId: payout.id, reason: 'bank away', accountAtFault: false };
  await stage.told(fact(stage, failed));
  await stage.settle();
};
