import type { Instant } from '../shared/instants.ts';
import type { Chargeback } from './stateShape.ts';

const LONG = 10_000;
const SHORT = 500;

/**
 * The texts of an evidence pack with their lengths. Stripe accepts 20,000 characters for each long one, but banks read few pages, and one
 * request to us holds 64 kB.
 */
export const EVIDENCE_LENGTHS = {
  customerName: SHORT,
  shippingAddress: SHORT,
  shippingCarrier: SHORT,
  shippingTrackingNumber: SHORT,
  shippingDate: SHORT,
  productDescription: LONG,
  accessActivityLog: LONG,
  refundPolicyDisclosure: LONG,
  refundRefusalExplanation: LONG,
  uncategorizedText: LONG,
} as const;
export type EvidenceField = keyof typeof EVIDENCE_LENGTHS;
export const EVIDENCE_FIELDS = Object.keys(EVIDENCE_LENGTHS) as EvidenceField[];

/** What the payer's bank reads. An absent text is not sent. */
export type EvidencePack = Partial<Record<EvidenceField, string>>;
/** As staff filled them in. */
export type EvidenceTexts = Partial<Record<EvidenceField, string | undefined>>;

/** Where a document can stand among the evidence. Each place takes one: several photos become one document. */
export const EVIDENCE_PLACES = ['receipt', 'shippingDocumentation', 'customerCommunication', 'otherDocument'] as const;
export type EvidencePlace = (typeof EVIDENCE_PLACES)[number];

/** Banks read few pages, and each photo takes one. */
export const MAX_BANK_PHOTOS = 12;
/** Stripe takes 5 MB per file, and advises that all files of a dispute stay below this. */
export const MAX_BANK_BYTES = 4_500_000;

/** A photo of the case that goes along. `sha256`: of the stored photo. `name`: ours, such as `sold-1` or `buyer-2`. */
export type BankPhoto = { place: EvidencePlace; sha256: string; name: string };

/** The receipt that we make from the history. `name`: ours, such as `receipt-12` for the history up to entry 12. `sha256`: of its PDF alone. */
export type BankReceipt = { name: string; sha256: string };
export const RECEIPT_NAME = /^receipt-(\d+)$/;

export const charactersOf = (pack: EvidencePack): number =>
  Object.values(pack).reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** Without blank texts. */
export const filledIn = (texts: EvidenceTexts): EvidencePack =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text?.trim()));

/** Null: the bank takes no evidence. Undefined: the provider has not named the date. */
export const takesEvidence = ({ respondBy }: Pick<Chargeback, 'respondBy'>, now: Instant): boolean =>
  respondBy === undefined || (respondBy !== null && now <= respondBy);

/** A bank takes one pack. Only a refused one may be followed by another. */
export const isPackSent = ({ pack }: Pick<Chargeback, 'pack'>): boolean =>
  pack !== undefined && pack.stands !== 'refused';
