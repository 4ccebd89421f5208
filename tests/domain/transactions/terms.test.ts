import { describe, expect, test, vi } from 'vitest';
import { addBusinessDays, businessHour } from '#domain/shared/businessDays.ts';
import { fold } from '#domain/shared/decider.ts';
import { DAY, MINUTE } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { platformFee } from '#domain/transactions/fees.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { CURRENT_TERMS, UnknownTerms } from '#domain/transactions/terms/termsFor.ts';
import { type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';
import { asRead } from '#tests/support/asReader.ts';
import { FIRST, SECOND, THIRD } from '#tests/support/threePolicies.ts';
import * as s from './scenario.ts';
import { AMOUNT, buyer, command, MONDAY, SHIPPED_AT, SHIPPING } from './scenario.ts';

vi.mock('#domain/transactions/terms/versions.ts', () => import('#tests/support/threePolicies.ts'));

const POLICIES = [
  ['first', FIRST],
  ['second', SECOND],
  ['third', THIRD],
] as const;

type Version = (typeof POLICIES)[number][1];

const decided = (transaction: Sale, command: TransactionCommand): TransactionEvent[] => {
  const decision = transactionAggregate.decide(asRead(command, transaction), transaction);
  if (!decision.ok) throw new Error(`${command.type}: ${JSON.stringify(decision.error)}`);
  return decision.value;
};

/** A transaction that began while these were the newest terms. */
const begunUnder = (policy: Version, amount = AMOUNT): Sale => {
  const events = decided(transactionAggregate.initial, s.buy(amount)).map((event) =>
    event.type === 'TransactionCreated'
      ? {
          ...event,
          data: {
            ...event.data,
            fee: platformFee(amount, policy),
            policyVersion: policy.version,
            windowEndsAt: MONDAY + policy.paymentWindow,
          },
        }
      : event,
  );
  return fold(transactionAggregate, events);
};

const onward = (transaction: Sale, ...commands: TransactionCommand[]): Sale =>
  commands.reduce((current, command) => fold(transactionAggregate, decided(current, command), current), transaction);

const totalOf = (policy: Version): number => AMOUNT + platformFee(AMOUNT, policy) + SHIPPING;
const paidUnder = (policy: Version): Sale =>
  onward(begunUnder(policy), s.setShipping(), s.pay(MONDAY, totalOf(policy)));
const shippedUnder = (policy: Version): Sale => onward(paidUnder(policy), s.ship());

test('a new transaction begins under the newest terms', () => {
  expect(CURRENT_TERMS).toBe(THIRD);
  const [created] = decided(transactionAggregate.initial, s.buy());
  expect(created?.data).toMatchObject({
    policyVersion: 'third',
    fee: 735,
    windowEndsAt: MONDAY + 15 * MINUTE,
  });
});

test('rejects a transaction under unknown terms', () => {
  const transaction = { ...paidUnder(FIRST), policyVersion: 'fourth' };
  expect(() => transactionAggregate.decide(s.ship(), transaction)).toThrow(UnknownTerms);
});

describe.each(POLICIES)('a transaction under the %s of three versions of the terms', (_, policy) => {
  test('costs item, its own fee and its own shipping, and is paid with that [L-007]', () => {
    const fee = platformFee(AMOUNT, policy);
    const transaction = onward(begunUnder(policy), s.setShipping());
    expect(transaction.total).toBe(AMOUNT + fee + SHIPPING);
    expect(onward(transaction, s.pay(MONDAY, AMOUNT + fee + SHIPPING)).status).toBe('AWAIT_SHIPPING');
  });

  test('can be cancelled by its buyer for as long as promised [L-007]', () => {
    const cancel = (at: number) =>
      transactionAggregate.decide(command('Cancel', buyer, at, { reason: null, otherReason: null }), paidUnder(policy));
    expect(cancel(MONDAY + policy.buyerCancelPeriod)).toMatchObject({ ok: true });
    expect(cancel(MONDAY + policy.buyerCancelPeriod + 1)).toMatchObject({ ok: false });
  });

  test('has its own deadlines: shipment, end of escrow, escalation [L-007]', () => {
    expect(s.dueAt(paidUnder(policy), 'shipment')).toBe(MONDAY + policy.shipmentPeriod);
    expect(s.dueAt(paidUnder(policy), 'escalation')).toBe(MONDAY + policy.escalation);
    const shipped = shippedUnder(policy);
    expect(s.dueAt(shipped, 'escrowEnd')).toBe(SHIPPED_AT + policy.escrowPeriod);
    expect(shipped.policyVersion).toBe(policy.version);
  });

  test('has its own pause window and minimum time left afterwards [L-007]', () => {
    const transaction = shippedUnder(policy);
    const opens = SHIPPED_AT + policy.escrowPeriod - policy.pauseWindow;
    expect(transactionAggregate.decide(s.pause(opens - 1), transaction)).toMatchObject({
      error: { code: 'pauseNotEligible' },
    });
    const resumed = onward(transaction, s.pause(opens + 60 * MINUTE), s.resume(opens + DAY));
    expect(s.dueAt(resumed, 'escrowEnd')).toBe(opens + DAY + policy.pauseWindow);
  });

  test('needs a tracking code above its own price limit [L-007]', () => {
    const unshipped = transactionAggregate.decide(s.ship(SHIPPED_AT, null), paidUnder(policy));
    expect(unshipped.ok).toBe(AMOUNT <= policy.highValue);
  });

  test('has its own periods for dispute, review and refund retries [L-007]', () => {
    const at = s.DISPUTED_AT;
    const disputed = onward(shippedUnder(policy), s.dispute(at, totalOf(policy)));
    expect(disputed.claim?.answerBy).toBe(at + policy.disputeAnswer);
    const reviewed = onward(disputed, s.contest(at + DAY));
    expect(reviewed.claim?.decideBy).toBe(addBusinessDays(at + DAY, policy.reviewTerm.businessDays));
    expect(openCases(reviewed)[0]?.dueAt).toBe(reviewed.claim?.decideBy);
    const failed = onward(
      onward(disputed, command('AcceptClaim', s.seller, at, { seller: s.VERIFIED })),
      s.says({ kind: 'refund.failed', refundId: `${s.TRANSACTION_ID}r1`, reason: 'closed' }, at),
    );
    expect(failed.refund?.retryAt).toBe(at + (policy.refundRetries[0] ?? 0));
  });

  test('has its own payout run and fee, also in the books [L-007] [L-141]', () => {
    const transaction = shippedUnder(policy);
    const end = SHIPPED_AT + policy.escrowPeriod;
    const [release] = decided(transaction, s.fires('escrowEnd', end));
    const fee = platformFee(AMOUNT, policy);
    expect(release?.data).toMatchObject({ toSeller: AMOUNT + SHIPPING, fee });
    expect(release && postings(release, transaction)).toContainEqual({ account: 'fee_income', amount: fee });
    const released = onward(transaction, s.fires('escrowEnd', end));
    expect(released.payout.runAt).toBe(businessHour(end, policy.payoutRun.run, policy.payoutRun.hour));
  });

  test('needs a second person above its own amount [L-007]', () => {
    const dear = 15_000;
    const total = dear + platformFee(dear, policy) + SHIPPING;
    const reviewed = onward(
      begunUnder(policy, dear),
      s.setShipping(),
      s.pay(MONDAY, total),
      s.ship(),
      s.dispute(s.DISPUTED_AT, total),
      s.contest(),
    );
    const [first] = decided(reviewed, s.decide(1_000));
    expect(first?.type).toBe(total > policy.secondPersonAbove ? 'DecisionProposed' : 'DisputeDecided');
  });
});
