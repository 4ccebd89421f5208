import { Counter, Histogram } from 'prom-client';
import type { Files } from '#application/ports/files.ts';
import type { Log } from '#application/ports/log.ts';
import type { Mailer } from '#application/ports/mail.ts';
import { type Payments, ProviderMisconfigured, ProviderUnavailable } from '#application/ports/payments.ts';
import type { PushService } from '#application/ports/push.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

type Call = Exclude<keyof Payments, 'name' | 'identifiesSellers'>;

const outcomeOf = (error: unknown): string => (error instanceof Error ? error.name : 'failed');

/**
 * Measures and traces each call. The first failure that is not our fault raises an alarm; the next alarm needs a
 * success in between.
 */
export const watchedPayments = (
  payments: Payments,
  { registry }: Metrics,
  tracing: Tracing,
  log: Pick<Log, 'error'>,
): Payments => {
  const durations = new Histogram({
    name: 'reliquary_provider_call_duration_seconds',
    help: 'Duration of calls to the payment provider, by call and outcome (done, or the error’s name)',
    labelNames: ['call', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const alarmed = new Set<Call>();
  const taken = (call: Call): void => void alarmed.delete(call);
  const failed = (call: Call, error: unknown): void => {
    if (error instanceof ProviderMisconfigured && !alarmed.has(call)) {
      alarmed.add(call);
      log.error(
        { call, error: error.message },
        'the payment provider does not take a call: a setting of ours is missing or wrong',
      );
    } else if (!(error instanceof ProviderUnavailable)) taken(call);
  };
  const watched = <Name extends Call>(call: Name) => {
    const original = payments[call].bind(payments) as (...values: unknown[]) => Promise<unknown>;
    const timed = (...values: unknown[]) =>
      tracing.span(`provider ${call}`, { 'reliquary.provider': payments.name, 'reliquary.call': call }, async () => {
        const stop = durations.startTimer({ call });
        try {
          const answer = await original(...values);
          stop({ outcome: 'done' });
          taken(call);
          return answer;
        } catch (error) {
          stop({ outcome: outcomeOf(error) });
          failed(call, error);
          throw error;
        }
      });
    return timed as Payments[Name];
  };
  return {
    name: payments.name,
    identifiesSellers: payments.identifiesSellers,
    openCheckout: watched('openCheckout'),
    expireCheckout: watched('expireCheckout'),
    askCheckout: watched('askCheckout'),
    refund: watched('refund'),
    payOut: watched('payOut'),
    recallPayout: watched('recallPayout'),
    askRefund: watched('askRefund'),
    askPayout: watched('askPayout'),
    askChargeback: watched('askChargeback'),
    submitEvidence: watched('submitEvidence'),
    verifyBankAccount: watched('verifyBankAccount'),
    identityPage: watched('identityPage'),
    balance: watched('balance'),
    listObjects: watched('listObjects'),
    readWebhook: watched('readWebhook'),
  };
};

/** Counts and traces e-mails. */
export const watchedMailer = (mailer: Mailer, { registry }: Metrics, tracing: Tracing): Mailer => {
  const emails = new Counter({
    name: 'reliquary_mails_total',
    help: 'Attempts to hand a mail to its server, by outcome (done, refused for good, or the error’s name)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    send: (mail) =>
      tracing.span('mail', {}, async () => {
        try {
          const outcome = await mailer.send(mail);
          emails.inc({ outcome });
          return outcome;
        } catch (error) {
          emails.inc({ outcome: outcomeOf(error) });
          throw error;
        }
      }),
  };
};

/** This many failures in a row mean that the store is down, not that one file is bad. */
const MANY_FILES = 10;

/** Counts calls and raises one alarm when every call fails. A download that the reader aborts does not count. */
export const watchedFiles = (files: Files, { registry }: Metrics, log: Pick<Log, 'error'>): Files => {
  const calls = new Counter({
    name: 'reliquary_file_calls_total',
    help: 'Calls to the store of files, by call and outcome (done, missing where there is none under this key, or the error’s name)',
    labelNames: ['call', 'outcome'],
    registers: [registry],
  });
  let failedInARow = 0;
  const answered = (call: string, outcome: 'done' | 'missing' = 'done'): void => {
    calls.inc({ call, outcome });
    failedInARow = 0;
  };
  const failed = (call: string, error: unknown): void => {
    calls.inc({ call, outcome: outcomeOf(error) });
    if (++failedInARow === MANY_FILES)
      log.error(
        { inARow: MANY_FILES, error: String(error) },
        'the store of files is away: none of the last calls succeeded',
      );
  };
  const counted = async (call: string, work: Promise<void>): Promise<void> => {
    try {
      await work;
      answered(call);
    } catch (error) {
      failed(call, error);
      throw error;
    }
  };
  return {
    ...files,
    put: (...values) => counted('put', files.put(...values)),
    remove: (key) => counted('remove', files.remove(key)),
    get: async (...values) => {
      try {
        const file = await files.get(...values);
        if (!file) answered('get', 'missing');
        file?.content.once('end', () => answered('get')).once('error', (error) => failed('get', error));
        return file;
      } catch (error) {
        failed('get', error);
        throw error;
      }
    },
  };
};

/** Counts and traces pushes. */
export const watchedPushes = (service: PushService, { registry }: Metrics, tracing: Tracing): PushService => {
  const pushes = new Counter({
    name: 'reliquary_pushes_total',
    help: 'Calls to people’s devices, by outcome (taken, gone, or the error’s name)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    key: service.key,
    faultOf: service.faultOf,
    send: (push) =>
      tracing.span('push', {}, async () => {
        try {
          const outcome = await service.send(push);
          pushes.inc({ outcome });
          return outcome;
        } catch (error) {
          pushes.inc({ outcome: outcomeOf(error) });
          throw error;
        }
      }),
  };
};
