import type { TransactionId } from '../../shared/ids.ts';
import type { ProviderFact } from '../../transactions/commands.ts';

/** The longest reference or sum that an event takes from the provider's words. */
const LONGEST = 100;

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

const kindOf = (fact: ProviderFact): string => (fact.kind === 'other' ? fact.name : fact.kind);

/** A provider event that names no transaction of ours. */
export const orphaned = (fact: ProviderFact) => ({
  type: 'RecordOrphan' as const,
  eventId: fact.eventId,
  kind: kindOf(fact),
  reference: referenceOf(fact),
  amount: amountOf(fact),
  currency: currencyOf(fact),
});

/** A provider event with a sum or currency that cannot be. `saleId`: the transaction that it names, if there is one. */
export const impossible = (fact: ProviderFact, saleId: TransactionId | null) => ({
  type: 'RecordImpossible' as const,
  eventId: fact.eventId,
  kind: kindOf(fact),
  reference: referenceOf(fact).slice(0, LONGEST),
  // the amount as it came, in the smallest unit
  told: `${String(amountOf(fact))} ${currencyOf(fact) ?? ''}`.trim().slice(0, LONGEST),
  saleId,
});

/** `told`: its state at the provider, and what is wrong with it. */
export type Unmatched = {
  eventId: string;
  kind: string;
  reference: string;
  told: string;
  saleId: TransactionId | null;
};

export type AlteredFile = {
  key: string;
  /** Hash of the stored file. Finding the same file again leads to the same case. */
  found: string;
  saleId: TransactionId | null;
  /** The listing that shows the file. */
  listingId?: string | undefined;
  /** The event that attaches the file, in words. */
  place?: string | undefined;
};

export const altered = ({ key, found, saleId, listingId, place }: AlteredFile) => {
  const what = listingId === undefined ? key.slice(-LONGEST) : `a photo of the listing ${listingId}`;
  const told = [listingId === undefined && place ? undefined : what, place].filter(Boolean).join(', ');
  return {
    type: 'RecordAltered' as const,
    eventId: `altered.${key}.${found}`,
    kind: 'picture',
    reference: key,
    told,
    saleId,
  };
};
