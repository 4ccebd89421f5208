import { z } from 'zod';
import { type Decider, type Result, record, reject } from '../shared/decider.ts';
import { id, type ListingId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { BuyerCommand, BuyerRejection } from './commands.ts';
import type { BuyerEvent } from './events.ts';
import { BLOCKS_COUNT_FOR, blockedUntil, MOST_UNPAID } from './policy.ts';

const open = z.object({ transactionId: id, listingId: id, until: z.int() });
const block = z.object({ times: z.int(), until: z.int() });

/** `blocks`: of each listing that was let go unpaid, until it is forgotten. */
export const buyerShape = z.object({
  open: z.array(open).readonly(),
  blocks: z.record(id, block),
});

export type Buyer = z.infer<typeof buyerShape>;

const remembered = ({ blocks }: Buyer, at: Instant): Buyer['blocks'] =>
  Object.fromEntries(Object.entries(blocks).filter(([, { until }]) => at < until + BLOCKS_COUNT_FOR));

const timesBefore = (buyer: Buyer, listingId: ListingId, at: Instant): number =>
  remembered(buyer, at)[listingId]?.times ?? 0;

/** Why this buyer cannot begin a purchase of this listing at an instant; null where it can. */
export const refusalToBuy = (buyer: Buyer, listingId: ListingId, at: Instant): BuyerRejection | null => {
  const blocked = buyer.blocks[listingId]?.until ?? at;
  if (blocked > at) return { code: 'listingBlocked', possibleAt: blocked, wait: blocked - at };
  if (buyer.open.length < MOST_UNPAID) return null;
  const firstEnd = Math.min(...buyer.open.map(({ until }) => until));
  return { code: 'tooManyUnpaid', possibleAt: firstEnd, wait: Math.max(0, firstEnd - at) };
};

const begin = (
  { at, transactionId, listingId, until }: Extract<BuyerCommand, { type: 'BeginPurchase' }>,
  buyer: Buyer,
): Result<BuyerEvent[], BuyerRejection> => {
  if (buyer.open.some((purchase) => purchase.transactionId === transactionId)) return record();
  const refusal = refusalToBuy(buyer, listingId, at);
  return refusal ? reject(refusal) : record({ type: 'PurchaseBegun', data: { at, transactionId, listingId, until } });
};

/** Bounds what one account takes off the market without paying. */
export const buyer: Decider<BuyerCommand, BuyerEvent, Buyer, BuyerRejection> = {
  initial: { open: [], blocks: {} },
  evolve: (state, { type, data }) => {
    if (type === 'PurchaseBegun') {
      const { transactionId, listingId, until } = data;
      return { ...state, open: [...state.open, { transactionId, listingId, until }] };
    }
    const without = state.open.filter(({ transactionId }) => transactionId !== data.transactionId);
    if (type === 'PurchasePaid' || type === 'PurchaseDropped') return { ...state, open: without };
    const { at, listingId, blockedUntil: until } = data;
    const times = timesBefore(state, listingId, at) + 1;
    return { open: without, blocks: { ...remembered(state, at), [listingId]: { times, until } } };
  },
  decide: (command, state) => {
    if (command.type === 'BeginPurchase') return begin(command, state);
    const { at, transactionId, end } = command;
    const purchase = state.open.find((one) => one.transactionId === transactionId);
    if (!purchase) return record();
    if (end === 'paid') return record({ type: 'PurchasePaid', data: { at, transactionId } });
    if (end === 'dropped') return record({ type: 'PurchaseDropped', data: { at, transactionId } });
    const { listingId } = purchase;
    const unpaid = { at, transactionId, listingId, blockedUntil: blockedUntil(at, timesBefore(state, listingId, at)) };
    return record({ type: end === 'lapsed' ? 'PurchaseLapsed' : 'PurchaseAbandoned', data: unpaid });
  },
};
