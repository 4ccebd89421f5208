import { beforeEach, describe, expect, test } from 'vitest';
import { unmatchedEventStream } from '#application/streams/streamNames.ts';
import { people } from './scenes.ts';
import { BUYER, openStage, SELLER, type Stage, TRANSACTION } from './stage.ts';

const DAY = 24 * 3_600_000;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage(); // 2 March 2026
  await people(stage);
});

const night = async () => {
  stage.clock.advance(DAY);
  await stage.sweep();
};

describe('messages', () => {
  const month = { subject: 'conversation-c-202402', conversation: 'c' };
  const from = Date.UTC(2024, 1);

  test('are deleted two years after their month: pictures, key and read model [D1-222] [D2-396]', async () => {
    stage.retained.months.push({ ...month, from, until: Date.UTC(2024, 2) });
    await night();
    expect(stage.retained.forgotten).toEqual([
      'pictures of conversation-c-202402',
      'key of conversation-c-202402',
      'texts before 2024-03-01T00:00:00.000Z',
    ]);
  });

  test('are kept on 29 February until their two years are over', async () => {
    stage.clock.advance(Date.UTC(2028, 1, 29, 5) - stage.clock.now());
    await stage.sweep();
    expect(stage.retained.forgotten).toContain('texts before 2026-02-01T00:00:00.000Z');
  });

  test('are cleared from the read model even if a crash followed the erasure of their key', async () => {
    const { retention, forgotten } = stage.retained;
    const { forgetMessagesBefore } = retention;
    retention.forgetMessagesBefore = () => Promise.reject(new Error('killed'));
    stage.retained.months.push({ ...month, from, until: Date.UTC(2024, 2) });
    await night();
    retention.forgetMessagesBefore = forgetMessagesBefore;
    await stage.sweep();
    expect(forgotten.at(-1)).toBe('texts before 2024-03-01T00:00:00.000Z');
    await stage.sweep();
    expect(forgotten).toHaveLength(3);
  });
});

test('deletes a transaction’s pictures, key and texts seven years after its end [D2-395]', async () => {
  stage.retained.sales.push(TRANSACTION);
  await night();
  expect(stage.retained.forgotten.slice(0, 4)).toEqual([
    'texts before 2024-03-01T00:00:00.000Z',
    `evidence of ${TRANSACTION}`,
    `key of transaction-${TRANSACTION}`,
    `texts of ${TRANSACTION}`,
  ]);
});

test('deletes a note about an unmatched event after seven years, before the event itself', async () => {
  const { retention, orphans: unmatchedEvents, forgotten } = stage.retained;
  unmatchedEvents.push('evt-1');
  const { sweepTables } = retention;
  retention.sweepTables = async (now) => {
    forgotten.push('tables');
    return sweepTables(now);
  };
  await night();
  expect(forgotten.slice(-2)).toEqual([`key of ${unmatchedEventStream('evt-1')}`, 'tables']);
});

test('keeps the addresses of security events for a year after their month', async () => {
  const { retention, digests, forgotten } = stage.retained;
  const endedBy: string[] = [];
  const { digestMonths } = retention;
  retention.digestMonths = (instant, limit) => {
    endedBy.push(new Date(instant).toISOString().slice(0, 10));
    return digestMonths(instant, limit);
  };
  digests.push('security-202502');
  await night();
  expect(endedBy).toEqual(['2025-03-03']);
  expect(forgotten).toContain('key of security-202502');
});

describe('an inactive account', () => {
  const warnings = () => stage.mailer.sent.filter(({ subject }) => subject === 'inactivityWarning').map(({ to }) => to);
  const seenAgo = (days: number) =>
    stage.retained.seen.set(SELLER, { lastSeenAt: stage.clock.now() - days * DAY, warnedAt: null });

  test('is warned once by e-mail 30 days ahead and deleted after two years [D2-394]', async () => {
    seenAgo(698);
    await night();
    expect(warnings()).toEqual([]);
    await night();
    expect(warnings()).toEqual(['bert@example.com']);
    for (let day = 0; day < 29; day++) await night();
    expect((await stage.sellerAccount()).status).toBe('active');
    await night();
    expect((await stage.sellerAccount()).status).toBe('deleted');
    expect(warnings()).toEqual(['bert@example.com']);
  });

  test('gets its 30 days when noticed late, and one e-mail even after a crash [D2-394]', async () => {
    seenAgo(3_000);
    const { markWarned } = stage.retained.inactivity;
    stage.retained.inactivity.markWarned = () => Promise.reject(new Error('killed'));
    await night();
    stage.retained.inactivity.markWarned = markWarned;
    stage.jobs.lose();
    await stage.sweep();
    expect(warnings()).toEqual(['bert@example.com']);
    stage.clock.advance(29 * DAY);
    await stage.sweep();
    expect((await stage.sellerAccount()).status).toBe('active');
    await night();
    expect((await stage.sellerAccount()).status).toBe('deleted');
  });

  test('stays while a transaction holds money and is deleted once it ends [D2-394]', async () => {
    seenAgo(3_000);
    stage.erasure.openSales.set(SELLER, 1);
    await night();
    for (let day = 0; day < 40; day++) await night();
    expect((await stage.sellerAccount()).status).toBe('active');
    stage.erasure.openSales.delete(SELLER);
    await night();
    expect((await stage.sellerAccount()).status).toBe('deleted');
  });

  test('stays after a sign-in that follows the warning, without affecting others [D2-394]', async () => {
    seenAgo(3_000);
    stage.retained.seen.set(BUYER, { lastSeenAt: stage.clock.now(), warnedAt: null });
    await night();
    stage.retained.seen.set(SELLER, { lastSeenAt: stage.clock.now(), warnedAt: null });
    stage.clock.advance(60 * DAY);
    await stage.sweep();
    expect((await stage.sellerAccount()).status).toBe('active');
    expect(warnings()).toEqual(['bert@example.com']);
  });
});
