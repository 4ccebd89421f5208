// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { aboutCase } from '#domain/notifications/cases.ts';
import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { NOTIFICATIONS } from '#domain/notifications/notifications.ts';
import type { Terms } from '#domain/transactions/terms/terms.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { openEmailRenderer } from '#infrastructure/mail/renderEmail.ts';
import { aListing, freshBrowser, MEMBER_REPLIES, open, serve, signedIn } from '#tests/support/browser.tsx';
import { FIRST, SECOND, THIRD } from '#tests/support/threePolicies.ts';
import { disputeOpenings } from '#web/transactions/components/dispute/disputeActions.ts';
import { whatHappensNext } from '#web/transactions/components/next/whatHappensNext.ts';
import { lifecycleSteps } from '#web/transactions/lifecycle.ts';
import { actionText } from '#web/transactions/text/actionText.ts';
import { DISPUTE_WORDS } from '#web/transactions/text/disputeActionText.ts';
import { moneyOf } from '#web/transactions/transactionMoney.ts';
import { aTransaction } from './aSale.ts';

vi.mock('#domain/transactions/terms/versions.ts', () => import('#tests/support/threePolicies.ts'));

freshBrowser();

const render = openEmailRenderer({ publicUrl: 'https://reliquary.example', supportEmail: 'help@reliquary.example' });

const transactionOf = ({ version }: Terms, changes = {}) => aTransaction({ policyVersion: version, ...changes });

const emailAbout = (template: 'salePaid' | 'paymentReceived' | 'shipped', { version }: Terms) =>
  render({
    template,
    username: 'Ada',
    role: template === 'salePaid' ? 'seller' : 'buyer',
    details: {},
    path: null,
    transaction: {
      id: '7'.repeat(32),
      reference: 'TX7K2M9QPD',
      listingId: '1'.repeat(32),
      buyerId: 'b'.repeat(32),
      sellerId: '5'.repeat(32),
      title: 'Knight',
      picture: null,
      amount: 8_000,
      fee: 475,
      policyVersion: version,
      shippingCost: 500,
      total: 8_975,
      sessionId: null,
      paymentId: null,
      captured: 0,
      shipBy: null,
      shippedAt: null,
      escrowEndsAt: null,
      payoutAmount: null,
      purchaseEnd: null,
      cancelled: null,
      shipmentMissed: false,
    },
  }).text;

describe.each([
  ['first', FIRST, { escrow: '12 days', fee: '5% + €0.75', shipment: '4 days', cancel: 'hour', answer: '3 days' }],
  [
    'second',
    SECOND,
    { escrow: '14 days', fee: '5% + €1.75', shipment: '5 days', cancel: '10 minutes', answer: '4 days' },
  ],
  [
    'third',
    THIRD,
    { escrow: '10 days', fee: '7% + €1.75', shipment: '5 days', cancel: '10 minutes', answer: '4 days' },
  ],
] as const)('with three versions of the terms, a transaction of the %s', (_, policy, words) => {
  test('shows its own terms on its screens [L-007]', () => {
    const transaction = transactionOf(policy, {
      status: 'AWAIT_SHIPPING',
      displayStatus: 'AWAIT_SHIPPING',
      deadlines: [],
    });
    const next = whatHappensNext({ sale: transaction, money: moneyOf(transaction), reader: 'buyer', now: 0 });
    expect(JSON.stringify(next)).toContain(`Escrow runs ${words.escrow}`);
    expect(JSON.stringify(lifecycleSteps({ ...transaction, paymentHistory: [] }))).toContain(
      `within ${words.shipment}`,
    );
    expect(actionText(transaction).confirmShipment.hint).toContain(words.escrow);
    expect(actionText(transaction).confirmArrival.hint).toContain(
      `Until the payout begins you can still open a dispute, for ${termsOf(transaction).claim} at most.`,
    );
    expect(DISPUTE_WORDS.openDispute(transaction).next).toContain(`The seller has ${words.answer}`);
    expect(disputeOpenings(transactionOf(policy, { allowed: ['OpenDispute'] }))).toHaveLength(1);
  });

  test('shows its own terms in e-mails [L-007]', () => {
    expect(emailAbout('paymentReceived', policy)).toContain(`Within the next ${words.cancel} you can still cancel`);
    expect(emailAbout('paymentReceived', policy)).toContain(`Platform Fee (${words.fee})`);
    expect(emailAbout('salePaid', policy).includes('a tracking code is needed')).toBe(policy.highValue < 8_000);
  });

  test('shows its own terms in notifications and to staff [L-007]', () => {
    const terms = termsOf({ policyVersion: policy.version });
    const told = NOTIFICATIONS.sale_payment_received({ item: 'it', sender: 'Bea', amount: 1, terms });
    expect(told).toContain(`within ${words.shipment}`);
    expect(aboutCase('heldTooLong', terms)).toContain(`held for ${terms.escalation}`);
    expect(staffDeadlineWords('escalation', terms).title).toBe(`Money held for ${terms.escalation}`);
  });

  test('shows its own fee in the payment dialog [L-007]', async () => {
    const listing = aListing(1, { price: 148 });
    const begun = { platformFee: 9.99, shippingCost: null, allowed: ['SetShipping'] };
    const transaction = transactionOf(policy, { ...begun, status: 'CREATED', displayStatus: 'CREATED' });
    signedIn();
    serve({
      ...MEMBER_REPLIES,
      [`GET listings/${listing._id}`]: listing,
      [`GET transaction/${transaction._id}`]: transaction,
      'POST shipping/calculate': { shippingCost: 5, zone: 'domestic' },
    });
    open(`/listings/${listing._id}?buy=1&transaction=${transaction._id}`);
    await screen.findAllByText('€162.99');
    expect(screen.getByText(`Platform Fee (${words.fee})`).closest('tr')?.textContent).toContain('€9.99');
    expect(screen.getByRole('dialog').textContent).toContain(`ships within ${words.shipment}`);
  });
});
