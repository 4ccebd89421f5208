import type { Knex } from 'knex';
import type { CaseFile } from '#application/contract/cases.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { type SecondPerson, secondPersonsIn, secondPersonWords } from '#domain/audit/peopleIn.ts';
import { isInternal, sentenceOf } from '#domain/notifications/transactions.ts';
import { EURO, toUnits } from '#domain/shared/currencies.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { type Cents, toEuros } from '#domain/shared/money.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { currencyOf, currencyOfPayment } from '#domain/transactions/currency.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { newsSince } from '#domain/transactions/moved.ts';
import { owedNow, type Subject } from '#domain/transactions/owedOutside.ts';
import { receiverOf } from '#domain/transactions/settledOutside.ts';
import { displayStatus, needsDraft, needsSecondPerson, type Transaction } from '#domain/transactions/state.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { casePartyOf, usernamesOf } from '../../accounts/people.ts';
import { messagesAbout } from '../../conversations/staffMessages.ts';
import { listingStatusOf } from '../../listings/queries.ts';
import { type EvidenceLinks, sumsOf } from '../detail.ts';
import { shownTAccount, tAccountsOfTransaction } from '../ledger/queries.ts';
import { type Sights, wordsFor } from '../sights.ts';
import { chargebacksOf } from './chargebacks.ts';
import { earlierCasesOf, similarCasesOf } from './otherCases.ts';
import { casesOf } from './queries.ts';
import { statementsOf } from './statements.ts';

type SaleEvent = Recorded<TransactionEvent>;
type Names = ReadonlyMap<AccountId, string>;

const iso = (instant: Instant): string => new Date(instant).toISOString();

const secondPersonsOf = (events: readonly SaleEvent[]): ReadonlyMap<number, SecondPerson> =>
  secondPersonsIn(events.map(({ type, data, metadata: { actor } }) => ({ type, data, actor })));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the event says, and which two people decided it. */
const detailOf = ({ type, data }: SaleEvent, two: SecondPerson | undefined, names: Names): string | null => {
  const sentence = sentenceOf(type, data);
  if (!two) return sentence;
  const words = `${capital(secondPersonWords(two, (id) => names.get(id) ?? ERASED))}.`;
  return sentence === null ? words : `${sentence} ${words}`;
};

const timelineOf = (events: readonly SaleEvent[], names: Names): CaseFile['timeline'] => {
  let transaction = transactionAggregate.initial;
  const seconds = secondPersonsOf(events);
  return events.map((event, place) => {
    transaction = transactionAggregate.evolve(transaction, event);
    const { actor } = event.metadata;
    return {
      revision: event.revision,
      event: event.type,
      status: displayStatus(transaction),
      timestamp: iso(event.data.at),
      detail: detailOf(event, seconds.get(place), names),
      internal: isInternal(event.type),
      actor: { id: actor.id, role: actor.role, username: names.get(actor.id) ?? null },
    };
  });
};

/** The timeline entries after a revision. */
export const caseNewsOf = async (
  db: Knex,
  events: readonly SaleEvent[],
  since: number,
): Promise<CaseFile['timeline']> => {
  const news = new Set(newsSince(events, since).map(({ revision }) => revision));
  const names = await usernamesOf(
    db,
    events.map(({ metadata }) => metadata.actor.id),
  );
  return timelineOf(events, names).filter(({ revision }) => news.has(revision));
};

/** The part of the refunds that the payer's bank returned, so the payer does not have it. */
const cameBack = ({ duplicates, paymentId, refunded }: Transaction): number => {
  const owed = paymentId === null ? undefined : duplicates[paymentId];
  return owed && owed.state !== 'done' ? Math.min(owed.amount, refunded) : 0;
};

const moneyOf = (transaction: Transaction): CaseFile['sums'] => ({
  ...sumsOf(transaction),
  captured: toUnits(transaction.captured, currencyOf(transaction)),
  refunded: toUnits(transaction.refunded - cameBack(transaction), currencyOf(transaction)),
  chargedBack: toUnits(transaction.chargedBack, currencyOf(transaction)),
  paidOut: toUnits(transaction.paidOut, currencyOf(transaction)),
  fee: toEuros(transaction.fee),
  needsConfirmation: needsSecondPerson(transaction),
  needsDraft: needsDraft(transaction),
});

