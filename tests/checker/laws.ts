import { EURO } from '#domain/shared/currencies.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { currencyOf } from '#domain/transactions/currency.ts';
import type { TransactionEvent, TransactionEventType } from '#domain/transactions/events.ts';
import type { Posting } from '#domain/transactions/ledger.ts';
import { currencyOfAccount } from '#domain/transactions/ledgerAccounts.ts';
import { DEADLINE_ROWS } from '#domain/transactions/process/deadlineTable.ts';
import {
  disputeOpen,
  hasOfTransaction,
  heldMoney,
  isRefundOf,
  isTerminal,
  lostToPayer,
  openChargebacks,
  type Transaction,
} from '#domain/transactions/state.ts';
import type { Move } from './moves.ts';

/** One event of a move: its entries, the transaction before and after it, and after the whole move. */
export type Turn = {
  move: Move;
  event: TransactionEvent;
  entries: readonly Posting[];
  before: Transaction;
  after: Transaction;
  atTheEnd: Transaction;
};

/** What could pay for a loss: not what is on its way to the payer. */
const heldFor = (transaction: Transaction): number =>
  transaction.payable +
  transaction.inEscrow +
  (transaction.refund?.state === 'requested' ? 0 : transaction.refundInTransit);

/** Cents in our hands, wherever they are on their way. */
export const withUs = (transaction: Transaction): number =>
  transaction.inEscrow + transaction.refundInTransit + transaction.payable + transaction.payoutInTransit;

const isTimer = ({ command }: Move): boolean => command?.type === 'FireDeadline';
/** Those in another currency than the sale's own money hold nothing of it. */
const bankClaims = (transaction: Transaction): boolean =>
  openChargebacks(transaction).some((id) => transaction.chargebacks[id]?.currency === undefined);
const MOVES_MONEY = ['RefundRequested', 'EscrowReleased', 'PayoutInitiated'];
/** The party that loses the money that the event moves. */
const LOSES_BY: Readonly<Partial<Record<TransactionEventType, string>>> = {
  RefundRequested: 'seller',
  EscrowReleased: 'buyer',
};
const ENDED = ['CANCELLED', 'REFUNDED'];

/** What was lost before the sale's own money came counts as lost of it then. */
const PAID_FOR_AFTERWARDS: readonly string[] = [
  'RefundArrivedLate',
  'RefundMadeByHand',
  'PaymentMismatched',
  'LatePaymentReceived',
];

