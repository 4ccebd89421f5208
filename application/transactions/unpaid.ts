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
import { StreamQuarantined } from '../ports/poison.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Loaded } from '../streams/loading.ts';
import type { Repository } from '../streams/repository.ts';

type Deps = { repository: Pick<Repository, 'buyers' | 'listings' | 'saleFacts'>; clock: Clock };

/** An acceptance is written at once after it is counted; one that is not there by then never came about. */
const WRITTEN_WITHIN = MINUTE;

/** `possibleAt`: ISO 8601; absent where nobody knows. */
export type UnpaidRefusal = Omit<UnpaidPurchaseRejection, 'possibleAt'> & { possibleAt?: string };

const said = ({ possibleAt, ...refusal }: UnpaidPurchaseRejection): UnpaidRefusal =>
  refusal.wait > 0 ? { ...refusal, possibleAt: new Date(possibleAt).toISOString() } : refusal;

/** What nobody can decide on at present keeps nobody from the rest. */
const unlessQuarantined = async <Value>(work: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StreamQuarantined) return undefined;
    throw error;
  }
};

/** A policy says so too, but it may be late, and the buyer has paid or cancelled already. */
const endThoseThatEnded = async (
  buyerId: AccountId,
  context: CommandContext,
  { repository, clock }: Deps,
): Promise<void> => {
  const { open, agreements } = (await repository.buyers.load(buyerId)).state;
  for (const { transactionId } of open) {
    const end = (await unlessQuarantined(repository.saleFacts(transactionId)))?.purchaseEnd;
    if (!end) continue;
    const request = { type: 'EndPurchase', transactionId, end } as const;
    await repository.buyers.send(buyerId, request, part(context, `end.${transactionId}`));
  }
  for (const { proposalId, listingId, begunAt } of agreements) {
    if (clock.now() < begunAt + WRITTEN_WITHIN) continue;
    const offered = await unlessQuarantined(repository.listings.load(listingId));
    // one that has ended is the policy's to tell: it knows how
    const waits = offered?.state.proposals.some(({ id, stage }) => id === proposalId && stage !== 'accepted');
    if (!waits) continue;
    const request = { type: 'EndAgreement', proposalId, end: 'dropped' } as const;
    await repository.buyers.send(buyerId, request, part(context, `end.${proposalId}`));
  }
};

/**
 * Opens a purchase among those of its buyer that wait for their payment, before anything is reserved: of several at once the stream
 * lets no more through than may be open. Answers whether it is open; a retry may come when it has ended.
 */
export const beginPurchase = async (
  purchase: { transactionId: TransactionId; listingId: ListingId; until: Instant },
  loaded: Loaded<UnpaidPurchases>,
  context: CommandContext,
  deps: Deps,
): Promise<Result<{ open: boolean }, UnpaidRefusal>> => {
  const { buyers } = deps.repository;
  const begin = (on: Loaded<UnpaidPurchases>) =>
    buyers.sendOn(on, { type: 'BeginPurchase', ...purchase }, part(context, 'beginPurchase'));
  let begun = await begin(loaded);
  if (!begun.ok && begun.error.code === 'tooManyUnpaid') {
    await endThoseThatEnded(context.actor.id, context, deps);
    begun = await begin(await buyers.load(context.actor.id));
  }
  if (!begun.ok) return reject(said(begun.error));
  const { open } = begun.value.state;
  return ok({ open: open.some(({ transactionId }) => transactionId === purchase.transactionId) });
};

/** Counts an agreement among what its buyer has not paid, before the acceptance is written. */
export const beginAgreement = async (
  agreement: { proposalId: Id; listingId: ListingId; until: Instant },
  buyerId: AccountId,
  context: CommandContext,
  deps: Deps,
): Promise<Result<undefined, UnpaidRefusal>> => {
  const { buyers } = deps.repository;
  const begin = (step: string) => buyers.send(buyerId, { type: 'BeginAgreement', ...agreement }, part(context, step));
  let begun = await begin('beginAgreement');
  if (!begun.ok && begun.error.code === 'tooManyUnpaid') {
    await endThoseThatEnded(buyerId, context, deps);
    begun = await begin('beginAgreement');
  }
  // a retry of what was counted before, and dropped meanwhile
  const isCounted =
    begun.ok && begun.value.state.agreements.some(({ proposalId }) => proposalId === agreement.proposalId);
  if (begun.ok && !isCounted) begun = await begin('beginAgreementAgain');
  return begun.ok ? ok(undefined) : reject(said(begun.error));
};

/** The acceptance never came about. */
export const dropAgreement = (
  proposalId: Id,
  buyerId: AccountId,
  context: CommandContext,
  { repository }: Pick<Deps, 'repository'>,
) =>
  repository.buyers.send(buyerId, { type: 'EndAgreement', proposalId, end: 'dropped' }, part(context, 'dropAgreement'));

/** It never came about. */
export const dropPurchase = (transactionId: TransactionId, context: CommandContext, { repository }: Deps) =>
  repository.buyers.send(
    context.actor.id,
    { type: 'EndPurchase', transactionId, end: 'dropped' },
    part(context, 'dropPurchase'),
  );

/** Why somebody cannot buy a listing now, on account of what they left unpaid. */
export const unpaidRefusal = async (
  buyerId: AccountId,
  listingId: ListingId,
  { repository, clock }: Deps,
): Promise<UnpaidRefusal | null> => {
  const loaded = await unlessQuarantined(repository.buyers.load(buyerId));
  const refusal = loaded && refusalToBuy(loaded.state, listingId, clock.now());
  return refusal ? said(refusal) : null;
};
