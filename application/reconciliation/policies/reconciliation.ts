import { formatSum } from '#domain/shared/currencies.ts';
import { DAY, HOUR, type Instant } from '#domain/shared/instants.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import { type Payments, type ProviderObject, ProviderUnavailable } from '../../ports/payments.ts';
import { StreamQuarantined } from '../../ports/quarantine.ts';
import { nightly, type Recurring } from '../../shared/calendar.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { caseIdOf, caseIdOfVanished, casesSettled } from '../../transactions/differences.ts';
import { keepEvent } from '../../transactions/policies/providerEvents.ts';
import { chargebackEvents, WHEN_ASKED } from '../../transactions/policies/providerPolls/answers.ts';
import type { ObjectKind, Reconciliation, RunUnderWay } from '../storage.ts';
import { type Verdict, verdictOn } from './matchProviderObjects.ts';

type Deps = Pick<PolicyDeps, 'repository' | 'commands' | 'providerEvents' | 'jobs' | 'clock' | 'log'> & {
  payments: Pick<Payments, 'listObjects'>;
  reconciliation: Reconciliation;
};

/** After the book check. */
const HOUR_OF_NIGHT = 4;
/** Recent changes at the provider may not have reached us yet. */
export const GRACE = 6 * HOUR;
/** How far back each run looks. Banks take weeks to decide, but chargebacks are few. */
const WINDOW: Record<ObjectKind, number> = {
  payment: 14 * DAY,
  refund: 35 * DAY,
  chargeback: 120 * DAY,
  transfer: 35 * DAY,
  payout: 35 * DAY,
};
const KINDS = Object.keys(WINDOW) as ObjectKind[];
/** Maximum number of pages per sweep, so that other due work is not delayed. */
const PORTION = 10;
const VANISHED_AT_ONCE = 100;

const MESSAGES: Record<Exclude<Verdict, 'matched'> | 'vanished', string> = {
  unknown: 'no fact of ours tells of it',
  differs: 'our facts say something else',
  vanished: 'the provider does not list it any more',
};

/** The object as the events that the provider's own messages would have caused. */
const asEvents = (object: ProviderObject, transactionId: string, occurredAt: Instant): ProviderEvent[] => {
  const { kind, id, reference, paymentId, amount, back, currency, state } = object;
  const common = { eventId: `object.${kind}.${id}.${state}`, occurredAt, transactionId };
  const refund = { refundId: reference, providerRefundId: id };
  if (kind === 'payment' && state === 'done')
    return [{ ...common, kind: 'payment.paid', sessionId: '', paymentId: reference, captured: amount, currency }];
  if (kind === 'refund' && state === 'done')
    return [{ ...common, ...refund, kind: 'refund.done', amount, currency, ...(paymentId && { paymentId }) }];
  if (kind === 'refund' && state === 'failed')
    return [{ ...common, ...refund, kind: 'refund.failed', reason: MESSAGES.unknown }];
  if (kind === 'payout' && state === 'failed')
    return [{ ...common, kind: 'payout.failed', payoutId: reference, reason: WHEN_ASKED, accountAtFault: false }];
  if (kind === 'payout' && state === 'done') return [{ ...common, kind: 'payout.paid', payoutId: reference, amount }];
  if (kind === 'chargeback' && (state === 'open' || state === 'won' || state === 'lost')) {
    const asked = { ...common, chargebackId: reference, currency, ...(paymentId && { paymentId }) };
    return chargebackEvents(asked, { state, amount, ...(back !== undefined && { back }) });
  }
  return [];
};

/** One case per object and state. The next night finds the same case. */
const report = async (
  object: ProviderObject,
  eventId: string,
  saleId: string | null,
  found: keyof typeof MESSAGES,
  { commands, reconciliation, clock, log }: Deps,
): Promise<void> => {
  const { kind, id, amount, currency, state } = object;
  const told = `${formatSum(amount, currency)}, ${state}; ${MESSAGES[found]}`;
  await commands.unmatched({ eventId, kind, reference: id, told, saleId }, { id: eventId, step: 'unmatched' });
  await reconciliation.told(eventId, clock.now());
  log.error({ code: 'unmatchedObject', kind, object: id, sale: saleId }, 'the provider and our facts do not agree');
};

