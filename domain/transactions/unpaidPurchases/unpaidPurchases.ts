import { z } from 'zod';
import { type Decider, type Result, record, reject } from '../../shared/decider.ts';
import { id, type ListingId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instants.ts';
import type { BuyerCommand, BuyerRejection } from './commands.ts';
import type { UnpaidPurchaseEvent } from './events.ts';
import { BLOCKS_COUNT_FOR, blockedUntil, MOST_UNPAID } from './limits.ts';

const open = z.object({ transactionId: id, listingId: id, until: z.int() });
const agreement = z.object({ proposalId: id, listingId: id, begunAt: z.int(), until: z.int() });
const block = z.object({ times: z.int(), until: z.int() });

/** `blocks`: one per listing that was left unpaid, until it expires. */
export const buyerShape = z.object({
  open: z.array(open).readonly(),
  agreements: z.array(agreement).readonly(),
  blocks: z.record(id, block),
});

export type Buyer = z.infer<typeof buyerShape>;

const remembered = ({ blocks }: Buyer, at: Instant): Buyer['blocks'] =>
  Object.fromEntries(Object.entries(blocks).filter(([, { until }]) => at < until + BLOCKS_COUNT_FOR));

const timesBefore = (buyer: Buyer, listingId: ListingId, at: Instant): number =>
  remembered(buyer, at)[listingId]?.times ?? 0;

/** Live agreements without a purchase, so that an agreement and its purchase count once. */
const notBegun = ({ open, agreements }: Buyer, at: Instant): Buyer['agreements'] =>
  agreements.filter(({ listingId, until }) => at < until && !open.some((purchase) => purchase.listingId === listingId));

/** Why this buyer cannot buy this listing or agree on a price now; null if they can. */
export const refusalToBuy = (buyer: Buyer, listingId: ListingId, at: Instant): BuyerRejection | null => {
  const blocked = buyer.blocks[listingId]?.until ?? at;
  if (blocked > at) return { code: 'listingBlocked', possibleAt: blocked, wait: blocked - at };
  const waiting = notBegun(buyer, at);
  const unpaid = [...buyer.open, ...waiting];
  if (unpaid.length < MOST_UNPAID || waiting.some((agreement) => agreement.listingId === listingId)) return null;
  const firstEnd = Math.min(...unpaid.map(({ until }) => until));
  return { code: 'tooManyUnpaid', possibleAt: firstEnd, wait: Math.max(0, firstEnd - at) };
};

type Command<Type> = Extract<BuyerCommand, { type: Type }>;
type Decision = Result<UnpaidPurchaseEvent[], BuyerRejection>;

const begin = ({ at, transactionId, listingId, until }: Command<'BeginPurchase'>, buyer: Buyer): Decision => {
  if (buyer.open.some((purchase) => purchase.transactionId === transactionId)) return record();
  const refusal = refusalToBuy(buyer, listingId, at);
  return refusal ? reject(refusal) : record({ type: 'PurchaseBegun', data: { at, transactionId, listingId, until } });
};

const agree = ({ at, proposalId, listingId, until }: Command<'BeginAgreement'>, buyer: Buyer): Decision => {
  if (buyer.agreements.some((one) => one.proposalId === proposalId)) return record();
  const refusal = refusalToBuy(buyer, listingId, at);
  return refusal ? reject(refusal) : record({ type: 'AgreementBegun', data: { at, proposalId, listingId, until } });
};

const endAgreement = ({ at, proposalId, end }: Command<'EndAgreement'>, buyer: Buyer): Decision => {
  const ended = buyer.agreements.find((one) => one.proposalId === proposalId);
  if (!ended) return record();
  const { listingId } = ended;
  const isBlocked = (buyer.blocks[listingId]?.until ?? at) > at;
  // its purchase was just left unpaid, and both count once
  if (end === 'dropped' || isBlocked) return record({ type: 'AgreementDropped', data: { at, proposalId } });
  const blocked = blockedUntil(at, timesBefore(buyer, listingId, at));
  const type = end === 'lapsed' ? 'AgreementLapsed' : 'AgreementWithdrawn';
  return record({ type, data: { at, proposalId, listingId, blockedUntil: blocked } });
};

const blocksAfter = (
  state: Buyer,
  { at, listingId, blockedUntil: until }: { at: Instant; listingId: ListingId; blockedUntil: Instant },
): Buyer['blocks'] => ({
  ...remembered(state, at),
  [listingId]: { times: timesBefore(state, listingId, at) + 1, until },
});

/** Limits how much one account can reserve without paying. */
export const buyer: Decider<BuyerCommand, UnpaidPurchaseEvent, Buyer, BuyerRejection> = {
  initial: { open: [], agreements: [], blocks: {} },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'PurchaseBegun': {
        const { transactionId, listingId, until } = data;
        return { ...state, open: [...state.open, { transactionId, listingId, until }] };
      }
      case 'AgreementBegun': {
        const { at, proposalId, listingId, until } = data;
        return { ...state, agreements: [...state.agreements, { proposalId, listingId, begunAt: at, until }] };
      }
      case 'AgreementLapsed':
      case 'AgreementWithdrawn':
      case 'AgreementDropped': {
        const agreements = state.agreements.filter(({ proposalId }) => proposalId !== data.proposalId);
        return { ...state, agreements, blocks: type === 'AgreementDropped' ? state.blocks : blocksAfter(state, data) };
      }
      default: {
        const open = state.open.filter(({ transactionId }) => transactionId !== data.transactionId);
        if (type === 'PurchasePaid' || type === 'PurchaseDropped') return { ...state, open };
        return { ...state, open, blocks: blocksAfter(state, data) };
      }
    }
  },
  decide: (command, state) => {
    switch (command.type) {
      case 'BeginPurchase':
        return begin(command, state);
      case 'BeginAgreement':
        return agree(command, state);
      case 'EndAgreement':
        return endAgreement(command, state);
    }
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
