import type { DomainEvent } from '#domain/events.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { postings } from '#domain/transactions/ledger.ts';
import {
  canBeRated,
  escrowTimeLeft,
  hasPayoutBegun,
  heldMoney,
  holdsOf,
  mostPartialRefund,
  publicStatus,
  type Transaction,
} from '#domain/transactions/state.ts';
import {
  allowedCommands,
  armedDeadlines,
  displayStatus,
  transactionAggregate,
} from '#domain/transactions/transaction.ts';
import type { Told } from './meaning.ts';

const STAFF: Actor = { id: 'e'.repeat(32), role: 'staff' };

const byName = ([one]: [string, ...unknown[]], [other]: [string, ...unknown[]]): number => (one < other ? -1 : 1);

/** Open cases, allowed commands and deadlines, in names that later releases may add to. */
export type Open = {
  cases: { kind: string; since: number; dueAt: number }[];
  deadlines: [kind: string, dueAt: number][];
  may: Record<'buyer' | 'seller' | 'staff', string[]>;
};

const openOf = (transaction: Transaction, now: number): Open => ({
  // records older than the kind of its own call an appeal a dispute
  cases: openCases(transaction).map((open) => ({
    ...open,
    kind: open.kind === 'appeal' ? 'disputeReview' : open.kind,
  })),
  deadlines: armedDeadlines(transaction).map(({ kind, dueAt }) => [kind, dueAt]),
  may: {
    buyer: allowedCommands(transaction, { id: transaction.buyerId, role: 'member' }, now).sort(),
    seller: allowedCommands(transaction, { id: transaction.sellerId, role: 'member' }, now).sort(),
    staff: allowedCommands(transaction, STAFF, now).sort(),
  },
});

/** The meaning of a transaction for people and money, independent of its internal state. */
const meaning = (transaction: Transaction, now: number, balances: ReadonlyMap<string, number>): object => ({
  status: publicStatus(transaction),
  shown: displayStatus(transaction),
  holds: holdsOf(transaction),
  parties: { buyer: transaction.buyerId, seller: transaction.sellerId, listing: transaction.listingId },
  terms: {
    amount: transaction.amount,
    fee: transaction.fee,
    shippingCost: transaction.shippingCost,
    total: transaction.total,
    zone: transaction.zone,
  },
  balances: [...balances].filter(([, amount]) => amount !== 0).sort(byName),
  held: heldMoney(transaction),
  mostPartialRefund: mostPartialRefund(transaction),
  escrowTimeLeft: escrowTimeLeft(transaction, now),
  payoutBegun: hasPayoutBegun(transaction),
  rateable: canBeRated(transaction, now),
  ...openOf(transaction, now),
});

export const transactionSummary = (events: readonly DomainEvent[]): Told[] => {
  const balances = new Map<string, number>();
  let transaction = transactionAggregate.initial;
  return (events as readonly TransactionEvent[]).map((event) => {
    const moved = postings(event, transaction).map(({ account, amount }): [string, number] => [account, amount]);
    for (const [account, amount] of moved) balances.set(account, (balances.get(account) ?? 0) + amount);
    transaction = transactionAggregate.evolve(transaction, event);
    return { type: event.type, postings: moved.sort(byName), means: meaning(transaction, event.data.at, balances) };
  });
};