const pendingOf = (
  transaction: Transaction,
  events: readonly SaleEvent[],
  names: Names,
  sights: Sights,
): CaseFile['pendingDecision'] => {
  const { proposed } = transaction;
  if (!proposed) return null;
  const proposal = events.findLast(({ type }) => type === 'DecisionProposed');
  return {
    decisionId: proposed.id,
    toBuyer: toEuros(proposed.toBuyer),
    toSeller: toEuros(proposed.toSeller),
    fee: toEuros(proposed.fee),
    rationale: wordsFor(sights, proposal?.type === 'DecisionProposed' ? proposal.data.rationale : null),
    proposedBy: { _id: proposed.by, username: names.get(proposed.by) ?? ERASED },
    proposedAt: iso(proposed.at),
    confirmBy: iso(proposed.confirmBy),
    shownUntil: proposed.shownUntil === null ? null : iso(proposed.shownUntil),
    needsAnother: needsSecondPerson(transaction),
  };
};

const transferOf = (transaction: Transaction, { what, paymentId, amount }: Subject & { amount: Cents }) => {
  const currency = currencyOfPayment(transaction, paymentId) ?? currencyOf(transaction);
  return {
    what,
    ...(paymentId !== null && { paymentId }),
    to: receiverOf(what),
    amount: toUnits(amount, currency),
    ...(currency !== EURO && { currency }),
  };
};

const owedOf = (transaction: Transaction): CaseFile['owedOutside'] =>
  owedNow(transaction).map((owed) => ({
    ...transferOf(transaction, owed),
    needsConfirmation: owed.amount > termsFor(transaction).secondPersonAbove,
  }));

const settlementOf = (
  transaction: Transaction,
  events: readonly SaleEvent[],
  names: Names,
  sights: Sights,
): CaseFile['pendingSettlement'] => {
  const { proposed } = transaction.outside;
  const proposal = events.findLast(({ type }) => type === 'OutsideSettlementProposed');
  if (!proposed || proposal?.type !== 'OutsideSettlementProposed') return null;
  return {
    ...transferOf(transaction, proposed),
    settlementId: proposed.id,
    reference: wordsFor(sights, proposal.data.reference),
    rationale: wordsFor(sights, proposal.data.rationale),
    proposedBy: { _id: proposed.by, username: names.get(proposed.by) ?? ERASED },
    proposedAt: iso(proposed.at),
    confirmBy: iso(proposed.confirmBy),
  };
};

const refusedOf = (transaction: Transaction, events: readonly SaleEvent[]): CaseFile['refusedPayout'] => {
  if (!openCases(transaction).some(({ kind }) => kind === 'payoutRefused')) return null;
  const refused = events.findLast(({ type }) => type === 'PayoutRefused' || type === 'PayoutReturned');
  return refused?.type === 'PayoutRefused' || refused?.type === 'PayoutReturned'
    ? { reason: refused.data.reason, askedAt: iso(refused.data.at) }
    : null;
};

/** The case file without the transaction itself. `events`: the transaction's stream. */
export const caseFileOf = async (
  db: Knex,
  events: readonly SaleEvent[],
  sights: Sights,
  now: Instant,
  links: EvidenceLinks,
  imageUrl: (sender: AccountId, other: AccountId, listing: Id, message: Id) => string,
): Promise<Omit<CaseFile, 'transaction' | 'differences' | 'proven' | 'asSold'>> => {
  const transaction = events.reduce(transactionAggregate.evolve, transactionAggregate.initial);
  const { id, buyerId, sellerId, listingId } = transaction;
  const [names, cases, buyer, seller, tAccounts, ofBuyer, ofSeller, similar, listingStatus, messages] =
    await Promise.all([
      usernamesOf(
        db,
        events.map(({ metadata }) => metadata.actor.id),
      ),
      casesOf(db, id, now),
      casePartyOf(db, buyerId),
      casePartyOf(db, sellerId),
      tAccountsOfTransaction(db, id),
      earlierCasesOf(db, buyerId, transaction),
      earlierCasesOf(db, sellerId, transaction),
      similarCasesOf(db, transaction),
      listingStatusOf(db, listingId),
      messagesAbout(db, transaction, sights.messages, (sender, message) =>
        imageUrl(sender, sender === buyerId ? sellerId : buyerId, listingId, message),
      ),
    ]);
  return {
    cases,
    sums: moneyOf(transaction),
    chargebacks: chargebacksOf(transaction, events, names, sights, now),
    refusedPayout: refusedOf(transaction, events),
    statements: statementsOf(events, transaction, names, sights, links),
    pendingDecision: pendingOf(transaction, events, names, sights),
    owedOutside: owedOf(transaction),
    pendingSettlement: settlementOf(transaction, events, names, sights),
    timeline: timelineOf(events, names),
    messages,
    parties: { buyer, seller },
    earlier: { buyer: ofBuyer, seller: ofSeller },
    similar,
    tAccounts: tAccounts.map(shownTAccount),
    listingStatus,
  };
};
