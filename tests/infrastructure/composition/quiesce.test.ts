import { expect, test } from 'vitest';
import { quiesce } from '#infrastructure/composition/quiesce.ts';

const NOTHING = { waiting: 0, active: 0, delayed: 0, failed: 0 };

/** A fake marketplace in which events cause policies, policies jobs, and jobs webhooks. */
const market = ({ due = 0, events = 0, jobs = 0, webhooks = 0 } = {}) => {
  const left = { due, events, jobs, webhooks };
  let head = events;
  const asked = { fire: 0, behind: 0, counts: 0 };
  const deps = {
    store: { head: async () => (head === 0 ? undefined : String(head)) },
    waitFor: async () => true,
    policiesBehind: async () => {
      asked.behind++;
      const behind = left.events;
      left.jobs += behind;
      left.events = 0;
      return behind;
    },
    jobs: {
      counts: async () => {
        asked.counts++;
        const active = left.jobs;
        left.webhooks += active;
        left.jobs = 0;
        return { refunds: { ...NOTHING, active }, schedules: { ...NOTHING, waiting: 1 } };
      },
    },
    fire: async () => {
      asked.fire++;
      const fired = left.due + left.webhooks;
      head += left.due;
      left.events += left.due;
      left.due = 0;
      left.webhooks = 0;
      return fired;
    },
  };
  return { deps, left, asked };
};

const DONE = { due: 0, events: 0, jobs: 0, webhooks: 0 };

test('ends only when nothing is left that could cause more work', async () => {
  const { deps, left } = market({ due: 2, events: 1, jobs: 1, webhooks: 1 });
  await quiesce(deps);
  expect(left).toEqual(DONE);
});

test('delivers a webhook left by a job that ends during a check', async () => {
  const { deps, left } = market();
  const { counts } = deps.jobs;
  let looks = 0;
  await quiesce({
    ...deps,
    jobs: {
      counts: async () => {
        // active before the check and done before its count is read
        if (++looks === 1) left.webhooks = 1;
        return counts();
      },
    },
  });
  expect(left).toEqual(DONE);
});

test('fires once between two checks when nothing is due, and ignores waiting schedules', async () => {
  const { deps, asked } = market();
  await quiesce(deps);
  expect(asked).toEqual({ fire: 1, behind: 2, counts: 2 });
});

test('checks again after an event between two checks', async () => {
  const { deps, asked } = market();
  let heads = 0;
  await quiesce({ ...deps, store: { head: async () => (++heads < 3 ? 'first' : 'second') } });
  expect(asked.fire).toBe(2);
});
