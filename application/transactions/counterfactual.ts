import { createHash } from 'node:crypto';
import type { Actor } from '#domain/shared/actor.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import { canonicalText, type RecordedEvent } from '#domain/transactions/counterfactual/acts.ts';
import type { TermChanges } from '#domain/transactions/counterfactual/changedTerms.ts';
import { type Counterfactual, counterfactualOf } from '#domain/transactions/counterfactual/counterfactual.ts';
import type { Outcome } from '#domain/transactions/counterfactual/outcome.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { CorruptHistory } from '#domain/transactions/replay.ts';
import { UnknownTerms } from '#domain/transactions/terms/termsFor.ts';
import { type Recorded, UnreadableEvent } from '../ports/eventCodec.ts';
import { transactionStream } from '../streams/streamNames.ts';

/** `from`, `to`: when a sale began, the end excluded. `until`: how far the histories are known. */
export type Asked = { changes: TermChanges; from: Instant; to: Instant; until: Instant };

export type Sums = {
  refunded: Cents;
  paidOut: Cents;
  fees: Cents;
  /** ms of held money, of all sales, and the median. */
  held: number;
  heldMedian: number;
  disputes: number;
  lateClaims: number;
};

export type CounterfactualResult = {
  sales: number;
  /** Sales that differ in an event, a sum or a deadline. */
  changed: number;
  /** Sales with another event, and those with other sums. */
  differing: number;
  otherSums: number;
  /** Sales that are open at the end and have a deadline at another time. */
  movedDeadlines: number;
  /** Sales paid in another currency: not in the sums. */
  notInEuros: number;
  /** Histories that this release cannot read, and appends that follow no rule of it and were taken as they are. */
  unreadable: number;
  taken: number;
  was: Sums;
  would: Sums;
  disputes: { tooLate: number; inTime: number };
  refusals: number;
  /** The first of those that differ in an event, a sum or a deadline. */
  listed: (Counterfactual & { parties: { buyerId: string; sellerId: string } })[];
  /** False if a bound ended it: then the figures are of the sales up to it. */
  complete: boolean;
  /** SHA-256 of the request and of what became of each sale, in order. */
  hash: string;
};

export type CounterfactualSources = {
  /** The sales that began in the range, oldest first. */
  sales: (range: Pick<Asked, 'from' | 'to'>) => AsyncIterable<string>;
  /** Without keys: personal fields read as null. */
  readClear: (stream: string) => Promise<Recorded[]>;
};

/** `goesOn` is asked before each sale. */
type Bounds = { most: number; listed: number; goesOn: () => boolean };

const isOfTransaction = (event: Recorded): event is Recorded<TransactionEvent> =>
  event.stream.startsWith('transaction-');

/** A stored history in the form that the domain reads. */
export const historyIn = (events: readonly Recorded[]): RecordedEvent[] =>
  events.filter(isOfTransaction).map((event) => ({
    event,
    actor: event.metadata.actor as Actor,
    commandId: event.metadata.commandId,
  }));

const summing = () => {
  const sums = { refunded: 0, paidOut: 0, fees: 0, held: 0, disputes: 0, lateClaims: 0 };
  const held: number[] = [];
  return {
    add: (outcome: Outcome): void => {
      sums.refunded += outcome.refunded ?? 0;
      sums.paidOut += outcome.paidOut ?? 0;
      sums.fees += outcome.fees ?? 0;
      sums.held += outcome.held;
      sums.disputes += outcome.disputes;
      sums.lateClaims += outcome.lateClaims;
      if (outcome.held > 0) held.push(outcome.held);
    },
    end: (): Sums => ({
      ...sums,
      heldMedian: held.sort((one, other) => one - other)[Math.floor(held.length / 2)] ?? 0,
    }),
  };
};

const isUnreadable = (error: unknown): boolean =>
  error instanceof CorruptHistory || error instanceof UnknownTerms || error instanceof UnreadableEvent;

const hasOtherSums = ({ was, would }: Counterfactual): boolean =>
  was.total !== would.total ||
  was.refunded !== would.refunded ||
  was.paidOut !== would.paidOut ||
  was.payable !== would.payable ||
  was.fees !== would.fees;

const iso = (at: Instant): string => new Date(at).toISOString();

/** The command that gives the same result. */
export const commandFor = ({ changes, from, to, until }: Asked): string =>
  [
    'npm run counterfactual --',
    ...Object.entries(changes).map(([name, value]) => `--set ${name}=${value}`),
    `--from ${iso(from).slice(0, 10)} --to ${iso(to - DAY).slice(0, 10)} --until ${iso(until)}`,
  ].join(' ');

/** The real histories of a range under other terms. Only one history is in memory at a time. */
export const counterfactual = async (
  asked: Asked,
  { sales, readClear }: CounterfactualSources,
  { most, listed: mostListed, goesOn }: Bounds,
): Promise<CounterfactualResult> => {
  const { changes, from, to, until } = asked;
  const digest = createHash('sha256').update(`${canonicalText({ changes, from, to, until })}\n`);
  const [was, would] = [summing(), summing()];
  const counts = {
    sales: 0,
    changed: 0,
    differing: 0,
    otherSums: 0,
    movedDeadlines: 0,
    notInEuros: 0,
    unreadable: 0,
    taken: 0,
    refusals: 0,
  };
  const disputes = { tooLate: 0, inTime: 0 };
  const listed: CounterfactualResult['listed'] = [];
  let complete = true;

  const count = (one: Counterfactual, created: RecordedEvent['event']): void => {
    was.add(one.was);
    would.add(one.would);
    counts.taken += one.taken;
    counts.refusals += one.refusals.length;
    if (one.was.refunded === null || one.would.refunded === null) counts.notInEuros++;
    for (const moved of one.disputes) disputes[moved.would]++;
    if (one.difference) counts.differing++;
    if (hasOtherSums(one)) counts.otherSums++;
    if (one.deadlines.length > 0) counts.movedDeadlines++;
    const differs = one.difference !== null || hasOtherSums(one) || one.deadlines.length > 0;
    if (differs) counts.changed++;
    if (differs && listed.length < mostListed && created.type === 'TransactionCreated')
      listed.push({ ...one, parties: { buyerId: created.data.buyerId, sellerId: created.data.sellerId } });
  };

  for await (const id of sales({ from, to })) {
    if (counts.sales >= most || !goesOn()) {
      complete = false;
      break;
    }
    counts.sales++;
    try {
      const history = historyIn(await readClear(transactionStream(id)));
      const one = counterfactualOf(history, changes, until);
      if (!one) continue;
      digest.update(`${canonicalText(one)}\n`);
      count(one, history[0]!.event);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      counts.unreadable++;
      digest.update(`${canonicalText({ transaction: id, unreadable: true })}\n`);
    }
  }
  return { ...counts, disputes, listed, complete, was: was.end(), would: would.end(), hash: digest.digest('hex') };
};
