import { transition } from 'xstate';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { account } from '#domain/accounts/account.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import type { Account } from '#domain/accounts/state.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { listing } from '#domain/listings/listing.ts';
import type { ListingState } from '#domain/listings/state.ts';
import { escrow } from '#domain/transactions/escrow.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { type EscrowState, REGIONS } from '#domain/transactions/process/regions.ts';
import { type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';
import {
  type UnpaidPurchaseEvent,
  type UnpaidPurchases,
  unpaidPurchases,
} from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { lossOf } from './losses.ts';
import type { Provider } from './provider.ts';
import type { Movement, PayoutMovement, RefundMovement } from './providerBooks.ts';
import { type Balances, brokenInvariant, hasLetGo, wrongEvent } from './rules.ts';

type Chart = Parameters<typeof transition<typeof escrow>>[1];
export type Watched = {
  sale: Sale;
  balances: Balances;
  history: TransactionEvent[];
  stored: StoredEvent[];
  /** The state before each event. */
  before: Sale[];
  livePayouts: number;
  /** The statechart, run in parallel to the lookup tables for a sample of transactions. */
  chart: Chart | undefined;
};

const SOLD: readonly string[] = [
  'AWAIT_SHIPPING',
  'IN_ESCROW',
  'ESCROW_COMPLETED',
  'READY_FOR_PAYOUT',
  'PAYOUT_INITIATED',
  'COMPLETED',
];
const PAYOUT_ENDS: readonly string[] = ['PayoutCompleted', 'PayoutFailed', 'PayoutRefused'];

const regionsOf = (transaction: Sale): EscrowState =>
  Object.fromEntries(
    Object.keys(REGIONS).map((region) => [region, transaction[region as keyof EscrowState]]),
  ) as EscrowState;

type RefundAsked = Extract<
  TransactionEvent,
  { type: 'RefundRequested' | 'RefundRetried' | 'DuplicateRefundRequested' }
>;
const isRefundAsked = (event: TransactionEvent): event is RefundAsked =>
  event.type === 'RefundRequested' || event.type === 'RefundRetried' || event.type === 'DuplicateRefundRequested';

const idIn = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

type Deps = {
  fail: (what: string) => void;
  sampled: () => boolean;
  /** When the provider's message that caused an event had reached us. */
  heardAt: (cause: string) => number | undefined;
  /** The transaction's own evolve, without memoization. */
  evolve: typeof transactionAggregate.evolve;
};

/** Checks every stored event and every movement of money against the rules. `fail` ends the world. */
export const openWitness = ({ fail, sampled, heardAt, evolve }: Deps) => {
  const transactions = new Map<string, Watched>();
  const listings = new Map<string, ListingState>();
  const accounts = new Map<string, Account>();
  const buyers = new Map<string, UnpaidPurchases>();
  const soldBy = new Map<string, Set<string>>();
  const hashes = new Map<string, string>();
  let onSale: (id: string, transaction: Sale) => void = () => undefined;

  const open = (): Watched => ({
    sale: transactionAggregate.initial,
    balances: {},
    history: [],
    stored: [],
    before: [],
    livePayouts: 0,
    chart: sampled() ? escrow.resolveState({ value: regionsOf(transactionAggregate.initial) }) : undefined,
  });

  const walkChart = (watched: Watched, event: TransactionEvent, transaction: Sale): void => {
    if (!watched.chart) return;
    [watched.chart] = transition(escrow, watched.chart, event);
    if (JSON.stringify(watched.chart.value) !== JSON.stringify(regionsOf(transaction)))
      fail(`after ${event.type} the chart is elsewhere than the sale`);
  };

  const onTransactionEvent = (id: string, stored: StoredEvent): void => {
    const event = stored as unknown as TransactionEvent;
    const watched = transactions.get(id) ?? open();
    transactions.set(id, watched);
    const before = watched.sale;
    const wrong = wrongEvent(event, stored, before, watched);
    if (wrong) fail(`sale ${id}: ${wrong}`);
    const entries = postings(event, before);
    if (entries.reduce((sum, { amount }) => sum + amount, 0) !== 0) fail(`sale ${id}: ${event.type} does not balance`);
    for (const entry of entries) {
      const name = entry.account.split(':')[0]!;
      watched.balances[name] = (watched.balances[name] ?? 0) + entry.amount;
    }
    if (event.type === 'PayoutInitiated') watched.livePayouts++;
    if (PAYOUT_ENDS.includes(event.type)) watched.livePayouts--;
    const transaction = transactionAggregate.evolve(before, event);
    walkChart(watched, event, transaction);
    watched.before.push(before);
    watched.sale = transaction;
    watched.history.push(event);
    watched.stored.push(stored);
    const sold = soldBy.get(transaction.listingId) ?? new Set();
    soldBy.set(transaction.listingId, sold);
    if (SOLD.includes(transaction.status) && !hasLetGo(transaction, watched.history)) sold.add(id);
    else sold.delete(id);
    if (sold.size > 1) fail(`listing ${transaction.listingId} is sold to ${[...sold].join(' and ')}`);
  };

  const losses = new Map<string, number>();
  /** Explains each cent lost by the event that nobody here could have prevented. */
  const explainLoss = (id: string, { sale: transaction, history, before, stored }: Watched, facts: number): void => {
    const loss = lossOf({
      history,
      before,
      after: transaction,
      first: history.length - facts,
      recordedAt: stored.map(({ recordedAt }) => recordedAt),
      heardAt: (place) => heardAt(stored[place]!.metadata.causationId),
    });
    if (loss && 'avoidable' in loss) fail(`sale ${id}: ${loss.avoidable}`);
    else if (loss) losses.set(loss.because, (losses.get(loss.because) ?? 0) + loss.cents);
  };

  const settle = (id: string, facts: number): void => {
    const watched = transactions.get(id)!;
    const { sale: transaction, balances, livePayouts, history } = watched;
    explainLoss(id, watched, facts);
    const broken = brokenInvariant(transaction, balances, livePayouts);
    if (broken) fail(`sale ${id}, ${transaction.status} after ${history.at(-1)?.type}: ${broken}`);
    if (
      sampled() &&
      JSON.stringify(history.reduce(evolve, transactionAggregate.initial)) !== JSON.stringify(transaction)
    )
      fail(`sale ${id}: replayed it is another`);
  };

  const onListingEvent = (id: string, event: ListingEvent, recordedAt: number): void => {
    const before = listings.get(id) ?? listing.initial;
    if (event.type === 'ListingReserved' && (before.reservation || before.status !== 'active'))
      fail(`listing ${id} is reserved while ${before.reservation ? 'it is reserved' : before.status}`);
    if (
      event.type === 'ListingSold' &&
      (before.soldTo || before.reservation?.transactionId !== event.data.transactionId)
    )
      fail(`listing ${id} is sold to one who had not reserved it`);
    listings.set(id, listing.evolve(before, event));
    // a reservation by a process that was frozen beyond its window ends with the next sweep
    if (event.type !== 'ListingReserved' || event.data.until <= recordedAt) return;
    const { buyerId, transactionId } = event.data;
    if (!buyers.get(buyerId)?.open.some((purchase) => purchase.transactionId === transactionId))
      fail(`listing ${id} is reserved by a purchase that is not counted`);
    const unpaid = [...listings.values()].filter(
      ({ reservation: kept }) => kept?.buyerId === buyerId && kept.until > recordedAt,
    );
    if (unpaid.length > 3) fail(`unpaidPurchases ${buyerId} keeps ${unpaid.length} listings off the market`);
  };

  const onUnpaidPurchaseEvent = (id: string, { type, data }: UnpaidPurchaseEvent): void => {
    const before = buyers.get(id) ?? unpaidPurchases.initial;
    if (type === 'PurchaseBegun' && (before.blocks[data.listingId]?.until ?? 0) > data.at)
      fail(`unpaidPurchases ${id} begins to buy ${data.listingId}, which is closed to them`);
    const after = unpaidPurchases.evolve(before, { type, data } as UnpaidPurchaseEvent);
    if (after.open.length > 3)
      fail(`unpaidPurchases ${id} has ${after.open.length} purchases that wait for their payment`);
    buyers.set(id, after);
  };

  /** The events of one append; the state is consistent only after the last. */
  const stored = (events: readonly Recorded[]): void => {
    const { stream } = events[0]!;
    const id = idIn(stream);
    try {
      for (const event of events) {
        const { prevHash, hash } = event.metadata;
        if (prevHash !== (hashes.get(stream) ?? null)) fail(`${stream} does not chain`);
        hashes.set(stream, hash);
        if (stream.startsWith('transaction-')) onTransactionEvent(id, event);
        if (stream.startsWith('listing-')) onListingEvent(id, event as unknown as ListingEvent, event.recordedAt);
        if (stream.startsWith('buyer-')) onUnpaidPurchaseEvent(id, event as unknown as UnpaidPurchaseEvent);
        if (stream.startsWith('account-'))
          accounts.set(id, account.evolve(accounts.get(id) ?? account.initial, event as unknown as AccountEvent));
      }
      if (stream.startsWith('transaction-')) settle(id, events.length);
    } catch (error) {
      fail(`${stream}: ${error}`);
    }
    if (events[0]!.type === 'TransactionCreated') onSale(id, transactions.get(id)!.sale);
  };

  const payoutMoved = ({ books }: Provider, { payoutId, transactionId, amount, destination }: PayoutMovement): void => {
    const history = transactions.get(transactionId)?.history ?? [];
    const initiated = history.find((event) => event.type === 'PayoutInitiated' && event.data.payoutId === payoutId);
    if (initiated?.type !== 'PayoutInitiated') fail(`payout ${payoutId} that nobody initiated`);
    else if (initiated.data.amount !== amount) fail(`payout ${payoutId} of ${amount}, not of ${initiated.data.amount}`);
    if (!destination.iban) fail(`payout ${payoutId} to nowhere`);
    // a payout paid after it was reported as failed is the provider's fault until we hear of it: `rules` checks the rest
    const live = books.payouts.filter(
      (p) => p.transactionId === transactionId && !p.turned && ['pending', 'paid'].includes(p.state),
    );
    if (live.length > 1) fail(`payouts ${live.map((payout) => payout.payoutId).join(' and ')} at once at the provider`);
  };

  const refundMoved = ({ books }: Provider, { refundId, transactionId, amount, paymentId }: RefundMovement): void => {
    const history = transactions.get(transactionId)?.history ?? [];
    const asked = history.find((event) => isRefundAsked(event) && event.data.refundId === refundId);
    if (!asked || !isRefundAsked(asked)) fail(`refund ${refundId} that nobody requested`);
    else if ('amount' in asked.data && asked.data.amount !== amount) {
      // a failed refund, reduced by a chargeback or a refund by hand, is retried with the rest
      const hasChargebacks = Object.keys(transactions.get(transactionId)?.sale.chargebacks ?? {}).length > 0;
      const byHand = history.reduce(
        (sum, { type, data }) => sum + (type === 'RefundMadeByHand' && data.paymentId === paymentId ? data.amount : 0),
        0,
      );
      const isLess = amount < asked.data.amount && (hasChargebacks || amount + byHand >= asked.data.amount);
      if (!isLess) fail(`refund ${refundId} of ${amount}, not of ${asked.data.amount}`);
    }
    const live = books.refunds.filter((refund) => refund.paymentId === paymentId && refund.state !== 'failed');
    if (live.filter((refund) => refund.refundId === refundId).length > 1) fail(`refund ${refundId} moves twice`);
    const captured = books.payments.get(paymentId)?.captured ?? 0;
    if (live.reduce((sum, refund) => sum + refund.amount, 0) > captured)
      fail(`more than the ${captured} captured go back of payment ${paymentId}`);
  };

  /** Allowed only if another one wrongly counted as failed, or was made by hand. */
  const refundRefused = ({ books }: Provider, { refundId, transactionId, paymentId }: RefundMovement): void => {
    const history = transactions.get(transactionId)?.history ?? [];
    const unforeseen = (id: string) =>
      id.startsWith('hand') ||
      history.some(
        ({ type, data }) => (type === 'RefundFailed' || type === 'DuplicateRefundFailed') && data.refundId === id,
      );
    const live = books.refunds.filter((refund) => refund.paymentId === paymentId && refund.state !== 'failed');
    if (!live.some((refund) => unforeseen(refund.refundId))) fail(`refund ${refundId} asks for more than was captured`);
  };

  /** Every requested movement must match an event and may not happen twice. */
  const moved = (provider: Provider, movement: Movement): void => {
    if ('payout' in movement) payoutMoved(provider, movement.payout);
    else if ('refused' in movement) refundRefused(provider, movement.refused);
    else refundMoved(provider, movement.refund);
  };

  return {
    sales: transactions,
    listings,
    accounts,
    buyers,
    losses,
    stored,
    moved,
    tellOfSales: (listener: typeof onSale) => {
      onSale = listener;
    },
  };
};

export type Witness = ReturnType<typeof openWitness>;
