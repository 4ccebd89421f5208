import type { TransactionEvent } from '#domain/transactions/events.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { CorruptHistory } from '#domain/transactions/replay.ts';
import type { Sale } from '#domain/transactions/sale.ts';
import { keyOf } from './abstraction.ts';
import type { Counterexample } from './counterexample.ts';
import {
  BOOKED,
  CHART_ADMITS,
  dropped,
  HEARD,
  LOSS_IS_READ,
  NO_WORD_DROPPED,
  SAFETY,
  unbooked,
  unheard,
  unread,
} from './laws.ts';
import { begin, type Move, type Mover, movesFrom, type Node, type Scope } from './moves.ts';
import { OWN_RULES, type Rules } from './rules.ts';

/** A step from one state to another, by who takes it. */
export type Edge = { from: number; to: number; by: Mover };

type Parent = { from: number; label: string };

export type Walk = {
  scope: Scope;
  nodes: Node[];
  edges: Edge[];
  /** For each state the one that it was first reached from, and how. */
  parents: Parent[];
  /** The first of each law that was broken. */
  broken: Counterexample[];
  /** Sales that counted as the same state, of which a sample was compared: those that may not do the same next. */
  compared: number;
  unlike: string[];
};

export const wayTo = ({ parents }: { parents: Parent[] }, state: number): string[] => {
  const way: string[] = [];
  for (let at = state; at !== 0; at = parents[at]!.from) way.unshift(parents[at]!.label);
  return way;
};

type Taken = { next?: Node; broken: { law: string; what: string }[] };

const written = (event: TransactionEvent, sale: Sale, rules: Rules): Sale | undefined => {
  try {
    return rules.evolve(sale, event);
  } catch (error) {
    if (error instanceof CorruptHistory) return undefined;
    throw error;
  }
};

const FORBIDDEN = Object.entries(SAFETY);

/** Takes a move, fact by fact; without `next` where it is refused, nothing is written, or it could not be written. */
const take = (node: Node, move: Move, rules: Rules): Taken => {
  if (!move.command) return { next: { ...node, now: move.at }, broken: [] };
  const events = rules.decide(move.command, node.sale);
  if (!events || events.length === 0) {
    const what = events && dropped(move, node.sale);
    return { broken: what ? [{ law: NO_WORD_DROPPED, what }] : [] };
  }
  const broken: Taken['broken'] = [];
  const sales = [node.sale];
  for (const event of events) {
    const before = sales.at(-1)!;
    const after = written(event, before, rules);
    if (!after) {
      broken.push({ law: CHART_ADMITS, what: `${event.type} in ${before.status}` });
      break;
    }
    sales.push(after);
  }
  const atTheEnd = sales.at(-1)!;
  const facts = events.slice(0, sales.length - 1);
  const booked = facts.map((event, place) => postings(event, sales[place]!));
  for (const [place, event] of facts.entries()) {
    const turn = { move, event, entries: booked[place]!, before: sales[place]!, after: sales[place + 1]!, atTheEnd };
    for (const [law, forbids] of FORBIDDEN) {
      const what = forbids(turn);
      if (what) broken.push({ law, what });
    }
  }
  if (facts.length < events.length) return { broken };
  const entries = booked.flat();
  const ofAll = {
    [BOOKED]: unbooked(move, entries, node.sale),
    [HEARD]: unheard(move, node.sale, atTheEnd),
    [LOSS_IS_READ]: unread(facts, entries, atTheEnd),
  };
  for (const [law, what] of Object.entries(ofAll)) if (what) broken.push({ law, what });
  return { next: { sale: atTheEnd, now: move.at }, broken };
};

const COMPARED_EVERY = 97;

/** Breadth first through every state that differs. `until`: stops where this law is broken. */
export const walk = (scope: Scope, rules: Rules = OWN_RULES, { until }: { until?: string } = {}): Walk => {
  const start = begin(scope, rules);
  const found: Walk = {
    scope,
    nodes: [start],
    edges: [],
    parents: [{ from: 0, label: '' }],
    broken: [],
    compared: 0,
    unlike: [],
  };
  const { nodes, edges, parents, broken } = found;
  const known = new Map([[keyOf(start), 0]]);

  const choices = (node: Node): string =>
    [
      ...new Set(
        movesFrom(node, scope, rules)
          .filter((move) => move.by !== 'clock' && take(node, move, rules).next)
          .map(({ label }) => label.replace(/ \(.*/, '')),
      ),
    ]
      .sort()
      .join();
  let merged = 0;
  const compare = (state: number, node: Node, way: () => string[]): void => {
    if (merged++ % COMPARED_EVERY > 0) return;
    found.compared++;
    if (choices(nodes[state]!) !== choices(node)) found.unlike.push(way().join(', '));
  };

  for (let from = 0; from < nodes.length; from++) {
    const node = nodes[from]!;
    for (const move of movesFrom(node, scope, rules)) {
      const taken = take(node, move, rules);
      const way = () => [...wayTo(found, from), move.label];
      for (const { law, what } of taken.broken)
        if (!broken.some((known) => known.law === law)) broken.push({ law, what, way: way() });
      if (broken.some(({ law }) => law === until)) return found;
      if (!taken.next) continue;

      const key = keyOf(taken.next);
      const to = known.get(key) ?? nodes.length;
      if (to < nodes.length) compare(to, taken.next, way);
      else {
        known.set(key, to);
        nodes.push(taken.next);
        parents.push({ from, label: move.label });
      }
      if (to !== from) edges.push({ from, to, by: move.by });
    }
  }
  return found;
};
