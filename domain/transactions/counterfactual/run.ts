import { type Actor, PROVIDER, SYSTEM } from '../../shared/actor.ts';
import { addBusinessDays } from '../../shared/businessDays.ts';
import { DAY, type Instant } from '../../shared/instants.ts';
import type { ProviderEvent, TransactionCommand, TransactionCommandType } from '../commands.ts';
import { armedDeadlines } from '../deadlines.ts';
import type { TransactionEvent } from '../events.ts';
import { evolve } from '../evolve.ts';
import { platformFee } from '../fees.ts';
import { NO_TRANSACTION } from '../noTransaction.ts';
import { isReminder } from '../process/deadlineTable.ts';
import { due } from '../process/terms.ts';
import type { Transaction } from '../state.ts';
import { displayedTerms, termsFor } from '../terms/termsFor.ts';
import { transactionAggregate } from '../transaction.ts';
import { adapted } from './adapted.ts';
import { countingRequests } from './answers.ts';
import { WORDS } from './causes.ts';
import { changedVersion, type TermChanges } from './changedTerms.ts';
import { deadlineKey, type Plan, type Planned } from './plan.ts';

/** A real act that the other terms would have refused. */
export type Refusal = { command: TransactionCommandType; by: Actor; at: Instant; code: string };
export type Run = { events: TransactionEvent[]; end: Transaction; refusals: Refusal[] };

type Created = Extract<TransactionEvent, { type: 'TransactionCreated' }>;
type Pending = { at: Instant; order: number } & (
  | { planned: Planned }
  | { command: (now: Transaction) => TransactionCommand | undefined }
);

/** The purchase under the other terms. Without changes it is as it was. */
const begunUnder = ({ type, data }: Created, changes: TermChanges): Created => {
  if (Object.keys(changes).length === 0) return { type, data };
  const promised = { policyVersion: changedVersion(data.policyVersion, changes) };
  const [before, after] = [termsFor(data), termsFor(promised)];
  const feeChanged = before.feePercent !== after.feePercent || before.fixedFee !== after.fixedFee;
  return {
    type,
    data: {
      ...data,
      ...promised,
      ...(feeChanged && { fee: platformFee(data.amount, after) }),
      ...(before.paymentWindow !== after.paymentWindow && { windowEndsAt: due('paymentWindow', data.at, promised) }),
    },
  };
};

/** Nobody needed this second person in reality. */
const SECOND: Actor = { id: 'second', role: 'staff' };

/** A second person confirms at once what one person decided in reality. */
const confirmation = (
  event: TransactionEvent,
  by: TransactionCommandType,
): ((now: Transaction) => TransactionCommand | undefined) | undefined => {
  const seller = { bankVerified: true, payoutsHeldUntil: null };
  if (event.type === 'DecisionProposed' && by === 'DecideDispute')
    return ({ proposed, revision }) =>
      proposed
        ? {
            type: 'ConfirmDecision',
            at: Math.max(event.data.at, proposed.shownUntil ?? 0),
            by: SECOND,
            basedOn: revision,
            decisionId: proposed.id,
            rationale: WORDS,
            seller,
          }
        : undefined;
  return undefined;
};

/** How long the provider takes for a request that nobody made in reality. */
const answersAt = (id: string, at: Instant, transaction: Transaction): Instant => {
  const { refundUsual, banksTake } = displayedTerms(transaction);
  return id.includes('p') ? at + banksTake[0] * DAY : addBusinessDays(at, refundUsual.businessDays);
};

const answer = (
  id: string,
  at: Instant,
  { id: transactionId, refund, duplicates, payoutAttempts }: Transaction,
): ProviderEvent => {
  const envelope = { eventId: WORDS, occurredAt: at, transactionId };
  const duplicate = Object.values(duplicates).find(({ refundId }) => refundId === id);
  const asked = refund?.id === id ? refund : duplicate;
  return asked
    ? { ...envelope, kind: 'refund.done', refundId: id, amount: asked.amount }
    : { ...envelope, kind: 'payout.paid', payoutId: id, amount: payoutAttempts[id]?.asked ?? 0 };
};

