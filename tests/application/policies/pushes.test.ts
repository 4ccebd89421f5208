import { beforeEach, describe, expect, test } from 'vitest';
import { PUSH, PUSH_ATTEMPTS, pushes, sendPush } from '#application/policies/pushes.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { PushFailed } from '#application/ports/pushes.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { NotificationType } from '#domain/telling/notifications.ts';
import type { PushKind } from '#domain/telling/pushes.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { openMemoryJobs } from '#tests/support/memoryJobs.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { memoryPushes } from './memoryPushes.ts';

const [ADA, BERT] = ['a'.repeat(32), 'b'.repeat(32)] as const;
const FACT = { id: 'fact', position: '1' } as Recorded;

let clock: ReturnType<typeof manualClock>;
let jobs: ReturnType<typeof openMemoryJobs>;
let pushed: ReturnType<typeof memoryPushes>;
let log: ReturnType<typeof silentLog>;
beforeEach(() => {
  clock = manualClock();
  jobs = openMemoryJobs(clock);
  pushed = memoryPushes();
  log = silentLog();
  jobs.work(PUSH, sendPush({ ...pushed, clock, log }), { attempts: PUSH_ATTEMPTS, backoffMs: 2_000 });
});

const device = (id: string, account: string, silent: readonly PushKind[] = []) =>
  pushed.devices.set(id, {
    id,
    account,
    silent,
    address: { endpoint: `https://push.example/${id}`, keys: { p256dh: 'p', auth: 'a' } },
  });
const rings = (id: string, account: string, type: NotificationType = 'sale', text = 'Ada is buying “A dragon”.') => {
  pushed.rung.set(FACT.id, [...(pushed.rung.get(FACT.id) ?? []), { id, account, type }]);
  pushed.unread.set(id, { type, text, path: '/transaction/7', at: clock.now() });
};
const handled = () => pushes({ ...pushed, jobs }).handle(FACT);
const called = () => pushed.sent.map(({ endpoint, payload }) => [endpoint.slice(21), JSON.parse(payload).id]);

describe('what comes into a bell', () => {
  test('calls each device of its reader once, with the words and the way of the bell, and nobody else’s', async () => {
    for (const [id, account] of [
      ['phone', BERT],
      ['desk', BERT],
      ['other', ADA],
    ] as const)
      device(id, account);
    rings('n1', BERT);
    await handled();
    await handled();
    await jobs.runDue();
    expect(called().sort()).toEqual([
      ['desk', 'n1'],
      ['phone', 'n1'],
    ]);
    expect(JSON.parse(pushed.sent[0]!.payload)).toEqual({
      id: 'n1',
      text: 'Ada is buying “A dragon”.',
      path: '/transaction/7',
    });
    expect(pushed.sent[0]).toMatchObject({ ttl: DAY / 1_000, urgency: 'normal', topic: 'n1' });
  });

  test('calls no device that is not to be called for its kind; what may wait says so', async () => {
    device('phone', BERT, ['watching']);
    device('desk', BERT);
    rings('n1', BERT, 'watched');
    await handled();
    await jobs.runDue();
    expect(called()).toEqual([['desk', 'n1']]);
    expect(pushed.sent[0]?.urgency).toBe('low');
  });

  test('holds neither words nor addresses in its jobs', async () => {
    device('phone', BERT);
    rings('n1', BERT);
    await handled();
    expect(jobs.known(PUSH).map(({ data }) => data)).toEqual([{ notification: 'n1', device: 'phone' }]);
  });

  test.each([
    ['read', () => pushed.unread.delete('n1')],
    ['a day old', () => clock.advance(DAY)],
    ['of a device that signed out', () => pushed.devices.delete('phone')],
  ])('calls nobody once it is %s', async (_, happens) => {
    device('phone', BERT);
    rings('n1', BERT);
    await handled();
    happens();
    await jobs.runDue();
    expect(called()).toEqual([]);
    expect(log.lines).toEqual([]);
  });
});

describe('a push service', () => {
  beforeEach(async () => {
    device('phone', BERT);
    rings('n1', BERT);
    await handled();
  });

  test('that knows a device no more is not asked for it again', async () => {
    pushed.service.answer = () => 'gone';
    await jobs.runDue();
    expect([...pushed.devices.keys()]).toEqual([]);
  });

  test('that is away is asked again, and the news come when it is back', async () => {
    const away = () => {
      throw new PushFailed('push.example answered 503');
    };
    pushed.service.answer = away;
    await jobs.runDue();
    clock.advance(2_000);
    pushed.service.answer = () => 'taken';
    await jobs.runDue();
    clock.advance(HOUR);
    await jobs.runDue();
    expect(called()).toEqual([
      ['phone', 'n1'],
      ['phone', 'n1'],
    ]);
  });

  test('that stays away is let be in the end: no job lies dead, and the device is still known', async () => {
    pushed.service.answer = () => {
      throw new PushFailed('push.example answered 503');
    };
    for (let time = 0; time < 2 * PUSH_ATTEMPTS; time++) {
      await jobs.runDue();
      clock.advance(5 * 60_000);
    }
    expect(pushed.sent).toHaveLength(PUSH_ATTEMPTS);
    expect((await jobs.counts())[PUSH]).toMatchObject({ failed: 0, waiting: 0, delayed: 0 });
    expect([...pushed.devices.keys()]).toEqual(['phone']);
    expect(log.lines.map(({ message }) => message)).toEqual(['no push service took it: it stands in the bell']);
  });
});
