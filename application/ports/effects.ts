import type { Actor } from '#domain/shared/actor.ts';

/**
 * Why something is done: the event or call behind it, and the job that does it. The parts that act write it down,
 * people read it, and no rule does.
 */
export type EffectCause = {
  stream: string | null;
  eventId: string | null;
  correlationId: string | null;
  /** `ref` of the job that runs; null outside a job. */
  job: string | null;
};

export type EffectKind = 'job' | 'providerCall' | 'mail' | 'refusal';
/** `waiting`: not tried yet. `failed`: tried again at `nextAt`. `dead`: no attempt is left. `refused`: refused for good. */
export type EffectOutcome = 'waiting' | 'done' | 'failed' | 'dead' | 'refused';

/** Nothing personal: ids, names of calls and templates, error names and codes. */
export type Effect = {
  kind: EffectKind;
  /** Unique within its kind. For a call to the provider: the call and its idempotency key. */
  ref: string;
  /** The queue, call, template or command. */
  name: string;
  outcome: EffectOutcome;
  /** The error's name or code. */
  reason: string | null;
  /** Attempts so far. Omitted: one more than before. */
  attempts?: number;
  /** Epoch ms; null if none is planned. */
  nextAt: number | null;
  /** Duration of the last attempt, ms. */
  ms: number | null;
  /** Who sent a refused command. */
  actor?: Actor;
};

export interface Effects {
  /** Never fails and never waits: what is lost here loses only an explanation. */
  record(effect: Effect, cause?: Partial<EffectCause>): void;
  /** Effects recorded during `work` carry this cause. */
  within<Value>(cause: Partial<EffectCause>, work: () => Promise<Value>): Promise<Value>;
  cause(): EffectCause;
}

const NO_CAUSE: EffectCause = { stream: null, eventId: null, correlationId: null, job: null };

/** For programs that record nothing. */
export const noEffects: Effects = {
  record: () => undefined,
  within: (_cause, work) => work(),
  cause: () => NO_CAUSE,
};

export const causeOf = (cause: Partial<EffectCause>): EffectCause => ({ ...NO_CAUSE, ...cause });
