import type { Recorded } from '#application/ports/eventCodec.ts';
import type { DomainEvent } from '#domain/events.ts';
import { type Actor, PROVIDER, SYSTEM } from '#domain/shared/actor.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { ProviderEvent, TransactionCommand } from '#domain/transactions/commands.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { DEFAULT_SHIPPING_RATES } from '#domain/transactions/shipping.ts';
import { type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';
import { asRead, type Unread } from '#tests/support/asReader.ts';
import { BUYER, image, NOW, SELLER } from '../given.ts';

export const TRANSACTION = 'c'.repeat(32);
export const LISTING = 'd'.repeat(32);
export const VERIFIED = { bankVerified: true, payoutsHeldUntil: null };
export const ADDRESS = {
  fullName: 'Bea Buyer',
  streetAddress1: '1 High Street',
  streetAddress2: '',
  city: 'Ghent',
  postalCode: '9000',
  country: 'Belgium',
};

type Without<Command> = Command extends TransactionCommand ? Omit<Unread<Command>, 'at' | 'by'> : never;
type WithoutEvent<Event> = Event extends ProviderEvent
  ? Omit<Event, 'eventId' | 'occurredAt' | 'transactionId'>
  : never;

/** A transaction driven by real commands, so its events are those of the product. */
export const openTransaction = ({
  id = TRANSACTION,
  listingId = LISTING,
  buyerId = BUYER,
  sellerId = SELLER,
  amount = 2_500,
  at = NOW,
} = {}) => {
  const events: TransactionEvent[] = [];
  let transaction: Sale = transactionAggregate.initial;
  let now = at;
  let facts = 0;
  const buyer: Actor = { id: buyerId, role: 'member' };
  const seller: Actor = { id: sellerId, role: 'member' };
  const secondStaff: Actor = { id: '9'.repeat(32), role: 'staff' };
  const staff: Actor = { id: 'e'.repeat(32), role: 'staff' };

  const send = (by: Actor, command: Without<TransactionCommand>): void => {
    const decision = transactionAggregate.decide(
      asRead({ ...command, at: now, by } as TransactionCommand, transaction),
      transaction,
    );
    if (!decision.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(decision.error)}`);
    for (const event of decision.value) transaction = transactionAggregate.evolve(transaction, event);
    events.push(...decision.value);
  };
  const told = (fact: WithoutEvent<ProviderEvent>): void => {
    const stated = { eventId: `${id}-${facts++}`, occurredAt: now, transactionId: id, ...fact } as ProviderEvent;
    send(PROVIDER, { type: 'RecordProviderFact', fact: stated, seller: VERIFIED });
  };
  const due = (kind: string): void => {
    const deadline = { kind, dueAt: now } as never;
    send(SYSTEM, { type: 'FireDeadline', deadline, seller: VERIFIED, checkout: 'unpaid' });
  };

  const story = {
    events,
    get sale() {
      return transaction;
    },
    get now() {
      return now;
    },
    buyer: (command: Without<TransactionCommand>) => {
      send(buyer, command);
      return story;
    },
    seller: (command: Without<TransactionCommand>) => {
      send(seller, command);
      return story;
    },
    staff: (command: Without<TransactionCommand>) => {
      send(staff, command);
      return story;
    },
    second: (command: Without<TransactionCommand>) => {
      send(secondStaff, command);
      return story;
    },
    later: (ms: number) => {
      now += ms;
      return story;
    },
    at: (instant: number) => {
      now = instant;
      return story;
    },
    due: (kind: string) => {
      due(kind);
      return story;
    },
    told: (fact: WithoutEvent<ProviderEvent>) => {
      told(fact);
      return story;
    },

    created: () => {
      const item = { title: 'Knight of the Azure Keep', images: [image] };
      return story.buyer({
        type: 'CreateTransaction',
        id,
        listingId,
        buyerId,
        sellerId,
        item,
        amount,
        sellerCountry: 'Netherlands',
        rates: DEFAULT_SHIPPING_RATES,
      });
    },
    addressed: () =>
      story.later(60_000).buyer({
        type: 'SetShipping',
        address: ADDRESS,
        zone: 'continental',
        shippingCost: 1_500,
        checkout: { attempt: 1, sessionId: `s1${id}`, url: 'https://pay.example/1' },
      }),
    paid: () =>
      story
        .created()
        .addressed()
        .later(60_000)
        .told({
          kind: 'payment.paid',
          sessionId: `s1${id}`,
          paymentId: `p1${id}`,
          captured: transaction.total!,
          currency: 'EUR',
        }),
    failed: () =>
      story
        .created()
        .addressed()
        .later(60_000)
        .told({ kind: 'payment.failed', sessionId: `s1${id}`, reason: 'declined' }),
    expired: () => {
      story.created();
      return story.at(transaction.windowEndsAt).due('paymentWindow');
    },
    shipped: () =>
      story.paid().later(DAY).seller({ type: 'ConfirmShipment', trackingCode: '3STRACK', carrier: 'PostNL' }),
    paused: () =>
      story
        .shipped()
        .later(10 * DAY)
        .buyer({ type: 'PauseEscrow', reason: 'still waiting, my neighbour Zed knows' }),
    disputed: () =>
      story
        .shipped()
        .later(DAY)
        .buyer({
          type: 'OpenDispute',
          category: 'NOT_AS_DESCRIBED',
          claim: 1_000,
          text: 'the left arm is missing',
          evidence: ['e1'],
        }),
    /** Over €500, so a second person must confirm. */
    proposed: () =>
      story
        .disputed()
        .later(DAY)
        .seller({ type: 'ContestDispute', text: 'it left whole', evidence: [] })
        .later(HOUR)
        .staff({ type: 'DecideDispute', toBuyer: 0, rationale: 'the photos say so', seller: VERIFIED }),
    confirmed: () => {
      story.proposed().later(HOUR);
      if (transaction.proposed) {
        const confirmation = { decisionId: transaction.proposed.id, rationale: 'the photos say so', seller: VERIFIED };
        story.later(DAY).second({ type: 'ConfirmDecision', ...confirmation });
      }
      return story;
    },
    strange: () =>
      story.shipped().told({ kind: 'other', name: 'fee.taken', reference: 'f1', amount: 700 }).later(HOUR).staff({
        type: 'PlaceStaffHold',
        reason: 'what is that fee',
      }),
    delivered: () =>
      story
        .shipped()
        .later(2 * DAY)
        .buyer({ type: 'ConfirmDelivery', seller: VERIFIED }),
    completed: () => {
      story.delivered();
      story.at(transaction.payout.runAt!).due('payoutRun');
      return story
        .later(HOUR)
        .told({ kind: 'payout.paid', payoutId: transaction.payout.id!, amount: transaction.payout.amount });
    },
    paidAgain: () =>
      story.later(HOUR).told({
        kind: 'payment.paid',
        sessionId: transaction.checkout!.sessionId,
        paymentId: 'pay_again',
        captured: transaction.total!,
        currency: 'EUR',
      }),
    secondPaymentBack: () => {
      const { refundId, amount } = transaction.duplicates.pay_again!;
      return story.later(HOUR).told({ kind: 'refund.done', refundId, amount });
    },
    refunded: () => {
      story.paid().later(HOUR).seller({ type: 'Cancel', reason: 'SHIPPING_ISSUES', otherReason: null });
      return story
        .later(HOUR)
        .told({ kind: 'refund.done', refundId: transaction.refund!.id, amount: transaction.refund!.amount });
    },
    settled: () => {
      story.disputed().later(HOUR).seller({ type: 'AcceptClaim', seller: VERIFIED });
      return story
        .later(HOUR)
        .told({ kind: 'refund.done', refundId: transaction.refund!.id, amount: transaction.refund!.amount });
    },
  };
  return story;
};

export const STORIES = [
  'created',
  'failed',
  'expired',
  'paid',
  'shipped',
  'paused',
  'disputed',
  'delivered',
  'completed',
  'refunded',
  'settled',
  'proposed',
  'confirmed',
  'strange',
] as const;

/** Merges streams into one history; `turns` picks the next stream, and the rest follows at the end. */
export const interleave = (
  streams: Readonly<Record<string, readonly DomainEvent[]>>,
  turns: readonly number[] = [],
): Recorded[] => {
  const open = Object.entries(streams).map(([stream, events]) => ({ stream, events, revision: 0 }));
  const history: Recorded[] = [];
  const take = (place: number): void => {
    const from = open[place]!;
    const event = from.events[from.revision]!;
    const position = String(history.length + 1).padStart(20, '0');
    history.push({
      ...event,
      id: `00000000-0000-5000-8000-${String(history.length).padStart(12, '0')}`,
      stream: from.stream,
      revision: from.revision++,
      position,
      version: 1,
      recordedAt: event.data.at,
      metadata: {
        correlationId: 'x',
        causationId: 'x',
        commandId: 'x',
        prevHash: null,
        hash: 'x',
        actor: { id: 'system', role: 'system' },
      },
    } as Recorded);
    if (from.revision === from.events.length) open.splice(place, 1);
  };
  for (const turn of turns) if (open.length > 0) take(turn % open.length);
  while (open.length > 0) take(0);
  return history;
};
