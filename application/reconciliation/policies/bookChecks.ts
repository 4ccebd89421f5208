import { type AttestLedger, faultsOf } from '#domain/reconciliation/bookChecks.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventStore, Position } from '../../ports/eventStore.ts';
import type { Log } from '../../ports/log.ts';
import { type Payments, ProviderUnavailable } from '../../ports/payments.ts';
import { nightly, type Period, type Recurring } from '../../shared/calendar.ts';
import type { Repository } from '../../streams/repository.ts';
import { type Chain, extendChain, LEDGER, lastBookCheck, START } from '../bookChecks.ts';
import type { Ledger, SealInProgress } from '../storage.ts';

type BookCheckDeps = {
  repository: Repository;
  store: Pick<EventStore, 'readAll' | 'head'>;
  ledger: Ledger;
  sealInProgress: SealInProgress;
  /** Maximum number of events sealed per sweep, so that other due work is not delayed. */
  sealPortion?: number;
  payments: Pick<Payments, 'balance'>;
  clock: Clock;
  log: Log;
};

/** The least busy hour. */
const HOUR_OF_NIGHT = 3;
/** A difference counts only after this time, because the provider's messages may be on their way. */
export const PATIENCE = 15 * MINUTE;

/** A few seconds of reading. */
const PORTION = 20_000;

/** Where the last night ended, or the last portion since. */
const sealedSoFar = async ({ repository, sealInProgress }: BookCheckDeps): Promise<Chain> => {
  const last = (await lastBookCheck(repository))?.data;
  const from: Chain = last ? { position: last.position, events: last.events, digest: last.digest } : START;
  const further = await sealInProgress.load();
  return further && further.events > from.events ? further : from;
};

/** Seals and saves the next portion. Undefined if more portions are needed to reach `upTo`. */
const sealOn = async (upTo: Position, deps: BookCheckDeps): Promise<Chain | undefined> => {
  const { store, sealInProgress, sealPortion = PORTION } = deps;
  const from = await sealedSoFar(deps);
  // the books lag behind the seal: another process has read further
  if (from.position !== undefined && from.position > upTo) return undefined;
  const chain = await extendChain(store, from, upTo, sealPortion);
  if (chain.events > from.events) await sealInProgress.save({ ...chain, position: chain.position! });
  return chain.position === upTo ? chain : undefined;
};

const measure = async (night: string, deps: BookCheckDeps): Promise<AttestLedger | 'goesOn' | undefined> => {
  const { store, ledger, payments, clock } = deps;
  const [head, seen] = [await store.head(), await ledger.position()];
  if (head === undefined || seen === undefined) return undefined;
  if (!(await sealOn(seen, deps))) return 'goesOn';
  const books = await ledger.read();
  const sealed = books && (await sealOn(books.position, deps));
  if (!sealed) return 'goesOn';
  const { available, pending } = await payments.balance();
  const { position } = books;
  const { events, digest } = sealed;
  const atProvider = available + pending;
  const behind = position < head;
  return { type: 'AttestLedger', at: clock.now(), night, books, behind, position, events, digest, atProvider };
};

const attest = async (night: string, command: AttestLedger, { repository, log }: BookCheckDeps): Promise<void> => {
  const id = `attest.${night}`;
  const context = { commandId: id, correlationId: id, causationId: id, actor: SYSTEM };
  const attested = await repository.bookChecks.decide(await repository.bookChecks.load(LEDGER), command, context);
  const found = attested.ok ? attested.value.events[0] : undefined;
  if (found?.type !== 'LedgerDifferenceFound') return;
  const { faults, atProvider, expectedAtProvider, since } = found.data;
  const difference = atProvider - expectedAtProvider;
  log.error({ code: 'ledgerDiffers', night, since, faults, difference }, 'the books and the provider do not agree');
};

const run = async (
  { name }: Period,
  waitingSince: Instant | null,
  deps: BookCheckDeps,
): ReturnType<Recurring['run']> => {
  try {
    const command = await measure(name, deps);
    // the store is still empty
    if (!command) return 'done';
    if (command === 'goesOn') return 'goesOn';
    const stood = waitingSince !== null && command.at - waitingSince >= PATIENCE;
    if (faultsOf(command).length > 0 && !stood) return 'later';
    await attest(name, command, deps);
    return 'done';
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    deps.log.warn({ night: name }, 'the provider does not report its balance; the night is checked later');
    return 'unknown';
  }
};

/** Every night, compares our books with the provider's and records the result as an immutable event. */
export const bookChecks = (deps: BookCheckDeps): Recurring => ({
  work: 'attestation',
  period: nightly(HOUR_OF_NIGHT),
  run: (night, waitingSince) => run(night, waitingSince, deps),
});
