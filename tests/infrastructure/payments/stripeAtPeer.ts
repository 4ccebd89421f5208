import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Payments } from '#application/ports/payments.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import { openStripe } from '#infrastructure/payments/stripe/provider.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { SECRET_KEY, type StripePeer, startStripePeer, WEBHOOK_SECRETS } from '#tests/support/stripePeer/peer.ts';

export const SELLER = { accountHolder: 'Bob Seller', iban: 'NL91ABNA0417164300' };
const MINUTE = 60_000;

/** Call it at the top of a suite: the adapter, its own peer and common steps. */
export const useStripe = () => {
  const database = useDatabase();
  const clock = { now: () => Date.now() };
  let peer: StripePeer;
  let payments: Payments;

  const openAt = (apiBase: string, secretKey = SECRET_KEY) =>
    openStripe({
      settings: { secretKey, webhookSecrets: [...WEBHOOK_SECRETS], apiBase },
      db: database.knex,
      clock,
      hash: (text: string) => `hash of ${text.length} ${text.at(-1)}`,
    });
  beforeAll(async () => {
    peer = await startStripePeer();
    payments = openAt(peer.apiBase);
  });
  afterAll(() => peer.close());
  beforeEach(() => void peer.events());

  const checkout = (transactionId = newId(), changes: Partial<Parameters<Payments['openCheckout']>[0]> = {}) => ({
    transactionId,
    attempt: 1,
    amount: 6_325,
    description: 'A painted dragon',
    strongAuthentication: false,
    returnUrl: 'https://reliquary.example/payment/complete',
    cancelUrl: 'https://reliquary.example/transactions/1',
    expiresAt: Date.now() + 30 * MINUTE,
    ...changes,
  });
  /** For calls that the product never makes. */
  const stripeItself = (): Stripe =>
    new Stripe(SECRET_KEY, {
      host: '127.0.0.1',
      port: new URL(peer.apiBase).port,
      protocol: 'http',
      maxNetworkRetries: 0,
    });

  const facts = async (): Promise<ProviderEvent[]> => {
    const read = await Promise.all(peer.events().map(({ body, headers }) => payments.readWebhook(body, headers)));
    return read.filter((told): told is ProviderEvent => told !== undefined && told !== 'unused');
  };
  const paid = async (transactionId = newId(), amount = 6_325) => {
    const { sessionId } = await payments.openCheckout(checkout(transactionId, { amount }));
    const paymentId = peer.pay(sessionId);
    peer.events();
    return { transactionId, sessionId, paymentId };
  };
  const sellerReady = async () => {
    await payments.verifyBankAccount(SELLER);
    const account = peer.of('account')[0]!.id;
    peer.approve(account);
    return account;
  };
  const payout = (transactionId: string, attempt = 1, amount = 5_000) => ({
    payoutId: `${transactionId}p${attempt}`,
    transactionId,
    amount,
    destination: SELLER,
  });

  return {
    get peer() {
      return peer;
    },
    get payments() {
      return payments;
    },
    database,
    openAt,
    stripeItself,
    checkout,
    facts,
    paid,
    sellerReady,
    payout,
  };
};
