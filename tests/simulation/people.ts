import type { TransactionRequest } from '#application/transactions/transactions.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { toEuros } from '#domain/shared/money.ts';
import { mayEver, partOf, type RuledCommand } from '#domain/transactions/allowed.ts';
import { STAFF_COMMANDS } from '#domain/transactions/decide/unread.ts';
import { owedNow } from '#domain/transactions/owedOutside.ts';
import {
  canBeRated,
  heldMoney,
  isTerminal,
  mostPartialRefund,
  openChargebacks,
  type Transaction,
} from '#domain/transactions/state.ts';
import { allowedCommands, armedDeadlines } from '#domain/transactions/transaction.ts';
import { sumsShown } from '#tests/support/asReader.ts';
import type { Process } from './process.ts';
import type { Provider } from './provider.ts';
import { WORLD } from './scheduler.ts';
import type { Temper } from './tempers.ts';
import type { Answer, World } from './world.ts';

export type People = {
  buyers: Actor[];
  /** They reserve listings and never pay. */
  lapsers: Actor[];
  /** The tempers of malicious buyers. */
  tempers: Map<string, Temper>;
  sellers: Actor[];
  staff: Actor[];
  stranger: Actor;
};
type Outcome = { ok: boolean; error?: unknown; value?: unknown };

/** Weight of each allowed command; commands that end a transaction early are rare. */
const LIKING: Readonly<Record<RuledCommand, number>> = {
  CreateTransaction: 0,
  SetShipping: 30,
  OpenCheckout: 12,
  Cancel: 0.4,
  ConfirmShipment: 12,
  ConfirmDelivery: 0.6,
  PauseEscrow: 9,
  ResumeEscrow: 1,
  OpenDispute: 2,
  WithdrawDispute: 1,
  AcceptClaim: 1,
  ContestDispute: 2,
  OfferSettlement: 2,
  AcceptSettlement: 2,
  RefuseSettlement: 2,
  GiveStatement: 0.5,
  AppealDecision: 1,
  AskParty: 0.3,
  RequestReturn: 2,
  ApproveReturn: 4,
  GiveReturnAddress: 4,
  RefuseReturn: 2,
  ShipReturn: 5,
  ConfirmReturnReceived: 3,
  RejectReturn: 2,
  DecideDispute: 8,
  ConfirmDecision: 8,
  RejectDecision: 1,
  CounterDecision: 1,
  CloseCase: 2,
  EndChargeback: 0.3,
  ConfirmChargebackEnd: 8,
  RejectChargebackEnd: 1,
  // the bank has decided, so the other outcome is wrong
  CounterChargebackEnd: 0,
  SettleOutsideProvider: 12,
  ConfirmOutsideSettlement: 8,
  RejectOutsideSettlement: 1,
  CounterOutsideSettlement: 1,
  PlaceStaffHold: 0.3,
  LiftStaffHold: 6,
  ReviewPayability: 0,
  RetryRefund: 6,
  InitiatePayout: 0,
} as Record<RuledCommand, number>;
const COMMANDS = Object.keys(LIKING) as RuledCommand[];
const COUNTRIES = [
  'Netherlands',
  'Germany',
  'France',
  'Italy',
  'Spain',
  'Poland',
  'Japan',
  'United States',
  'Atlantis',
];
/** Without these, no transaction gets started. */
const ALWAYS: readonly string[] = ['SetShipping', 'OpenCheckout', 'ConfirmShipment'];

const address = (country: string) => ({
  fullName: 'A Buyer',
  streetAddress1: 'Street 1',
  streetAddress2: '',
  city: 'Town',
  postalCode: '1',
  country,
});

/** An open chargeback that the bank has already decided. */
const decidedByBank = (transaction: Transaction, provider: Provider) => {
  for (const chargebackId of openChargebacks(transaction)) {
    const outcome = provider.bankStateOf(chargebackId);
    if (outcome === 'won' || outcome === 'lost') return { chargebackId, outcome };
  }
  return undefined;
};

/** A proposed end that waits. */
const pendingEnd = ({ chargebacks }: Transaction) => {
  const [chargebackId, claim] = Object.entries(chargebacks).find(([, { ending }]) => ending) ?? [];
  return { chargebackId: chargebackId ?? 'none', endId: claim?.ending?.id ?? 'none' };
};

