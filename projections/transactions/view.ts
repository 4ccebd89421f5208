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
import { payoutCanLeave, termsFor } from '#domain/transactions/limits.ts';
import { needsOf } from '#domain/transactions/needs.ts';
import { displayStatus, heldMoney, type Transaction } from '#domain/transactions/state.ts';
import { allowedCommands, armedDeadlines } from '#domain/transactions/transaction.ts';
import type { TimelineEntry, TransactionRow } from './row.ts';
import { type Sights, sightsOf, wordsFor } from './sights.ts';

export type TransactionWithNames = TransactionRow & {
  buyer: string | null;
  seller: string | null;
  reviewed: boolean;
  /** The seller is not paid before: the bank account was changed, or the first second factor is pending. */
  payouts_held_until: number | null;
  /** Nothing leaves to who is suspended, or has no verified bank account; null of an account that is gone. */
  can_be_paid: boolean | null;
  /** How much of it waits for a person that no fact of its own says; a party reads the same whatever does. */
  outside?: number;
};

const iso = (instant: number): string => new Date(instant).toISOString();

/** What a party is called comes before what an office is called; the offices are one to whoever reads the answer. */
const roleOf = (who: readonly Who[]): TransactionView['role'] => {
  if (who.includes('buyer')) return 'buyer';
  return who.includes('seller') ? 'seller' : 'staff';
};

/** A cancellation in the seller's own words, and a bank transfer with its reference, where there are any and they are not erased. */
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

/** The provider whose checkout it was; `escrow` before there is one. */
const providerOf = (transaction: Transaction): string => {
  if (!transaction.checkout) return 'escrow';
  return /^cs_(test|live)_/.test(transaction.checkout.sessionId) ? 'stripe' : 'simulated';
};

/** The seller's part as the ledger has it: released, behind a refund that is under way, or what would be released now. */
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

/** What is armed for a payout finds out only when it is due that it has to wait: until then the day is told on which it leaves. */
const toldAt = (row: TransactionWithNames, armed: Deadline): number =>
  isOfPayout(armed) ? payoutCanLeave(armed.dueAt, row.payouts_held_until, termsFor(row.sale).payoutRun) : armed.dueAt;

/** How `viewer` reads what is personal in a sale. */
export const sightsFor = ({ sale: transaction, outside }: TransactionWithNames, viewer: Viewer): Sights =>
  sightsOf(towards(transaction, viewer), circumstancesOf(transaction, outside));

/**
 * The sale as `viewer` may see it at `now` (epoch ms, the marketplace's clock), by the right under which it is read. Undefined to whoever
 * does not have it: they must not even know that it exists.
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
      .map((armed) => ({ kind: armed.kind, dueAt: iso(toldAt(row, armed)) })),
    needs: (role === 'buyer' || role === 'seller' ? needsOf(transaction, role) : []).map(({ kind, dueAt }) => ({
      kind,
      dueAt: iso(dueAt),
    })),
  };
};