const transactionOf = async ({ saleId }: ProviderObject, { repository }: Deps) => {
  if (saleId === null) return undefined;
  const { state, history } = await repository.transactions.loadWithHistory(saleId);
  return history.length === 0 ? undefined : { sale: state, history };
};

/** Returns whether it became a case. Quarantined transactions wait for the next night. */
const look = async (object: ProviderObject, settledAt: Instant, deps: Deps): Promise<boolean> => {
  const now = deps.clock.now();
  if (now - settledAt < GRACE) return false;
  try {
    const known = await transactionOf(object, deps);
    const verdict = known ? verdictOn(object, { ...known, now }) : 'unknown';
    if (verdict === 'matched') {
      for (const settled of (known && casesSettled(object, known)) ?? []) await deps.commands.agreed(settled);
      return false;
    }
    await report(object, caseIdOf(object, known), known?.sale.id ?? null, verdict, deps);
    for (const event of known ? asEvents(object, known.sale.id, now) : []) await keepEvent(event, deps);
    return true;
  } catch (error) {
    if (error instanceof StreamQuarantined) return false;
    throw error;
  }
};

const windowOf = ({ kind, begunAt }: Pick<RunUnderWay, 'kind' | 'begunAt'>): Instant => begunAt - WINDOW[kind];

const reportVanished = async (run: RunUnderWay, deps: Deps): Promise<number> => {
  const { reconciliation } = deps;
  // objects created while the list is read may be on no page, so only those well inside the window count
  const gone = await reconciliation.vanished(run.kind, windowOf(run) + DAY, run.run, VANISHED_AT_ONCE);
  for (const object of gone) await report(object, caseIdOfVanished(object), object.saleId, 'vanished', deps);
  await reconciliation.forget(gone);
  return gone.length;
};

/** Reads one page and saves its results, so that an outage continues from there. */
const step = async (run: RunUnderWay, deps: Deps): Promise<RunUnderWay | undefined> => {
  const { payments, reconciliation, clock } = deps;
  const { objects, next } = await payments.listObjects({ kind: run.kind, from: windowOf(run), after: run.after });
  const since = await reconciliation.seen(objects, run.run, clock.now());
  let unmatched = run.unmatched;
  for (const object of objects) if (await look(object, since.get(object.id) ?? object.createdAt, deps)) unmatched++;
  const sofar = { ...run, lookedAt: run.lookedAt + objects.length, unmatched };
  if (next !== null) return { ...sofar, after: next };
  const ended = { ...sofar, unmatched: unmatched + (await reportVanished(run, deps)) };
  const kind = KINDS[KINDS.indexOf(run.kind) + 1];
  if (kind) return { ...ended, kind, after: null };
  const { run: night, begunAt, lookedAt } = ended;
  await reconciliation.finish({ run: night, begunAt, lookedAt, unmatched: ended.unmatched, endedAt: clock.now() });
  return undefined;
};

const runOn = async (night: string, deps: Deps): ReturnType<Recurring['run']> => {
  const { reconciliation, clock, log } = deps;
  const last = await reconciliation.last();
  if (last && last.run >= night) return 'done';
  const begun = await reconciliation.underWay();
  const fresh: RunUnderWay = {
    run: night,
    begunAt: clock.now(),
    kind: 'payment',
    after: null,
    lookedAt: 0,
    unmatched: 0,
  };
  let run = begun?.run === night ? begun : fresh;
  try {
    for (let page = 0; page < PORTION; page++) {
      const next = await step(run, deps);
      if (!next) return 'done';
      run = next;
      await reconciliation.save(run);
    }
    return 'goesOn';
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn({ night, kind: run.kind }, 'the provider does not list its objects; continuing later');
    return 'unknown';
  }
};

/** Every night, matches the provider's objects with our events one by one. Each mismatch becomes a case. */
export const reconciliations = (deps: Deps): Recurring => ({
  work: 'reconciliation',
  period: nightly(HOUR_OF_NIGHT),
  run: ({ name }) => runOn(name, deps),
});
