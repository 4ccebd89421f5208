import { SYSTEM } from '#domain/shared/actor.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { NO_TRANSACTION } from '#domain/transactions/noTransaction.ts';
import type { RuledCommand } from '#domain/transactions/process/commandTable.ts';
import { DEFAULT_SHIPPING_RATES } from '#domain/transactions/shipping.ts';
import { isRefundOf, openChargebacks, type Transaction } from '#domain/transactions/state.ts';
import type { Terms } from '#domain/transactions/terms/terms.ts';
import { BUYER, commands, SELLER } from './details.ts';
import { CHECKED_POLICY } from './policy.ts';
import { foldWith, type Rules } from './rules.ts';
import { PAYABLE } from './standing.ts';
import { statements } from './statements.ts';
import { time } from './time.ts';

export type Node = { sale: Transaction; now: Instant };
/** `chance`: the provider, of what it had told to have failed. Nobody can count on that. */
export type Mover = 'buyer' | 'seller' | 'staff' | 'provider' | 'chance' | 'clock';

/** What is walked: a sale at this price, with so much of what may go wrong outside. */
export type Scope = {
  name: string;
  /** Cents. */
  price: number;
  /** Commands that nobody gives. */
  without: readonly RuledCommand[];
  /** Whether refunds and payouts may fail, come back and arrive late, and a payment may come twice; or only refunds; or payouts, which stay failed. */
  providerFails: boolean | 'refunds' | 'payouts';
  /** By the payer's bank, at most. */
  chargebacks: number;
  /** Somebody sends money back on the provider's own pages; what had arrived arrives by another try, too, and comes back where all is in euros. */
  byHand?: boolean;
  /** Payments and claims come in another currency as well; what is sent back by hand, likewise. */
  foreign?: boolean;
  /** What is owed beside the sale goes back before anything else happens: what may meet it is walked elsewhere. */
  owedFirst?: boolean;
};

/** Without a command only time passes. */
export type Move = {
  by: Mover;
  label: string;
  at: Instant;
  command?: TransactionCommand;
  /**
   * As the move before it, but for how the seller stands, which matters where somebody asks; or but for who of the staff, or which of two
   * claims of the bank: where both stand alike, it leads to the same.
   */
  alike?: 'butForSeller' | 'butForName';
};

const becomesPayable = ({ sale: transaction, now }: Node): Move[] =>
  transaction.status === 'ESCROW_COMPLETED' && transaction.money === 'payable'
    ? [
        {
          by: 'seller',
          at: now,
          label: 'seller: can be paid',
          command: { type: 'ReviewPayability', by: SYSTEM, at: now, seller: PAYABLE },
        },
      ]
    : [];

/** It sends what is owed beside the sale, is the word about that, or ends what holds it or the sale. */
const concernsOwed = (transaction: Transaction, { command }: Move): boolean => {
  if (command?.type !== 'RecordProviderFact')
    return ['RetryRefund', 'EndChargeback', 'LiftStaffHold', 'DecideDispute'].includes(command?.type ?? '');
  const { fact: event } = command;
  if ('chargebackId' in event) return openChargebacks(transaction).includes(event.chargebackId);
  return (
    event.kind === 'refund.done' &&
    Object.values(transaction.duplicates).some((each) => isRefundOf(each, event.refundId))
  );
};

export const movesFrom = (node: Node, scope: Scope, rules: Rules): Move[] => {
  const moves = [
    ...commands(node, rules, scope.without),
    ...becomesPayable(node),
    ...statements(node, scope),
    ...time(node, rules),
  ];
  const isOwed = scope.owedFirst && Object.values(node.sale.duplicates).some(({ state }) => state !== 'done');
  return isOwed ? moves.filter((move) => concernsOwed(node.sale, move)) : moves;
};

/** Monday 2 March 2026, ten o'clock in Amsterdam. */
const MONDAY = Date.UTC(2026, 2, 2, 9);

/** A sale that has just begun. */
export const begin = ({ price }: Scope, rules: Rules, policy: Terms = CHECKED_POLICY): Node => {
  const command: TransactionCommand = {
    type: 'CreateTransaction',
    by: BUYER,
    at: MONDAY,
    id: '0195a1b2c3d47e8f90a1b2c3d4e5f607',
    listingId: 'a'.repeat(32),
    buyerId: BUYER.id,
    sellerId: SELLER.id,
    item: { title: 'Knight', images: [] },
    amount: price,
    sellerCountry: 'Netherlands',
    rates: DEFAULT_SHIPPING_RATES,
  };
  const transaction = foldWith(rules, rules.decide(command, NO_TRANSACTION) ?? [], NO_TRANSACTION);
  return { sale: { ...transaction, policyVersion: policy.version }, now: MONDAY };
};

/** The state after a move and its events; undefined if it is refused or writes nothing. */
export const afterMove = (node: Node, move: Move, rules: Rules): Node | undefined => {
  if (!move.command) return { ...node, now: move.at };
  const events = rules.decide(move.command, node.sale);
  if (!events || events.length === 0) return undefined;
  return { sale: foldWith(rules, events, node.sale), now: move.at };
};
