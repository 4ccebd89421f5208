import type { Knex } from 'knex';
import type Stripe from 'stripe';
import { type BankCheck, type PayoutRequest, ProviderRefused } from '#application/ports/payments.ts';
import { callStripe, refusalOfBankAccount } from './calls.ts';
import type { Keys } from './keys.ts';

type Destination = PayoutRequest['destination'];
type Options = { stripe: Stripe; db: Knex; keys: Keys; hash: (text: string) => string };

/** A connected account: Stripe verifies the seller, the marketplace decides when money moves. */
const accountFor = ({ accountHolder, iban }: Destination, fingerprint: string): Stripe.AccountCreateParams => ({
  metadata: { fingerprint },
  country: iban.slice(0, 2),
  business_type: 'individual',
  controller: {
    fees: { payer: 'application' },
    losses: { payments: 'application' },
    requirement_collection: 'application',
    stripe_dashboard: { type: 'none' },
  },
  capabilities: { transfers: { requested: true } },
  settings: { payouts: { schedule: { interval: 'manual' } } },
  external_account: {
    object: 'bank_account',
    country: iban.slice(0, 2),
    currency: 'eur',
    account_number: iban,
    account_holder_name: accountHolder,
    account_holder_type: 'individual',
  },
});

/** Whether payouts are possible: yes, never, or after identity verification. */
const verdictOn = (account: Stripe.Account): BankCheck => {
  const bank = account.external_accounts?.data[0];
  if (bank?.status === 'errored' || bank?.status === 'verification_failed')
    return { verified: false, reason: 'the bank does not know this account' };
  if (account.requirements?.disabled_reason?.startsWith('rejected'))
    return { verified: false, reason: 'the payment provider refuses this account' };
  return account.payouts_enabled && account.capabilities?.transfers === 'active'
    ? { verified: true }
    : { verified: 'pending' };
};

/** One connected account per holder and IBAN, found by a keyed hash of both. */
export const openAccounts = ({ stripe, db, keys, hash }: Options) => {
  const fingerprintOf = ({ accountHolder, iban }: Destination) => hash(`stripe account\n${iban}\n${accountHolder}`);
  const find = async (fingerprint: string): Promise<string | undefined> =>
    (await db('stripe.accounts').where({ fingerprint }).first('account_id'))?.account_id;

  const findAtStripe = async (fingerprint: string, since: number): Promise<Stripe.Account | undefined> => {
    const created = { gte: Math.floor(since / 1_000) };
    for await (const account of stripe.accounts.list({ created, limit: 100 }))
      if (account.metadata?.fingerprint === fingerprint) return account;
    return undefined;
  };

  const obtain = async (destination: Destination): Promise<string> => {
    const fingerprint = fingerprintOf(destination);
    const existing = await find(fingerprint);
    if (existing) return existing;
    const making = {
      find: (since: number) => findAtStripe(fingerprint, since),
      make: (idempotencyKey: string) =>
        stripe.accounts.create(accountFor(destination, fingerprint), { idempotencyKey }),
    };
    const { id } = await callStripe(() => keys.once(`account-${fingerprint}`, making), refusalOfBankAccount);
    await db('stripe.accounts').insert({ fingerprint, account_id: id }).onConflict('fingerprint').ignore();
    return (await find(fingerprint)) ?? id;
  };

  return {
    obtain,
    verify: async (destination: Destination): Promise<BankCheck> => {
      const id = await obtain(destination).catch((error: unknown) => {
        if (error instanceof ProviderRefused) return error;
        throw error;
      });
      return id instanceof ProviderRefused
        ? { verified: false, reason: `the account was refused: ${id.message}` }
        : verdictOn(await callStripe(() => stripe.accounts.retrieve(id)));
    },
    /** Stripe's hosted verification page; the link is single-use and short-lived. */
    identityPage: async (destination: Destination, returnUrl: string): Promise<string> => {
      const account = await obtain(destination);
      const link = await callStripe(() =>
        stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: returnUrl,
          collection_options: { fields: 'eventually_due' },
        }),
      );
      return link.url;
    },
  };
};

export type Accounts = ReturnType<typeof openAccounts>;
