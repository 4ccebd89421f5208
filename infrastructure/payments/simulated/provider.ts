import type { Router } from 'express';
import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import { type Payments, ProviderUnavailable } from '#application/ports/payments.ts';
import type { Cents } from '#domain/shared/money.ts';
import { openBank } from './bank.ts';
import { behaviourOf } from './bankAccounts.ts';
import { openCheckouts } from './checkouts.ts';
import { openDueActions } from './dueActions.ts';
import { toProviderEvent } from './messages.ts';
import { listObjects } from './objects.ts';
import { checkoutRoutes } from './routes.ts';
import { isSignedBy, SIGNATURE_HEADER, sign } from './signature.ts';
import { openTransfers } from './transfers.ts';
import { openWebhooks } from './webhooks.ts';

type SimulatedProviderOptions = {
  /** Needs `simulatedProviderMigrations`. */
  db: Knex;
  clock: Clock;
  /** URL of `/api/webhooks/payments`; a function if the port is not known yet. */
  webhookUrl: string | (() => string);
  /** Base URL of the checkout page. */
  publicUrl: string | (() => string);
  /** Signs webhooks; the marketplace knows it too. */
  secret: string;
  newId: () => string;
  log?: Log;
};

export type SimulatedProvider = {
  payments: Payments;
  /** Mounted at `/simulated-provider`. */
  router: Router;
  /** Settles due actions and delivers webhooks; returns how many arrived. */
  deliverPending(): Promise<number>;
  /** Runs `deliverPending` periodically; returns a stop function. */
  start(intervalMs?: number): () => Promise<void>;
  controls: {
    /** While on, every call throws ProviderUnavailable. */
    outage(on: boolean): void;
    /** Holds webhooks back until it is set to `false`. */
    holdWebhooks(on: boolean): void;
    sendTwice(on: boolean): void;
    newestFirst(on: boolean): void;
    failRefunds(count: number): void;
    captureAnyway(sessionId: string, captured: Cents, currency?: string): Promise<void>;
    chargeback(
      transactionId: string,
      amount: Cents,
      state: 'opened' | 'won' | 'lost',
      id?: string,
      currency?: string,
      paymentId?: string,
    ): Promise<string>;
    balance(): Promise<Cents>;
    undelivered(): Promise<number>;
    /** The headers that a real webhook with this body would have. */
    signed(body: Buffer): Record<string, string>;
  };
};

const asFunction = (url: string | (() => string)) => (typeof url === 'string' ? () => url : url);

/** The provider of the embedded mode (see README). Its books survive a crash, its controls do not. */
export const openSimulatedProvider = (options: SimulatedProviderOptions): SimulatedProvider => {
  const { db, clock, secret, newId, log } = options;
  const publicUrl = asFunction(options.publicUrl);
  const pageUrl = (id: string) => `${publicUrl().replace(/\/$/, '')}/simulated-provider/checkout/${id}`;
  const webhooks = openWebhooks({ db, clock, webhookUrl: asFunction(options.webhookUrl), secret, newId });
  const checkouts = openCheckouts({ db, clock, webhooks, newId, pageUrl });
  const transfers = openTransfers({ db, clock, webhooks, newId });
  const whatIsDue = openDueActions({ db, clock });
  let down = false;

  const call = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (down) throw new ProviderUnavailable('the simulated provider has an outage');
    return work();
  };

  const payments: Payments = {
    name: 'simulated',
    identifiesSellers: false,
    openCheckout: (request) => call(() => checkouts.open(request)),
    expireCheckout: (sessionId) => call(() => checkouts.expire(sessionId)),
    askCheckout: (sessionId) => call(() => checkouts.ask(sessionId)),
    refund: (request) => call(() => transfers.refund(request)),
    payOut: (request) => call(() => transfers.payOut(request)),
    askRefund: (refundId) => call(() => transfers.refundAt(refundId)),
    askPayout: (payoutId) => call(() => transfers.stateOfPayout(payoutId)),
    askChargeback: (chargebackId) => call(() => transfers.chargebackAt(chargebackId)),
    submitEvidence: (submission) => call(() => transfers.submitEvidence(submission)),
    verifyBankAccount: (destination) =>
      call(async () => {
        const { verification } = behaviourOf(destination);
        return verification ? { verified: false, reason: verification } : { verified: true };
      }),
    balance: () =>
      call(async () => {
        const [held, pending] = [await transfers.balance(), await transfers.promised()];
        return { available: held - pending, pending };
      }),
    listObjects: (query) => call(() => listObjects(db, query)),
    recallPayout: () => call(async () => undefined),
    identityPage: () => call(async () => undefined),
    readWebhook: async (rawBody, headers) =>
      isSignedBy(secret, headers[SIGNATURE_HEADER], rawBody, clock.now()) ? toProviderEvent(rawBody) : undefined,
  };

  // serialize, so that a caller also waits for deliveries already under way
  let latest: Promise<unknown> = Promise.resolve();
  const deliverPending = (): Promise<number> => {
    const delivery = latest.then(async () => {
      const due = await whatIsDue();
      if (due.checkouts) await checkouts.settleDue();
      if (due.refunds) await transfers.settleRefunds();
      if (due.payouts) await transfers.settlePayouts();
      return Object.values(due).some(Boolean) ? webhooks.deliverDue() : 0;
    });
    latest = delivery.catch(() => undefined);
    return delivery;
  };

  return {
    payments,
    router: checkoutRoutes(checkouts, openBank({ db, transfers }), () => void deliverPending().catch(reportFailure)),
    deliverPending,
    start: (intervalMs = 500) => {
      let idle = true;
      const timer = setInterval(async () => {
        if (!idle) return;
        idle = false;
        await deliverPending().catch(reportFailure);
        idle = true;
      }, intervalMs);
      return async () => {
        clearInterval(timer);
        await latest;
      };
    },
    controls: {
      outage: (on) => {
        down = on;
      },
      holdWebhooks: (on) => {
        webhooks.controls.held = on;
      },
      sendTwice: (on) => {
        webhooks.controls.twice = on;
      },
      newestFirst: (on) => {
        webhooks.controls.newestFirst = on;
      },
      failRefunds: (count) => {
        transfers.controls.refundsToFail = count;
      },
      captureAnyway: checkouts.captureAnyway,
      chargeback: transfers.chargeback,
      balance: () => transfers.balance(),
      undelivered: webhooks.undelivered,
      signed: (body) => ({ [SIGNATURE_HEADER]: sign(secret, clock.now(), body) }),
    },
  };

  function reportFailure(error: unknown): void {
    log?.warn({ error: String(error) }, 'the simulated provider could not deliver');
  }
};
