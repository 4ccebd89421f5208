import { z } from 'zod';
import { type Decider, type Result, record, reject } from '../../shared/decider.ts';
import { type EventOf, firstVersion } from '../../shared/events.ts';
import { type Id, id, type ListingId, type TransactionId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instants.ts';
import { BLOCKS_COUNT_FOR, blockedUntil, MOST_UNPAID } from './limits.ts';

const instant = z.int();
const unpaid = { transactionId: id, listingId: id, blockedUntil: instant };

/** Stream `buyer-{accountId}`: an account's unpaid purchases and its agreed price offers. */
export const unpaidPurchaseEvents = {
  /** Written before the listing is reserved. `until`: the end of the payment window. */
  PurchaseBegun: firstVersion({ transactionId: id, listingId: id, until: instant }),
  PurchasePaid: firstVersion({ transactionId: id }),
  /** Nobody paid in time. */
  PurchaseLapsed: firstVersion(unpaid),
  /** The buyer cancelled before paying. */
  PurchaseAbandoned: firstVersion(unpaid),
  /** Written before the acceptance of a price offer. `until`: the end of the agreement. */
  AgreementBegun: firstVersion({ proposalId: id, listingId: id, until: instant }),
  /** The buyer let it lapse or withdrew it. */
  AgreementLapsed: firstVersion({ proposalId: id, listingId: id, blockedUntil: instant }),
  AgreementWithdrawn: firstVersion({ proposalId: id, listingId: id, blockedUntil: instant }),
  /** Bought, or ended through no fault of the buyer. */
  AgreementDropped: firstVersion({ proposalId: id }),
  /**
   * Ended through no fault of the buyer: the seller cancelled, the amount was wrong, or the purchase never came
   * about.
   */
  PurchaseDropped: firstVersion({ transactionId: id }),
} as const;

export type UnpaidPurchaseEvent = EventOf<typeof unpaidPurchaseEvents>;

export type PurchaseEnd = 'paid' | 'lapsed' | 'abandoned' | 'dropped';

export type AgreementEnd = 'lapsed' | 'withdrawn' | 'dropped';

export type UnpaidPurchaseCommand =
  | { type: 'BeginAgreement'; at: Instant; proposalId: Id; listingId: ListingId; until: Instant }
  /** Ignored if the agreement is not counted. */
  | { type: 'EndAgreement'; at: Instant; proposalId: Id; end: AgreementEnd }
  | { type: 'BeginPurchase'; at: Instant; transactionId: TransactionId; listingId: ListingId; until: Instant }
  /** Ignored if the purchase is not open. */
  | { type: 'EndPurchase'; at: Instant; transactionId: TransactionId; end: PurchaseEnd };

/** `possibleAt`: the earliest time, if nothing changes. `wait`: ms until then. */
export type UnpaidPurchaseRejection = { code: 'tooManyUnpaid' | 'listingBlocked'; possibleAt: Instant; wait: number };

const open = z.object({ transactionId: id, listingId: id, until: z.int() });
const agreement = z.object({ proposalId: id, listingId: id, begunAt: z.int(), until: z.int() });
const block = z.object({ times: z.int(), until: z.int() });

/** `blocks`: listings left unpaid, until the block is forgotten. */
export const unpaidPurchasesShape = z.object({
  open: z.array(open).readonly(),
  agreements: z.array(agreement).readonly(),
  blocks: z.record(id, block),
});

export type UnpaidPurchases = z.infer<typeof unpaidPurchasesShape>;

const remembered = ({ blocks }: UnpaidPurchases, at: Instant): UnpaidPurchases['blocks'] =>
  Object.fromEntries(Object.entries(blocks).filter(([, { until }]) => at < until + BLOCKS_COUNT_FOR));

const timesBefore = (state: UnpaidPurchases, listingId: ListingId, at: Instant): number =>
  remembered(state, at)[listingId]?.times ?? 0;

/** Running agreements without a purchase. An agreement and its purchase count once. */
const notBegun = ({ open, agreements }: UnpaidPurchases, at: Instant): UnpaidPurchases['agreements'] =>
  agreements.filter(({ listingId, until }) => at < until && !open.some((purchase) => purchase.listingId === listingId));

/** Why the buyer can neither buy this listing nor agree on a price for it; null if both are possible. */
export const refusalToBuy = (
  state: UnpaidPurchases,
  listingId: ListingId,
  at: Instant,
): UnpaidPurchaseRejection | null => {
  const blocked = state.blocks[listingId]?.until ?? at;
  if (blocked > at) return { code: 'listingBlocked', possibleAt: blocked, wait: blocked - at };
  const waiting = notBegun(state, at);
  const unpaid = [...state.open, ...waiting];
  if (unpaid.length < MOST_UNPAID || waiting.some((agreement) => agreement.listingId === listingId)) return null;
  const firstEnd = Math.min(...unpaid.map(({ until }) => until));
  return { code: 'tooManyUnpaid', possibleAt: firstEnd, wait: Math.max(0, firstEnd - at) };
};

type Command<Type> = Extract<UnpaidPurchaseCommand, { type: Type }>;
type Decision = Result<UnpaidPurchaseEvent[], UnpaidPurchaseRejection>;

const begin = ({ at, transactionId, listingId, until }: Command<'BeginPurchase'>, state: UnpaidPurchases): Decision => {
  if (state.open.some((purchase) => purchase.transactionId === transactionId)) return record();
  const refusal = refusalToBuy(state, listingId, at);
  return refusal ? reject(refusal) : record({ type: 'PurchaseBegun', data: { at, transactionId, listingId, until } });
};

const agree = ({ at, proposalId, listingId, until }: Command<'BeginAgreement'>, state: UnpaidPurchases): Decision => {
  if (state.agreements.some((one) => one.proposalId === proposalId)) return record();
  const refusal = refusalToBuy(state, listingId, at);
  return refusal ? reject(refusal) : record({ type: 'AgreementBegun', data: { at, proposalId, listingId, until } });
};

const endAgreement = ({ at, proposalId, end }: Command<'EndAgreement'>, state: UnpaidPurchases): Decision => {
  const ended = state.agreements.find((one) => one.proposalId === proposalId);
  if (!ended) return record();
  const { listingId } = ended;
  const isBlocked = (state.blocks[listingId]?.until ?? at) > at;
  // the purchase that followed has just been blocked, and counts once
  if (end === 'dropped' || isBlocked) return record({ type: 'AgreementDropped', data: { at, proposalId } });
  const blocked = blockedUntil(at, timesBefore(state, listingId, at));
  const type = end === 'lapsed' ? 'AgreementLapsed' : 'AgreementWithdrawn';
  return record({ type, data: { at, proposalId, listingId, blockedUntil: blocked } });
};

const blocksAfter = (
  state: UnpaidPurchases,
  { at, listingId, blockedUntil: until }: { at: Instant; listingId: ListingId; blockedUntil: Instant },
): UnpaidPurchases['blocks'] => ({
  ...remembered(state, at),
  [listingId]: { times: timesBefore(state, listingId, at) + 1, until },
});

/** Limits what one account can reserve without paying. */
export const unpaidPurchases: Decider<
  UnpaidPurchaseCommand,
  UnpaidPurchaseEvent,
  UnpaidPurchases,
  UnpaidPurchaseRejection
> = {
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

const ABANDONED_BY = {
  PurchaseLapsed: 'lapsed',
  PurchaseAbandoned: 'abandoned',
  AgreementLapsed: 'lapsed',
  AgreementWithdrawn: 'abandoned',
} as const;
const isAbandonment = (
  event: UnpaidPurchaseEvent,
): event is Extract<UnpaidPurchaseEvent, { type: keyof typeof ABANDONED_BY }> =>
  Object.hasOwn(ABANDONED_BY, event.type);

export type AbandonedPurchase = {
  how: (typeof ABANDONED_BY)[keyof typeof ABANDONED_BY];
  at: Instant;
  listingId: ListingId;
};

/** Reservations and agreements left unpaid, newest first. */
export const abandonedPurchasesIn = (history: readonly UnpaidPurchaseEvent[]): AbandonedPurchase[] =>
  history
    .filter(isAbandonment)
    .map(({ type, data }) => ({ how: ABANDONED_BY[type], at: data.at, listingId: data.listingId }))
    .reverse();
