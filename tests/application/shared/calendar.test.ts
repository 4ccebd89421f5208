import { expect, test, vi } from 'vitest';
import { beginCalendar, nightly } from '#application/shared/calendar.ts';
import type { WorkDone } from '#application/shared/storage.ts';
import { DAY, MINUTE } from '#domain/shared/instants.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { openStage } from '../policies/stage.ts';

const NOON = Date.UTC(2026, 2, 2, 12);

test('neither repeats nor looks up a done task until its next period', async () => {
  const kept = new Map<string, WorkDone>();
  const asked: string[] = [];
  const done: string[] = [];
  const attend = await beginCalendar(
    NOON,
    [
      {
        work: 'seal',
        period: nightly(3),
        run: async ({ name }) => {
          done.push(name);
          return 'done';
        },
      },
    ],
    {
      log: silentLog(),
      recurringWork: {
        begin: async (periods) => {
          for (const [work, period] of periods) kept.set(work, { period, waitingSince: null });
        },
        find: async (works) => {
          asked.push(...works);
          return kept;
        },
        wait: async () => undefined,
        done: async (work, period) => void kept.set(work, { period, waitingSince: null }),
      },
    },
  );
  const tomorrow = NOON + DAY;
  expect([await attend(tomorrow), await attend(tomorrow + MINUTE), await attend(tomorrow + 2 * MINUTE)]).toEqual([
    1, 0, 0,
  ]);
  expect(await attend(tomorrow + DAY)).toBe(1);
  expect(done).toEqual(['2026-03-03', '2026-03-04']);
  expect(asked).toHaveLength(2);
});

test('stops the policies if the calendar fails to start', async () => {
  const stage = await openStage();
  await stage.stop();
  const reading = vi.spyOn(stage.store, 'subscribeAll');
  stage.recurringWork.begin = async () => {
    await vi.waitFor(() => expect(reading).toHaveBeenCalled());
    throw new Error('no connection');
  };
  await expect(stage.start()).rejects.toThrow('no connection');
  expect(reading.mock.calls.map(([{ signal }]) => signal?.aborted)).not.toContain(false);
});
