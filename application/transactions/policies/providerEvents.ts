import type { ProviderEvent } from '#domain/transactions/commands.ts';
import { standingOf } from '../../accounts/sellerStanding.ts';
import { waitsForRelease } from '../../ports/eventCodec.ts';
import type { JobHandler } from '../../ports/jobs.ts';
import { StreamQuarantined } from '../../ports/quarantine.ts';
import type { FailureCounts } from '../../shared/failureCounts.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { NotAsked } from './breaker.ts';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const isCurrency = (code: string | undefined): boolean => code === undefined || CURRENCIES.has(code.toUpperCase());
const isSum = (sum: number): boolean => Number.isSafeInteger(sum) && sum > 0;

/**
 * A sum must be a positive whole number of cents in an existing currency. No transaction could ever record
 * anything else.
 */
const isPossible = (event: ProviderEvent): boolean => {
  if (event.kind === 'payment.paid') return isSum(event.captured) && isCurrency(event.currency);
  if (event.kind === 'other') return event.amount === null || event.amount === 0 || isSum(event.amount);
  if (!('amount' in event)) return true;
  return isSum(event.amount) && isCurrency('currency' in event ? event.currency : undefined);
};

export const PROVIDER_EVENTS = 'providerFacts';

type Deps = Pick<PolicyDeps, 'repository' | 'commands' | 'providerEvents' | 'payments' | 'clock' | 'log'>;

/**
 * Records a provider event on its transaction. The command id derives from the event's id, so a repetition counts
 * once. An impossible event would fail for ever and becomes a case instead.
 */
export const recordEvent = async (
  fact: ProviderEvent,
  { repository, commands }: Pick<Deps, 'repository' | 'commands'>,
): Promise<'recorded' | 'orphan' | 'impossible'> => {
  const { transactionId } = fact;
  const transaction = await repository.transactions.load(transactionId);
  const isThere = transaction.revision !== 'none';
  const because = (step: string) => ({ id: `provider.${fact.eventId}`, step });
  if (!isPossible(fact)) {
    await commands.impossible(fact, isThere ? transactionId : null, because('impossible'));
    return 'impossible';
  }
  if (!isThere) return 'orphan';
  const seller = await standingOf(repository, transaction.state.sellerId);
  await commands.providerEventToTransaction(
    transaction,
    { type: 'RecordProviderFact', fact, seller },
    because('record'),
  );
  return 'recorded';
};

type ChargebackEvent = Extract<ProviderEvent, { chargebackId: string }>;

/**
 * Banks change their decisions and their messages arrive out of order. A message that contradicts the known end
 * must match the provider's current state.
 */
const endAsItStands = async (fact: ChargebackEvent, { repository, payments }: Deps): Promise<ProviderEvent> => {
  const { kind, chargebackId, amount: _, ...common } = fact;
  const { state } = await repository.transactions.load(fact.transactionId);
  const known = state.chargebacks[chargebackId];
  if (!known || kind === 'chargeback.opened' || !['won', 'lost'].includes(known.stands)) return fact;
  if (kind === `chargeback.${known.stands}`) return fact;
  const now = await payments.askChargeback(chargebackId);
  // partly returned money is still a loss
  const inPart = now?.state === 'lost' && now.amount < known.amount;
  if (!now || kind === `chargeback.${now.state}` || inPart) return fact;
  return { ...common, kind: 'other', name: `${kind}.outdated`, reference: chargebackId, amount: null };
};

/**
 * Messages arrive in any order. "Paid" for a payout known as failed may be older or newer than the failure, so the
 * provider is asked. @throws ProviderUnavailable, and the event waits
 */
const asItStands = async (fact: ProviderEvent, deps: Deps): Promise<ProviderEvent> => {
  if ('chargebackId' in fact) return endAsItStands(fact, deps);
  if (fact.kind !== 'payout.paid') return fact;
  const { repository, payments } = deps;
  const { payoutId, amount: _, ...common } = fact;
  const { history } = await repository.transactions.loadWithHistory(fact.transactionId);
  const failed = history.some(
    ({ type, data }) => (type === 'PayoutFailed' || type === 'PayoutRefused') && data.payoutId === payoutId,
  );
  if (!failed || (await payments.askPayout(payoutId)) === 'paid') return fact;
  return { ...common, kind: 'other', name: fact.kind, reference: payoutId, amount: null };
};

const MESSAGES = {
  orphan: 'the provider tells of a sale that does not exist',
  impossible: 'the provider tells of a sum that cannot be',
};

const handle = async (fact: ProviderEvent, deps: Deps): Promise<void> => {
  const written = await recordEvent(isPossible(fact) ? await asItStands(fact, deps) : fact, deps);
  if (written === 'orphan')
    await deps.commands.withoutTransaction(fact, { id: `provider.${fact.eventId}`, step: 'orphan' });
  if (written !== 'recorded') deps.log.error({ event: fact.eventId, kind: fact.kind }, MESSAGES[written]);
  await deps.providerEvents.markHandled(fact.eventId, deps.clock.now(), written);
};

/**
 * An event for a quarantined transaction, or one that only another release reads, stays unhandled until the sweep
 * can handle it.
 */
const handleUnlessWaiting = async (fact: ProviderEvent, deps: Deps): Promise<boolean> => {
  try {
    await handle(fact, deps);
    return true;
  } catch (error) {
    if (error instanceof StreamQuarantined || waitsForRelease(error)) return false;
    throw error;
  }
};

/** Our own findings take the same way as webhooks: stored first, so that nothing depends on the job. */
export const keepEvent = async (
  fact: ProviderEvent,
  { providerEvents, jobs, clock }: Pick<PolicyDeps, 'providerEvents' | 'jobs' | 'clock'>,
): Promise<void> => {
  await providerEvents.keep(fact, clock.now());
  await jobs.add([{ queue: PROVIDER_EVENTS, id: fact.eventId, data: { eventId: fact.eventId } }]);
};

/** The fast way: one job per stored event. */
export const handleProviderEvent =
  (deps: Deps): JobHandler =>
  async ({ data }) => {
    const fact = await deps.providerEvents.find(data.eventId as string);
    if (fact) await handleUnlessWaiting(fact, deps);
  };

/** The safe way: handles stored events whose job was lost or whose process died. */
export const sweepProviderEvents = async (deps: Deps & { failureCounts: FailureCounts }): Promise<number> => {
  const events = await deps.providerEvents.unhandled(500);
  let handled = 0;
  for (const fact of events) {
    try {
      if (await handleUnlessWaiting(fact, deps)) handled++;
      deps.failureCounts.succeeded(fact.eventId);
    } catch (error) {
      if (error instanceof NotAsked) continue;
      deps.log.error({ event: fact.eventId, error: String(error) }, 'a provider event could not be recorded; retrying');
      await deps.failureCounts.failed(fact.eventId, fact.transactionId, error);
    }
  }
  return handled;
};