/** Lives through a plan under other terms, up to an instant. */
export const runPlan = (
  created: Created,
  { fixed, answers, requests, fired, passedOver, sellerAt }: Plan,
  changes: TermChanges,
  until: Instant,
): Run => {
  const events: TransactionEvent[] = [];
  const refusals: Refusal[] = [];
  const pending: Pending[] = fixed.map((planned) => ({ planned, at: planned.act.at, order: planned.order }));
  const waiting = new Set(fixed.map(({ order }) => order));
  const idle = new Set<string>();
  const counting = countingRequests();
  let transaction = NO_TRANSACTION;
  let clock = created.data.at;
  let later = 1_000_000;

  const append = (made: readonly TransactionEvent[]): void => {
    for (const event of made) {
      transaction = evolve(transaction, event);
      events.push(event);
      const request = counting.of(event);
      if (!request) continue;
      const { id, key, at } = request;
      for (const { planned, delay } of answers.get(key) ?? []) {
        waiting.add(planned.order);
        pending.push({ planned, at: at + delay, order: planned.order });
      }
      if (!requests.has(key)) {
        const then = answersAt(id, at, transaction);
        pending.push({
          at: then,
          order: later++,
          command: (now) => ({
            type: 'RecordProviderFact',
            at: then,
            by: PROVIDER,
            fact: answer(id, then, now),
            seller: sellerAt(then),
          }),
        });
      }
    }
  };

  const give = (command: TransactionCommand): readonly TransactionEvent[] => {
    const decision = transactionAggregate.decide(command, transaction);
    if (!decision.ok) {
      refusals.push({ command: command.type, by: command.by, at: command.at, code: decision.error.code });
      return [];
    }
    append(decision.value);
    return decision.value;
  };

  /** No command makes these events, so they happen as they did, if they still can. */
  const takeAsItWas = (made: readonly TransactionEvent[]): void => {
    try {
      made.reduce(evolve, transaction);
    } catch {
      return;
    }
    append(made);
  };

  const carryOut = (next: Pending): void => {
    clock = Math.max(clock, next.at);
    if ('command' in next) {
      const command = next.command(transaction);
      if (command) give(command);
      return;
    }
    const { act, order, command } = next.planned;
    waiting.delete(order);
    if (!command) {
      takeAsItWas(act.events);
      return;
    }
    const made = give(adapted(command, next.at, act.before, transaction));
    for (const event of made) {
      const confirms = act.events.some(({ type }) => type === event.type)
        ? undefined
        : confirmation(event, command.type);
      const proposal = confirms?.(transaction);
      if (confirms && proposal) pending.push({ at: proposal.at, order: later++, command: confirms });
    }
  };

  /** Deadlines that this history arms and reality did not decide about. */
  const nextDeadline = () =>
    armedDeadlines(transaction).find((deadline) => {
      const key = deadlineKey(deadline);
      const order = fired.get(key);
      const followsReality = passedOver.has(key) || (order !== undefined && waiting.has(order));
      return !isReminder(deadline.kind) && !followsReality && !idle.has(key);
    });

  append([begunUnder(created, changes)]);
  for (;;) {
    const next = pending.reduce<Pending | undefined>(
      (first, each) =>
        !first || each.at < first.at || (each.at === first.at && each.order < first.order) ? each : first,
      undefined,
    );
    const deadline = nextDeadline();
    if (deadline && deadline.dueAt < Math.min(next?.at ?? Number.POSITIVE_INFINITY, until)) {
      clock = Math.max(clock, deadline.dueAt);
      const made = give({
        type: 'FireDeadline',
        at: clock,
        by: SYSTEM,
        deadline,
        seller: sellerAt(clock),
        checkout: 'unpaid',
      });
      if (made.length === 0) idle.add(deadlineKey(deadline));
      continue;
    }
    if (!next || next.at > until) return { events, end: transaction, refusals };
    pending.splice(pending.indexOf(next), 1);
    carryOut(next);
  }
};