const requestOf = (
  type: RuledCommand,
  transaction: Transaction,
  by: Actor,
  { random, provider }: Pick<World, 'random' | 'provider'>,
): TransactionRequest => {
  const sums = [
    1,
    Math.floor(mostPartialRefund(transaction) / 2),
    mostPartialRefund(transaction),
    heldMoney(transaction),
  ];
  const sum = random.chance(0.05) ? random.pick([-1, 0, heldMoney(transaction) + 1]) : random.pick(sums);
  const text = random.chance(0.03) ? '' : 'words';
  const [owed = { what: 'refund', paymentId: null }] = owedNow(transaction);
  const cancelled = { reason: random.pick(['UNAVAILABLE', 'SHIPPING_ISSUES', null] as const), otherReason: null };
  return {
    type,
    text,
    reason: text,
    rationale: text,
    category: random.pick(['NOT_RECEIVED', 'DAMAGED', 'OTHER']),
    claim: sum,
    toBuyer: type === 'DecideDispute' && random.chance(0.4) ? 0 : sum,
    carrier: null,
    to: address('Netherlands'),
    sellerPaysPostage: false,
    trackingCode: text,
    otherReason: null,
    evidence: [`evidence/${transaction.id}/${by.id}/1`],
    what: owed.what,
    ...(owed.paymentId !== null && { paymentId: owed.paymentId }),
    reference: text,
    settlementId: transaction.outside.proposed?.id ?? 'none',
    decisionId: transaction.proposed?.id ?? 'none',
    question: text,
    party: random.pick(['buyer', 'seller']),
    days: 1 + random.below(3),
    note: text,
    kind: random.pick(Object.keys(transaction.marks)) ?? 'lateClaim',
    chargebackId: 'none',
    outcome: 'won',
    ...(type === 'EndChargeback' && decidedByBank(transaction, provider)),
    ...((type === 'ConfirmChargebackEnd' || type === 'RejectChargebackEnd') && pendingEnd(transaction)),
    ...(type === 'Cancel' && cancelled),
    // sometimes based on an outdated page
    ...(type in STAFF_COMMANDS && {
      basedOn: Math.max(0, transaction.revision - (random.chance(0.05) ? random.below(4) : 0)),
    }),
    ...((type === 'AcceptClaim' || type === 'AcceptSettlement') &&
      !random.chance(0.03) &&
      sumsShown(transaction, type)),
  } as unknown as TransactionRequest;
};

