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
  type Sale,
} from '#domain/transactions/state.ts';
import { allowedCommands, armedDeadlines, displayStatus, transactionAggregate } from '#domain/transactions/transaction.ts';
import type { Told } from './meaning.ts';

const STAFF: Actor = { id: 'e'.repeat(32), role: 'staff' };

const byName = ([one]: [string, ...unknown[]], [other]: [string, ...unknown[]]): number => (one < other ? -1 : 1);

/** What a sale of before may be asked, and what is due in it, told in names that may grow in number. */
export type Open = {
  cases: { kind: string; since: number; dueAt: number }[];
  deadlines: [kind: string, dueAt: number][];
  may: Record<'buyer' | 'seller' | 'staff', string[]>;
};

const openOf = (sale: Sale, now: number): Open => ({
  cases: openCases(sale),
  deadlines: armedDeadlines(sale).map(({ kind, dueAt }) => [kind, dueAt]),
  may: {
    buyer: allowedCommands(sale, { id: sale.buyerId, role: 'member' }, now).sort(),
    seller: allowedCommands(sale, { id: sale.sellerId, role: 'member' }, now).sort(),
    staff: allowedCommands(sale, STAFF, now).sort(),
  },
});

/** What a sale means to people and to money, whatever its state looks like inside. */
const meaning = (sale: Sale, now: number, balances: ReadonlyMap<string, number>): object => ({
  status: publicStatus(sale),
  shown: displayStatus(sale),
  holds: holdsOf(sale),
  parties: { buyer: sale.buyerId, seller: sale.sellerId, listing: sale.listingId },
  terms: { amount: sale.amount, fee: sale.fee, shippingCost: sale.shippingCost, total: sale.total, zone: sale.zone },
  balances: [...balances].filter(([, amount]) => amount !== 0).sort(byName),
  held: heldMoney(sale),
  mostPartialRefund: mostPartialRefund(sale),
  escrowTimeLeft: escrowTimeLeft(sale, now),
  payoutBegun: hasPayoutBegun(sale),
  rateable: canBeRated(sale, now),
  ...openOf(sale, now),
});

export const saleFacts = (events: readonly DomainEvent[]): Told[] => {
  const balances = new Map<string, number>();
  let sale = transactionAggregate.initial;
  return (events as readonly TransactionEvent[]).map((event) => {
    const moved = postings(event, sale).map(({ account, amount }): [string, number] => [account, amount]);
    for (const [account, amount] of moved) balances.set(account, (balances.get(account) ?? 0) + amount);
    sale = transactionAggregate.evolve(sale, event);
    return { type: event.type, postings: moved.sort(byName), means: meaning(sale, event.data.at, balances) };
  });
};
