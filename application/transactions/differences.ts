import type { Cents } from '#domain/shared/money.ts';
import { bookedLoss, type DifferingObject, differenceOf } from '#domain/transactions/differences.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { currencyOfAccount } from '#domain/transactions/ledgerAccounts.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import type { ProviderObject } from '../ports/payments.ts';
import type { ProviderObjects } from './storage.ts';

type Known = { sale: Transaction; history: readonly TransactionEvent[] };

/** The case of an object in its present state, as a provider event id. */
const idIn = ({ kind, id, amount }: ProviderObject, state: string): string =>
  ['object', kind, id, state, amount].join('.');
/** After staff booked the object, another difference is another case. */
const idOfNext = (object: ProviderObject, lost: Cents | null): string => `${idIn(object, object.state)}.lost.${lost}`;

export const caseIdOf = (object: ProviderObject, known: Known | undefined): string =>
  known && bookedLoss(known.sale, asDiffering(object)) > 0
    ? idOfNext(object, lostBy(object, known))
    : idIn(object, object.state);

export const caseIdOfVanished = (object: ProviderObject): string => idIn(object, 'vanished');

const CASE_ID = /^object\.(payment|refund|chargeback|transfer|payout)\.(.+?)\.([a-z]+\.\d+)(\.lost\.-?\w+)?$/;

/** The object of a case, if the provider still lists it in the state that the case is about. */
export const objectOfCase = async (caseId: string, objects: ProviderObjects): Promise<ProviderObject | undefined> => {
  const [, kind, id, state] = CASE_ID.exec(caseId) ?? [];
  const object = kind && id ? await objects.object(kind as ProviderObject['kind'], id) : undefined;
  return object && `${object.state}.${object.amount}` === state ? object : undefined;
};

/** A transfer and its payout move the same money. */
export const asDiffering = ({ kind, id, reference }: ProviderObject): DifferingObject => {
  if (kind === 'transfer' || kind === 'payout') return { object: 'payout', objectId: reference };
  return { object: kind, objectId: kind === 'refund' ? id : reference };
};

/** The sum that left the provider with the object. A payment brings money in. An open chargeback has taken nothing in our books. */
const leftBy = ({ kind, state, amount }: ProviderObject): Cents => {
  switch (kind) {
    case 'payment':
      return state === 'done' ? -amount : 0;
    case 'refund':
      return state === 'done' ? amount : 0;
    case 'chargeback':
      return state === 'lost' ? amount : 0;
    case 'transfer':
    case 'payout':
      return state === 'failed' ? 0 : amount;
  }
};

/** Whether the event is the provider's word about the object. */
const isAbout = ({ kind, id, reference }: ProviderObject, { data }: TransactionEvent): boolean => {
  switch (kind) {
    case 'payment':
      return 'captured' in data && 'paymentId' in data && data.paymentId === reference;
    case 'refund': {
      const named = 'providerRefundId' in data ? data.providerRefundId : undefined;
      return 'refundId' in data && data.refundId === reference && (named ?? id) === id;
    }
    case 'chargeback':
      return 'chargebackId' in data && data.chargebackId === reference;
    case 'transfer':
    case 'payout':
      return 'payoutId' in data && data.payoutId === reference;
  }
};

const isAtProvider = (account: string): boolean => /^(psp_clearing|seller_paid)\b/.test(account);

/** The sums that left the provider according to our books, by currency, without differences that staff booked. */
const bookedBy = (object: ProviderObject, history: Known['history']): Map<string, Cents> => {
  const sums = new Map<string, Cents>();
  let transaction = transactionAggregate.initial;
  for (const event of history) {
    if (isAbout(object, event))
      for (const { account, amount } of postings(event, transaction).filter((each) => isAtProvider(each.account)))
        sums.set(currencyOfAccount(account), (sums.get(currencyOfAccount(account)) ?? 0) + amount);
    transaction = transactionAggregate.evolve(transaction, event);
  }
  return sums;
};

/** The whole sum that the provider took by the object beyond our events; negative if it holds more. Null: in two currencies. */
export const lostBy = (object: ProviderObject, { history }: Pick<Known, 'history'>): Cents | null => {
  const { [object.currency]: booked = 0, ...others } = Object.fromEntries(bookedBy(object, history));
  return Object.values(others).some((sum) => sum !== 0) ? null : leftBy(object) - booked;
};

/** The cases that end because staff booked the object's difference and both agree now; undefined if they do not, or booked nothing. */
export const casesSettled = (object: ProviderObject, { sale, history }: Known): string[] | undefined => {
  const difference = differenceOf(sale, asDiffering(object));
  if (!difference || lostBy(object, { history }) !== difference.lost) return undefined;
  return [idIn(object, object.state), idOfNext(object, difference.lost)];
};
