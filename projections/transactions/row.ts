import type { Recorded } from '#application/ports/eventCodec.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import type { SentenceFields } from '#domain/notifications/row.ts';
import { keptOf } from '#domain/notifications/transactions.ts';
import {
  type PersonalEventType,
  sheetOf,
  type TransactionEvent,
  type TransactionEventType,
} from '#domain/transactions/events.ts';
import type { Split } from '#domain/transactions/fees.ts';
import { needsOf } from '#domain/transactions/needs.ts';
import { displayStatus, disputeOpen, publicStatus, type Transaction } from '#domain/transactions/state.ts';
import type { Status } from '#domain/transactions/statuses.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { idOf } from '../engine/rows.ts';

type Address = {
  fullName: string;
  streetAddress1: string;
  streetAddress2: string;
  city: string;
  postalCode: string;
  country: string;
};

/** A fact and what its words need of it; the words are made when it is read. */
export type TimelineEntry = { status: string; at: number; event: TransactionEventType; kept: SentenceFields };

/** What somebody said, and the storage keys of what they showed. */
export type Words = { text: string | null; evidence: string[] };

/** Something said beside the claim, the answer and the decision. */
type Heard = Words & {
  kind: 'claim' | 'statement' | 'question' | 'draft' | 'appeal';
  by: 'buyer' | 'seller' | 'staff';
  at: number;
  party?: 'buyer' | 'seller';
  until?: number;
  sums?: Split;
};
type DisputeWords = { opening: Words; answer: Words | null; rationale: string | null; heard: Heard[] };
type ReturnWords = { request: Words; refusal: string | null; rejection: Words | null };

/** The columns of personal data: null once the sale's key is erased. */
export type PersonalColumns = {
  address: Address | null;
  tracking_code: string | null;
  return_tracking_code: string | null;
  pause_reason: string | null;
  dispute_words: DisputeWords | null;
  return_words: ReturnWords | null;
  return_address: Address | null;
  /** The seller's own reason for a cancellation. */
  cancel_words: string | null;
  /** A free field: some write a name there. */
  carrier: string | null;
  /** By settlement: what the receiver of a bank transfer reads in their statement. */
  outside_words: Record<string, string | null> | null;
};

export type TransactionRow = PersonalColumns & {
  id: string;
  buyer_id: string;
  seller_id: string;
  listing_id: string;
  status: Status;
  /** A dispute is open, also one that began after the release. */
  disputed: boolean;
  /** Epoch ms. */
  created_at: number;
  /** When the first deadline comes that waits for this party; null where none does. */
  buyer_due: number | null;
  seller_due: number | null;
  payment_status: string;
  /** How its buyer has rated the seller. */
  stars: { rating: number; at: number } | null;
  timeline: TimelineEntry[];
  sale: Transaction;
};

const NOTHING_SAID: Words = { text: null, evidence: [] };
const words = ({ text, evidence }: { text: string | null; evidence: string[] | null }): Words => ({
  text,
  evidence: evidence ?? [],
});

const SILENCE: DisputeWords = { opening: NOTHING_SAID, answer: null, rationale: null, heard: [] };

const disputeWords = (row: TransactionRow, change: Partial<DisputeWords>): Partial<PersonalColumns> => ({
  dispute_words: { ...SILENCE, ...row.dispute_words, ...change },
});
const heard = (row: TransactionRow, entry: Heard): Partial<PersonalColumns> => ({
  dispute_words: { ...SILENCE, ...row.dispute_words, heard: [...(row.dispute_words?.heard ?? []), entry] },
});
const returnWords = (row: TransactionRow, change: Partial<ReturnWords>): Partial<PersonalColumns> => ({
  return_words: { ...(row.return_words ?? { request: NOTHING_SAID, refusal: null, rejection: null }), ...change },
});

type DataOf<Type extends TransactionEventType> = Extract<TransactionEvent, { type: Type }>['data'];
type PersonalChanges = {
  [Type in PersonalEventType]: ((data: DataOf<Type>, row: TransactionRow) => Partial<PersonalColumns>) | null;
};

const statement =
  (kind: 'statement' | 'appeal') =>
  (data: DataOf<'StatementGiven' | 'DecisionAppealed'>, row: TransactionRow): Partial<PersonalColumns> =>
    heard(row, { kind, by: data.by === 'seller' ? 'seller' : 'buyer', at: data.at, ...words(data) });
const returnAddress = ({ to }: DataOf<'ReturnApproved' | 'ReturnAddressGiven'>) => ({ return_address: to ?? null });

