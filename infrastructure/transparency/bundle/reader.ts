import type { StoredEvent } from '#application/ports/eventStore.ts';
import type { BundleIndex } from '#application/transparency/bundle/bundleFormat.ts';
import { KEY_STREAM } from '#application/transparency/keyChange.ts';
import { access } from '#domain/access/access.ts';
import { personalRights } from '#domain/access/personalRights.ts';
import { type Circumstances, may, towards, type Viewer } from '#domain/access/right.ts';
import { sightOfField, towardsEvent } from '#domain/audit/sight.ts';
import { CONVERSATION_EVENT_TEXTS } from '#domain/notifications/others.ts';
import { isInternal } from '#domain/notifications/transactions.ts';
import type { TransactionEventType } from '#domain/transactions/events.ts';
import { exposesPlaintext } from '../../crypto/exposesPlaintext.ts';

/** The transaction, its state and the reader. */
export type Reading = {
  saleId: string;
  buyerId: string;
  sellerId: string;
  circumstances: Circumstances;
  reader: Viewer;
};

/** The reader's role. A party of the transaction is only that. */
export const readerOf = ({ buyerId, sellerId, reader }: Reading): BundleIndex['reader'] => {
  const who = towards({ buyerId, sellerId }, reader).find((one) => may(access.sale.see.bundle, one));
  return who as BundleIndex['reader'];
};

const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));
const namesTransaction = ({ data }: StoredEvent, saleId: string): boolean => data.transactionId === saleId;

/** Listing details are public. */
const OFFERED: ReadonlySet<string> = new Set([
  'ListingPublished',
  'ListingRevised',
  'ListingPhotosChanged',
  'ListingRatesSet',
]);

/** Whether the reader gets the event, with personal fields encrypted. */
export const maySee = (event: StoredEvent, reading: Reading): boolean => {
  if (event.stream === KEY_STREAM) return true;
  if (exposesPlaintext(event, towardsEvent(event, reading.reader, reading), reading.circumstances)) return false;
  if (may(personalRights['sale.see.internals'], readerOf(reading))) return true;
  switch (categoryOf(event.stream)) {
    case 'transaction':
      return !isInternal(event.type as TransactionEventType);
    case 'conversation':
      return CONVERSATION_EVENT_TEXTS[event.type as keyof typeof CONVERSATION_EVENT_TEXTS]?.audience === 'both';
    default:
      return OFFERED.has(event.type) || namesTransaction(event, reading.saleId);
  }
};

/**
 * Whether the reader gets the plaintext of a personal field. Never for fields that need an access reason: a
 * downloaded file cannot log accesses.
 */
export const mayOpen = (event: StoredEvent, field: string, reading: Reading): boolean =>
  maySee(event, reading) &&
  sightOfField(event.type, field, towardsEvent(event, reading.reader, reading), reading.circumstances) === 'clear';
