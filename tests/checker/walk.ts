import type { TransactionEvent } from '#domain/transactions/events.ts';
import { type Posting, postings } from '#domain/transactions/ledger.ts';
import { CorruptHistory } from '#domain/transactions/replay.ts';
import type { Transaction } from '#domain/transactions/state.ts';
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
import { noting } from './standing.ts';

/** Steps from one state to another, by who takes them: the one at each place. */
export type Steps = { from: number[]; to: number[]; by: Mover[] };

type Parent = { from: number; label: string };

export type Walk = {
  scope: Scope;
  nodes: Node[];
  steps: Steps;
  /** For each state the one that it was first reached from, and how. */
  parents: Parent[];
  /** The first of each law that was broken. */
  broken: Counterexample[];
  /** Sales that counted as the same state, of which a sample was compared: those that may not do the same next. */
  compared: number;
  unlike: string[];
};

/** A share of those that are compared: how often a payout was tried is no part of the state. */
export const UNLIKE_AT_MOST = 0.02;

export const wayTo = ({ parents }: { parents: Parent[] }, state: number): string[] => {
  const way: string[] = [];
  for (let at = state; at !== 0; at = parents[at]!.from) way.unshift(parents[at]!.label);
  return way;
};

const written = (event: TransactionEvent, transaction: Transaction, rules: Rules): Transaction | undefined => {
  try {
    return rules.evolve(transaction, event);
  } catch (error) {
    if (error instanceof CorruptHistory) return undefined;
    throw error;
  }
};

/** The events of a move. `sales`: the transaction before the first event, and after each one that the chart admits. */
type Written = { facts: readonly TransactionEvent[]; sales: readonly Transaction[] };

/** Undefined where it is refused. */
const write = (node: Node, move: Move, rules: Rules): Written | undefined => {
  const events = move.command ? rules.decide(move.command, node.sale) : [];
  if (!events) return undefined;
  const transactions = [node.sale];
  for (const fact of events) {
    const after = written(fact, transactions[transactions.length - 1]!, rules);
    if (!after) break;
    transactions.push(after);
  }
  return { facts: events, sales: transactions };
};

/** Nothing follows where a move writes nothing, or what cannot be written. */
const nextAfter = (move: Move, { facts: events, sales: transactions }: Written): Node | undefined =>
  (events.length > 0 || !move.command) && transactions.length > events.length
    ? { sale: transactions[events.length]!, now: move.at }
    : undefined;

const FORBIDDEN = Object.entries(SAFETY);

type Breach = { law: string; what: string };
const LAWFUL: readonly Breach[] = [];

/** The laws that the events of a move break. */
const breaches = (move: Move, { facts: events, sales: transactions }: Written): readonly Breach[] => {
  const [before] = transactions as [Transaction];
  if (events.length === 0) {
    const what = move.command && dropped(move, before);
    return what ? [{ law: NO_WORD_DROPPED, what }] : LAWFUL;
  }
  const broken: Breach[] = [];
  const add = (law: string, what: string | false) => {
    if (what) broken.push({ law, what });
  };
  const admitted = transactions.length - 1;
  const refused = events[admitted];
  if (refused) add(CHART_ADMITS, `${refused.type} in ${transactions[admitted]!.status}`);
  const atTheEnd = transactions[admitted]!;
  const all: Posting[] = [];
  for (let place = 0; place < admitted; place++) {
    const event = events[place]!;
    const entries = postings(event, transactions[place]!);
    all.push(...entries);
    const turn = { move, event, entries, before: transactions[place]!, after: transactions[place + 1]!, atTheEnd };
    for (const [law, forbids] of FORBIDDEN) add(law, forbids(turn));
  }
  if (refused) return broken;
  add(BOOKED, unbooked(move, all, before));
  add(HEARD, unheard(move, before, atTheEnd));
  add(LOSS_IS_READ, unread(all, atTheEnd));
  return broken;
};

/** What anybody may do, without its sums. */
const names = new Map<string, string>();
const nameOf = ({ label }: Move): string => {
  const name = names.get(label) ?? label.replace(/ \(.*/, '');
  names.set(label, name);
  return name;
};
const choicesOf = (chosen: ReadonlySet<string>): string => [...chosen].sort().join();

const COMPARED_EVERY = 97;

/** `until`: stops where this law is broken. `full`: takes each of those steps that are alike. */
export type How = { until?: string; full?: boolean };

/** Breadth first through every state that differs. */
export const walk = (scope: Scope, rules: Rules = OWN_RULES, { until, full = false }: How = {}): Walk => {
  const start = begin(scope, rules);
  const nodes = [start];
  const parents: Parent[] = [{ from: 0, label: '' }];
  const steps: Steps = { from: [], to: [], by: [] };
  const broken: Counterexample[] = [];
  const known = new Map([[keyOf(start), 0]]);
  const choices: string[] = [];
  const samples: { state: number; choices: string; way: string[] }[] = [];
  const found = (unlike: string[] = []): Walk => ({
    scope,
    nodes,
    steps,
    parents,
    broken,
    compared: samples.length,
    unlike,
  });

  const choicesFrom = (node: Node): string => {
    const chosen = new Set<string>();
    for (const move of movesFrom(node, scope, rules)) {
      const after = move.by !== 'clock' && !chosen.has(nameOf(move)) && write(node, move, rules);
      if (after && nextAfter(move, after)) chosen.add(nameOf(move));
    }
    return choicesOf(chosen);
  };
  let merged = 0;
  const sample = (state: number, node: Node, way: () => string[]): void => {
    if (merged++ % COMPARED_EVERY === 0) samples.push({ state, choices: choicesFrom(node), way: way() });
  };

  for (let from = 0; from < nodes.length; from++) {
    const node = nodes[from]!;
    const chosen = new Set<string>();
    let to: number | undefined;
    let next: Node | undefined;
    let asked = true;
    for (const move of movesFrom(node, scope, rules)) {
      const way = () => [...wayTo({ parents }, from), move.label];
      // how the seller stands makes no difference where nobody asks
      const isTaken = !full && (move.alike === 'butForName' || (move.alike === 'butForSeller' && !asked));
      if (!isTaken) {
        const { decided: after, asksHowSellerStands } = noting(() => write(node, move, rules));
        asked = asksHowSellerStands;
        next = after && nextAfter(move, after);
        for (const { law, what } of after ? breaches(move, after) : LAWFUL)
          if (!broken.some((known) => known.law === law)) broken.push({ law, what, way: way() });
        if (until !== undefined && broken.some(({ law }) => law === until)) return found();
        to = undefined;
      }
      if (!next) continue;
      if (move.by !== 'clock') chosen.add(nameOf(move));
      if (to === undefined) {
        const key = keyOf(next);
        to = known.get(key);
        if (to === undefined) {
          to = nodes.length;
          known.set(key, to);
          nodes.push(next);
          parents.push({ from, label: move.label });
        } else sample(to, next, way);
      } else sample(to, next, way);
      if (to === from) continue;
      steps.from.push(from);
      steps.to.push(to);
      steps.by.push(move.by);
    }
    choices[from] = choicesOf(chosen);
  }
  const unlike = samples.filter((each) => choices[each.state] !== each.choices);
  return found(unlike.map(({ way }) => way.join(', ')));
};