/** The columns that each event with personal data fills; null: only the case file shows it. */
const PERSONAL_CHANGES: PersonalChanges = {
  ShippingSet: ({ address }) => ({ address }),
  TransactionCancelled: ({ otherReason }) => ({ cancel_words: otherReason }),
  ShipmentConfirmed: ({ trackingCode, carrier }) => ({ tracking_code: trackingCode, carrier }),
  EscrowPaused: ({ reason }) => ({ pause_reason: reason }),
  DisputeOpened: (data, row) => disputeWords(row, { opening: words(data), answer: null, rationale: null }),
  DisputeContested: (data, row) => disputeWords(row, { answer: words(data) }),
  DisputeDecided: ({ rationale }, row) => disputeWords(row, { rationale }),
  LateClaimRecorded: (data, row) => heard(row, { kind: 'claim', by: 'buyer', at: data.at, ...words(data) }),
  StatementGiven: statement('statement'),
  DecisionAppealed: statement('appeal'),
  QuestionAsked: ({ at, party, question, answerBy }, row) =>
    heard(row, { kind: 'question', by: 'staff', at, text: question, evidence: [], party, until: answerBy }),
  DraftShown: ({ at, rationale, toBuyer, toSeller, fee, shownUntil }, row) => {
    const sums = { toBuyer, toSeller, fee };
    return heard(row, { kind: 'draft', by: 'staff', at, text: rationale, evidence: [], sums, until: shownUntil });
  },
  ReturnRequested: (data, row) => returnWords(row, { request: words(data) }),
  ReturnApproved: returnAddress,
  ReturnAddressGiven: returnAddress,
  ReturnRefused: ({ text }, row) => returnWords(row, { refusal: text }),
  ReturnShipped: ({ trackingCode }) => ({ return_tracking_code: trackingCode }),
  ReturnRejected: (data, row) => returnWords(row, { rejection: words(data) }),
  SettledOutsideProvider: ({ settlementId, reference }, row) => ({
    outside_words: { ...row.outside_words, [settlementId]: reference },
  }),
  OutsideSettlementProposed: null,
  OutsideSettlementRejected: null,
  DecisionProposed: null,
  DecisionRejected: null,
  DecisionWithdrawn: null,
  ChargebackEndedByStaff: null,
  ChargebackEndProposed: null,
  ChargebackEndRejected: null,
  EvidencePackSubmitted: null,
  StaffHoldPlaced: null,
  StaffHoldLifted: null,
  DifferenceBooked: null,
  DifferenceProposed: null,
  CaseClosed: null,
};

const personalChanges = ({ type, data }: TransactionEvent, row: TransactionRow): Partial<PersonalColumns> => {
  const change = (PERSONAL_CHANGES as Partial<Record<string, PersonalChanges[PersonalEventType]>>)[type];
  return change?.(data as never, row) ?? {};
};

/** `transaction`: before the event. */
const paymentStatus = (row: TransactionRow, event: TransactionEvent, transaction: Transaction): string => {
  const { payment } = sheetOf(event);
  return (typeof payment === 'function' ? payment(transaction) : payment) ?? row.payment_status;
};

/** A sale before anything was said, and one whose key is erased. */
export const NO_PERSONAL_DATA: PersonalColumns = {
  address: null,
  tracking_code: null,
  return_tracking_code: null,
  pause_reason: null,
  dispute_words: null,
  return_words: null,
  return_address: null,
  cancel_words: null,
  carrier: null,
  outside_words: null,
};

const unborn = (id: string): TransactionRow => ({
  id,
  buyer_id: '',
  seller_id: '',
  listing_id: '',
  status: 'CREATED',
  disputed: false,
  created_at: 0,
  buyer_due: null,
  seller_due: null,
  payment_status: 'pending',
  ...NO_PERSONAL_DATA,
  stars: null,
  timeline: [],
  sale: transactionAggregate.initial,
});

/** The row after a fact of the sale's own stream. */
export const evolve = (before: TransactionRow | undefined, event: Recorded<TransactionEvent>): TransactionRow => {
  const row = before ?? unborn(idOf(event.stream));
  const transaction = transactionAggregate.evolve(row.sale, event);
  const entry = { status: displayStatus(transaction), at: event.data.at, event: event.type, kept: keptOf(event) };
  return {
    ...row,
    ...personalChanges(event, row),
    buyer_id: transaction.buyerId,
    seller_id: transaction.sellerId,
    listing_id: transaction.listingId,
    created_at: transaction.createdAt,
    status: publicStatus(transaction),
    disputed: disputeOpen(transaction),
    payment_status: paymentStatus(row, event, row.sale),
    timeline: [...row.timeline, entry],
    sale: transaction,
  };
};

/** Once a batch: what is armed is asked of the chart. */
export const withNeeds = (row: TransactionRow): TransactionRow => ({
  ...row,
  buyer_due: needsOf(row.sale, 'buyer')[0]?.dueAt ?? null,
  seller_due: needsOf(row.sale, 'seller')[0]?.dueAt ?? null,
});

export const rated = (
  row: TransactionRow | undefined,
  event: Recorded<Extract<AccountEvent, { type: 'SellerRated' }>>,
): TransactionRow => {
  if (!row) throw new Error(`a rating of the sale ${event.data.transactionId}, which was never created`);
  const { rating, at } = event.data;
  return { ...row, stars: { rating, at } };
};
