import { checkChain, type Fault, LEDGER } from '#application/attestations.ts';
import { HistoryCut } from '#application/ports/eventStore.ts';
import { openRepository } from '#application/repository.ts';
import type { Engines } from '../composition/engines.ts';
import { inspectLog, verifyStream } from '../crypto/hashChain.ts';
import { StartFailure } from '../settings/startFailure.ts';
import { systemClock } from '../system/clock.ts';
import { runOperation, write } from './commandLine.ts';

const USAGE = `npm run attest   reads all events: each is what was written, follows the one before it in its stream,
                 and the nights' attestations seal them. Ends with 1 at the first that is not, and names it.`;

const EVERY = 100_000;
const STREAM = `attestation-${LEDGER}`;

const broken = ({ stream, revision, reason }: Fault) =>
  new StartFailure(`BROKEN: ${stream}, revision ${revision}: ${reason}`);

/** What stands in the log of all may be hidden from whoever reads its stream: cut off at the beginning, or deleted. */
const readEach = async ({ readStream }: Engines['store'], ends: ReadonlyMap<string, number>): Promise<void> => {
  for (const [stream, revision] of ends) {
    const stored = await readStream(stream).catch((error: unknown) => {
      if (error instanceof HistoryCut) return [];
      throw error;
    });
    if (stored.length <= revision || stored[0]?.revision !== 0)
      throw broken({
        stream,
        revision: 0,
        reason: 'its stream does not hold any more what the log of all events holds',
      });
  }
};

/** Reads only, and beside a marketplace that runs: up to where the log ended when it began. */
const verify = async ({ journal, store }: Engines): Promise<true> => {
  const repository = openRepository({ journal, clock: systemClock });
  const seals = verifyStream(await store.readStream(STREAM));
  if (!seals.intact) throw broken({ stream: STREAM, ...seals });
  const log = inspectLog();
  const ends = new Map<string, number>();
  let seen = 0;
  const found = await checkChain(repository, store, (event) => {
    if (++seen % EVERY === 0) write(`${seen} events …`);
    ends.set(event.stream, event.revision);
    return log.inspect(event);
  });
  if (!found.intact && 'night' in found)
    throw new StartFailure(
      `BROKEN: the attestation of the night of ${found.night} sealed other events than those before it`,
    );
  if (!found.intact) throw broken(found);
  await readEach(store, ends);
  const { events, nights, unsealed } = found;
  write(`${events} events in ${log.streams()} streams are what was written, each after the one before it.`);
  write(`${nights} nights have sealed them; ${unsealed} events are newer than the last.`);
  return true;
};

runOperation(USAGE, async (words, engines) => words.length === 0 && verify(engines));
