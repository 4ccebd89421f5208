import type { EvidencePhoto } from '#application/contract/common.ts';
import type { Dispute, Return, TransactionDetail } from '#application/contract/transactions.ts';
import type { Right, Viewer } from '#domain/access/right.ts';
import { keptInWords, owedInWords } from '#domain/notifications/owed.ts';
import { toUnits } from '#domain/shared/currencies.ts';
import { toEuros } from '#domain/shared/money.ts';
import { type Appeals, appealsAfterRefund, appealsOf } from '#domain/transactions/appeals.ts';
import { takenOfOwn } from '#domain/transactions/claims.ts';
import { currencyOf, foreignCurrency } from '#domain/transactions/currency.ts';
import { divideAsAgreed, mostToDivide, refundedBefore } from '#domain/transactions/division.ts';
import type { Split } from '#domain/transactions/fees.ts';
import { isOwedOutside, stillKept } from '#domain/transactions/owedOutside.ts';
import type { DeadlineKind } from '#domain/transactions/process/deadlineTable.ts';
import { claimMade, stillHeld, type Transaction } from '#domain/transactions/state.ts';
import type { TransactionRow, Words } from './row.ts';
import { photosFor, type Sights, wordsFor } from './sights.ts';
import { sightsFor, type TransactionWithNames, viewTransaction } from './view.ts';

/** Turns keys of stored photos into paths. */
export type EvidenceLinks = (keys: readonly string[]) => EvidencePhoto[];

const iso = (instant: number): string => new Date(instant).toISOString();

const inEuros = ({ toBuyer, toSeller, fee }: Split) => ({
  toBuyer: toEuros(toBuyer),
  toSeller: toEuros(toSeller),
  fee: toEuros(fee),
});

/** How the viewer reads texts and photos. */
type Reading = { sights: Sights; links: EvidenceLinks };

const shown = (words: Words | null | undefined, { sights, links }: Reading) => ({
  text: wordsFor(sights, words?.text),
  ...photosFor(sights, words?.evidence ?? [], links),
});

const divided = (transaction: Transaction, toBuyer: number) => inEuros(divideAsAgreed(transaction, toBuyer));

const offerOf = (transaction: Transaction): Dispute['offer'] =>
  transaction.offer && {
    ...divided(transaction, transaction.offer.toBuyer),
    lapsesAt: iso(transaction.offer.lapsesAt),
  };

const hasHappened = ({ timeline }: TransactionRow, type: string, since = 0): boolean =>
  timeline.some(({ event, at }) => event === type && at >= since);

const disputeOf = (row: TransactionRow, reading: Reading): Dispute | null => {
  const { sale: transaction, dispute_words: words } = row;
  if (!transaction.claim || transaction.dispute === 'none') return null;
  const { by, category, amount, openedAt } = transaction.claim;
  const byAppeal = claimMade(transaction) === null;
  const nobodySpoke = byAppeal || category === 'PAUSE_EXPIRED';
  return {
    state: transaction.dispute,
    openedBy: by,
    openedAt: iso(openedAt),
    category,
    claim: byAppeal ? 0 : toEuros(amount),
    ...(byAppeal && { byAppeal }),
    opening: nobodySpoke ? { text: null, evidence: [] } : shown(words?.opening, reading),
    answer: hasHappened(row, 'DisputeContested', openedAt) ? shown(words?.answer, reading) : null,
    ...(amount > 0 && { accepted: divided(transaction, amount) }),
    offer: offerOf(transaction),
  };
};

const DRAFT_ENDS: Readonly<Record<string, NonNullable<TransactionDetail['heard'][number]['ended']>['how']>> = {
  DecisionConfirmed: 'confirmed',
  DecisionWithdrawn: 'withdrawn',
  DecisionRejected: 'withdrawn',
  DecisionLapsed: 'lapsed',
};

/** How a draft ended. Some other events end it too, such as a withdrawn dispute: it then counts as withdrawn without a time. */
const draftEnd = ({ timeline, sale }: TransactionRow, shownAt: number, until: number | undefined) => {
  if (sale.proposed?.shownUntil === until) return null;
  const end = timeline.find(({ event, at }) => at >= shownAt && Object.hasOwn(DRAFT_ENDS, event));
  return { how: DRAFT_ENDS[end?.event ?? ''] ?? 'withdrawn', at: end ? iso(end.at) : null } as const;
};

const heardOf = (row: TransactionRow, reading: Reading): TransactionDetail['heard'] =>
  (row.dispute_words?.heard ?? []).map(({ kind, by, at, party, until, sums, ...spoken }) => ({
    kind,
    by,
    at: iso(at),
    said: shown(spoken, reading),
    party: party ?? null,
    until: until === undefined ? null : iso(until),
    division: sums ? inEuros(sums) : null,
    ...(kind === 'draft' && { ended: draftEnd(row, at, until) }),
  }));

const timesOf = ({ buyer, seller }: Appeals) => ({
  buyer: buyer === null ? null : iso(buyer),
  seller: seller === null ? null : iso(seller),
});

const draftOf = ({ proposed }: Transaction): TransactionDetail['draft'] =>
  proposed && proposed.shownUntil !== null ? { ...inEuros(proposed), until: iso(proposed.shownUntil) } : null;

