import type { StoredEvent } from '#application/ports/eventStore.ts';
import { DAY } from '#domain/shared/instants.ts';
import { askToRetry } from '#projections/engine/quarantine.ts';
import type { Database } from './database/database.ts';
import type { Process } from './process.ts';
import { type Scheduler, WORLD } from './scheduler.ts';
import type { Tables } from './tables.ts';
import type { Answer } from './world.ts';

type Deps = {
  scheduler: Scheduler;
  tables: Tables;
  fail: (what: string) => void;
  anyProcess: () => Process | undefined;
  ask: <Value>(process: Process, request: () => Promise<Value>) => Promise<Answer<Value>>;
  spawn: (work: () => Promise<void>) => void;
};

/** Until a release that can read the events is out. */
const UNTIL_MENDED = 9 * DAY;
/** A policy that receives every event of each transaction and saves its position after each. */
const WATCHED = 'deadlineWakeUps';

const quarantined = (database: Database, stream: string): boolean =>
  database.read('projections.quarantine').some((row) => row.stream === stream);

/** Makes events unreadable and repairs them: meanwhile one transaction stops, and no other. */
export const openOperators = ({ scheduler, tables, fail, anyProcess, ask, spawn }: Deps) => {
  const spoilt = new Map<string, StoredEvent>();

  const retry = async (stream: string): Promise<void> => {
    while (quarantined(tables.database, stream)) {
      const process = anyProcess();
      if (process) await ask(process, () => askToRetry(process.db, stream));
      await scheduler.turn(WORLD, 'an operator looks whether it is caught up', DAY / 4);
    }
  };

  const check = ({ id, stream, position }: StoredEvent): void => {
    const told = [...tables.emails.keys()].find((email) => email.endsWith(id));
    if (told) fail(`${stream} cannot be read, and ${told} was sent`);
    const place = tables.checkpoints.places.get(WATCHED) ?? '';
    if (place < position) fail(`${WATCHED} stands still at ${stream}, which cannot be read`);
  };

  const mend = (event: StoredEvent): void => {
    if (spoilt.delete(event.id)) spawn(() => retry(event.stream));
  };

  return {
    spoilt,
    spoil: (event: StoredEvent): void => {
      spoilt.set(event.id, event);
      scheduler.at(scheduler.now() + UNTIL_MENDED, WORLD, 'a release reads what the one before could not', () => {
        if (spoilt.has(event.id)) check(event);
        mend(event);
      });
    },
    mendAll: (): void => {
      for (const event of [...spoilt.values()]) mend(event);
      for (const { stream } of tables.database.read('projections.quarantine')) spawn(() => retry(String(stream)));
    },
  };
};
