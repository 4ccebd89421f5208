import type { ChargebackFile } from '#application/contract/chargebacks.ts';
import { chargebackReason } from '#domain/notifications/chargebackReasons.ts';
import type { EvidenceField, EvidencePlace } from '#domain/transactions/evidencePack.ts';
import { dueTime } from '../../../../ui/dates.ts';

export const reasonOf = ({ reason }: ChargebackFile): string => {
  if (reason === null) return 'Not given';
  return chargebackReason(reason) ?? reason.replaceAll('_', ' ');
};

export const STANDS: Readonly<Record<ChargebackFile['stands'], string>> = {
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
};

export const FIELD_LABELS: Readonly<Record<EvidenceField, string>> = {
  customerName: 'Name of the buyer',
  shippingAddress: 'Delivery address',
  shippingCarrier: 'Carrier',
  shippingTrackingNumber: 'Tracking code',
  shippingDate: 'Shipped on',
  productDescription: 'The item as sold',
  accessActivityLog: 'Events of the sale',
  refundPolicyDisclosure: 'Terms of the sale',
  refundRefusalExplanation: 'Why the buyer is not owed a refund',
  uncategorizedText: 'Receipt, proof, statements and messages',
};

/** The kind of evidence. Short labels, because the list is narrow. */
export const PLACE_LABELS: Readonly<Record<EvidencePlace, string>> = {
  receipt: 'Receipt',
  shippingDocumentation: 'Shipment',
  customerCommunication: 'Messages',
  otherDocument: 'Other',
};

/** Whose photo it is, by the first part of its name. */
export const PHOTO_OF: Readonly<Record<string, string>> = {
  sold: 'As sold',
  buyer: 'From the buyer',
  seller: 'From the seller',
};

const REFUSALS: Readonly<Record<string, string>> = {
  evidence_already_submitted: 'evidence was already submitted at the payment provider',
  evidence_past_due: 'the bank’s due date has passed',
  dispute_takes_no_evidence: 'the bank no longer takes evidence',
  dispute_evidence_page_limit_exceeded: 'it has too many pages',
  erased: 'its texts were erased',
  bankPhotoMissing: 'one of its photos was erased, removed or changed',
  bankPhotosTooLarge: 'its documents are too large together',
  bankReceiptChanged: 'something that its receipt named was erased',
};

const refusalOf = (code: string | null): string => REFUSALS[code ?? ''] ?? `of “${code}”`;

const withDocuments = ({ photos, receipt }: NonNullable<ChargebackFile['pack']>): string => {
  const all = [receipt && 'our receipt', photos > 0 && (photos === 1 ? 'a photo' : `${photos} photos`)].filter(Boolean);
  return all.length === 0 ? '' : ` with ${all.join(' and ')}`;
};

/** What became of the evidence. */
export const evidenceOf = ({ pack, stands, takesEvidence, respondBy }: ChargebackFile): string => {
  const sent = pack && `${pack.by.username} submitted evidence${withDocuments(pack)} on ${dueTime(pack.submittedAt)}`;
  if (pack?.state === 'submitted') return `${sent}. The payment provider has not answered yet; we ask again every day.`;
  if (pack?.state === 'delivered') {
    const delivered = `${sent}, and the bank has it.`;
    return stands === 'open' ? `${delivered} It has not decided yet.` : delivered;
  }
  const refused =
    pack?.state === 'refused'
      ? `The payment provider refused the last evidence because ${refusalOf(pack.refusal)}. `
      : '';
  if (takesEvidence)
    return `${refused}No evidence is submitted. Without evidence the bank usually decides for the buyer.`;
  if (stands !== 'open') return `${refused}No evidence was submitted.`;
  return `${refused}${respondBy === null ? 'The bank takes no evidence for this chargeback.' : 'The bank’s due date has passed, so no evidence can be submitted.'}`;
};