const returnOf = (row: TransactionRow, reading: Reading): Return | null => {
  const { sale: transaction, return_words: words } = row;
  if (transaction.return === 'none') return null;
  return {
    state: transaction.return,
    request: shown(words?.request, reading),
    refusal: hasHappened(row, 'ReturnRefused') ? wordsFor(reading.sights, words?.refusal) : null,
    notAsDescribed: transaction.returning?.notAsDescribed ?? false,
    to: reading.sights.returnAddress === 'clear' ? row.return_address : null,
    addressed: transaction.returning?.addressed ?? false,
    postage: transaction.returning?.postage ?? null,
    trackingCode: hasHappened(row, 'ReturnShipped') ? wordsFor(reading.sights, row.return_tracking_code) : null,
    rejection: hasHappened(row, 'ReturnRejected') ? shown(words?.rejection, reading) : null,
  };
};

const DECIDED_BY = { DisputeAccepted: 'seller', SettlementAccepted: 'settlement', DisputeDecided: 'staff' } as const;

const decisionOf = (
  { sale: transaction, timeline, dispute_words: words }: TransactionRow,
  { deadlines }: Pick<TransactionDetail, 'deadlines'>,
  { sights }: Reading,
  now: number,
): TransactionDetail['decision'] => {
  const fact = timeline.findLast(({ event }) => Object.hasOwn(DECIDED_BY, event));
  if (!transaction.decision || !fact) return null;
  const by = DECIDED_BY[fact.event as keyof typeof DECIDED_BY];
  const shown = deadlines.map(({ kind, dueAt }) => ({ kind: kind as DeadlineKind, dueAt: Date.parse(dueAt) }));
  const before = refundedBefore(transaction);
  return {
    ...inEuros(transaction.decision),
    ...(before > 0 && { refundedBefore: toEuros(before) }),
    by,
    rationale: by === 'staff' ? wordsFor(sights, words?.rationale) : null,
    appeals: timesOf(appealsOf(transaction, shown, now)),
    appealsAfterRefund: timesOf(appealsAfterRefund(transaction, now)),
  };
};

const refundOf = ({ refund, ...transaction }: Transaction): TransactionDetail['refund'] => {
  if (!refund) return null;
  const before = Math.max(0, transaction.refunded - (refund.state === 'done' ? refund.amount : 0));
  return {
    amount: toUnits(refund.amount, currencyOf(transaction)),
    ...(before > 0 && { before: toUnits(before, currencyOf(transaction)) }),
    toSeller: toEuros(refund.toSeller),
    fee: toEuros(refund.fee),
    state: refund.state,
    retryAt: refund.retryAt === null ? null : iso(refund.retryAt),
  };
};

/** Not shown to the buyer. */
const keptOf = (transaction: Transaction, role: TransactionDetail['role']): string[] => {
  const amount = stillKept(transaction);
  if (amount === 0 || role === 'buyer') return [];
  const claimed = !isOwedOutside(transaction, { what: 'kept', paymentId: null });
  return [keptInWords({ amount, claimed }, role === 'seller')];
};

const owedOf = (transaction: Transaction, role: TransactionDetail['role']): Pick<TransactionDetail, 'owed'> => {
  const { duplicates, paymentId: own, foreign } = transaction;
  const words = Object.entries(duplicates).flatMap(([paymentId, { amount, state, retryAt }]) => {
    if (state === 'done' || amount === 0) return [];
    const of = paymentId === own ? 'sale' : 'secondPayment';
    return owedInWords({ of, amount, currency: foreign[paymentId], state, retryAt }, role === 'buyer');
  });
  const all = [...words, ...keptOf(transaction, role)];
  return all.length > 0 ? { owed: all.join(' ') } : {};
};

export const sumsOf = (transaction: Transaction): Omit<TransactionDetail['sums'], 'claimed' | 'taken'> => {
  const inUnits = (amount: number) => toUnits(amount, currencyOf(transaction));
  const held = stillHeld(transaction);
  return {
    held: inUnits(held),
    mostPartialRefund: inUnits(held > 0 ? mostToDivide(transaction) : 0),
    ...foreignCurrency(transaction),
  };
};

/** The sum of open chargebacks. */
const claimedOf = (transaction: Transaction): { claimed?: number } => {
  const open = Object.values(transaction.chargebacks).filter(({ stands }) => stands === 'open');
  const claimed = open.reduce((sum, { amount }) => sum + amount, 0);
  return claimed > 0 ? { claimed: toUnits(claimed, currencyOf(transaction)) } : {};
};

const takenOf = (transaction: Transaction): { taken?: number } => {
  const taken = takenOfOwn(transaction);
  return taken > 0 ? { taken: toUnits(taken, currencyOf(transaction)) } : {};
};

/** The transaction with its dispute, return and refunds, as the viewer may see it. */
export const viewDetail = (
  { quarantined = false, ...row }: TransactionWithNames & { quarantined?: boolean },
  viewer: Viewer,
  now: number,
  links: EvidenceLinks,
  right?: Right,
): TransactionDetail | undefined => {
  const transaction = viewTransaction(row, viewer, now, right);
  const reading: Reading = { sights: sightsFor(row, viewer), links };
  return (
    transaction && {
      ...transaction,
      revision: row.sale.revision,
      sights: reading.sights,
      dispute: disputeOf(row, reading),
      heard: heardOf(row, reading),
      questions: timesOf(row.sale.questions),
      draft: draftOf(row.sale),
      return: returnOf(row, reading),
      decision: decisionOf(row, transaction, reading, now),
      refund: refundOf(row.sale),
      ...owedOf(row.sale, transaction.role),
      sums: { ...sumsOf(row.sale), ...claimedOf(row.sale), ...takenOf(row.sale) },
      ...(quarantined && { holds: [...transaction.holds, 'quarantine'], allowed: [], deadlines: [] }),
    }
  );
};
