import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, Id, ListingId, TransactionId } from '#domain/shared/ids.ts';
import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import {
  refusalToBuy,
  type UnpaidPurchaseRejection,
  type UnpaidPurchases,
} from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { part } from '../accounts/accountDeps.ts';
import type { Clock } from '../ports/clock.ts';
import { StreamQuarantined } from '../ports/quarantine.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Loaded } from '../streams/loading.ts';
import type { Repository } from '../streams/repository.ts';

type Deps = { repository: Pick<Repository, 'unpaidPurchases' | 'listings' | 'saleFacts'>; clock: Clock };

/** An acceptance is written right after it is counted. If it is still missing by then, it failed. */
const WRITTEN_WITHIN = MINUTE;

/** `possibleAt`: ISO 8601; absent if unknown. */
export type UnpaidRefusal = Omit<UnpaidPurchaseRejection, 'possibleAt'> & { possibleAt?: string };

const withIsoTime = ({ possibleAt, ...refusal }: UnpaidPurchaseRejection): UnpaidRefusal =>
  refusal.wait > 0 ? { ...refusal, possibleAt: new Date(possibleAt).toISOString() } : refusal;

/** A quarantined stream must not block unrelated decisions. */
const unlessQuarantined = async <Value>(work: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StreamQuarantined) return undefined;
    throw error;
  }
};

/** A policy does this too, but possibly later than the buyer's next purchase. */
const endThoseThatEnded = async (
  buyerId: AccountId,
  context: CommandContext,
  { repository, clock }: Deps,
): Promise<void> => {
  const { open, agreements } = (await repository.unpaidPurchases.load(buyerId)).state;
  for (const { transactionId } of open) {
    const end = (await unlessQuarantined(repository.saleFacts(transactionId)))?.purchaseEnd;
    if (!end) continue;
    const request = { type: 'EndPurchase', transactionId, end } as const;
    await repository.unpaidPurchases.send(buyerId, request, part(context, `end.${transactionId}`));
  }
  for (const { proposalId, listingId, begunAt } of agreements) {
    if (clock.now() < begunAt + WRITTEN_WITHIN) continue;
    const offered = await unlessQuarantined(repository.listings.load(listingId));
    // the policy handles offers that have ended, because it knows how they ended
    const waits = offered?.state.proposals.some(({ id, stage }) => id === proposalId && stage !== 'accepted');
    if (!waits) continue;
    const request = { type: 'EndAgreement', proposalId, end: 'dropped' } as const;
    await repository.unpaidPurchases.send(buyerId, request, part(context, `end.${proposalId}`));
  }
};

/**
 * Counts a purchase as unpaid before anything is reserved, so that the buyer's stream limits concurrent purchases.
 * Returns whether it is open; at a retry it may have ended already.
 */
export const beginPurchase = async (
  purchase: { transactionId: TransactionId; listingId: ListingId; until: Instant },
  loaded: Loaded<UnpaidPurchases>,
  context: CommandContext,
  deps: Deps,
): Promise<Result<{ open: boolean }, UnpaidRefusal>> => {
  const { unpaidPurchases: buyers } = deps.repository;
  const begin = (on: Loaded<UnpaidPurchases>) =>
    buyers.sendOn(on, { type: 'BeginPurchase', ...purchase }, part(context, 'beginPurchase'));
  let begun = await begin(loaded);
  if (!begun.ok && begun.error.code === 'tooManyUnpaid') {
    await endThoseThatEnded(context.actor.id, context, deps);
    begun = await begin(await buyers.load(context.actor.id));
  }
  if (!begun.ok) return reject(withIsoTime(begun.error));
  const { open } = begun.value.state;
  return ok({ open: open.some(({ transactionId }) => transactionId === purchase.transactionId) });
};

/** Counts an agreement as unpaid before the acceptance is written. */
export const beginAgreement = async (
  agreement: { proposalId: Id; listingId: ListingId; until: Instant },
  buyerId: AccountId,
  context: CommandContext,
  deps: Deps,
): Promise<Result<undefined, UnpaidRefusal>> => {
  const { unpaidPurchases: buyers } = deps.repository;
  const begin = (step: string) => buyers.send(buyerId, { type: 'BeginAgreement', ...agreement }, part(context, step));
  let begun = await begin('beginAgreement');
  if (!begun.ok && begun.error.code === 'tooManyUnpaid') {
    await endThoseThatEnded(buyerId, context, deps);
    begun = await begin('beginAgreement');
  }
  // a retry of an agreement that was counted and then dropped
  const isCounted =
    begun.ok && begun.value.state.agreements.some(({ proposalId }) => proposalId === agreement.proposalId);
  if (begun.ok && !isCounted) begun = await begin('beginAgreementAgain');
  return begun.ok ? ok(undefined) : reject(withIsoTime(begun.error));
};

/** The acceptance failed. */
export const dropAgreement = (
  proposalId: Id,
  buyerId: AccountId,
  context: CommandContext,
  { repository }: Pick<Deps, 'repository'>,
) =>
  repository.unpaidPurchases.send(
    buyerId,
    { type: 'EndAgreement', proposalId, end: 'dropped' },
    part(context, 'dropAgreement'),
  );

/** The purchase failed. */
export const dropPurchase = (transactionId: TransactionId, context: CommandContext, { repository }: Deps) =>
  repository.unpaidPurchases.send(
    context.actor.id,
    { type: 'EndPurchase', transactionId, end: 'dropped' },
    part(context, 'dropPurchase'),
  );

/** Why unpaid purchases prevent this buyer from buying the listing now. */
export const unpaidRefusal = async (
  buyerId: AccountId,
  listingId: ListingId,
  { repository, clock }: Deps,
): Promise<UnpaidRefusal | null> => {
  const loaded = await unlessQuarantined(repository.unpaidPurchases.load(buyerId));
  const refusal = loaded && refusalToBuy(loaded.state, listingId, clock.now());
  return refusal ? withIsoTime(refusal) : null;
};
