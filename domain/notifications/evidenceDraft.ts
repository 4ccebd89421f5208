import { utcTime } from '../audit/utcTime.ts';
import { findFranchise } from '../catalogue/franchises.ts';
import { formatSum } from '../shared/currencies.ts';
import type { Instant } from '../shared/instants.ts';
import { currencyOf } from '../transactions/currency.ts';
import { isOfReturn } from '../transactions/disputeCategories.ts';
import type { TransactionEvent } from '../transactions/events.ts';
import { EVIDENCE_LENGTHS, type EvidenceField, type EvidencePack, filledIn } from '../transactions/evidencePack.ts';
import type { Transaction } from '../transactions/state.ts';
import { termsOf } from '../transactions/terms/termsText.ts';
import { sumsOnReceipt } from './evidenceReceipt.ts';
import { isInternal } from './transactions.ts';
import { transactionTitle } from './transactionTitles.ts';

type Said = { part: string; text: string | null; at: string };

/** What the pack is drawn from. Whatever the reader may not see is absent. */
export type EvidenceSources = {
  transaction: Transaction;
  events: readonly TransactionEvent[];
  /** As it was described at the purchase. */
  listing: {
    title: string | null;
    description: string | null;
    condition: string;
    paintQuality: string;
    franchise: string;
    mainFaction: string;
    subfaction: string;
  } | null;
  photos: number;
  address: { fullName: string | null; lines: readonly (string | null)[] } | null;
  shipment: { carrier: string | null; trackingCode: string | null };
  /** Oldest first, here and below. */
  statements: readonly Said[];
  messages: readonly Said[];
  /** The last event of the history that the reader sees. */
  proof: { revision: number; hash: string };
};

const time = (iso: string): string => `${utcTime(iso)} UTC`;
const when = (at: Instant): string => time(new Date(at).toISOString());
const lines = (...all: (string | null | undefined | false)[]): string => all.filter(Boolean).join('\n');

const rangeOf = ({ franchise, mainFaction, subfaction }: NonNullable<EvidenceSources['listing']>): string =>
  [findFranchise(franchise)?.name ?? franchise, mainFaction, subfaction].filter(Boolean).join(', ');

const productOf = ({ listing, photos }: EvidenceSources): string =>
  listing
    ? lines(
        listing.title,
        `${rangeOf(listing)}. Condition: ${listing.condition}. Paint: ${listing.paintQuality}.`,
        `The seller described it like this at the purchase, with ${photos} ${photos === 1 ? 'photo' : 'photos'}:`,
        listing.description,
      )
    : '';

const activityOf = ({ events }: EvidenceSources): string =>
  lines(...events.map(({ type, data }) => !isInternal(type) && `${when(data.at)}: ${transactionTitle(type)}`));

const termsIn = ({ transaction }: EvidenceSources): string => {
  const terms = termsOf(transaction);
  return lines(
    `The purchase is held to our terms, version ${transaction.policyVersion.split('/', 1)[0]}:`,
    `We keep the payment in escrow. The seller ships within ${terms.shipment}, or the buyer gets the payment back.`,
    `The escrow lasts ${terms.escrow} after the shipment. In that time the buyer can open a dispute or request a return.`,
    `The seller answers a dispute within ${terms.disputeAnswer}. Our staff decide it if the two do not agree.`,
    `After a confirmed delivery the buyer can still claim for ${terms.claim}.`,
  );
};

const openingOf = (opened: TransactionEvent | undefined): string => {
  if (opened?.type !== 'DisputeOpened') return 'The buyer opened no dispute with us.';
  const on = when(opened.data.at);
  return isOfReturn(opened.data.category)
    ? `The buyer asked to return the item, and the seller did not accept it. Our staff have reviewed that since ${on}.`
    : `A dispute was opened with us on ${on}.`;
};

const refusalOf = ({ transaction, events }: EvidenceSources): string => {
  const disputed = events.find(({ type }) => type === 'DisputeOpened');
  const decided = events.findLast(({ type }) => type === 'DisputeDecided');
  return lines(
    transaction.shippedAt !== null && `The seller shipped the item on ${when(transaction.shippedAt)}.`,
    transaction.deliveredAt !== null && `The buyer confirmed the delivery on ${when(transaction.deliveredAt)}.`,
    openingOf(disputed),
    decided?.type === 'DisputeDecided' &&
      `Our staff decided it on ${when(decided.data.at)}: ${formatSum(decided.data.toBuyer)} to the buyer.`,
    transaction.refunded > 0 &&
      `The buyer already has ${formatSum(transaction.refunded, currencyOf(transaction))} back.`,
  );
};

const receiptOf = ({ transaction }: EvidenceSources): string =>
  lines(
    'RECEIPT',
    `Purchase ${transaction.transactionId} on ${when(transaction.createdAt)}`,
    ...sumsOnReceipt(transaction).map(([label, text]) => `${label}: ${text}`),
  );

const said = ({ part, text, at }: Said): string => `${time(at)}, ${part}: ${text ?? ''}`;
const proofOf = ({ transaction, proof }: EvidenceSources): string =>
  lines(
    'PROOF',
    `Our history of this purchase is a chain of hashes. Entry ${proof.revision} of ${transaction.id} has the hash ${proof.hash}.`,
  );

const SECTION = '\n\n';

/** The newest messages that fit: banks read the end of a conversation first. */
const fitting = (messages: readonly Said[], room: number): string => {
  const title = 'MESSAGES BETWEEN BUYER AND SELLER';
  const note = (left: number) => `(${left} earlier left out)`;
  const kept: string[] = [];
  let length = title.length + note(messages.length).length + 2;
  for (const message of messages.toReversed()) {
    const text = said(message);
    length += text.length + 1;
    if (length > room) break;
    kept.unshift(text);
  }
  if (kept.length === 0) return '';
  const left = messages.length - kept.length;
  return lines(title, left > 0 && note(left), ...kept);
};

const otherOf = (sources: EvidenceSources): string => {
  const heard = sources.statements.filter(({ text }) => text);
  const statements = heard.length > 0 ? lines('STATEMENTS', ...heard.map(said)) : '';
  const fixed = [receiptOf(sources), proofOf(sources), statements].filter(Boolean);
  const room = EVIDENCE_LENGTHS.uncategorizedText - fixed.join(SECTION).length - SECTION.length;
  return [...fixed, fitting(sources.messages, room)].filter(Boolean).join(SECTION);
};

/** The evidence for the buyer's bank as the history tells it. Staff read and edit it before they submit it. */
export const evidenceDraft = (sources: EvidenceSources): EvidencePack => {
  const { transaction, address, shipment } = sources;
  const draft: Record<EvidenceField, string> = {
    customerName: address?.fullName ?? '',
    shippingAddress: lines(...(address?.lines ?? [])),
    shippingCarrier: shipment.carrier ?? '',
    shippingTrackingNumber: shipment.trackingCode ?? '',
    shippingDate: transaction.shippedAt === null ? '' : new Date(transaction.shippedAt).toISOString().slice(0, 10),
    productDescription: productOf(sources),
    accessActivityLog: activityOf(sources),
    refundPolicyDisclosure: termsIn(sources),
    refundRefusalExplanation: refusalOf(sources),
    uncategorizedText: otherOf(sources),
  };
  return filledIn(
    Object.fromEntries(
      Object.entries(draft).map(([field, text]) => [field, text.slice(0, EVIDENCE_LENGTHS[field as EvidenceField])]),
    ),
  );
};
