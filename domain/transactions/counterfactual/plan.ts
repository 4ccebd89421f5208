import type { Instant } from '../../shared/instants.ts';
import type { Deadline, SellerStanding, TransactionCommand } from '../commands.ts';
import { armedDeadlines } from '../deadlines.ts';
import { isReminder } from '../process/deadlineTable.ts';
import type { Transaction } from '../state.ts';
import type { Act } from './acts.ts';
import { answeredBy, countingRequests, type Request } from './answers.ts';
import { inferredFrom } from './inferred.ts';

/** `command` undefined: no command of this release makes its events, so they are taken as they are. */
export type Planned = { act: Act; order: number; command: TransactionCommand | undefined };
export type Answer = { planned: Planned; delay: number };

export type Plan = {
  /** Events at their own time. */
  fixed: Planned[];
  /** The provider's answers, by request. */
  answers: ReadonlyMap<string, Answer[]>;
  /** Requests that were made, answered or not. */
  requests: ReadonlySet<string>;
  /** Deadlines that fired, with the number of their append. */
  fired: ReadonlyMap<string, number>;
  /** Deadlines that did not fire although they were due: something outside kept them from it. */
  passedOver: ReadonlySet<string>;
  sellerAt: (at: Instant) => SellerStanding;
};

export const deadlineKey = ({ kind, dueAt }: Deadline): string => `${kind} ${dueAt}`;

const VERIFIED: SellerStanding = { bankVerified: true, payoutsHeldUntil: null };
/** Events that show whether the seller could be paid. */
const SHOWS_STANDING: readonly string[] = [
  'EscrowReleased',
  'PayoutApproved',
  'PayoutPostponed',
  'PayoutApprovalWithdrawn',
  'PayoutInitiated',
];

const dueBefore = (transaction: Transaction, at: Instant): string[] =>
  armedDeadlines(transaction)
    .filter(({ kind, dueAt }) => !isReminder(kind) && dueAt < at)
    .map(deadlineKey);

/** Turns a history back into what caused it. `until`: how far the history is known. */
export const planOf = (acts: readonly Act[], end: Transaction, until: Instant): Plan => {
  const fixed: Planned[] = [];
  const answers = new Map<string, Answer[]>();
  const requests = new Map<string, Request>();
  const latest = new Map<string, Request>();
  const fired = new Map<string, number>();
  const passedOver = new Set<string>();
  const standings: { at: Instant; seller: SellerStanding }[] = [];
  const counting = countingRequests();
  let last = VERIFIED;
  for (const [order, act] of acts.entries()) {
    const inferred = order === 0 ? undefined : inferredFrom(act, last);
    const planned = { act, order, command: inferred?.command };
    if (inferred && act.events.some(({ type }) => SHOWS_STANDING.includes(type))) {
      last = inferred.seller;
      standings.push({ at: act.at, seller: last });
    }
    const firing = inferred?.command.type === 'FireDeadline' ? deadlineKey(inferred.command.deadline) : undefined;
    if (firing !== undefined) fired.set(firing, order);
    for (const key of dueBefore(act.before, act.at)) if (key !== firing) passedOver.add(key);
    const asked = inferred && latest.get(answeredBy(inferred.command) ?? '');
    if (asked) answers.set(asked.key, [...(answers.get(asked.key) ?? []), { planned, delay: act.at - asked.at }]);
    else if (order > 0) fixed.push(planned);
    for (const event of act.events) {
      const request = counting.of(event);
      if (!request) continue;
      requests.set(request.key, request);
      latest.set(request.id, request);
    }
  }
  for (const key of dueBefore(end, until)) passedOver.add(key);
  return {
    fixed,
    answers,
    requests: new Set(requests.keys()),
    fired,
    passedOver,
    sellerAt: (at) => (standings.findLast((each) => each.at <= at) ?? standings[0])?.seller ?? VERIFIED,
  };
};
