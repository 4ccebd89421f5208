import type { Knex } from 'knex';
import type { CaseFile } from '#application/contract/staff.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { isInternal, sentenceOf } from '#domain/notifications/transactions.ts';
import { EURO, toUnits } from '#domain/shared/currencies.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { type Cents, toEuros } from '#domain/shared/money.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { currencyOf, currencyOfPayment } from '#domain/transactions/currency.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { policyOf } from '#domain/transactions/limits.ts';
import { newsSince } from '#domain/transactions/moved.ts';
import { owedNow, type Subject } from '#domain/transactions/owedOutside.ts';
import { receiverOf } from '#domain/transactions/settledOutside.ts';
import {
  displayStatus,
  needsDraft,
  needsSecondPerson,
  openChargebacks,
  type Sale,
} from '#domain/transactions/state.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { casePartyOf, usernamesOf } from '../../accounts/people.ts';
import { messagesAbout } from '../../conversations/staffMessages.ts';
import { listingStatusOf } from '../../listings/staffListing.ts';
import { type EvidenceLinks, sumsOf } from '../detail.ts';
import { entriesOf, shownEntry } from '../ledger/queries.ts';
import { type Sights, wordsFor } from '../sights.ts';
import { casesOf } from './queries.ts';
import { statementsOf } from './statements.ts';

type SaleEvent = Recorded<TransactionEvent>;
type Names = ReadonlyMap<AccountId, string>;

const iso = (instant: Instant): string => new Date(instant).toISOString();

const timelineOf = (events: readonly SaleEvent[], names: Names): CaseFile['timeline'] => {
  let sale = transactionAggregate.initial;
  return events.map((event) => {
    sale = transactionAggregate.evolve(sale, event);
    const { actor } = event.metadata;
    return {
      revision: event.revision,
      event: event.type,
      status: displayStatus(sale),
      timestamp: iso(event.data.at),
      detail: sentenceOf(event.type, event.data),
      internal: isInternal(event.type),
      actor: { id: actor.id, role: actor.role, username: names.get(actor.id) ?? null },
    };
  });
};

/** What is new to somebody who has read the sale up to a revision, in the words of the timeline. */
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

/** Of what was refunded of the sale's own payment, what its payer's bank has sent back to us: they do not have it. */
const cameBack = ({ duplicates, paymentId, refunded }: Sale): number => {
  const owed = paymentId === null ? undefined : duplicates[paymentId];
  return owed && owed.state !== 'done' ? Math.min(owed.amount, refunded) : 0;
};

const moneyOf = (sale: Sale): CaseFile['sums'] => ({
  ...sumsOf(sale),
  captured: toUnits(sale.captured, currencyOf(sale)),
  refunded: toUnits(sale.refunded - cameBack(sale), currencyOf(sale)),
  chargedBack: toUnits(sale.chargedBack, currencyOf(sale)),
  paidOut: toUnits(sale.paidOut, currencyOf(sale)),
  fee: toEuros(sale.fee),
  needsConfirmation: needsSecondPerson(sale),
  needsDraft: needsDraft(sale),
});

const chargebackOf = (sale: Sale, chargebackId: string): CaseFile['chargebacks'][number] => {
  const { amount = 0, currency = currencyOf(sale) } = sale.chargebacks[chargebackId] ?? {};
  return { chargebackId, amount: toUnits(amount, currency), ...(currency !== EURO && { currency }) };
};

const pendingOf = (
  sale: Sale,
  events: readonly SaleEvent[],
  names: Names,
  sights: Sights,
): CaseFile['pendingDecision'] => {
  const { proposed } = sale;
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
    needsAnother: needsSecondPerson(sale),
  };
};

const transferOf = (sale: Sale, { what, paymentId, amount }: Subject & { amount: Cents }) => {
  const currency = currencyOfPayment(sale, paymentId) ?? currencyOf(sale);
  return {
    what,
    ...(paymentId !== null && { paymentId }),
    to: receiverOf(what),
    amount: toUnits(amount, currency),
    ...(currency !== EURO && { currency }),
  };
};

const owedOf = (sale: Sale): CaseFile['owedOutside'] =>
  owedNow(sale).map((owed) => ({
    ...transferOf(sale, owed),
    needsConfirmation: owed.amount > policyOf(sale).secondPersonAbove,
  }));

const settlementOf = (
  sale: Sale,
  events: readonly SaleEvent[],
  names: Names,
  sights: Sights,
): CaseFile['pendingSettlement'] => {
  const { proposed } = sale.outside;
  const proposal = events.findLast(({ type }) => type === 'OutsideSettlementProposed');
  if (!proposed || proposal?.type !== 'OutsideSettlementProposed') return null;
  return {
    ...transferOf(sale, proposed),
    settlementId: proposed.id,
    reference: wordsFor(sights, proposal.data.reference),
    rationale: wordsFor(sights, proposal.data.rationale),
    proposedBy: { _id: proposed.by, username: names.get(proposed.by) ?? ERASED },
    proposedAt: iso(proposed.at),
    confirmBy: iso(proposed.confirmBy),
  };
};

const refusedOf = (sale: Sale, events: readonly SaleEvent[]): CaseFile['refusedPayout'] => {
  if (!openCases(sale).some(({ kind }) => kind === 'payoutRefused')) return null;
  const refused = events.findLast(({ type }) => type === 'PayoutRefused' || type === 'PayoutReturned');
  return refused?.type === 'PayoutRefused' || refused?.type === 'PayoutReturned'
    ? { reason: refused.data.reason, askedAt: iso(refused.data.at) }
    : null;
};

/** Everything about a sale but the sale itself. `events`: of its stream. `sights`: how its reader reads what is personal. */
export const caseFileOf = async (
  db: Knex,
  events: readonly SaleEvent[],
  sights: Sights,
  now: Instant,
  links: EvidenceLinks,
  imageUrl: (sender: AccountId, other: AccountId, listing: Id, message: Id) => string,
): Promise<Omit<CaseFile, 'transaction' | 'proven'>> => {
  const sale = events.reduce(transactionAggregate.evolve, transactionAggregate.initial);
  const { id, buyerId, sellerId, listingId } = sale;
  const [names, cases, buyer, seller, entries, listingStatus, messages] = await Promise.all([
    usernamesOf(
      db,
      events.map(({ metadata }) => metadata.actor.id),
    ),
    casesOf(db, id, now),
    casePartyOf(db, buyerId),
    casePartyOf(db, sellerId),
    entriesOf(db, id),
    listingStatusOf(db, listingId),
    messagesAbout(db, sale, sights.messages, (sender, message) =>
      imageUrl(sender, sender === buyerId ? sellerId : buyerId, listingId, message),
    ),
  ]);
  return {
    cases,
    sums: moneyOf(sale),
    chargebacks: openChargebacks(sale).map((id) => chargebackOf(sale, id)),
    refusedPayout: refusedOf(sale, events),
    statements: statementsOf(events, sale, names, sights, links),
    pendingDecision: pendingOf(sale, events, names, sights),
    owedOutside: owedOf(sale),
    pendingSettlement: settlementOf(sale, events, names, sights),
    timeline: timelineOf(events, names),
    messages,
    parties: { buyer, seller },
    ledger: entries.map(shownEntry),
    listingStatus,
  };
};
