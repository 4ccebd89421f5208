import { expect, test } from 'vitest';
import { armedDeadlines } from '#domain/transactions/transaction.ts';
import { bank, checkedOut, paid, people, released, shipped } from '../../policies/scenes.ts';
import { openStage, type Stage, TRANSACTION } from '../../policies/stage.ts';
import * as at from './deadlineScenes.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HORIZON = 100 * DAY;

type Way = { after(stage: Stage): Promise<void>; wake(stage: Stage): Promise<unknown> };

/** The queue works, and nothing else wakes the policies. */
const BY_THE_QUEUE: Way = { after: async () => undefined, wake: (stage) => stage.settle() };
/** The queue is lost at every step; only the sweep works. */
const QUEUE_LOST: Way = { after: async (stage) => stage.jobs.lose(), wake: (stage) => stage.sweep() };
/** Queue and processes are lost; new ones start with an empty queue. */
const REBUILT: Way = {
  after: async (stage) => {
    await stage.stop();
    stage.jobs.lose();
    await stage.start();
    await stage.settle();
  },
  wake: (stage) => stage.sweep(),
};

/** Sweeps run the calendar, so a run without sweeps has none of its e-mails. */
const OF_THE_CALENDAR = /^(weeklyReport|ledgerDiffers|needsRepair) /;

/** Runs from the scene through every deadline until none is left. */
const lived = async (scene: (stage: Stage) => Promise<void>, { after, wake }: Way) => {
  const stage = await openStage();
  await people(stage);
  await scene(stage);
  await stage.settle();
  const end = stage.clock.now() + HORIZON;
  const passed = new Set<string>();
  for (;;) {
    await after(stage);
    const next = armedDeadlines(await stage.saleState()).find(
      ({ kind, dueAt }) => dueAt <= end && !passed.has(`${kind} ${dueAt}`),
    );
    if (!next) break;
    passed.add(`${next.kind} ${next.dueAt}`);
    stage.clock.advance(Math.max(0, next.dueAt - stage.clock.now()));
    await wake(stage);
  }
  const { events, emails } = await at.happened(stage);
  const { status } = await stage.saleState();
  await stage.stop();
  return {
    status,
    events,
    emails: emails.filter((email) => !OF_THE_CALENDAR.test(email)).sort(),
    deadlines: passed.size,
    refunds: stage.payments.refunds.map(({ attempt, amount }) => ({ attempt, amount })),
    payouts: stage.payments.payouts.map(({ amount }) => amount),
  };
};

const SCENES = [
  ['at the checkout', checkedOut],
  ['with a payment at the bank', at.processing],
  ['that is to be shipped', paid],
  ['in escrow', shipped],
  ['that is paused', at.paused],
  ['in dispute', at.disputed],
  ['with an offer', at.offered],
  ['whose return was asked for', at.returning],
  ['whose return is on its way', at.sentBack],
  ['that is being refunded', at.refunding],
  ['whose refund failed', at.refundFailed],
  ['that is to be paid out', released],
  ['whose payout failed', at.payoutFailed],
] as const;

test.each(SCENES)(
  'misses and repeats nothing when a transaction %s loses its queue, with or without new processes [L-025] [L-024]',
  async (_, scene) => {
    const undisturbed = await lived(scene, BY_THE_QUEUE);
    expect(undisturbed.deadlines).toBeGreaterThan(0);
    expect(await lived(scene, QUEUE_LOST)).toEqual(undisturbed);
    expect(await lived(scene, REBUILT)).toEqual(undisturbed);
  },
);

test('sends a payout whose job was lost one business day later, once [L-025]', async () => {
  const stage = await openStage();
  await people(stage);
  await released(stage);
  stage.clock.advance((await at.dueAt(stage, 'payoutRun')) - stage.clock.now());
  stage.payments.down = true;
  await stage.sweep();
  expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('PayoutInitiated');
  stage.jobs.lose();
  stage.payments.down = false;
  await stage.sweep();
  expect(stage.payments.payouts).toEqual([]);
  await at.goTo(stage, await at.dueAt(stage, 'payoutAsk'));
  await stage.sweep();
  expect(stage.payments.payouts).toHaveLength(1);
});

test('sends a refund whose job was lost at the end of its watch, once [L-025]', async () => {
  const stage = await openStage();
  await people(stage);
  stage.payments.down = true;
  await at.refunding(stage);
  stage.jobs.lose();
  stage.payments.down = false;
  await at.goTo(stage, await at.dueAt(stage, 'refundWatch'));
  expect(stage.payments.refunds).toHaveLength(1);
});

test('checks bank details again within the hour if their check was lost, and not after that [L-025]', async () => {
  const stage = await openStage();
  await people(stage, { bankVerified: false });
  stage.payments.down = true;
  await bank(stage);
  stage.jobs.lose();
  stage.payments.down = false;
  await stage.sweep();
  expect((await stage.sellerAccount()).bankState).toBe('checking');
  stage.clock.advance(HOUR);
  await stage.sweep();
  expect((await stage.sellerAccount()).bankState).toBe('verified');
  stage.clock.advance(HOUR);
  await stage.sweep();
  expect([...stage.schedule.tasks.values()].filter(({ kind }) => kind === 'bankCheck')).toEqual([]);
});
