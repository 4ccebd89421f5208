import { afterAll, beforeAll } from 'vitest';
import { openStripe } from '#infrastructure/payments/stripe/provider.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { SECRET_KEY, type StripePeer, startStripePeer, WEBHOOK_SECRETS } from '#tests/support/stripePeer/peer.ts';
import { balanceContract, type ProviderInHand } from './balanceContract.ts';

const database = useDatabase();
const IBANS = {
  good: 'NL91ABNA0417164300',
  refusing: 'DE89370400440532013000',
  returning: 'FR7630006000011234567890189',
};
let peer: StripePeer;
let away = false;
let failing = 0;

beforeAll(async () => {
  peer = await startStripePeer();
});
afterAll(() => peer.close());

const openAt = (apiBase: string) =>
  openStripe({
    settings: { secretKey: SECRET_KEY, webhookSecrets: [...WEBHOOK_SECRETS], apiBase },
    db: database.knex,
    clock: { now: () => Date.now() },
    hash: (text: string) => text.split('\n')[1] ?? '',
  });

/** The destination account determines the outcome of a payout. */
const ibanOf = (account: unknown): string => {
  const { external_accounts: banks } = peer.find(String(account)) as unknown as {
    external_accounts: { data: { last4: string }[] };
  };
  return Object.values(IBANS).find((iban) => iban.endsWith(banks.data[0]!.last4)) ?? '';
};

const settle = async (payments: ProviderInHand['payments'] & ReturnType<typeof openAt>): Promise<void> => {
  for (const refund of peer.of('refund', ({ status }) => status === 'pending'))
    peer.endRefund(refund.id, failing-- > 0 ? 'failed' : 'succeeded');
  failing = 0;
  for (const { id, account, status } of peer.of('payout')) {
    const iban = ibanOf(account);
    if (status === 'pending') peer.endPayout(id, iban === IBANS.refusing ? 'failed' : 'paid', 'no_account');
    else if (status === 'paid' && iban === IBANS.returning) peer.endPayout(id, 'failed', 'no_account');
  }
  for (const { body, headers } of peer.events()) await payments.readWebhook(body, headers);
};

balanceContract((): ProviderInHand => {
  const payments = openAt(away ? 'http://127.0.0.1:1' : peer.apiBase);
  return {
    payments: {
      ...payments,
      payOut: async (request) => {
        await payments.verifyBankAccount(request.destination);
        peer.approve(peer.of('account', (found) => ibanOf(found.id) === request.destination.iban)[0]!.id);
        await payments.payOut(request);
      },
    },
    pay: async (amount) => {
      const transactionId = newId();
      const { sessionId } = await payments.openCheckout({
        transactionId,
        attempt: 1,
        amount,
        description: 'A dragon',
        strongAuthentication: false,
        returnUrl: 'http://shop.example/',
        cancelUrl: 'http://shop.example/',
        expiresAt: Date.now() + 60_000,
      });
      return { transactionId, paymentId: peer.pay(sessionId) };
    },
    settle: () => settle(payments),
    chargeback: async (transactionId, amount, state, id) => {
      if (id !== undefined && state !== 'opened') {
        peer.closeDispute(id, state);
        return id;
      }
      const [intent] = peer.of('payment_intent', (found) => found.transfer_group === transactionId);
      return peer.dispute(intent!.id, amount);
    },
    failNextRefund: () => {
      failing = 1;
    },
    ibans: IBANS,
    outage: (on) => {
      away = on;
    },
    newId,
  };
});
