import type { Result } from '../shared/decider.ts';
import type { AccountId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import { allowedCommands, type RuledCommand } from './allowed.ts';
import { appealsAfterRefund, appealsOf } from './appeals.ts';
import type { Deadline, SellerStanding, TransactionCommand, TransactionRejection } from './commands.ts';
import { armedDeadlines } from './deadlines.ts';
import { divide, losersOf } from './division.ts';
import type { TransactionEvent } from './events.ts';
import { type Posting, postings } from './ledger.ts';
import { needsSecondPerson, type Transaction } from './state.ts';
import { transactionAggregate } from './transaction.ts';

/** A decision that staff consider. `by`: who would decide. */
type Considered = {
  toBuyer: Cents;
  rationale: string;
  seller: SellerStanding;
  at: Instant;
  by: { id: AccountId; role: 'staff' };
};

/** What one command writes. `confirms`: null for the decision itself, otherwise who may confirm it. */
export type ConsequenceStep = {
  at: Instant;
  confirms: null | 'anybody' | 'anotherPerson';
  events: TransactionEvent[];
  entries: Posting[];
};

/** Why a party cannot appeal: it gets what it wanted, has appealed before, or the refund leaves at once. */
export const NO_APPEAL = ['notLost', 'appealed', 'refundLeaves', 'other'] as const;
/** `afterRefund`: the right begins when the refund has arrived. */
export type AppealAhead =
  | { until: Instant; afterRefund: boolean; why: null }
  | { until: null; afterRefund: false; why: (typeof NO_APPEAL)[number] };

/** `before` and `after`: the transaction without and with the decision. */
export type Consequences = {
  steps: ConsequenceStep[];
  ended: Deadline[];
  begun: Deadline[];
  /** What each party could do afterwards. */
  can: Record<'buyer' | 'seller', RuledCommand[]>;
  appeals: Record<'buyer' | 'seller', AppealAhead>;
  before: Transaction;
  after: Transaction;
};

const stepOf = (
  transaction: Transaction,
  command: TransactionCommand,
  confirms: ConsequenceStep['confirms'],
): Result<{ step: ConsequenceStep; after: Transaction }, TransactionRejection> => {
  const decision = transactionAggregate.decide(command, transaction);
  if (!decision.ok) return decision;
  let after = transaction;
  const entries = decision.value.flatMap((event) => {
    const posted = postings(event, after);
    after = transactionAggregate.evolve(after, event);
    return posted;
  });
  return { ok: true, value: { step: { at: command.at, confirms, events: decision.value, entries }, after } };
};

/** Nobody has this id: the simulated second person. */
const SOMEBODY_ELSE = { id: 'another member of staff', role: 'staff' } as const;

const missing = (some: readonly Deadline[], others: readonly Deadline[]): Deadline[] =>
  some.filter(({ kind, dueAt }) => !others.some((other) => other.kind === kind && other.dueAt === dueAt));

/** While a colleague's proposal waits, staff decide by a counter-proposal. The reason for rejecting the other one changes nothing. */
const decisionOn = (
  transaction: Transaction,
  { toBuyer, rationale, seller, at, by }: Considered,
): TransactionCommand => {
  const decided = { toBuyer, rationale, seller, at, by, basedOn: transaction.revision };
  const { proposed } = transaction;
  return proposed && proposed.by !== by.id
    ? { ...decided, type: 'CounterDecision', decisionId: proposed.id, reason: rationale }
    : { ...decided, type: 'DecideDispute' };
};

const confirmStep = (
  transaction: Transaction,
  { rationale, seller, at }: Pick<Considered, 'rationale' | 'seller' | 'at'>,
): ReturnType<typeof stepOf> => {
  const { id: decisionId = '', shownUntil = null } = transaction.proposed ?? {};
  const confirm = {
    type: 'ConfirmDecision',
    decisionId,
    rationale,
    seller,
    at: Math.max(at, shownUntil ?? at),
    by: SOMEBODY_ELSE,
    basedOn: transaction.revision,
  } as const;
  return stepOf(transaction, confirm, needsSecondPerson(transaction) ? 'anotherPerson' : 'anybody');
};

/** Follows the money after the decision to the moments in which a party may appeal. `lost`: the parties that the decision gives less. */
const appealsAhead = (
  after: Transaction,
  lost: Record<'buyer' | 'seller', boolean>,
  at: Instant,
): Consequences['appeals'] => {
  const now = appealsOf(after, armedDeadlines(after), at);
  const later = appealsAfterRefund(after, at);
  const of = (party: 'buyer' | 'seller'): AppealAhead => {
    const until = now[party] ?? later[party];
    if (until !== null) return { until, afterRefund: now[party] === null, why: null };
    const none = { until: null, afterRefund: false } as const;
    if (!lost[party]) return { ...none, why: 'notLost' };
    if (after.decided?.appeals.some(({ by }) => by === party)) return { ...none, why: 'appealed' };
    return { ...none, why: after.refund?.state === 'requested' && party === 'seller' ? 'refundLeaves' : 'other' };
  };
  return { buyer: of('buyer'), seller: of('seller') };
};

/** What would follow if this were decided now, and confirmed as soon as possible; of a waiting proposal only the confirmation. Nothing is written. */
export const consequencesOf = (
  transaction: Transaction,
  considered: Considered,
): Result<Consequences, TransactionRejection> => {
  const { toBuyer, rationale, seller, at } = considered;
  const steps: ConsequenceStep[] = [];
  let after = transaction;
  if (transaction.proposed?.toBuyer !== toBuyer) {
    const first = stepOf(transaction, decisionOn(transaction, considered), null);
    if (!first.ok) return first;
    steps.push(first.value.step);
    after = first.value.after;
  }
  if (after.proposed) {
    const confirmed = confirmStep(after, { rationale, seller, at });
    if (!confirmed.ok) return confirmed;
    steps.push(confirmed.value.step);
    after = confirmed.value.after;
  }
  const [armed, left] = [armedDeadlines(transaction), armedDeadlines(after)];
  const last = steps.at(-1)!.at;
  const can = (id: AccountId) => allowedCommands(after, { id, role: 'member' }, last);
  const lost = losersOf(transaction, divide(transaction, toBuyer) ?? { toBuyer, toSeller: 0 });
  return {
    ok: true,
    value: {
      steps,
      ended: missing(armed, left),
      begun: missing(left, armed),
      can: { buyer: can(transaction.buyerId), seller: can(transaction.sellerId) },
      appeals: appealsAhead(after, lost, last),
      before: transaction,
      after,
    },
  };
};
