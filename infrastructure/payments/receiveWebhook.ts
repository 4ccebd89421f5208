import express, { type RequestHandler } from 'express';
import type { Clock } from '#application/ports/clock.ts';
import type { Jobs } from '#application/ports/jobs.ts';
import type { Log } from '#application/ports/log.ts';
import type { Payments } from '#application/ports/payments.ts';
import type { ProviderEvents } from '#application/shared/storage.ts';
import { PROVIDER_EVENTS } from '#application/transactions/policies/providerEvents.ts';

type WebhookDeps = {
  payments: Pick<Payments, 'readWebhook'>;
  providerEvents: Pick<ProviderEvents, 'keep'>;
  jobs: Pick<Jobs, 'add'>;
  clock: Clock;
  log: Log;
};

export type ReceiveWebhook = (
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
) => Promise<{ status: 200 | 400; body: Record<string, unknown> }>;

/** Consecutive rejections before an alarm. */
const MANY = 10;

/**
 * Verifies the webhook, stores it by event id and answers at once; a job handles it later. Duplicates and impossible
 * amounts also get 200: a resend would change nothing. Forged or stale ones get 400. @throws if it cannot be stored,
 * so that the provider sends it again
 */
export const openWebhookIntake = ({ payments, providerEvents, jobs, clock, log }: WebhookDeps): ReceiveWebhook => {
  let refusedInARow = 0;
  return async (rawBody, headers) => {
    const fact = await payments.readWebhook(rawBody, headers);
    if (!fact) {
      log.warn({}, 'a webhook with a wrong signature was refused');
      if (++refusedInARow === MANY)
        log.error({ inARow: MANY }, 'webhooks are refused: no signature matches our secret');
      return { status: 400, body: { message: 'The signature is not valid', code: 'invalidSignature' } };
    }
    refusedInARow = 0;
    if (fact === 'unused') return { status: 200, body: { received: true } };
    const isNew = await providerEvents.keep(fact, clock.now());
    if (isNew)
      try {
        await jobs.add([{ queue: PROVIDER_EVENTS, id: fact.eventId, data: { eventId: fact.eventId } }]);
      } catch (error) {
        // the sweep handles stored events that no job picks up
        log.warn({ event: fact.eventId, error: String(error) }, 'a provider event waits for the sweep');
      }
    return { status: 200, body: { received: true } };
  };
};

/** `POST /api/webhooks/payments`. Mount before any JSON parser: the signature covers the raw bytes. */
export const webhookHandlers = (receive: ReceiveWebhook): RequestHandler[] => [
  express.raw({ type: () => true, limit: '256kb' }),
  async (request, response) => {
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { status, body } = await receive(rawBody, request.headers);
    response.status(status).json(body);
  },
];