/** Buyers, sellers and staff. They use allowed commands, sometimes refused ones, give up, return, and repeat requests. */
export const openPeople = (world: World) => {
  const { random, scheduler, witness, fail } = world;
  const now = scheduler.now;
  // each world has its own preferences, so that rare turns are common in some
  const liking = Object.fromEntries(
    COMMANDS.map((type) => [type, LIKING[type] * (ALWAYS.includes(type) ? 1 : random.pick([0.1, 1, 1, 4]))]),
  ) as typeof LIKING;
  const transactionOf = (id: string): Transaction => witness.sales.get(id)!.sale;

  const context = (actor: Actor, commandId = `c.${random.hex(20)}`) => ({
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor,
  });

  /** One request; without an answer it may be repeated later under the same id, in any process. */
  const request = async <Value>(
    actor: Actor,
    work: (process: Process, given: ReturnType<typeof context>) => Promise<Value>,
  ): Promise<Answer<Value>> => {
    const given = context(actor);
    for (let attempt = 1; ; attempt++) {
      const process = world.anyProcess();
      const answer = process ? await world.ask(process, () => work(process, given)) : ({ kind: 'lost' } as const);
      if (answer.kind === 'answered' && !random.chance(0.02)) return answer;
      if (attempt === 4 || random.chance(0.2)) return answer;
      await scheduler.turn(WORLD, 'somebody tries again', random.pick([0, 1_000, MINUTE, HOUR]));
    }
  };

  const issue = async (id: string, type: RuledCommand, by: Actor): Promise<void> => {
    const transaction = transactionOf(id);
    const details = requestOf(type, transaction, by, world);
    const length = witness.sales.get(id)!.history.length;
    const answer = await request<Outcome>(by, ({ sales: transactions }, given) => {
      if (type === 'SetShipping')
        return transactions.setShipping(id, { address: address(random.pick(COUNTRIES)), sums: {} }, given);
      return type === 'OpenCheckout' ? transactions.initiatePayment(id, given) : transactions.act(id, details, given);
    });
    const part = partOf(transaction, by);
    const forbidden = part === undefined || !mayEver(part, type);
    if (forbidden && answer.kind === 'answered' && answer.value.ok)
      fail(`${type} was granted to ${part ?? 'a stranger'}`);
    const mine = witness.sales
      .get(id)!
      .stored.slice(length)
      .some(({ metadata }) => metadata.actor.id === by.id);
    if (part === undefined && mine) fail(`a stranger has written ${type}`);
  };

  const rate = async (transaction: Transaction, by: Actor): Promise<void> => {
    await request(by, ({ sales: transactions }, given) =>
      transactions.rateSeller(
        transaction.sellerId,
        { transactionId: transaction.id, rating: 1 + random.below(5) },
        given,
      ),
    );
    const { ratedSales: ratedTransactions } = witness.accounts.get(transaction.sellerId)!;
    if (new Set(ratedTransactions).size !== ratedTransactions.length) fail(`sale ${transaction.id} is rated twice`);
  };

  /** Looks at a transaction and does something about it, or nothing. */
  const act = async (id: string, by: Actor): Promise<void> => {
    const transaction = transactionOf(id);
    const allowed = allowedCommands(transaction, by, now()).filter((type): type is RuledCommand => type in LIKING);
    // commands that only a hold forbids
    const free = { ...transaction, chargeback: 'none', staff: 'none', pause: 'none', dispute: 'none' } as const;
    const tempting = allowedCommands(free, by, now()).filter((type) => !allowed.includes(type as RuledCommand));
    if (tempting.length > 0 && random.chance(0.3)) return issue(id, random.pick(tempting) as RuledCommand, by);
    if (random.chance(0.07)) return issue(id, random.pick(COMMANDS), random.chance(0.2) ? people.stranger : by);
    if (by.id === transaction.buyerId && canBeRated(transaction, now()) && random.chance(0.3))
      return rate(transaction, by);
    const temper = people.tempers.get(by.id);
    const likes: Partial<Record<RuledCommand, number>> = temper?.likes ?? liking;
    const weights = Object.fromEntries(allowed.map((type) => [type, likes[type] ?? 0]));
    // the buyer sometimes corrects the address
    if (transaction.status === 'PAYMENT_PENDING') weights.SetShipping = 0.3;
    const choice = random.weighted({ ...weights, nothing: 4 } as Record<RuledCommand | 'nothing', number>);
    if (choice !== 'nothing') await issue(id, choice, by);
    // the same through the other call
    if (choice === 'Cancel' && random.chance(0.3))
      await request<Outcome>(by, ({ sales: transactions }, given) =>
        transactions.changeStatus(
          id,
          { status: 'CANCELLED', reason: 'UNAVAILABLE', otherReason: null, trackingCode: null, carrier: null },
          given,
        ),
      );
  };

  /** The next look: days later, or just before, at or after the next deadline. */
  const nextLook = (transaction: Transaction, by: Actor): number => {
    const next = armedDeadlines(transaction).find(({ dueAt }) => dueAt > now())?.dueAt;
    if (next !== undefined && people.tempers.get(by.id)?.lateOnly && transaction.shippedAt !== null)
      return Math.max(now() + 1_000, next - MINUTE);
    if (next !== undefined && random.chance(0.15)) return next + random.pick([-1, 0, 1, 5_000]);
    const unpaid = transaction.captured === 0;
    return now() + random.between(MINUTE, unpaid ? 6 * MINUTE : random.pick([HOUR, DAY, 3 * DAY]));
  };

  const follow = (id: string, by: Actor): void =>
    scheduler.at(nextLook(transactionOf(id), by), WORLD, `${by.role} looks at a sale`, () => {
      if (people.resting || (isTerminal(transactionOf(id)) && random.chance(0.4))) return;
      world.spawn(async () => {
        await act(id, by);
        follow(id, by);
      });
    });

  const buy = async (buyer: Actor): Promise<void> => {
    const offers = [...witness.listings].filter(([, { status }]) => status === 'active');
    if (offers.length === 0) return;
    const [listing, { sellerId, offer }] = random.pick(offers.slice(0, 6));
    const amount = toEuros(random.chance(0.02) ? offer.price + 1 : offer.price);
    await request<Outcome>(buyer, ({ sales: transactions }, given) =>
      transactions.buy({ listing, seller: sellerId, amount }, given),
    );
  };

  const people: People & { resting: boolean } = {
    tempers: new Map(),
    buyers: [],
    lapsers: [],
    sellers: [],
    staff: [],
    resting: false,
    stranger: { id: '9'.repeat(32), role: 'member' },
  };
  witness.tellOfSales((id, { buyerId, sellerId }) => {
    if (!people.lapsers.some((lapser) => lapser.id === buyerId)) follow(id, { id: buyerId, role: 'member' });
    follow(id, { id: sellerId, role: 'member' });
  });
  /** Without the purchases of lapsers, which show nothing of later states. */
  const transactionsBegun = (): number =>
    [...witness.sales.values()].filter(
      ({ sale: transaction }) => !people.lapsers.some(({ id }) => id === transaction.buyerId),
    ).length;

  return { people, request, act, issue, buy, context, salesBegun: transactionsBegun };
};

export type Acting = ReturnType<typeof openPeople>;
