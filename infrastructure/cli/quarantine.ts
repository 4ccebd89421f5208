import { setTimeout as delay } from 'node:timers/promises';
import { UnreadableEvent } from '#application/ports/eventCodec.ts';
import { type Quarantined, UnfoldableEvent } from '#application/ports/quarantine.ts';
import { openRepository } from '#application/streams/repository.ts';
import { askToRetry, readQuarantine } from '#projections/engine/quarantine.ts';
import type { Storage } from '../composition/storage.ts';
import { systemClock } from '../system/clock.ts';
import { StartFailure } from '../system/startFailure.ts';
import { runOperation, write } from './commandLine.ts';

const USAGE = `npm run quarantine -- list           lists quarantined streams with the reason
npm run quarantine -- show STREAM    shows which readers skipped which events
npm run quarantine -- retry STREAM   after a fix: the running marketplace catches up in order and releases the stream`;

const PATIENCE_MS = 60_000;
const LOOK_MS = 200;

const said = ({ stream, revision, type, reason, foundBy, because, retrying }: Quarantined): string =>
  `${stream}, revision ${revision} (${type}): ${reason}; found by ${foundBy}${because ? `, waits for ${because}` : ''}${retrying ? ', being caught up' : ''}`;

const list = async ({ db }: Storage): Promise<void> => {
  const all = await readQuarantine(db);
  for (const found of all) write(said(found));
  write(`${all.length} streams in quarantine.`);
};

const find = async ({ db }: Storage, stream: string): Promise<Quarantined> => {
  const found = (await readQuarantine(db)).find((quarantined) => quarantined.stream === stream);
  if (!found) throw new StartFailure(`${stream} is not in quarantine`);
  return found;
};

const show = async (storage: Storage, stream: string): Promise<void> => {
  const found = await find(storage, stream);
  write(said(found));
  write(`since ${new Date(found.since).toISOString()}, position ${found.position}, event ${found.id}`);
  for (const { reader, from, upTo } of found.passedBy) write(`  ${reader} has passed by revisions ${from} to ${upTo}`);
};

/** Tries to read the stream with this release. */
const read = async ({ journal }: Storage, stream: string): Promise<void> => {
  try {
    await journal.load(stream);
    const [category, id] = stream.split('-', 2);
    if (category === 'transaction' && id) await openRepository({ journal, clock: systemClock }).transactions.load(id);
  } catch (error) {
    if (!(error instanceof UnreadableEvent || error instanceof UnfoldableEvent)) throw error;
    throw new StartFailure(`it stays in quarantine: ${error.message}`);
  }
};

const retry = async (storage: Storage, stream: string): Promise<void> => {
  await find(storage, stream);
  await read(storage, stream);
  await askToRetry(storage.db, stream);
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(LOOK_MS)) {
    const left = (await readQuarantine(storage.db)).find((quarantined) => quarantined.stream === stream);
    if (!left) return write(`${stream} is caught up, and in quarantine no more.`);
    if (!left.retrying) throw new StartFailure(`it stays in quarantine: ${said(left)}`);
  }
  const { passedBy } = await find(storage, stream);
  write(
    `${stream} is still to be caught up by ${passedBy.map(({ reader }) => reader).join(', ')}: is a worker running?`,
  );
};

runOperation(USAGE, ([command, stream]) => {
  if (command === 'list') return list;
  if (!stream) return undefined;
  if (command === 'show') return (storage) => show(storage, stream);
  return command === 'retry' ? (storage) => retry(storage, stream) : undefined;
});
