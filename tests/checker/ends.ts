import { CLOSABLE_CASES } from '#domain/transactions/caseKinds.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { HOLDS, holdsOf, isTerminal, type Sale } from '#domain/transactions/sale.ts';
import type { Counterexample } from './counterexample.ts';
import { withUs } from './laws.ts';
import type { Mover, Node } from './moves.ts';
import { OWN_RULES, type Rules } from './rules.ts';
import { firingDeadlines } from './time.ts';
import { type Edge, type Walk, wayTo } from './walk.ts';

/** Every state from which one of these can be reached along these steps. */
const reaching = (walk: Walk, targets: (node: Node) => boolean, along: (edge: Edge) => boolean): Uint8Array => {
  const reached = new Uint8Array(walk.nodes.length);
  const into: number[][] = walk.nodes.map(() => []);
  for (const edge of walk.edges) if (along(edge)) into[edge.to]!.push(edge.from);
  const open: number[] = [];
  const mark = (state: number) => {
    if (reached[state]) return;
    reached[state] = 1;
    open.push(state);
  };
  walk.nodes.forEach((node, state) => {
    if (targets(node)) mark(state);
  });
  for (let state = open.pop(); state !== undefined; state = open.pop()) into[state]!.forEach(mark);
  return reached;
};

/** Those that a member of staff can close without a cent moving do not watch over money. */
const watchedByStaff = (sale: Sale): boolean =>
  openCases(sale).some(({ kind }) => !(CLOSABLE_CASES as readonly string[]).includes(kind));

const ended = ({ sale }: Node): boolean =>
  isTerminal(sale) && withUs(sale) === 0 && Object.values(sale.duplicates).every(({ state }) => state === 'done');

const by =
  (...movers: Mover[]) =>
  (edge: Edge): boolean =>
    movers.includes(edge.by);

const WATCHED = 'held money has a deadline or an open case';
const COMES_TO_AN_END = 'every sale comes to its end without its parties';
const CAN_BE_ENDED = 'every hold has somebody who can end it';
export const ENDS = [WATCHED, COMES_TO_AN_END, CAN_BE_ENDED];

/** What must hold of every state, by the name that a counterexample has. */
export const brokenEnds = (walk: Walk, rules: Rules = OWN_RULES): Counterexample[] => {
  const broken: Counterexample[] = [];
  const add = (law: string, state: number, what: string) => broken.push({ law, what, way: wayTo(walk, state) });

  const unwatched = walk.nodes.findIndex(
    ({ sale }) => withUs(sale) > 0 && !watchedByStaff(sale) && firingDeadlines(sale, rules).length === 0,
  );
  if (unwatched >= 0) add(WATCHED, unwatched, `${walk.nodes[unwatched]!.sale.status}`);

  // parties who do nothing more, a provider who answers, staff who do their work
  const ending = reaching(walk, ended, by('clock', 'provider', 'staff'));
  const endless = ending.indexOf(0);
  if (endless >= 0) add(COMES_TO_AN_END, endless, `${walk.nodes[endless]!.sale.status}`);

  for (const hold of HOLDS) {
    // not by the provider: its silence must not hold anything for ever
    const freed = reaching(walk, ({ sale }) => !holdsOf(sale).includes(hold), by('clock', 'staff', 'buyer', 'seller'));
    const stuck = freed.indexOf(0);
    if (stuck >= 0) add(CAN_BE_ENDED, stuck, hold);
  }
  return broken;
};
