import {
  type CheckoutStatus,
  type Payments,
  type ProviderObject,
  ProviderRefused,
} from '#application/ports/payments.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import type { Faults } from './faults.ts';
import type { Books, Chargeback, Movement, Payment, PayoutMovement, RefundMovement, Session } from './providerBooks.ts';
import { nameOf, objectsIn } from './providerObjects.ts';
import type { Random } from './random.ts';
import { type Scheduler, WORLD } from './scheduler.ts';

type Details<Event> = Event extends unknown ? Omit<Event, 'eventId' | 'occurredAt' | 'transactionId'> : never;
type Options = {
  /** A defect: a repeated key moves money again. */
  ignoresKeys: boolean;
  /** The fraction of payments that are charged back. */
  chargedBack: number;
  /** The fraction of payments that are refunded by hand at the provider. */
  byHand: number;
  /** The fraction of arrived refunds that the payer's bank returns. */
  cameBack: number;
  /** It lists its objects, so any webhook about them may be lost for good. */
  lists: boolean;
  scheduler: Scheduler;
  random: Random;
  faults: Faults;
  /** Whether the payer was sent to this session's page. */
  isShown: (sessionId: string) => boolean;
  /** Delivers a webhook; false unless the marketplace answers 200. */
  deliver: (event: ProviderEvent) => Promise<boolean>;
  /** Called for each requested movement. */
  asked: (movement: Movement) => void;
};

/** The marketplace polls for these, so their webhooks may be lost for good. */
const ASKED_ABOUT: readonly string[] = [
  'payment.paid',
  'refund.done',
  'refund.failed',
  'payout.paid',
  'payout.failed',
  'chargeback.won',
  'chargeback.lost',
];
/** Found only through the lists. They do not reach back to a refund that returns after weeks. */
const LISTED: readonly string[] = [
  'payment.paid',
  'refund.done',
  'payout.paid',
  'payout.failed',
  'chargeback.opened',
  'chargeback.won',
  'chargeback.lost',
];
const OBJECTS_ON_A_PAGE = 7;
const PATIENCE = [MINUTE, 5 * MINUTE, HOUR, 6 * HOUR, DAY];

/**
 * A provider that respects its idempotency keys and books but is otherwise unreliable: it repeats, delays, reorders and loses messages,
 * captures wrong amounts and expired sessions, and takes statements back. Payers and all banks act at random.
 */