/** What no event may do, by the name in a counterexample. Returns what is wrong, or nothing. */
export const SAFETY: Readonly<Record<string, (turn: Turn) => string | false>> = {
  'the entries of a fact sum to nothing': ({ event, entries }) => {
    if (entries.length === 0) return false;
    const sums = new Map<string, number>();
    for (const { account, amount } of entries) {
      const currency = currencyOfAccount(account);
      sums.set(currency, (sums.get(currency) ?? 0) + amount);
    }
    const [uneven] = [...sums].filter(([, sum]) => sum !== 0);
    return uneven !== undefined && `the entries of ${event.type} sum to ${uneven[1]} ${uneven[0]}`;
  },
  'no cent comes from nowhere, and none is lost': ({ after }) => {
    const came = after.captured + after.platformLoss;
    const toPayer = after.refunded + after.refundedTwice + after.chargedBack;
    const toSeller = after.paidOut + after.overpaid + after.keptForSeller + after.keptPaid;
    const went = toPayer + toSeller + after.feeTaken;
    return came !== withUs(after) + went && `${came} came in, ${withUs(after)} are with us and ${went} went out`;
  },
  'nothing is owed that is not there': ({ after }) => {
    const least = Math.min(
      after.inEscrow,
      after.refundInTransit,
      after.payable,
      after.payoutInTransit,
      heldMoney(after),
    );
    return least < 0 && `${least} cents`;
  },
  'what is held is where it can be divided': ({ after }) => {
    const { money, inEscrow, refundInTransit, payable, released } = after;
    const there = {
      escrow: inEscrow,
      refunding: inEscrow + refundInTransit,
      payable: payable + (released?.fee ?? 0),
    };
    if (money !== 'escrow' && money !== 'refunding' && money !== 'payable') return false;
    return heldMoney(after) !== there[money] && `${heldMoney(after)} are held, ${there[money]} of them in ${money}`;
  },
  'nothing is paid twice': ({ event, before }) => {
    if (event.type === 'PayoutInitiated') {
      const before1 = Object.values(before.payoutAttempts).find(({ state }) => state === 'live' || state === 'paid');
      return before1 !== undefined && `a payout beside one that is ${before1.state}`;
    }
    if (event.type === 'SettledOutsideProvider' && event.data.what === 'refund')
      return before.refund?.state !== 'failed' && `by staff what is ${before.refund?.state} at the provider`;
    return event.type === 'RefundRequested' && before.money !== 'escrow' && `a refund out of ${before.money}`;
  },
  'what staff have paid is no longer owed': ({ event, before, atTheEnd }) => {
    if (event.type !== 'SettledOutsideProvider') return false;
    const { what, amount, paymentId = '' } = event.data;
    const owed = {
      refund: atTheEnd.refunded - before.refunded - amount,
      duplicate: atTheEnd.duplicates[paymentId]?.state === 'done' ? 0 : amount,
      kept: atTheEnd.keptForSeller,
    };
    return owed[what] !== 0 && `${owed[what]} of ${amount} after it`;
  },
  'no timer moves money over an open dispute': ({ move, event, before }) =>
    isTimer(move) && MOVES_MONEY.includes(event.type) && disputeOpen(before) && `${event.type} by ${move.label}`,
  'a timer takes money only from whom it names': ({ move, event, before }) => {
    // a decision, not the timer, divided what waits for an appeal
    if (move.command?.type !== 'FireDeadline' || before.deferred) return false;
    const { names } = DEADLINE_ROWS[move.command.deadline.kind];
    const loser = LOSES_BY[event.type];
    return loser !== undefined && names !== loser && `${event.type} by ${move.label}, which names ${names}`;
  },
  'nobody is decided against while they may still answer': ({ event, before }) =>
    event.type === 'DisputeDecided' &&
    event.data.toBuyer > 0 &&
    before.dispute === 'awaiting_seller' &&
    'decided while the seller has time to answer',
  'nobody is paid while a bank claims the money': ({ event, before }) =>
    event.type === 'PayoutInitiated' && bankClaims(before) && 'a payout under an open chargeback',
  'a loss is ours only when nothing is held any more': ({ event, before, after, atTheEnd }) => {
    const lost = after.platformLoss - before.platformLoss;
    const held = after.inEscrow + after.payable;
    // what came to the seller twice is taken from what they are still owed as soon as that is released
    if (event.type === 'PayoutOverpaid') return false;
    // what is held pays for it in the same moment
    if (PAID_FOR_AFTERWARDS.includes(event.type))
      return lostToPayer(atTheEnd) > 0 && heldFor(atTheEnd) > 0 && `${heldFor(atTheEnd)} are held`;
    return lost > 0 && held > 0 && `${event.type} loses ${lost} of ours while ${held} are held`;
  },
  'the payer has what was decided, or is owed it, whatever their bank gives back': ({ event, after }) => {
    const { refund, refundInTransit } = after;
    const gives = event.type === 'ChargebackPartlyReversed' || event.type === 'LateChargebackReversed';
    if (!gives || !refund || refund.whole || refund.silent || isTerminal(after)) return false;
    const without = refund.due - hasOfTransaction(after) - refundInTransit;
    return without > 0 && `${event.type} leaves them without ${without} cents`;
  },
  'nobody is paid for what was never shipped': ({ move, event, before }) =>
    event.type === 'EscrowReleased' &&
    before.shippedAt === null &&
    (before.refund === null || before.refund.whole) &&
    (isBackAgain(before) ||
      (before.decided === null && !['DecideDispute', 'ConfirmDecision'].includes(move.command?.type ?? ''))) &&
    `released by ${move.label}`,
  'a sale that reads as over holds no money': ({ after }) =>
    ENDED.includes(after.status) && after.inEscrow + after.payable > 0 && `${after.status} with money in escrow`,
  'what is over is at rest': ({ after }) =>
    isTerminal(after) &&
    heldMoney(after) !== 0 &&
    withUs(after) > 0 &&
    `${withUs(after)} cents are left in ${after.status}`,
};

/** All was to go back, or had gone: not even the staff give it to the seller, who may have sold the item again. */
const isBackAgain = ({ status, released }: Transaction): boolean => status === 'ESCROW_COMPLETED' && released === null;

