import type { Result } from '../shared/decider.ts';
import type { AccountId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import { allowedCommands, type RuledCommand } from './allowed.ts';
import type { Deadline, SellerStanding, TransactionCommand, TransactionRejection } from './commands.ts';
import { armedDeadlines } from './deadlines.ts';
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

/** `before` and `after`: the transaction without and with the decision. */
export type Consequences = {
  steps: ConsequenceStep[];
  ended: Deadline[];
  begun: Deadline[];
  /** What each party could do afterwards. */
  can: Record<'buyer' | 'seller', RuledCommand[]>;
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

/** What would follow if this were decided now, and confirmed as soon as possible. Nothing is written. */
export const consequencesOf = (
  transaction: Transaction,
  considered: Considered,
): Result<Consequences, TransactionRejection> => {
  const { rationale, seller, at } = considered;
  const first = stepOf(transaction, decisionOn(transaction, considered), null);
  if (!first.ok) return first;
  const steps = [first.value.step];
  let { after } = first.value;
  if (after.proposed) {
    const { id: decisionId, shownUntil } = after.proposed;
    const confirm = {
      type: 'ConfirmDecision',
      decisionId,
      rationale,
      seller,
      at: Math.max(at, shownUntil ?? at),
      by: SOMEBODY_ELSE,
      basedOn: after.revision,
    } as const;
    const second = stepOf(after, confirm, needsSecondPerson(after) ? 'anotherPerson' : 'anybody');
    if (!second.ok) return second;
    steps.push(second.value.step);
    after = second.value.after;
  }
  const [armed, left] = [armedDeadlines(transaction), armedDeadlines(after)];
  const last = steps.at(-1)!.at;
  const can = (id: AccountId) => allowedCommands(after, { id, role: 'member' }, last);
  return {
    ok: true,
    value: {
      steps,
      ended: missing(armed, left),
      begun: missing(left, armed),
      can: { buyer: can(transaction.buyerId), seller: can(transaction.sellerId) },
      before: transaction,
      after,
    },
  };
};
