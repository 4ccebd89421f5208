import { CLOSABLE_CASES } from '#domain/transactions/caseKinds.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { HOLDS, holdsOf, isTerminal, type Transaction } from '#domain/transactions/state.ts';
import type { Counterexample } from './counterexample.ts';
import { withUs } from './laws.ts';
import type { Mover, Node } from './moves.ts';
import { OWN_RULES, type Rules } from './rules.ts';
import { firingDeadlines } from './time.ts';
import { type Walk, wayTo } from './walk.ts';

/** The steps by some movers, by where they lead: those into a state begin at its place in `first`, and end at that of the next one. */
type Into = { first: Uint32Array; from: Uint32Array };
const stepsInto = ({ nodes, steps: { from, to, by } }: Walk, movers: readonly Mover[]): Into => {
  const first = new Uint32Array(nodes.length + 1);
  const taken = by.map((mover) => movers.includes(mover));
  for (let step = 0; step < to.length; step++) if (taken[step]) first[to[step]!]!++;
  for (let state = 0, sum = 0; state <= nodes.length; state++) first[state] = sum += first[state]!;
  const sources = new Uint32Array(first[nodes.length]!);
  for (let step = 0; step < to.length; step++) if (taken[step]) sources[--first[to[step]!]!] = from[step]!;
  return { first, from: sources };
};

/** Every state from which one of these can be reached along these steps. */
const reaching = (walk: Walk, targets: (node: Node) => boolean, { first, from }: Into): Uint8Array => {
  const reached = new Uint8Array(walk.nodes.length);
  const open: number[] = [];
  const mark = (state: number) => {
    if (reached[state]) return;
    reached[state] = 1;
    open.push(state);
  };
  walk.nodes.forEach((node, state) => {
    if (targets(node)) mark(state);
  });
  for (let state = open.pop(); state !== undefined; state = open.pop())
    for (let place = first[state]!; place < first[state + 1]!; place++) mark(from[place]!);
  return reached;
};

/** Those that a member of staff can close without a cent moving do not watch over money. */
const watchedByStaff = (transaction: Transaction): boolean =>
  openCases(transaction).some(({ kind }) => !(CLOSABLE_CASES as readonly string[]).includes(kind));

const ended = ({ sale: transaction }: Node): boolean =>
  isTerminal(transaction) &&
  withUs(transaction) === 0 &&
  Object.values(transaction.duplicates).every(({ state }) => state === 'done');

const WATCHED = 'held money has a deadline or an open case';
const COMES_TO_AN_END = 'every sale comes to its end without its parties';
const CAN_BE_ENDED = 'every hold has somebody who can end it';
export const ENDS = [WATCHED, COMES_TO_AN_END, CAN_BE_ENDED];

/** What must hold of every state, by the name that a counterexample has. */
export const brokenEnds = (walk: Walk, rules: Rules = OWN_RULES): Counterexample[] => {
  const broken: Counterexample[] = [];
  const add = (law: string, state: number, what: string) => broken.push({ law, what, way: wayTo(walk, state) });

  const unwatched = walk.nodes.findIndex(
    ({ sale: transaction }) =>
      withUs(transaction) > 0 && !watchedByStaff(transaction) && firingDeadlines(transaction, rules).length === 0,
  );
  if (unwatched >= 0) add(WATCHED, unwatched, `${walk.nodes[unwatched]!.sale.status}`);

  // parties who do nothing more, a provider who answers, staff who do their work
  const ending = reaching(walk, ended, stepsInto(walk, ['clock', 'provider', 'staff']));
  const endless = ending.indexOf(0);
  if (endless >= 0) add(COMES_TO_AN_END, endless, `${walk.nodes[endless]!.sale.status}`);

  // not by the provider: its silence must not hold anything for ever
  const freeing = stepsInto(walk, ['clock', 'staff', 'buyer', 'seller']);
  for (const hold of HOLDS) {
    const freed = reaching(walk, ({ sale: transaction }) => !holdsOf(transaction).includes(hold), freeing);
    const stuck = freed.indexOf(0);
    if (stuck >= 0) add(CAN_BE_ENDED, stuck, hold);
  }
  return broken;
};
