import type { Knex } from 'knex';
import Stripe from 'stripe';
import type { Clock } from '#application/ports/clock.ts';
import type { Payments } from '#application/ports/payments.ts';
import { openAccounts } from './accounts.ts';
import { openBooks } from './books.ts';
import { openCheckouts } from './checkouts.ts';
import { openDisputes } from './disputes.ts';
import { openEvidence } from './evidence.ts';
import { openKeys } from './keys.ts';
import { openObjects } from './objects.ts';
import { openPayouts } from './payouts.ts';
import { openRefunds } from './refunds.ts';
import { openWebhookReader } from './webhooks.ts';

export type StripeSettings = {
  secretKey: string;
  /** Of the endpoints for platform events and for connected accounts. */
  webhookSecrets: readonly string[];
  /** Undefined: Stripe's own. */
  apiBase: string | undefined;
};

type StripeOptions = {
  settings: StripeSettings;
  /** Needs `stripeMigrations`. */
  db: Knex;
  clock: Clock;
  /** Keyed hash that identifies bank accounts. */
  hash: (text: string) => string;
};

/** An alternative API host, such as the test peer. */
const elsewhere = (apiBase: string | undefined): Partial<Stripe.StripeConfig> => {
  if (apiBase === undefined) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const http = protocol === 'http:';
  return { host: hostname, port: port || (http ? 80 : 443), protocol: http ? 'http' : 'https' };
};

export const openClient = (
  settings: StripeSettings,
  limits: Pick<Stripe.StripeConfig, 'maxNetworkRetries' | 'timeout'>,
): Stripe =>
  new Stripe(settings.secretKey, {
    ...elsewhere(settings.apiBase),
    ...limits,
    telemetry: false,
    appInfo: { name: 'Reliquary' },
  });

/** Stripe: checkout sessions, refunds, and payouts through connected accounts (see README). */
export const openStripe = ({ settings, db, clock, hash }: StripeOptions): Payments => {
  const stripe = openClient(settings, { maxNetworkRetries: 2, timeout: 20_000 });
  const keys = openKeys({ db, clock });
  const accounts = openAccounts({ stripe, db, keys, hash });
  const checkouts = openCheckouts({ stripe, keys });
  const refunds = openRefunds({ stripe, db, keys, clock });
  const payouts = openPayouts({ stripe, db, keys, accounts });
  const disputes = openDisputes(stripe);
  const books = openBooks({ stripe, db });

  return {
    name: 'stripe',
    identifiesSellers: true,
    openCheckout: checkouts.open,
    expireCheckout: checkouts.expire,
    askCheckout: checkouts.ask,
    refund: refunds.refund,
    askRefund: refunds.ask,
    payOut: payouts.payOut,
    recallPayout: payouts.recall,
    askPayout: payouts.ask,
    askChargeback: disputes.ask,
    submitEvidence: openEvidence({ stripe, keys, clock }).submit,
    verifyBankAccount: accounts.verify,
    identityPage: accounts.identityPage,
    balance: async () => {
      const pending = (await refunds.underWay()) + (await payouts.underWay()) + (await books.inDispute());
      return { available: await books.total(), pending };
    },
    listObjects: openObjects({ stripe, db }).list,
    readWebhook: openWebhookReader({
      stripe,
      payouts,
      secrets: settings.webhookSecrets,
      live: settings.secretKey.includes('_live_'),
    }),
  };
};
