import { type AttestLedger, attestation, faultsOf } from '#domain/attestations/attestation.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import { ATTESTATIONS, type Chain, extendChain, lastAttestation, START } from '../attestations.ts';
import { handleCommand } from '../handleCommand.ts';
import type { Journal } from '../journal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import { type Payments, ProviderUnavailable } from '../ports/payments.ts';
import { nightly, type Period, type Recurring } from './calendar.ts';

type AttestationDeps = {
  journal: Journal;
  store: Pick<EventStore, 'readAll' | 'head'>;
  ledger: Ledger;
  payments: Pick<Payments, 'balance'>;
  clock: Clock;
  log: Log;
};

/** The least busy hour. */
const HOUR_OF_NIGHT = 3;
/** A difference counts when it has stood this long: what the provider has done and not yet told takes a moment. */
export const PATIENCE = 15 * MINUTE;

const measure = async (night: string, deps: AttestationDeps): Promise<AttestLedger | undefined> => {
  const { journal, store, ledger, payments, clock } = deps;
  const head = await store.head();
  const books = await ledger.read();
  if (head === undefined || !books) return undefined;
  const { available, pending } = await payments.balance();
  const { position } = books;
  const last = (await lastAttestation(journal))?.data;
  const from: Chain = last ? { position: last.position, events: last.events, digest: last.digest } : START;
  const { events, digest } = await extendChain(store, from, position);
  const atProvider = available + pending;
  const behind = position < head;
  return { type: 'AttestLedger', at: clock.now(), night, books, behind, position, events, digest, atProvider };
};

const attest = async (night: string, command: AttestLedger, { journal, log }: AttestationDeps): Promise<void> => {
  const id = `attest.${night}`;
  const context = { commandId: id, correlationId: id, causationId: id, actor: SYSTEM };
  const attested = await handleCommand(journal, attestation, ATTESTATIONS, command, context);
  const found = attested.ok ? attested.value.events[0] : undefined;
  if (found?.type !== 'LedgerDifferenceFound') return;
  const { faults, atProvider, expectedAtProvider, since } = found.data;
  const difference = atProvider - expectedAtProvider;
  log.error({ code: 'ledgerDiffers', night, since, faults, difference }, 'the books and the provider do not agree');
};

const run = async (
  { name }: Period,
  waitingSince: Instant | null,
  deps: AttestationDeps,
): Promise<'done' | 'later' | 'unknown'> => {
  try {
    const command = await measure(name, deps);
    // nothing has ever happened here
    if (!command) return 'done';
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
export const attestations = (deps: AttestationDeps): Recurring => ({
  work: 'attestation',
  period: nightly(HOUR_OF_NIGHT),
  run: (night, waitingSince) => run(night, waitingSince, deps),
});
