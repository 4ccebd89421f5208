import { type AttestLedger, faultsOf } from '#domain/reconciliation/bookChecks.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventStore, Position } from '../../ports/eventStore.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { Log } from '../../ports/log.ts';
import { type Payments, ProviderUnavailable } from '../../ports/payments.ts';
import type { SealInProgress } from '../../ports/seal.ts';
import { nightly, type Period, type Recurring } from '../../shared/calendar.ts';
import type { Repository } from '../../streams/repository.ts';
import { type Chain, extendChain, LEDGER, lastBookCheck, START } from '../bookChecks.ts';

type BookCheckDeps = {
  repository: Repository;
  store: Pick<EventStore, 'readAll' | 'head'>;
  ledger: Ledger;
  sealInProgress: SealInProgress;
  /** Events that one sweep seals at most: everything else that is due waits for them. */
  sealPortion?: number;
  payments: Pick<Payments, 'balance'>;
  clock: Clock;
  log: Log;
};

/** The least busy hour. */
const HOUR_OF_NIGHT = 3;
/** A difference counts when it has stood this long: what the provider has done and not yet told takes a moment. */
export const PATIENCE = 15 * MINUTE;

/** Some seconds of reading. */
const PORTION = 20_000;

/** Where the last night ended, or the last portion since. */
const sealedSoFar = async ({ repository, sealInProgress }: BookCheckDeps): Promise<Chain> => {
  const last = (await lastBookCheck(repository))?.data;
  const from: Chain = last ? { position: last.position, events: last.events, digest: last.digest } : START;
  const further = await sealInProgress.load();
  return further && further.events > from.events ? further : from;
};

/** The next portion, kept before anything else happens; undefined while more are needed to reach `upTo`. */
const sealOn = async (upTo: Position, deps: BookCheckDeps): Promise<Chain | undefined> => {
  const { store, sealInProgress, sealPortion = PORTION } = deps;
  const from = await sealedSoFar(deps);
  // the books stand before what is sealed: another process has seen more of them
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
  const attested = await repository.attestations.decide(await repository.attestations.load(LEDGER), command, context);
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
    // nothing has ever happened here
    if (!command) return 'done';
    if (command === 'goesOn') return 'goesOn';
    const stood = waitingSince !== null && command.at - waitingSince >= PATIENCE;
    if (faultsOf(command).length > 0 && !stood) return 'later';
    await attest(name, command, deps);
    return 'done';
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    deps.log.warn({ night: name }, 'the provider does not say what it holds; the night is attested later');
    return 'unknown';
  }
};

/** Each night the books are compared with the provider's, and what was found becomes a fact that nobody can take back. */
export const bookChecks = (deps: BookCheckDeps): Recurring => ({
  work: 'attestation',
  period: nightly(HOUR_OF_NIGHT),
  run: (night, waitingSince) => run(night, waitingSince, deps),
});
