import type { Transaction } from '#application/contract/transactions.ts';
import type { Actor, Role } from '#domain/shared/actor.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { formatEuros, toEuros } from '#domain/shared/money.ts';
import { displayStatus, type Sale } from '#domain/transactions/sale.ts';
import { allowedCommands, armedDeadlines } from '#domain/transactions/transaction.ts';
import { ERASED } from '../accounts/queries.ts';
import type { SaleRow, TimelineEntry } from './row.ts';
import { isInternal } from './timeline.ts';

export type Viewer = { id: AccountId; roles: readonly Role[] };
export type SaleWithNames = SaleRow & { buyer: string | null; seller: string | null };

const iso = (instant: number): string => new Date(instant).toISOString();

/** Whose eyes: a party's own ones come before those of an office. Undefined: a third party, who must not even know that it exists. */
const roleOf = (row: SaleRow, viewer: Viewer): Transaction['role'] | undefined => {
  if (viewer.id === row.buyer_id) return 'buyer';
  if (viewer.id === row.seller_id) return 'seller';
  return viewer.roles.includes('staff') || viewer.roles.includes('auditor') ? 'staff' : undefined;
};

/** Auditors change nothing, so only staff are asked as staff. */
const actorOf = (role: Transaction['role'], viewer: Viewer): Actor =>
  role === 'staff'
    ? { id: viewer.id, role: viewer.roles.includes('staff') ? 'staff' : 'auditor' }
    : { id: viewer.id, role: 'member' };

/** A cancellation in the seller's own words, where there are any and they are not erased. */
const detailOf = ({ event, detail }: TimelineEntry, { cancel_words: words }: SaleRow): string | null =>
  event === 'TransactionCancelled' && words ? `${detail} (“${words}”)` : detail;

const totalOf = (sale: Sale): number => sale.total ?? sale.amount + sale.fee;

/** The provider whose checkout it was; `escrow` before there is one. */
const providerOf = (sale: Sale): string => {
  if (!sale.checkout) return 'escrow';
  return /^cs_(test|live)_/.test(sale.checkout.sessionId) ? 'stripe' : 'simulated';
};

/** The sale as `viewer` may see it at `now` (epoch ms, the marketplace's clock). */
export const viewSale = (row: SaleWithNames, viewer: Viewer, now: number): Transaction | undefined => {
  const role = roleOf(row, viewer);
  if (role === undefined) return undefined;
  const { sale } = row;
  const paused = sale.status === 'IN_ESCROW' && sale.pause === 'paused';
  const seesAddress = role !== 'seller' || sale.capturedAt !== null;
  return {
    _id: row.id,
    transactionId: sale.transactionId,
    status: row.status,
    displayStatus: displayStatus(sale),
    escrowStatus: { isPaused: paused, pauseReason: paused ? (row.pause_reason ?? ERASED) : null },
    escrowEndDate: sale.clock ? iso(sale.clock.endsAt) : null,
    amount: toEuros(sale.amount),
    platformFee: toEuros(sale.fee),
    shippingCost: sale.shippingCost === null ? null : toEuros(sale.shippingCost),
    totalAmount: toEuros(totalOf(sale)),
    paymentDetails: {
      provider: providerOf(sale),
      status: row.payment_status,
      metadata: { amount: { value: formatEuros(sale.captured || totalOf(sale)), currency: 'EUR' } },
    },
    paymentHistory: row.timeline
      .filter(({ event }) => role === 'staff' || !isInternal(event))
      .map((entry) => ({
        status: entry.status,
        timestamp: iso(entry.at),
        event: entry.event,
        detail: detailOf(entry, row),
      })),
    buyer: { _id: row.buyer_id, username: row.buyer ?? ERASED },
    seller: { _id: row.seller_id, username: row.seller ?? ERASED },
    listing: { _id: row.listing_id, title: sale.item.title, images: sale.item.images },
    sellerRated: row.seller_rated,
    shippingAddress: seesAddress ? row.address : null,
    trackingCode: row.tracking_code,
    carrier: row.carrier,
    createdAt: iso(row.created_at),
    role,
    allowed: allowedCommands(sale, actorOf(role, viewer), now),
    deadlines: armedDeadlines(sale)
      .filter(({ kind }) => role === 'staff' || kind !== 'decisionConfirmation')
      .map(({ kind, dueAt }) => ({ kind, dueAt: iso(dueAt) })),
  };
};
