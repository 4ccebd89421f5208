import { DAY, HOUR } from '#domain/shared/instants.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { keyOf } from './abstraction.ts';
import { commands, NOTHING_LEFT_OUT } from './details.ts';
import { afterMove, begin, type Move, type Node, type Scope } from './moves.ts';
import { OWN_RULES, type Rules } from './rules.ts';
import { statements } from './statements.ts';
import { firing, firingDeadlines, thresholds } from './time.ts';

/** How long one party can keep the money where it is, whatever it does, while everybody else leaves it alone. */
export type Delay = { days: number; way: string[] };

/** With the step that led to it, and where that began. */
type Point = Node & { reached?: { by: string; from: Point } };
const wayTo = (end: Point): string[] => {
  const steps: { by: string; at: number }[] = [];
  let point = end;
  for (; point.reached; point = point.reached.from) steps.unshift({ by: point.reached.by, at: point.now });
  const start = point.now;
  return steps.map(({ by, at }) => `day ${((at - start) / DAY).toFixed(1)}, ${by}`);
};

const NOBODY_ELSE: Scope = { name: 'delay', price: 8_000, without: [], providerFails: false, chargebacks: 0 };

/** Where it begins: with the shipment for the buyer, with a claim over everything for the seller. */
const beginning = (party: 'buyer' | 'seller', rules: Rules): Node => {
  const steps: ((node: Node) => Move[])[] = [
    (node) => commands(node, rules).filter(({ label }) => label === 'buyer: SetShipping'),
    (node) => statements(node, NOBODY_ELSE).filter(({ label }) => label === 'provider: payment.paid'),
    (node) => commands(node, rules).filter(({ label }) => label === 'seller: ConfirmShipment'),
    ...(party === 'seller'
      ? [(node: Node) => commands(node, rules).filter(({ label }) => label === 'buyer: OpenDispute')]
      : []),
  ];
  return steps.reduce<Node>(
    (node, moves) => {
      const [move] = moves(node);
      const after = move && afterMove(node, move, rules);
      if (!after) throw new Error('the usual way of a sale is closed');
      return after;
    },
    begin(NOBODY_ELSE, rules, CURRENT_TERMS),
  );
};

/** Then the staff decide: whatever comes after is no delay of a party alone. That they are called after so many days in any case is left out. */
const DECIDED = 'disputeReview';
const CALLED = 'escalation';

/** Days: longer than any bound, and enough to know. */
const ENDLESS = 150;

const clockLeft = ({ sale: transaction, now }: Node): number =>
  transaction.clock ? transaction.clock.endsAt - now : (transaction.remaining ?? 0);
/** Less than this makes no difference: otherwise every minute would be another way. */
const SLACK = 6 * HOUR;
/** Not later than another, and with no more left to delay with. */
const isNoBetter = (one: Node, other: Node): boolean =>
  one.now <= other.now + SLACK &&
  one.sale.pausedBefore >= other.sale.pausedBefore - SLACK &&
  clockLeft(one) <= clockLeft(other) + SLACK;

/** Tries whatever the party may do, at once, where a condition changes, and at the last moment before each deadline. */
export const longestDelay = (party: 'buyer' | 'seller', rules: Rules = OWN_RULES): Delay => {
  const start = beginning(party, rules);
  const best = new Map<string, Node[]>();
  let longest: Point = start;
  const open: Point[] = [longest];

  const reach = (from: Point, move: Move): void => {
    const after = afterMove(from, move, rules);
    if (!after) return;
    const point = { ...after, reached: { by: move.label, from } };
    if (point.now > longest.now) longest = point;
    if (point.sale.money !== 'escrow') return;
    const key = keyOf(point);
    const known = best.get(key) ?? [];
    if (known.some((other) => isNoBetter(point, other))) return;
    best.set(key, [...known.filter((other) => !isNoBetter(other, point)), point]);
    open.push(point);
  };

  const days = () => (longest.now - start.now) / DAY;
  for (let point = open.pop(); point && days() < ENDLESS; point = open.pop()) {
    const { sale: transaction, now } = point;
    const [next] = firingDeadlines(transaction, rules).filter(({ kind }) => kind !== CALLED);
    const until = next?.dueAt ?? now + 1;
    const moments = new Set([now, ...thresholds(transaction), until - 1].filter((at) => at >= now && at < until));
    for (const at of moments)
      for (const move of commands({ sale: transaction, now: at }, rules, NOTHING_LEFT_OUT, party)) reach(point, move);
    if (!next) continue;
    if (next.kind !== DECIDED) reach(point, firing(next, next.dueAt));
    else if (next.dueAt > longest.now)
      longest = { sale: transaction, now: next.dueAt, reached: { by: `clock: ${next.kind}`, from: point } };
  }
  return { days: days(), way: wayTo(longest) };
};
