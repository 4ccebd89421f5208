import { createHash } from 'node:crypto';
import { canonicalText } from '#domain/transactions/counterfactual/acts.ts';
import { evolve } from '#domain/transactions/evolve.ts';
import { NO_TRANSACTION } from '#domain/transactions/noTransaction.ts';
import { CorruptHistory } from '#domain/transactions/replay.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { type Recorded, UnreadableEvent } from '../ports/eventCodec.ts';
import { transactionStream } from '../streams/streamNames.ts';
import { type CounterfactualSources, historyIn } from './counterfactual.ts';

/** A line of a recorded file: the digest of the state after each event of one history. */
export type FoldRecord = { transaction: string; states: string[] };
/** The first line of such a file. Later fields of the state are not compared. */
export type FoldHeader = { form: 'reliquary.folds/1'; fields: string[] };

/** `revision`: of the first event after which the states differ. `fields`: of the state, if both states are known. */
export type FoldDifference = { transaction: string; revision: number; event: string | null; fields: string[] };

type Everything = { sales: () => AsyncIterable<string>; readClear: CounterfactualSources['readClear'] };

const FIELDS = Object.keys(NO_TRANSACTION).sort();
export const FOLD_HEADER: FoldHeader = { form: 'reliquary.folds/1', fields: FIELDS };

/** JSON has no `undefined`. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const digestOf = (state: Transaction, fields: readonly string[]): string => {
  const chosen = Object.fromEntries(fields.map((name) => [name, plain(state[name as keyof Transaction])]));
  return createHash('sha256').update(canonicalText(chosen)).digest('hex').slice(0, 16);
};

const UNREADABLE = 'unreadable';

/** The states of one history. After an event that this release refuses, every state is `unreadable`. */
const statesOf = (events: readonly Recorded[]): { type: string; state: Transaction | undefined }[] => {
  let state: Transaction | undefined = NO_TRANSACTION;
  return historyIn(events).map(({ event }) => {
    try {
      state = state && evolve(state, event);
    } catch (error) {
      if (!(error instanceof CorruptHistory)) throw error;
      state = undefined;
    }
    return { type: event.type, state };
  });
};

const readableStates = async (id: string, { readClear }: Pick<Everything, 'readClear'>) => {
  try {
    return statesOf(await readClear(transactionStream(id)));
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    return [];
  }
};

const digests = (states: { state: Transaction | undefined }[], fields: readonly string[]): string[] =>
  states.map(({ state }) => (state ? digestOf(state, fields) : UNREADABLE));

/** Every stored history as this release folds it. */
export async function* foldsOf(all: Everything): AsyncGenerator<FoldRecord> {
  for await (const transaction of all.sales())
    yield { transaction, states: digests(await readableStates(transaction, all), FIELDS) };
}

/** Compares this release with what another recorded. Events that came later are not compared. */
export async function* foldedOtherwise(
  header: FoldHeader,
  recorded: AsyncIterable<FoldRecord>,
  all: Pick<Everything, 'readClear'>,
): AsyncGenerator<FoldRecord & { difference: FoldDifference | undefined }> {
  const fields = header.fields.filter((name) => FIELDS.includes(name));
  for await (const record of recorded) {
    const { transaction, states } = record;
    const found = await readableStates(transaction, all);
    const now = digests(found, fields);
    const revision = states.findIndex((digest, at) => digest !== now[at]);
    const difference =
      revision < 0 ? undefined : { transaction, revision, event: found[revision]?.type ?? null, fields: [] };
    yield { ...record, difference };
  }
}

/** Compares one history with the state that the running release has stored of it. */
export const differsFromStored = async (
  transaction: string,
  stored: Transaction,
  all: Pick<Everything, 'readClear'>,
): Promise<FoldDifference | undefined> => {
  const found = await readableStates(transaction, all);
  const at = found[stored.revision];
  const text = (state: Transaction | undefined, name: string) =>
    canonicalText(plain(state?.[name as keyof Transaction]));
  const fields = FIELDS.filter((name) => name in stored && text(at?.state, name) !== text(stored, name));
  return fields.length === 0 ? undefined : { transaction, revision: stored.revision, event: at?.type ?? null, fields };
};
