import type { TransactionView } from '#application/contract/transactions.ts';
import { access } from '#domain/access/access.ts';
import { personalRights } from '#domain/access/personalRights.ts';
import { actingRole, may, type Right, towards, type Viewer, type Who } from '#domain/access/right.ts';
import { circumstancesOf, shownAs } from '#domain/audit/sight.ts';
import { isInternal, sentenceOf } from '#domain/notifications/transactions.ts';
import { EURO } from '#domain/shared/currencies.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { formatEuros, toEuros } from '#domain/shared/money.ts';
import type { Deadline } from '#domain/transactions/commands.ts';
import { currencyOf } from '#domain/transactions/currency.ts';
import { isTooLittleToShip, mostToDivide } from '#domain/transactions/division.ts';
import { needsOf } from '#domain/transactions/needs.ts';
import { payoutCanLeave } from '#domain/transactions/payoutRuns.ts';
import { displayStatus, heldMoney, type Transaction } from '#domain/transactions/state.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import { allowedCommands, armedDeadlines } from '#domain/transactions/transaction.ts';
import type { TimelineEntry, TransactionRow } from './row.ts';
import { type Sights, sightsOf, wordsFor } from './sights.ts';

export type TransactionWithNames = TransactionRow & {
  buyer: string | null;
  seller: string | null;
  reviewed: boolean;
  /** No payout before then: the bank account changed, or the first second factor is pending. */
  payouts_held_until: number | null;
  /** False if the seller is suspended or has no verified bank account; null if there is no account row. */
  can_be_paid: boolean | null;
  /** Open cases that the transaction's own events do not record. */
  outside?: number;
};

const iso = (instant: number): string => new Date(instant).toISOString();

/** A party's role comes before a staff role; all staff roles look the same here. */
const roleOf = (who: readonly Who[]): TransactionView['role'] => {
  if (who.includes('buyer')) return 'buyer';
  return who.includes('seller') ? 'seller' : 'staff';
};

/** Adds the seller's reason for a cancellation, or the reference of a bank transfer, unless erased. */
const detailOf = ({ event, kept }: TimelineEntry, row: TransactionRow, sights: Sights): string | null => {
  const sentence = sentenceOf(event, kept);
  const words = {
    TransactionCancelled: row.cancel_words,
    SettledOutsideProvider: row.outside_words?.[String(kept.settlementId)],
  }[event as string];
  return words ? `${sentence} (“${wordsFor(sights, words)}”)` : sentence;
};

const totalOf = (transaction: Transaction): number => transaction.total ?? transaction.amount + transaction.fee;
const paidInEuros = (transaction: Transaction): number => (currencyOf(transaction) === EURO ? transaction.captured : 0);

/** `escrow` before there is a checkout. */
const providerOf = (transaction: Transaction): string => {
  if (!transaction.checkout) return 'escrow';
  return /^cs_(test|live)_/.test(transaction.checkout.sessionId) ? 'stripe' : 'simulated';
};

/** The seller's part in the ledger: released, left after a refund in progress, or what a release would give now. */
const sellersPart = (transaction: Transaction): number => {
  if (transaction.money === 'refunding' && transaction.refund) return transaction.refund.toSeller;
  if (isTooLittleToShip(transaction)) return 0;
  return transaction.money !== 'escrow' && transaction.released
    ? transaction.released.toSeller
    : mostToDivide(transaction);
};

const partsOf = (transaction: Transaction): TransactionView['parts'] => {
  const inEscrow = transaction.money === 'escrow' && currencyOf(transaction) === EURO;
  return { toSeller: toEuros(sellersPart(transaction)), ...(inEscrow && { held: toEuros(heldMoney(transaction)) }) };
};

const holdsOf = ({ chargeback, staff }: Transaction): TransactionView['holds'] => [
  ...(chargeback === 'open' ? (['chargeback'] as const) : []),
  ...(staff === 'held' ? (['staff'] as const) : []),
];