type Said = Extract<TransactionCommand, { type: 'RecordProviderFact' }>['fact'];
/** What is known already: the provider may say it as often as it likes. */
const isKnown = (fact: Said, transaction: Transaction): boolean => {
  switch (fact.kind) {
    case 'chargeback.opened':
      return fact.chargebackId in transaction.chargebacks;
    case 'chargeback.won': {
      const { stands, back = 0 } = transaction.chargebacks[fact.chargebackId] ?? {};
      // all that was given back by then, as it was told before
      return stands === 'won' || (stands === 'lost' && fact.amount <= back);
    }
    case 'chargeback.lost':
      return transaction.chargebacks[fact.chargebackId]?.stands === 'lost';
    case 'refund.failed':
      // what had arrived and came back is owed like a second payment, under the same id
      return fact.providerRefundId !== undefined && fact.refundId in transaction.refundsDone
        ? fact.providerRefundId in transaction.refundsBack
        : (transaction.refund?.id === fact.refundId && transaction.refund.state === 'failed') ||
            Object.values(transaction.duplicates).some(
              ({ refundId, state }) => refundId === fact.refundId && state === 'failed',
            );
    case 'refund.done': {
      const { arrivals } = transaction.refundsDone[fact.refundId] ?? {};
      return arrivals && fact.providerRefundId !== undefined
        ? fact.providerRefundId in arrivals
        : fact.refundId in transaction.refundsDone;
    }
    case 'payment.failed':
    case 'payment.processing':
      // no money has moved
      return true;
    default:
      return false;
  }
};

export const NO_WORD_DROPPED = 'no word about money is dropped';
/** Of a statement that writes nothing. */
export const dropped = ({ command }: Move, transaction: Transaction): string | false =>
  command?.type === 'RecordProviderFact' &&
  !isKnown(command.fact, transaction) &&
  `${command.fact.kind} writes nothing`;

/** What of the payer's money has moved at the provider with it, and not before: more than nothing has left us. */
const movedBy = (fact: Said, transaction: Transaction): number | undefined => {
  switch (fact.kind) {
    case 'payment.paid':
      return -fact.captured;
    case 'refund.done':
      return fact.amount;
    case 'chargeback.lost':
      return transaction.chargebacks[fact.chargebackId]?.stands === 'lost' ? 0 : fact.amount;
    case 'chargeback.won': {
      const { stands, amount = 0, back = 0 } = transaction.chargebacks[fact.chargebackId] ?? {};
      if (stands === 'lost') return -Math.min(amount, Math.max(0, fact.amount - back));
      return stands === 'open' || stands === 'lateOpen' ? Math.max(0, amount - fact.amount) : 0;
    }
    default:
      return undefined;
  }
};

export const BOOKED = 'what has moved at the provider stands in the books, in its currency';
/** About the events that a statement wrote. */
export const unbooked = ({ command }: Move, entries: readonly Posting[], before: Transaction): string | false => {
  if (command?.type !== 'RecordProviderFact') return false;
  const { fact } = command;
  const moved = movedBy(fact, before);
  if (moved === undefined) return false;
  const currency = ('currency' in fact && fact.currency) || currencyOfRefund(fact, before) || currencyOf(before);
  const booked = (inCurrency: boolean) =>
    entries
      .filter(
        ({ account }) => account.startsWith('psp_clearing') && (currencyOfAccount(account) === currency) === inCurrency,
      )
      .reduce((sum, { amount }) => sum + amount, 0);
  if (booked(false) !== 0) return `${booked(false)} in another currency than ${currency}`;
  return booked(true) !== moved && `${booked(true)} of ${moved} ${currency}`;
};

const currencyOfRefund = (fact: Said, { duplicates, foreign }: Transaction): string | undefined => {
  if (fact.kind !== 'refund.done') return undefined;
  const [paymentId] = Object.entries(duplicates).find(([, each]) => isRefundOf(each, fact.refundId)) ?? [];
  return paymentId === undefined ? undefined : (foreign[paymentId] ?? EURO);
};

export const HEARD = 'a claim of the bank stands as the bank says';
/** Of a statement of the bank, whatever was written. */
export const unheard = ({ command }: Move, before: Transaction, after: Transaction): string | false => {
  if (command?.type !== 'RecordProviderFact' || !('chargebackId' in command.fact)) return false;
  const { kind, chargebackId, amount } = command.fact;
  const known = before.chargebacks[chargebackId];
  const stands = after.chargebacks[chargebackId]?.stands;
  if (kind === 'chargeback.opened') return stands === undefined && 'its beginning is not known';
  const whole = (known?.amount ?? 0) + (known?.stands === 'lost' ? (known.back ?? 0) : 0);
  const inPart = kind === 'chargeback.won' && known !== undefined && amount < whole && known.stands !== 'won';
  const should = inPart ? 'lost' : kind.replace('chargeback.', '');
  return stands !== should && `${stands} after ${kind}`;
};

export const LOSS_IS_READ = 'what is lost of money that had left is a case';
/** Nobody asks for it: somebody has to see it. */
export const unread = (entries: readonly Posting[], after: Transaction): string | false => {
  const lost = entries.reduce(
    (sum, { account, amount }) => sum + (account.startsWith('platform_loss') ? amount : 0),
    0,
  );
  return lost < 0 && openCases(after).length === 0 && `${-lost} cents, in ${after.status}`;
};

export const CHART_ADMITS = 'what is decided can be written';
