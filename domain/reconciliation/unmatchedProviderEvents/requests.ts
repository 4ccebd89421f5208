import type { TransactionId } from '../../shared/ids.ts';
import type { ProviderEvent } from '../../transactions/commands.ts';

/** The longest reference or sum that an event takes from the provider's words. */
const LONGEST = 100;

const referenceOf = (event: ProviderEvent): string => {
  if ('paymentId' in event) return event.paymentId;
  if ('sessionId' in event) return event.sessionId;
  if ('refundId' in event) return event.refundId;
  if ('payoutId' in event) return event.payoutId;
  return 'chargebackId' in event ? event.chargebackId : event.reference;
};

const amountOf = (event: ProviderEvent): number | null => {
  if ('captured' in event) return event.captured;
  return 'amount' in event ? event.amount : null;
};

const currencyOf = (event: ProviderEvent): string | undefined => ('currency' in event ? event.currency : undefined);

const kindOf = (event: ProviderEvent): string => (event.kind === 'other' ? event.name : event.kind);

/** A provider event that names no transaction of ours. */
export const orphaned = (event: ProviderEvent) => ({
  type: 'RecordOrphan' as const,
  eventId: event.eventId,
  kind: kindOf(event),
  reference: referenceOf(event),
  amount: amountOf(event),
  currency: currencyOf(event),
});

/** A provider event with a sum or currency that cannot be. `saleId`: the transaction that it names, if there is one. */
export const impossible = (event: ProviderEvent, saleId: TransactionId | null) => ({
  type: 'RecordImpossible' as const,
  eventId: event.eventId,
  kind: kindOf(event),
  reference: referenceOf(event).slice(0, LONGEST),
  // the amount as it came, in the smallest unit
  told: `${String(amountOf(event))} ${currencyOf(event) ?? ''}`.trim().slice(0, LONGEST),
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
