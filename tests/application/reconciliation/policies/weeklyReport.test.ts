import { beforeEach, expect, test } from 'vitest';
import { people } from '../../policies/scenes.ts';
import { BUYER, openStage, SELLER, type Stage } from '../../policies/stage.ts';

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage(); // Monday, 2 March 2026, 12:00 UTC
  await people(stage);
  stage.roles.set('admin', [BUYER, SELLER]);
});

const reports = () => stage.mailer.sent.filter(({ subject }) => subject === 'weeklyReport').map((mail) => mail.to);

test('sends every admin one report on Monday morning about last week [D2-018]', async () => {
  stage.clock.advance(7 * DAY - 5 * HOUR - 1);
  await stage.sweep();
  expect(reports()).toEqual([]);
  stage.clock.advance(1);
  await stage.sweep();
  await stage.sweep();
  expect(reports()).toEqual(['ada@example.com', 'bert@example.com']);
  expect(stage.weeks).toEqual([
    { from: Date.parse('2026-03-01T23:00:00Z'), until: Date.parse('2026-03-08T23:00:00Z') },
  ]);
  stage.clock.advance(6 * DAY);
  await stage.sweep();
  expect(reports()).toHaveLength(2);
  stage.clock.advance(DAY);
  await stage.sweep();
  expect(reports()).toHaveLength(4);
});

test('sends one report also after a crash or a lost queue [D2-018]', async () => {
  stage.clock.advance(7 * DAY);
  await stage.sweep();
  await stage.stop();
  stage.recurringWork.works.set('weeklyReport', { period: '2026-03-02', waitingSince: null });
  stage.jobs.lose();
  await stage.start();
  await Promise.all([stage.sweep(), stage.sweep()]);
  expect(reports()).toHaveLength(2);
});

test('sends one report after three weeks of downtime [D2-018]', async () => {
  stage.clock.advance(21 * DAY);
  await stage.sweep();
  expect(reports()).toHaveLength(2);
});

test('runs other recurring tasks when one fails', async () => {
  stage.payments.balance = () => Promise.reject(new Error('broken'));
  stage.clock.advance(7 * DAY);
  await stage.sweep();
  expect(reports()).toHaveLength(2);
  expect(stage.log.lines).toContainEqual(
    expect.objectContaining({ level: 'error', details: expect.objectContaining({ work: 'attestation' }) }),
  );
});
