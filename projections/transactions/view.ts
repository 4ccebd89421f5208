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
import { payoutCanLeave, policyOf } from '#domain/transactions/limits.ts';
import { needsOf } from '#domain/transactions/needs.ts';
import { displayStatus, heldMoney, type Sale } from '#domain/transactions/state.ts';
import { allowedCommands, armedDeadlines } from '#domain/transactions/transaction.ts';
import type { SaleRow, TimelineEntry } from './row.ts';
import { type Sights, sightsOf, wordsFor } from './sights.ts';

export type SaleWithNames = SaleRow & {
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
const detailOf = ({ event, kept }: TimelineEntry, row: SaleRow, sights: Sights): string | null => {
  const sentence = sentenceOf(event, kept);
  const words = {
    TransactionCancelled: row.cancel_words,
    SettledOutsideProvider: row.outside_words?.[String(kept.settlementId)],
  }[event as string];
  return words ? `${sentence} (“${wordsFor(sights, words)}”)` : sentence;
};

const totalOf = (sale: Sale): number => sale.total ?? sale.amount + sale.fee;
const paidInEuros = (sale: Sale): number => (currencyOf(sale) === EURO ? sale.captured : 0);

/** The provider whose checkout it was; `escrow` before there is one. */
const providerOf = (sale: Sale): string => {
  if (!sale.checkout) return 'escrow';
  return /^cs_(test|live)_/.test(sale.checkout.sessionId) ? 'stripe' : 'simulated';
};

/** The seller's part as the ledger has it: released, behind a refund that is under way, or what would be released now. */
const sellersPart = (sale: Sale): number => {
  if (sale.money === 'refunding' && sale.refund) return sale.refund.toSeller;
  if (isTooLittleToShip(sale)) return 0;
  return sale.money !== 'escrow' && sale.released ? sale.released.toSeller : mostToDivide(sale);
};

const partsOf = (sale: Sale): TransactionView['parts'] => {
  const inEscrow = sale.money === 'escrow' && currencyOf(sale) === EURO;
  return { toSeller: toEuros(sellersPart(sale)), ...(inEscrow && { held: toEuros(heldMoney(sale)) }) };
};

const holdsOf = ({ chargeback, staff }: Sale): TransactionView['holds'] => [
  ...(chargeback === 'open' ? (['chargeback'] as const) : []),
  ...(staff === 'held' ? (['staff'] as const) : []),
];

const isOfPayout = ({ kind }: Deadline): boolean => kind === 'payoutRun' || kind === 'payoutRetry';

/** What is armed for a payout finds out only when it is due that it has to wait: until then the day is told on which it leaves. */
const toldAt = (row: SaleWithNames, armed: Deadline): number =>
  isOfPayout(armed) ? payoutCanLeave(armed.dueAt, row.payouts_held_until, policyOf(row.sale).payoutRun) : armed.dueAt;

/** How `viewer` reads what is personal in a sale. */
export const sightsFor = ({ sale, outside }: SaleWithNames, viewer: Viewer): Sights =>
  sightsOf(towards(sale, viewer), circumstancesOf(sale, outside));

/**
 * The sale as `viewer` may see it at `now` (epoch ms, the marketplace's clock), by the right under which it is read. Undefined to whoever
 * does not have it: they must not even know that it exists.
 */
export const viewSale = (
  row: SaleWithNames,
  viewer: Viewer,
  now: number,
  right: Right = access.sale.see.sale,
): TransactionView | undefined => {
  const { sale } = row;
  const who = towards(sale, viewer);
  if (!may(right, who)) return undefined;
  const role = roleOf(who);
  const seesInternals = may(personalRights['sale.see.internals'], who);
  const paused = sale.status === 'IN_ESCROW' && sale.pause === 'paused';
  const sights = sightsFor(row, viewer);
  return {
    _id: row.id,
    transactionId: sale.transactionId,
    status: row.status,
    displayStatus: displayStatus(sale),
    endedOwnHold: sale.endedByBuyer > 0,
    holds: holdsOf(sale),
    escrowStatus: { isPaused: paused, pauseReason: paused ? wordsFor(sights, row.pause_reason) : null },
    escrowEndDate: sale.clock ? iso(sale.clock.endsAt) : null,
    amount: toEuros(sale.amount),
    platformFee: toEuros(sale.fee),
    shippingCost: sale.shippingCost === null ? null : toEuros(sale.shippingCost),
    totalAmount: toEuros(totalOf(sale)),
    ...(sale.captured > 0 && { parts: partsOf(sale) }),
    paymentDetails: {
      provider: providerOf(sale),
      status: row.payment_status,
      metadata: { amount: { value: formatEuros(paidInEuros(sale) || totalOf(sale)), currency: 'EUR' } },
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
    listing: { _id: row.listing_id, title: sale.item.title, images: sale.item.images },
    sellerRated: row.stars !== null,
    reviewed: row.reviewed,
    shippingAddress: sights.address === 'clear' ? row.address : null,
    trackingCode: shownAs(row.tracking_code, sights.words),
    carrier: shownAs(row.carrier, sights.words),
    createdAt: iso(row.created_at),
    role,
    policyVersion: sale.policyVersion,
    allowed: allowedCommands(sale, { id: viewer.id, role: actingRole(access.sale.do.decide, viewer.roles) }, now),
    deadlines: armedDeadlines(sale)
      .filter(
        (armed) => seesInternals || (armed.kind !== 'decisionConfirmation' && (row.can_be_paid || !isOfPayout(armed))),
      )
      .map((armed) => ({ kind: armed.kind, dueAt: iso(toldAt(row, armed)) })),
    needs: (role === 'buyer' || role === 'seller' ? needsOf(sale, role) : []).map(({ kind, dueAt }) => ({
      kind,
      dueAt: iso(dueAt),
    })),
  };
};
