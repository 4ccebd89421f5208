import type { Knex } from 'knex';
import type Stripe from 'stripe';
import {
  type ObjectPage,
  type ObjectQuery,
  ProviderMisconfigured,
  type ProviderObject,
} from '#application/ports/payments.ts';
import { callStripe, known } from './calls.ts';
import { stateOf as stateOfDispute } from './disputes.ts';
import { stateOf as stateOfPayout } from './payouts.ts';
import { stateOf as stateOfRefund } from './refunds.ts';
import { transactionOf } from './webhooks.ts';

type Options = { stripe: Stripe; db: Knex };
type Kind = ObjectQuery['kind'];
type Listed = Pick<Stripe.PaymentIntent, 'id' | 'created' | 'currency'>;

/** Objects per portion; the SDK reads pages of 100. */
const PORTION = 300;
/** Connected accounts per portion. */
const ACCOUNTS = 20;

const common = (kind: Kind, { id, created, currency }: Listed) => ({
  kind,
  id,
  currency: currency.toUpperCase(),
  createdAt: created * 1_000,
});

const idOf = (reference: string | { id: string } | null): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

/** Stripe lists newest first: objects created meanwhile come before the first page and are left to the next night. */
export const openObjects = ({ stripe, db }: Options) => {
  const transactionOfPayment = async (paymentId: string | undefined): Promise<string | null> => {
    if (paymentId === undefined) return null;
    const payment = await known(() => stripe.paymentIntents.retrieve(paymentId));
    return payment?.metadata.transactionId ?? null;
  };

  const ofPayment = async (payment: Stripe.PaymentIntent): Promise<ProviderObject> => ({
    ...common('payment', payment),
    reference: payment.id,
    saleId: payment.metadata.transactionId ?? null,
    amount: payment.amount_received,
    state: payment.status === 'succeeded' ? 'done' : 'pending',
  });

  const ofRefund = async (refund: Stripe.Refund): Promise<ProviderObject> => {
    const reference = refund.metadata?.refundId;
    const paymentId = idOf(refund.payment_intent);
    return {
      ...common('refund', refund),
      reference: reference ?? refund.id,
      saleId: reference ? transactionOf(reference) : await transactionOfPayment(paymentId),
      ...(paymentId !== undefined && { paymentId }),
      amount: refund.amount,
      state: stateOfRefund(refund),
    };
  };

  /** Undefined for an inquiry, which moves no money. */
  const ofDispute = async (dispute: Stripe.Dispute): Promise<ProviderObject | undefined> => {
    const stands = stateOfDispute(dispute);
    const paymentId = idOf(dispute.payment_intent);
    return (
      stands && {
        ...common('chargeback', dispute),
        ...stands,
        reference: dispute.id,
        saleId: await transactionOfPayment(paymentId),
        ...(paymentId !== undefined && { paymentId }),
      }
    );
  };

  const ofTransfer = async (transfer: Stripe.Transfer): Promise<ProviderObject> => ({
    ...common('transfer', transfer),
    reference: transfer.metadata.payoutId ?? transfer.id,
    saleId: transfer.metadata.transactionId ?? null,
    amount: transfer.amount,
    state: transfer.reversed ? 'failed' : 'done',
  });

  const ofPayout = (payout: Stripe.Payout): ProviderObject => {
    const state = stateOfPayout(payout);
    return {
      ...common('payout', payout),
      reference: payout.metadata?.payoutId ?? payout.id,
      saleId: payout.metadata?.transactionId ?? null,
      amount: payout.amount,
      state: state === 'paid' ? 'done' : state,
    };
  };

  const portion = async <Found extends Listed>(
    { from, after }: ObjectQuery,
    list: (params: Stripe.PaymentIntentListParams) => Stripe.ApiListPromise<Found>,
    read: (found: Found) => Promise<ProviderObject | undefined>,
  ): Promise<ObjectPage> => {
    const created = { gte: Math.floor(from / 1_000) };
    const params = { created, limit: 100, ...(after !== null && { starting_after: after }) };
    const found = await callStripe(() => list(params).autoPagingToArray({ limit: PORTION }));
    const objects: ProviderObject[] = [];
    for (const each of found) {
      const object = await read(each);
      if (object) objects.push(object);
    }
    return { objects, next: found.length === PORTION ? (found.at(-1)?.id ?? null) : null };
  };

  /** Empty for a closed account: money that did not arrive has returned as a transfer. */
  const payoutsOf = async (stripeAccount: string, created: Stripe.RangeQueryParam): Promise<Stripe.Payout[]> => {
    try {
      return await callStripe(async () => {
        const found: Stripe.Payout[] = [];
        for await (const payout of stripe.payouts.list({ created, limit: 100 }, { stripeAccount })) found.push(payout);
        return found;
      });
    } catch (error) {
      // the only call that names the account: Stripe no longer knows or shows it
      if (error instanceof ProviderMisconfigured) return [];
      throw error;
    }
  };

  /** Lists payouts per account, for accounts that received money since `from`. */
  const payouts = async ({ from, after }: ObjectQuery): Promise<ObjectPage> => {
    const accounts: { account_id: string }[] = await db('stripe.payouts')
      .distinct('account_id')
      .where('created_at', '>=', from)
      .andWhere('account_id', '>', after ?? '')
      .orderBy('account_id')
      .limit(ACCOUNTS);
    const created = { gte: Math.floor(from / 1_000) };
    const objects: ProviderObject[] = [];
    for (const { account_id: stripeAccount } of accounts)
      objects.push(...(await payoutsOf(stripeAccount, created)).map(ofPayout));
    return { objects, next: accounts.length === ACCOUNTS ? (accounts.at(-1)?.account_id ?? null) : null };
  };

  const lists: Record<Kind, (query: ObjectQuery) => Promise<ObjectPage>> = {
    payment: (query) => portion(query, (params) => stripe.paymentIntents.list(params), ofPayment),
    refund: (query) => portion(query, (params) => stripe.refunds.list(params), ofRefund),
    chargeback: (query) => portion(query, (params) => stripe.disputes.list(params), ofDispute),
    transfer: (query) => portion(query, (params) => stripe.transfers.list(params), ofTransfer),
    payout: payouts,
  };
  return { list: (query: ObjectQuery): Promise<ObjectPage> => lists[query.kind](query) };
};
