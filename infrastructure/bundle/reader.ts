import type { StoredEvent } from '#application/ports/eventStore.ts';
import type { BundleIndex } from '#application/transparency/bundleFormat.ts';
import { KEY_STREAM } from '#application/transparency/keyChange.ts';
import { access } from '#domain/access/access.ts';
import { may, towards, type Viewer } from '#domain/access/right.ts';
import { CONVERSATION_TELLINGS } from '#domain/telling/others.ts';
import { isInternal } from '#domain/telling/sales.ts';
import type { TransactionEventType } from '#domain/transactions/events.ts';

/** Whose sale it is, and who reads. */
export type Reading = { saleId: string; buyerId: string; sellerId: string; reader: Viewer };

/** As whom they get it. A party of the sale is only that. */
export const readerOf = ({ buyerId, sellerId, reader }: Reading): BundleIndex['reader'] => {
  const who = towards({ buyerId, sellerId }, reader).find((one) => may(access.sale.see.bundle, one));
  return who as BundleIndex['reader'];
};

const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));
const namesSale = ({ data }: StoredEvent, saleId: string): boolean => data.transactionId === saleId;

/** What an offer says is for everybody. */
const OFFERED: ReadonlySet<string> = new Set(['ListingPublished', 'ListingRevised']);

/** Whether the fact itself may be read, with personal fields as ciphertext. */
export const maySee = (event: StoredEvent, reading: Reading): boolean => {
  if (event.stream === KEY_STREAM) return true;
  if (may(access.sale.see.internals, readerOf(reading))) return true;
  switch (categoryOf(event.stream)) {
    case 'transaction':
      return !isInternal(event.type as TransactionEventType);
    case 'conversation':
      return CONVERSATION_TELLINGS[event.type as keyof typeof CONVERSATION_TELLINGS]?.audience === 'both';
    default:
      return OFFERED.has(event.type) || namesSale(event, reading.saleId);
  }
};

/** Whether what a personal field says may be read. */
export const mayOpen = (event: StoredEvent, field: string, reading: Reading): boolean => {
  if (!maySee(event, reading)) return false;
  if (OFFERED.has(event.type)) return field !== 'takenAt' || event.data.sellerId === reading.reader.id;
  const who = readerOf(reading);
  const category = categoryOf(event.stream);
  if (category === 'transaction' && may(access.history.see.ofSale, who)) return true;
  const ofTheirs = { transaction: access.sale.do.act, conversation: access.conversation.see.messages }[category];
  if (!ofTheirs || !may(ofTheirs, who)) return false;
  if (event.type === 'QuestionAsked') return event.data.party === who;
  // when somebody took a picture is theirs to know
  return field !== 'takenAt' || event.metadata.actor.id === reading.reader.id;
};
