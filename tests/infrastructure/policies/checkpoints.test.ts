import { afterEach, expect, test, vi } from 'vitest';
import type { Checkpoints } from '#application/ports/checkpoints.ts';
import { openCheckpoints } from '#infrastructure/policies/checkpoints.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const opened: Checkpoints[] = [];
const open = () => {
  const checkpoints = openCheckpoints({ connectionString: database.url });
  opened.push(checkpoints);
  return checkpoints;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((checkpoints) => checkpoints.close()));
});

const never = new AbortController().signal;
const gate = () => {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
};

test('a place that was saved is found by the next process', async () => {
  await open().hold('kept', never, async ({ load, save }) => {
    expect(await load()).toBeUndefined();
    await save('00000000000000000001');
    await save('00000000000000000007');
  });
  await open().hold('kept', never, async ({ load }) => {
    expect(await load()).toBe('00000000000000000007');
  });
});

test('one process at a time works on a name; other names are free', async () => {
  const steps: string[] = [];
  const { open: letGo, passed } = gate();
  const first = open().hold('alone', never, async () => {
    steps.push('first in');
    await passed;
    steps.push('first out');
  });
  await vi.waitFor(() => expect(steps).toEqual(['first in']));
  const other = open();
  const second = other.hold('alone', never, async () => void steps.push('second in'));
  await other.hold('another', never, async () => void steps.push('another in'));
  expect(steps).toEqual(['first in', 'another in']);
  letGo();
  await Promise.all([first, second]);
  expect(steps).toEqual(['first in', 'another in', 'first out', 'second in']);
});

test('within one process too', async () => {
  const checkpoints = open();
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside--;
  };
  await Promise.all([checkpoints.hold('twice', never, work), checkpoints.hold('twice', never, work)]);
  expect(most).toBe(1);
});

test('a process that dies frees its names at once, and learns that it has lost them', async () => {
  const dying = open();
  const { open: letGo, passed } = gate();
  let lost = false;
  const working = dying.hold('dying', never, async ({ signal }) => {
    signal.addEventListener('abort', () => {
      lost = true;
      letGo();
    });
    await passed;
  });
  await vi.waitFor(async () => {
    const { rows } = await database.knex.raw(
      `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
       WHERE datname = current_database() AND locktype = 'advisory' AND granted AND classid = 7301003`,
    );
    expect(rows).toHaveLength(1);
    await database.knex.raw('SELECT pg_terminate_backend(?)', [rows[0].pid]);
  });
  await working;
  expect(lost).toBe(true);
  let taken = false;
  await open().hold('dying', never, async () => {
    taken = true;
  });
  expect(taken).toBe(true);
});

test('whoever waits for a name can give up', async () => {
  const { open: letGo, passed } = gate();
  let holding = false;
  const first = open().hold('long', never, async () => {
    holding = true;
    await passed;
  });
  await vi.waitFor(() => expect(holding).toBe(true));
  const giveUp = new AbortController();
  const waiting = open().hold('long', giveUp.signal, async () => {
    throw new Error('it must not work');
  });
  giveUp.abort();
  await waiting;
  letGo();
  await first;
});