const isOfPayout = ({ kind }: Deadline): boolean => kind === 'payoutRun' || kind === 'payoutRetry';

/** A payout deadline learns only when due that it has to wait, so this shows the day it can leave. */
const shownDueAt = (row: TransactionWithNames, armed: Deadline): number =>
  isOfPayout(armed) ? payoutCanLeave(armed.dueAt, row.payouts_held_until, termsFor(row.sale).payoutRun) : armed.dueAt;

/** How the viewer reads the personal data of a transaction. */
export const sightsFor = ({ sale: transaction, outside }: TransactionWithNames, viewer: Viewer): Sights =>
  sightsOf(towards(transaction, viewer), circumstancesOf(transaction, outside));

/**
 * The transaction as the viewer may see it. Undefined without the right, so that they do not learn that it exists.
 * `now`: epoch ms, the marketplace's clock.
 */
export const viewTransaction = (
  row: TransactionWithNames,
  viewer: Viewer,
  now: number,
  right: Right = access.sale.see.sale,
): TransactionView | undefined => {
  const { sale: transaction } = row;
  const who = towards(transaction, viewer);
  if (!may(right, who)) return undefined;
  const role = roleOf(who);
  const seesInternals = may(personalRights['sale.see.internals'], who);
  const paused = transaction.status === 'IN_ESCROW' && transaction.pause === 'paused';
  const sights = sightsFor(row, viewer);
  return {
    _id: row.id,
    transactionId: transaction.transactionId,
    status: row.status,
    displayStatus: displayStatus(transaction),
    endedOwnHold: transaction.endedByBuyer > 0,
    holds: holdsOf(transaction),
    escrowStatus: { isPaused: paused, pauseReason: paused ? wordsFor(sights, row.pause_reason) : null },
    escrowEndDate: transaction.clock ? iso(transaction.clock.endsAt) : null,
    amount: toEuros(transaction.amount),
    platformFee: toEuros(transaction.fee),
    shippingCost: transaction.shippingCost === null ? null : toEuros(transaction.shippingCost),
    totalAmount: toEuros(totalOf(transaction)),
    ...(transaction.captured > 0 && { parts: partsOf(transaction) }),
    paymentDetails: {
      provider: providerOf(transaction),
      status: row.payment_status,
      metadata: { amount: { value: formatEuros(paidInEuros(transaction) || totalOf(transaction)), currency: 'EUR' } },
    },
    paymentHistory: row.timeline
      .filter(({ event }) => seesInternals || !isInternal(event))
      .map((entry) => ({
        status: entry.status,
        timestamp: iso(entry.at),
        event: entry.event,
        detail: detailOf(entry, row, sights),
      })),
    buyer: { _id: row.buyer_id, username: row.buyer ?? ERASED },
    seller: { _id: row.seller_id, username: row.seller ?? ERASED },
    listing: { _id: row.listing_id, title: transaction.item.title, images: transaction.item.images },
    sellerRated: row.stars !== null,
    reviewed: row.reviewed,
    shippingAddress: sights.address === 'clear' ? row.address : null,
    trackingCode: shownAs(row.tracking_code, sights.words),
    carrier: shownAs(row.carrier, sights.words),
    createdAt: iso(row.created_at),
    role,
    policyVersion: transaction.policyVersion,
    allowed: allowedCommands(
      transaction,
      { id: viewer.id, role: actingRole(access.sale.do.decide, viewer.roles) },
      now,
    ),
    deadlines: armedDeadlines(transaction)
      .filter(
        (armed) => seesInternals || (armed.kind !== 'decisionConfirmation' && (row.can_be_paid || !isOfPayout(armed))),
      )
      .map((armed) => ({ kind: armed.kind, dueAt: iso(shownDueAt(row, armed)) })),
    needs: (role === 'buyer' || role === 'seller' ? needsOf(transaction, role) : []).map(({ kind, dueAt }) => ({
      kind,
      dueAt: iso(dueAt),
    })),
  };
};
