import { createHash } from 'node:crypto';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { ProviderFact } from '#domain/transactions/commands.ts';
import type { CommandContext } from './command.ts';
import type { Repository } from './repository.ts';

/** A provider's event id may hold any sign; a stream's name may not. */
const idOf = (eventId: string): string => createHash('sha256').update(eventId).digest('hex').slice(0, 32);

export const orphanStream = (eventId: string): string => `orphan-${idOf(eventId)}`;

const referenceOf = (fact: ProviderFact): string => {
  if ('paymentId' in fact) return fact.paymentId;
  if ('sessionId' in fact) return fact.sessionId;
  if ('refundId' in fact) return fact.refundId;
  if ('payoutId' in fact) return fact.payoutId;
  return 'chargebackId' in fact ? fact.chargebackId : fact.reference;
};

const amountOf = (fact: ProviderFact): number | null => {
  if ('captured' in fact) return fact.captured;
  return 'amount' in fact ? fact.amount : null;
};

const currencyOf = (fact: ProviderFact): string | undefined => ('currency' in fact ? fact.currency : undefined);

/** As it came, in the smallest unit. */
const sumIn = (fact: ProviderFact): string => {
  return `${String(amountOf(fact))} ${currencyOf(fact) ?? ''}`.trim().slice(0, LONGEST);
};
const LONGEST = 100;

type Deps = { repository: Pick<Repository, 'orphans'> };

/** Kept as an event, so that it stands in the staff's queue until somebody has dealt with it. */
export const recordOrphan = (fact: ProviderFact, context: CommandContext, { repository }: Deps) => {
  const { eventId, kind } = fact;
  const told = {
    eventId,
    kind: kind === 'other' ? fact.name : kind,
    reference: referenceOf(fact),
    amount: amountOf(fact),
    currency: currencyOf(fact),
  };
  return repository.orphans.send(idOf(eventId), { type: 'RecordOrphan', ...told }, context);
};

/** Records what the provider cannot mean; `saleId`: the sale that it names, where there is one. */
export const recordImpossible = (
  fact: ProviderFact,
  saleId: TransactionId | null,
  context: CommandContext,
  { repository }: Deps,
) => {
  const { eventId, kind } = fact;
  const reference = referenceOf(fact).slice(0, LONGEST);
  const about = { eventId, kind: kind === 'other' ? fact.name : kind, reference, told: sumIn(fact), saleId };
  return repository.orphans.send(idOf(eventId), { type: 'RecordImpossible', ...about }, context);
};

/** `told`: how it stands at the provider, and what is wrong with that. */
export type Unmatched = {
  eventId: string;
  kind: string;
  reference: string;
  told: string;
  saleId: TransactionId | null;
};

export const recordUnmatched = (object: Unmatched, context: CommandContext, { repository }: Deps) =>
  repository.orphans.send(idOf(object.eventId), { type: 'RecordUnmatched', ...object }, context);

export type Altered = {
  key: string;
  /** What lies there instead. The same file found again is the same case. */
  found: string;
  saleId: TransactionId | null;
  /** That shows it. */
  listingId?: string | undefined;
  /** By which fact it is attached, in words. */
  place?: string | undefined;
};

export const recordAltered = (
  { key, found, saleId, listingId, place }: Altered,
  context: CommandContext,
  { repository }: Deps,
) => {
  const eventId = `altered.${key}.${found}`;
  const what = listingId === undefined ? key.slice(-LONGEST) : `a photo of the listing ${listingId}`;
  const told = [listingId === undefined && place ? undefined : what, place].filter(Boolean).join(', ');
  const about = { eventId, kind: 'picture', reference: key, told, saleId };
  return repository.orphans.send(idOf(eventId), { type: 'RecordAltered', ...about }, context);
};

export const closeOrphan = (eventId: string, note: string, context: CommandContext, { repository }: Deps) =>
  repository.orphans.send(idOf(eventId), { type: 'CloseOrphan', note }, context);
