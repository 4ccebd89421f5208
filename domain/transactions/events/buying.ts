import { z } from 'zod';
import { currencyCode, EURO } from '../../shared/currencies.ts';
import { extended, firstVersion, personal } from '../../shared/events.ts';
import { id } from '../../shared/ids.ts';
import { listingImage } from '../../shared/listingImage.ts';
import { cents } from '../../shared/money.ts';
import { reopens } from '../caseMarks.ts';
import { CANCELLATION_REASONS } from '../disputeCategories.ts';
import { captured, ownMoney } from '../evolve/payment.ts';
import { zoneRates } from '../zoneRates.ts';
import { address, instant, party, providerRef, text } from './fields.ts';
import { event } from './sheet.ts';

export const buying = {
  TransactionCreated: event(
    extended(
      firstVersion({
        id,
        /** The short human id, such as `TX7K2M9QPD`. */
        transactionId: z.string(),
        listingId: id,
        buyerId: id,
        sellerId: id,
        item: z.object({ title: z.string(), images: z.array(listingImage) }),
        amount: cents,
        fee: cents,
        sellerCountry: z.string(),
        windowEndsAt: instant,
        policyVersion: z.string(),
      }),
      // later changes of the seller's rates do not affect this buyer
      { rates: zoneRates.optional() },
    ),
    {
      news: 'unpaid',
      evolve: ({ at, ...data }) => ({
        id: data.id,
        transactionId: data.transactionId,
        listingId: data.listingId,
        buyerId: data.buyerId,
        sellerId: data.sellerId,
        item: data.item,
        amount: data.amount,
        fee: data.fee,
        sellerCountry: data.sellerCountry,
        rates: data.rates ?? null,
        windowEndsAt: data.windowEndsAt,
        policyVersion: data.policyVersion,
        createdAt: at,
      }),
      moves: null,
      payment: 'pending',
    },
  ),
  ShippingSet: event(
    firstVersion({
      address: personal(address),
      zone: z.enum(['domestic', 'continental', 'international']),
      shippingCost: cents,
      total: cents,
    }),
    {
      news: 'unpaid',
      evolve: ({ zone, shippingCost, total }) => ({ zone, shippingCost, total }),
      summary: ({ shippingCost, total }) => ({ shippingCost, total }),
      personal: { address: 'sale.see.address' },
    },
  ),
  CheckoutOpened: event(firstVersion({ attempt: z.int(), sessionId: providerRef, checkoutUrl: z.string() }), {
    news: 'unpaid',
    evolve: ({ attempt, sessionId, checkoutUrl }) => ({ checkout: { attempt, sessionId, url: checkoutUrl } }),
    payment: 'pending',
    summary: ({ sessionId }) => ({ sessionId }),
  }),
  PaymentProcessing: event(firstVersion({ sessionId: providerRef, settlementEndsAt: instant }), {
    news: 'provider',
    evolve: ({ settlementEndsAt }) => ({ settlementEndsAt }),
    case: null,
    payment: 'processing',
  }),
  PaymentCaptured: event(
    firstVersion({
      paymentId: providerRef,
      sessionId: providerRef,
      captured: cents,
      shipBy: instant,
      shipReminderAt: instant,
      escalateAt: instant,
    }),
    {
      news: 'provider',
      evolve: (data) => ({
        ...captured(data),
        shipBy: data.shipBy,
        shipReminderAt: data.shipReminderAt,
      }),
      moves: ({ captured }) => ({ captured, inEscrow: captured }),
      currency: () => EURO,
      case: null,
      payment: 'paid',
      summary: ({ paymentId, captured, shipBy }) => ({ paymentId, captured, shipBy, purchaseEnd: 'paid' }),
    },
  ),
  PaymentMismatched: event(
    firstVersion({
      paymentId: providerRef,
      sessionId: providerRef,
      captured: cents,
      currency: z.string(),
      expected: cents,
      escalateAt: instant,
    }),
    {
      news: 'provider',
      evolve: ownMoney,
      moves: ({ captured }) => ({ captured, inEscrow: captured }),
      currency: ({ currency }) => currencyCode(currency),
      case: reopens('paymentMismatch'),
      payment: 'mismatched',
      summary: ({ paymentId, captured }) => ({ paymentId, captured, purchaseEnd: 'dropped' }),
    },
  ),
  PaymentFailed: event(firstVersion({ sessionId: providerRef, reason: z.string(), windowEndsAt: instant }), {
    news: 'provider',
    evolve: ({ windowEndsAt }) => ({ windowEndsAt, settlementEndsAt: null }),
    case: null,
    payment: 'failed',
  }),
  TransactionExpired: event(firstVersion({}), {
    news: 'deadline',
    evolve: () => ({ cancelledBy: 'system', settlementEndsAt: null }),
    payment: 'expired',
    summary: () => ({ purchaseEnd: 'lapsed' }),
  }),
  TransactionCancelled: event(
    firstVersion({ by: party, reason: z.enum(CANCELLATION_REASONS).nullable(), otherReason: text }),
    {
      news: 'decided',
      evolve: ({ by }) => ({ cancelledBy: by, settlementEndsAt: null }),
      payment: ({ captured }) => (captured === 0 ? 'cancelled' : null),
      summary: ({ by, reason }) => ({
        cancelled: { by, reason },
        purchaseEnd: by === 'buyer' ? 'abandoned' : 'dropped',
      }),
      personal: { otherReason: 'sale.see.words' },
    },
  ),
  LatePaymentReceived: event(
    firstVersion({ paymentId: providerRef, captured: cents, currency: z.string(), escalateAt: instant }),
    {
      news: 'provider',
      evolve: ownMoney,
      moves: ({ captured }) => ({ captured, inEscrow: captured }),
      currency: ({ currency }) => currencyCode(currency),
      case: (data, marks) => (currencyCode(data.currency) === EURO ? marks : reopens('paymentMismatch')(data, marks)),
      payment: 'paid',
      summary: ({ paymentId, captured }) => ({ paymentId, captured }),
    },
  ),
} as const;