export const openProvider = (options: Options) => {
  const { ignoresKeys, chargedBack, byHand, cameBack, lists, scheduler, random, faults, isShown, deliver, asked } =
    options;
  const books: Books = { sessions: new Map(), payments: new Map(), refunds: [], payouts: [], chargebacks: new Map() };
  let serial = 0;
  let underWay = 0;
  let changedAt = scheduler.now();
  const isReliable = () => faults.weather.webhookTwice === 0 && faults.weather.webhookLost === 0;

  const later = (delay: number, label: string, run: () => void) => {
    underWay++;
    scheduler.at(scheduler.now() + delay, WORLD, `provider: ${label}`, () => {
      underWay--;
      run();
    });
  };

  const post = async (event: ProviderEvent, attempt = 0): Promise<void> => {
    underWay++;
    const arrived = await deliver(event);
    underWay--;
    const wait = PATIENCE[Math.min(attempt, PATIENCE.length - 1)]!;
    if (!arrived) later(wait, `${event.kind} again`, () => void post(event, attempt + 1));
  };

  const tell = (transactionId: string, details: Details<ProviderEvent>, certain = false): void => {
    const { weather } = faults;
    changedAt = scheduler.now();
    const mayBeLost = lists ? LISTED.includes(details.kind) : !certain && ASKED_ABOUT.includes(details.kind);
    if (random.chance(weather.webhookLost) && mayBeLost) return;
    const event = {
      ...details,
      eventId: `evt_${++serial}`,
      occurredAt: scheduler.now(),
      transactionId,
    } as ProviderEvent;
    const delay = () => (isReliable() ? 1_000 : random.pick([500, 500, 5_000, MINUTE, 3 * HOUR, 2 * DAY]));
    later(delay(), event.kind, () => void post(event));
    if (random.chance(weather.webhookTwice)) later(delay(), `${event.kind} twice`, () => void post(event));
    // the same message under another id
    const other = { ...event, eventId: `evt_${++serial}` };
    if (random.chance(weather.webhookTwice / 2)) later(delay(), `${event.kind} anew`, () => void post(other));
  };

  const capture = (session: Session, captured = session.amount, currency = 'EUR', again = false): void => {
    const { id: sessionId, transactionId } = session;
    const paymentId = `pay_${++serial}`;
    // must be delivered: the marketplace polls neither for impossible payments nor for the first of two
    const certain = again || (session.state !== 'open' && session.state !== 'processing');
    const payment = { id: paymentId, sessionId, transactionId, captured, currency, createdAt: scheduler.now() };
    books.payments.set(paymentId, payment);
    session.state = 'paid';
    tell(transactionId, { kind: 'payment.paid', sessionId, paymentId, captured, currency }, certain);
    if (random.chance(byHand)) later(random.below(20 * DAY), 'a refund by hand', () => refundByHand(payment));
    const after = random.below(random.pick([4 * HOUR, DAY, 12 * DAY, 70 * DAY]));
    if (random.chance(chargedBack)) later(after, 'chargeback', () => chargeBack(payment));
  };

  const fail = (session: Session, reason: string): void => {
    if (session.state !== 'open' && session.state !== 'processing') return;
    session.state = 'failed';
    tell(session.transactionId, { kind: 'payment.failed', sessionId: session.id, reason });
  };

  /** The payer's action on the checkout page. */
  const payerComes = (session: Session): void => {
    const late = random.chance(0.03);
    if (!isShown(session.id)) return;
    if (session.state !== 'open' && !(late && session.state === 'expired')) return;
    const wrong = random.chance(0.02);
    const choice = random.weighted({ paid: 72, failed: 8, processing: 12, leaves: 6, twice: 2 });
    if (choice === 'leaves') return;
    if (choice === 'failed') fail(session, 'declined');
    else if (choice === 'processing') {
      session.state = 'processing';
      tell(session.transactionId, { kind: 'payment.processing', sessionId: session.id });
      const end = random.chance(0.7) ? () => capture(session) : () => fail(session, 'the bank transfer bounced');
      later(random.between(HOUR, 9 * DAY), 'bank transfer ends', end);
    } else {
      const captured = wrong ? session.amount + random.pick([-100, -1, 1, 500]) : session.amount;
      capture(session, captured, random.chance(0.01) ? 'USD' : 'EUR', choice === 'twice');
    }
    if (choice === 'twice') later(random.below(2 * DAY), 'captured again', () => capture(session));
  };

  const chargeBack = (payment: Payment): void => {
    const { id: paymentId, transactionId, captured, currency } = payment;
    const amount = random.pick([captured, captured, Math.ceil(captured / 3), captured + 5]);
    const isTold = random.chance(0.9);
    const silent = isTold && random.chance(0.1);
    const id = `cb_${++serial}`;
    const createdAt = scheduler.now();
    const chargeback: Chargeback = { id, transactionId, paymentId, amount, currency, state: 'open', silent, createdAt };
    books.chargebacks.set(chargeback.id, chargeback);
    const say = (kind: 'chargeback.opened' | 'chargeback.won' | 'chargeback.lost', certain = false) =>
      tell(transactionId, { kind, chargebackId: chargeback.id, amount, currency, paymentId }, certain);
    // nobody polls for a chargeback never reported as open: its end must be delivered, or its opening if the end is silent
    if (isTold) say('chargeback.opened', silent);
    const end = (state: 'won' | 'lost', certain: boolean): void => {
      chargeback.state = state;
      if (!silent) say(`chargeback.${state}`, certain);
    };
    const changesMind = (): void => {
      end(chargeback.state === 'won' ? 'lost' : 'won', true);
      mayChange();
    };
    const mayChange = (): void => {
      if (!silent && random.chance(0.3)) later(random.between(HOUR, 9 * DAY), 'the bank changes its mind', changesMind);
    };
    later(random.between(HOUR, 20 * DAY), 'chargeback ends', () => {
      end(random.chance(0.5) ? 'won' : 'lost', !isTold);
      mayChange();
    });
    if (random.chance(0.3)) later(random.below(9 * DAY), 'another chargeback', () => chargeBack(payment));
  };

  /** The amount of a payment that was refunded or is on its way back. */
  const goingBack = (paymentId: string): Cents =>
    books.refunds
      .filter((refund) => refund.paymentId === paymentId && refund.state !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);

  /** Somebody refunds on the provider's own pages. Nobody polls for it, so its webhook must be delivered. */
  const refundByHand = ({ id: paymentId, transactionId, captured, currency }: Payment): void => {
    const amount = random.pick([captured, Math.ceil(captured / 4)]);
    if (goingBack(paymentId) + amount > captured) return;
    const refundId = `hand_${++serial}`;
    const createdAt = scheduler.now();
    books.refunds.push({ refundId, attempt: 1, paymentId, transactionId, amount, state: 'done', createdAt });
    const providerRefundId = nameOf({ refundId, attempt: 1 });
    tell(transactionId, { kind: 'refund.done', refundId, providerRefundId, amount, paymentId, currency }, true);
  };

  /** Refunds to these cards fail until the faults end. */
  const closedCards = new Set<string>();

  const endRefund = (refund: RefundMovement): void => {
    const { transactionId, refundId, amount } = refund;
    const ids = { refundId, providerRefundId: nameOf(refund) };
    const comesBack = () => {
      refund.state = 'failed';
      // nobody polls for a refund that has arrived
      tell(transactionId, { kind: 'refund.failed', ...ids, reason: 'the account is closed' }, true);
    };
    const done = () => {
      // a poll for an id reports one attempt, so several arrivals must be delivered
      const arrived = books.refunds.filter((other) => other.refundId === refundId && other.state === 'done');
      const certain = refund.state !== 'pending' || arrived.length > 0;
      refund.state = 'done';
      tell(transactionId, { kind: 'refund.done', ...ids, amount }, certain);
      for (const other of arrived)
        tell(
          transactionId,
          { kind: 'refund.done', refundId, providerRefundId: nameOf(other), amount: other.amount },
          true,
        );
      if (cameBack > 0 && random.chance(cameBack))
        later(random.between(9 * DAY, 30 * DAY), 'a refund comes back', comesBack);
    };
    const isClosed = closedCards.has(refund.paymentId);
    if (isReliable() || (!isClosed && random.chance(0.8))) {
      done();
      return;
    }
    if (random.chance(0.3)) closedCards.add(refund.paymentId);
    refund.state = 'failed';
    tell(transactionId, { kind: 'refund.failed', ...ids, reason: 'the card was closed' });
    const fits = () => goingBack(refund.paymentId) + amount <= (books.payments.get(refund.paymentId)?.captured ?? 0);
    if (!isClosed && random.chance(0.2)) later(random.below(3 * DAY), 'refund done after all', () => fits() && done());
  };

  const endPayout = (payout: PayoutMovement): void => {
    const { transactionId, payoutId, amount } = payout;
    const outcome = isReliable()
      ? 'paid'
      : random.weighted({ paid: 78, failed: 8, refused: 5, returned: 6, turned: 3 });
    const paid = () => {
      payout.turned = payout.state !== 'pending';
      payout.state = 'paid';
      tell(transactionId, { kind: 'payout.paid', payoutId, amount }, payout.turned);
    };
    if (outcome === 'paid' || outcome === 'returned') paid();
    else {
      payout.state = 'failed';
      const accountAtFault = outcome === 'refused';
      tell(transactionId, { kind: 'payout.failed', payoutId, reason: 'the bank says no', accountAtFault });
    }
    if (outcome === 'turned') later(random.below(4 * DAY), 'payout paid after all', paid);
    if (outcome === 'returned')
      later(random.between(HOUR, 20 * DAY), 'payout returned', () => {
        payout.state = 'returned';
        tell(transactionId, { kind: 'payout.returned', payoutId, reason: 'account closed', amount });
      });
  };

  const statusOf = (session: Session | undefined): CheckoutStatus => {
    if (session?.state !== 'paid') return { state: session?.state ?? 'expired' };
    const payment = [...books.payments.values()].find(({ sessionId }) => sessionId === session.id)!;
    return { state: 'paid', paymentId: payment.id, captured: payment.captured, currency: payment.currency };
  };

  type Sum = { transactionId: string; amount: Cents; currency: string };
  const refundSum = ({ transactionId, paymentId, amount }: RefundMovement): Sum => {
    const { currency = 'EUR' } = books.payments.get(paymentId) ?? {};
    return { transactionId, amount, currency };
  };
  const total = (counts: (row: Sum) => boolean): Cents => {
    const sum = (rows: readonly Sum[]) => rows.filter(counts).reduce((all, { amount }) => all + amount, 0);
    return (
      sum([...books.payments.values()].map(({ captured, ...payment }) => ({ ...payment, amount: captured }))) -
      sum(books.refunds.filter(({ state }) => state === 'done').map(refundSum)) -
      sum(books.payouts.filter(({ state }) => state === 'paid').map((payout) => ({ ...payout, currency: 'EUR' }))) -
      sum([...books.chargebacks.values()].filter(({ state }) => state === 'lost'))
    );
  };

  const objects = (): ProviderObject[] => objectsIn(books);

  const payments: Payments = {
    name: 'simulation',
    identifiesSellers: false,
    openCheckout: async ({ transactionId, attempt, amount, expiresAt }) => {
      const id = `cs_${transactionId}_${attempt}_${amount}`;
      if (!books.sessions.has(id)) {
        const session: Session = { id, transactionId, amount, state: 'open' };
        // an earlier session of the same attempt had another amount and was never shown
        for (const other of books.sessions.values())
          if (other.id.startsWith(`cs_${transactionId}_${attempt}_`) && other.state === 'open') other.state = 'expired';
        books.sessions.set(id, session);
        later(random.pick([MINUTE, 2 * MINUTE, 3 * MINUTE, 6 * MINUTE, 6 * MINUTE, 25 * MINUTE]), 'a payer', () =>
          payerComes(session),
        );
        later(Math.max(0, expiresAt - scheduler.now()), 'a session ends', () => {
          if (session.state === 'open') session.state = 'expired';
        });
      }
      return { sessionId: id, url: `https://provider.example/${id}` };
    },
    expireCheckout: async (id) => {
      const session = books.sessions.get(id);
      if (session?.state === 'open') session.state = 'expired';
      return statusOf(session);
    },
    askCheckout: async (id) => statusOf(books.sessions.get(id)),
    refund: async (request) => {
      const earlier = books.refunds.filter(({ refundId }) => refundId === request.refundId);
      if (!ignoresKeys && earlier.some(({ attempt, state }) => attempt === request.attempt || state === 'done')) return;
      const payment = books.payments.get(request.paymentId);
      if (!payment) throw new Error(`no payment ${request.paymentId}`);
      const made = { ...request, transactionId: payment.transactionId, createdAt: scheduler.now() };
      const tooMuch = goingBack(request.paymentId) + request.amount > payment.captured;
      if (tooMuch && !ignoresKeys) {
        asked({ refused: { ...made, state: 'failed' } });
        throw new ProviderRefused('more than was captured');
      }
      const refund: RefundMovement = { ...made, state: 'pending' };
      books.refunds.push(refund);
      asked({ refund });
      later(isReliable() ? HOUR : random.pick([1_000, HOUR, DAY, 4 * DAY, 14 * DAY]), 'refund ends', () =>
        endRefund(refund),
      );
    },
    payOut: async (request) => {
      if (!ignoresKeys && books.payouts.some(({ payoutId }) => payoutId === request.payoutId)) return;
      const payout: PayoutMovement = { ...request, state: 'pending', createdAt: scheduler.now() };
      books.payouts.push(payout);
      asked({ payout });
      later(isReliable() ? HOUR : random.pick([1_000, DAY, 3 * DAY, 9 * DAY]), 'payout ends', () => endPayout(payout));
    },
    askRefund: async (id) => {
      const made = books.refunds.filter(({ refundId }) => refundId === id);
      const is = (wanted: string) => made.find(({ state }) => state === wanted);
      const stands = is('done') ?? is('pending') ?? made[0];
      return stands && { id: nameOf(stands), state: stands.state, amount: stands.amount };
    },
    askPayout: async (id) => {
      const state = books.payouts.find(({ payoutId }) => payoutId === id)?.state;
      return state === 'returned' ? 'paid' : state;
    },
    askChargeback: async (id) => {
      const chargeback = books.chargebacks.get(id);
      return chargeback && { state: chargeback.silent ? 'open' : chargeback.state, amount: chargeback.amount };
    },
    submitEvidence: async () => undefined,
    verifyBankAccount: async ({ iban }) =>
      iban.startsWith('XX') ? { verified: false, reason: 'no such account' } : { verified: true },
    balance: async () => ({ available: total(({ currency }) => currency === 'EUR'), pending: 0 }),
    listObjects: async ({ kind, from, after }) => {
      const all = lists ? objects().filter((object) => object.kind === kind && object.createdAt >= from) : [];
      const begin = Number(after ?? 0);
      const end = begin + OBJECTS_ON_A_PAGE;
      return { objects: all.slice(begin, end), next: end < all.length ? String(end) : null };
    },
    recallPayout: async () => undefined,
    identityPage: async () => undefined,
    readWebhook: async (rawBody) => JSON.parse(rawBody.toString()) as ProviderEvent,
  };

  return {
    payments,
    books,
    objects,
    /** When money last moved, or a movement was reported. */
    changedAt: () => changedAt,
    /** Whether deliveries or movements are pending. */
    busy: () => underWay > 0,
    /** Sends a message that matches no event of ours. */
    murmur: (transactionId: string): void => {
      const amount = random.pick([null, 1, 700]);
      tell(transactionId, { kind: 'other', name: 'balance.adjusted', reference: `ref_${++serial}`, amount });
    },
    /** The bank's answer when somebody at the marketplace asks. */
    bankStateOf: (chargebackId: string): Chargeback['state'] | undefined => books.chargebacks.get(chargebackId)?.state,
    /** The provider's balance of a transaction's money. */
    balanceOf: (transactionId: string, inCurrency: string): Cents =>
      total((row) => row.transactionId === transactionId && row.currency === inCurrency),
  };
};

export type Provider = ReturnType<typeof openProvider>;
