import type { Effect, EffectCause, Effects } from '#application/ports/effects.ts';
import type { JobHandler, Jobs } from '#application/ports/jobs.ts';
import type { Mailer } from '#application/ports/mail.ts';
import { type Payments, ProviderMisconfigured, ProviderRefused } from '#application/ports/payments.ts';
import { backOff } from '#application/streams/backOff.ts';
import type { openRepository } from '#application/streams/repository.ts';
import { transactionStream } from '#application/streams/streamNames.ts';
import { WAKE_UPS, WAKE_UPS_AT_PROVIDER } from '#application/transactions/policies/deadlines.ts';

/** The deadlines themselves say when these run. */
const NOT_WAITING: readonly string[] = [WAKE_UPS, WAKE_UPS_AT_PROVIDER];
/** The port's own defaults. */
const ATTEMPTS = 20;
const BACK_OFF_MS = 1_000;

/** An error's text may hold an address, except where it is the provider's code. */
const reasonOf = (error: unknown): string => {
  if (error instanceof ProviderRefused || error instanceof ProviderMisconfigured)
    return `${error.name}: ${error.message}`;
  return error instanceof Error ? error.name : 'unknown';
};

/** Times `work` and records how it ended. */
const recording = async <Value>(
  effects: Effects,
  effect: Pick<Effect, 'kind' | 'ref' | 'name'>,
  work: () => Promise<Value>,
  ended: {
    done?: (value: Value) => Partial<Effect>;
    failed?: () => Partial<Effect>;
    cause?: Partial<EffectCause>;
  } = {},
): Promise<Value> => {
  const from = performance.now();
  const common = () => ({ ...effect, nextAt: null, ms: Math.round(performance.now() - from) });
  try {
    const value = await work();
    effects.record({ ...common(), outcome: 'done', reason: null, ...ended.done?.(value) }, ended.cause);
    return value;
  } catch (error) {
    const outcome = error instanceof ProviderRefused ? 'refused' : 'failed';
    effects.record({ ...common(), outcome, reason: reasonOf(error), ...ended.failed?.() }, ended.cause);
    throw error;
  }
};

/** Jobs of an earlier release carry no cause, but name their transaction. */
const carriedBy = ({ saleId, transactionId }: Record<string, unknown>, cause: unknown): Partial<EffectCause> => {
  if (cause) return cause as EffectCause;
  const sale = saleId ?? transactionId;
  return typeof sale === 'string' ? { stream: transactionStream(sale) } : {};
};

type Ticking = { now: () => number };

/** Each job keeps the cause of its request in its data, and its handler runs with it. */
export const recordedJobs = <Recorded extends Jobs>(jobs: Recorded, effects: Effects, { now }: Ticking): Recorded => ({
  ...jobs,
  add: async (added) => {
    const cause = effects.cause();
    await jobs.add(added.map((job) => ({ ...job, data: { ...job.data, cause } })));
    for (const { queue, id, runAt } of added) {
      if (NOT_WAITING.includes(queue)) continue;
      const job = { kind: 'job', ref: `${queue}:${id}`, name: queue } as const;
      effects.record({ ...job, outcome: 'waiting', reason: null, attempts: 0, nextAt: runAt ?? now(), ms: null });
    }
  },
  work: (queue, handler, options = {}) => {
    const { attempts = ATTEMPTS, backoffMs = BACK_OFF_MS } = options;
    const handle: JobHandler = ({ id, data: { cause: stored, ...data }, attempt }) => {
      const job = { kind: 'job', ref: `${queue}:${id}`, name: queue } as const;
      const cause = carriedBy(data, stored);
      const failed = (): Partial<Effect> =>
        attempt < attempts
          ? { attempts: attempt, nextAt: now() + backOff(attempt, { first: backoffMs }) }
          : { attempts: attempt, outcome: 'dead' };
      return effects.within({ ...cause, job: job.ref }, () =>
        recording(effects, job, () => handler({ id, data, attempt }), {
          done: () => ({ attempts: attempt }),
          failed,
          cause: { job: cause.job ?? null },
        }),
      );
    };
    jobs.work(queue, handle, options);
  },
});

type Call = Exclude<keyof Payments, 'name' | 'identifiesSellers'>;
type Identity = { key: string; transactionId?: string };

/** Calls that concern one transaction, each with its idempotency key. */
const IDENTITIES: { [Name in Call]?: (...values: Parameters<Payments[Name]>) => Identity } = {
  openCheckout: ({ transactionId, attempt }) => ({ key: `${transactionId}.${attempt}`, transactionId }),
  expireCheckout: (key) => ({ key }),
  askCheckout: (key) => ({ key }),
  refund: ({ refundId, attempt }) => ({ key: `${refundId}.${attempt}` }),
  payOut: ({ payoutId, transactionId }) => ({ key: payoutId, transactionId }),
  recallPayout: (key) => ({ key }),
  askRefund: (key) => ({ key }),
  askPayout: (key) => ({ key }),
  askChargeback: (key) => ({ key }),
  submitEvidence: ({ chargebackId, attempt }) => ({ key: `${chargebackId}.${attempt}` }),
};

/** Records the calls that concern a transaction. */
export const recordedPayments = (payments: Payments, effects: Effects): Payments => {
  const recorded = <Name extends Call>(call: Name, identify: (...values: Parameters<Payments[Name]>) => Identity) => {
    const original = payments[call].bind(payments) as (...values: Parameters<Payments[Name]>) => Promise<unknown>;
    return (...values: Parameters<Payments[Name]>) => {
      const { key, transactionId } = identify(...values);
      const cause = transactionId === undefined ? {} : { stream: transactionStream(transactionId) };
      const effect = { kind: 'providerCall', ref: `${call}:${key}`, name: call } as const;
      return recording(effects, effect, () => original(...values), { cause });
    };
  };
  const calls = Object.entries(IDENTITIES).map(([call, identify]) => [call, recorded(call as Call, identify as never)]);
  return { ...payments, ...Object.fromEntries(calls) };
};

/** Records e-mails by their id, never their address. */
export const recordedMailer = (mailer: Mailer, effects: Effects): Mailer => ({
  send: (mail) =>
    recording(effects, { kind: 'mail', ref: mail.id, name: mail.id.split('-')[0] ?? 'mail' }, () => mailer.send(mail), {
      done: (outcome) => (outcome === 'refused' ? { outcome } : {}),
    }),
});

/** Records refused commands, so that "why did this not happen?" has an answer. */
export const refusalRecorder =
  (effects: Pick<Effects, 'record'>): NonNullable<Parameters<typeof openRepository>[0]['onRefusal']> =>
  ({ stream, command, code, context: { commandId, correlationId, actor } }) =>
    effects.record(
      {
        kind: 'refusal',
        ref: `${stream}:${commandId}`,
        name: command,
        outcome: 'refused',
        reason: code,
        nextAt: null,
        ms: null,
        actor,
      },
      { stream, eventId: null, correlationId, job: null },
    );
