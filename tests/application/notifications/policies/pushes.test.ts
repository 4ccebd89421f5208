import { beforeEach, describe, expect, test } from 'vitest';
import { orderDigest, PUSH } from '#application/notifications/policies/pushDigest.ts';
import { PUSH_ATTEMPTS, pushes, sendPush } from '#application/notifications/policies/pushes.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { PushFailed } from '#application/ports/push.ts';
import type { NotificationType, PushKind } from '#domain/notifications/notificationTypes.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { openMemoryJobs } from '#tests/support/memoryJobs.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { memorySchedule } from '../../policies/memoryPorts.ts';
import { memoryPushes } from '../../policies/memoryPushes.ts';

const [ADA, BERT] = ['a'.repeat(32), 'b'.repeat(32)] as const;
const EVENT = { id: 'fact', position: '1' } as Recorded;

let clock: ReturnType<typeof manualClock>;
let jobs: ReturnType<typeof openMemoryJobs>;
let pushed: ReturnType<typeof memoryPushes>;
let schedule: ReturnType<typeof memorySchedule>;
let log: ReturnType<typeof silentLog>;
beforeEach(() => {
  clock = manualClock();
  jobs = openMemoryJobs(clock);
  schedule = memorySchedule();
  pushed = memoryPushes();
  log = silentLog();
  jobs.work(PUSH, sendPush({ ...pushed, clock, log }), { attempts: PUSH_ATTEMPTS, backoffMs: 2_000 });
});

const device = (id: string, account: string, silent: readonly PushKind[] = [], daily: readonly PushKind[] = []) =>
  pushed.devices.set(id, {
    id,
    account,
    silent,
    daily,
    address: { endpoint: `https://push.example/${id}`, keys: { p256dh: 'p', auth: 'a' } },
  });
const rings = (id: string, account: string, type: NotificationType = 'sale', text = 'Ada is buying “A dragon”.') => {
  pushed.rung.set(EVENT.id, [...(pushed.rung.get(EVENT.id) ?? []), { id, account, type }]);
  pushed.unread.set(id, { type, text, path: '/transaction/7', at: clock.now() });
};
const handled = () => pushes({ ...pushed, jobs, schedule, clock }).handle(EVENT);
const called = () => pushed.sent.map(({ endpoint, payload }) => [endpoint.slice(21), JSON.parse(payload).id]);

describe('a new in-app notification', () => {
  test('pushes once to each device of its reader, with its text and link', async () => {
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

  test('skips devices that silence its kind and marks low urgency', async () => {
    device('phone', BERT, ['watching']);
    device('desk', BERT);
    rings('n1', BERT, 'watched');
    await handled();
    await jobs.runDue();
    expect(called()).toEqual([['desk', 'n1']]);
    expect(pushed.sent[0]?.urgency).toBe('low');
  });

  test('keeps texts and addresses out of jobs', async () => {
    device('phone', BERT);
    rings('n1', BERT);
    await handled();
    expect(jobs.known(PUSH).map(({ data }) => data)).toEqual([{ notification: 'n1', device: 'phone' }]);
  });

  test.each([
    ['read', () => pushed.unread.delete('n1')],
    ['a day old', () => clock.advance(DAY)],
    ['of a device that signed out', () => pushed.devices.delete('phone')],
  ])('pushes nothing once it is %s', async (_, happens) => {
    device('phone', BERT);
    rings('n1', BERT);
    await handled();
    happens();
    await jobs.runDue();
    expect(called()).toEqual([]);
    expect(log.lines).toEqual([]);
  });
});

describe('a daily push', () => {
  const DAILY: readonly PushKind[] = ['offers', 'reviews', 'messages'];
  /** Removes tasks that ran, like the sweep. */
  const sweep = async () => {
    for (const task of await schedule.due(clock.now(), 100)) {
      await orderDigest(task, { jobs, schedule });
      await schedule.remove(task.id);
    }
    await jobs.runDue();
  };
  const eight = async () => {
    const [{ dueAt } = { dueAt: null }] = [...schedule.tasks.values()].filter(({ kind }) => kind === 'pushDigest');
    clock.advance(dueAt! - clock.now());
    await sweep();
  };
  const said = () => pushed.sent.map(({ payload }) => JSON.parse(payload).text);

  test('arrives at the hour of the e-mails, in plain text, and links to the notifications', async () => {
    device('phone', BERT, [], DAILY);
    device('other', ADA, [], DAILY);
    for (const [id, type] of [
      ['n1', 'proposal'],
      ['n2', 'review'],
      ['n3', 'message'],
      ['n4', 'proposal'],
    ] as const)
      rings(id, BERT, type);
    await handled();
    await handled();
    await sweep();
    expect(said()).toEqual([]);
    await eight();
    expect(said()).toEqual(['4 new things: 1 conversation with new messages, 2 offers, 1 review']);
    const { endpoint, payload, topic, urgency } = pushed.sent[0]!;
    expect([endpoint, JSON.parse(payload).path, urgency]).toEqual([
      'https://push.example/phone',
      '/dashboard#notifications',
      'low',
    ]);
    expect(new Date(clock.now()).toLocaleTimeString('en-GB', { timeZone: 'Europe/Amsterdam' })).toBe('08:00:00');
    expect(topic).toMatch(/^digest-\d{4}-\d\d-\d\d$/);
    expect(schedule.tasks.size).toBe(0);
  });

  test('holds back neither money and deadlines nor pushes to another device', async () => {
    device('phone', BERT, [], DAILY);
    device('desk', BERT);
    rings('n1', BERT, 'sale');
    rings('n2', BERT, 'review');
    await handled();
    await jobs.runDue();
    expect(called().sort()).toEqual([
      ['desk', 'n1'],
      ['desk', 'n2'],
      ['phone', 'n1'],
    ]);
    await eight();
    expect(said().at(-1)).toBe('1 new thing: 1 review');
    expect(pushed.sent).toHaveLength(4);
  });

  test('is sent once, also after a crash, and the next day starts again', async () => {
    device('phone', BERT, [], DAILY);
    rings('n1', BERT, 'review');
    await handled();
    const before = [...schedule.tasks.values()];
    await eight();
    await schedule.putAll(before);
    await sweep();
    expect(said()).toEqual(['1 new thing: 1 review']);
    rings('n2', BERT, 'review');
    pushed.rung.set(EVENT.id, [{ id: 'n2', account: BERT, type: 'review' }]);
    await handled();
    await eight();
    expect(said()).toEqual(['1 new thing: 1 review', '1 new thing: 1 review']);
    expect(new Set(pushed.sent.map(({ topic }) => topic)).size).toBe(2);
  });

  test('includes what arrives in the last minute in the next day’s', async () => {
    device('phone', BERT, [], DAILY);
    rings('n1', BERT, 'review');
    await handled();
    const [{ dueAt } = { dueAt: null }] = [...schedule.tasks.values()].filter(({ kind }) => kind === 'pushDigest');
    clock.advance(dueAt! - clock.now() - MINUTE / 2);
    pushed.rung.set(EVENT.id, [{ id: 'n2', account: BERT, type: 'review' }]);
    pushed.unread.set('n2', { type: 'review', text: '', path: '/', at: clock.now() });
    await handled();
    clock.advance(MINUTE);
    await sweep();
    expect(said()).toEqual(['1 new thing: 1 review']);
    clock.advance(DAY);
    await sweep();
    expect(said()).toHaveLength(2);
  });

  test.each([
    ['all of it was read', () => pushed.unread.clear()],
    ['the device wants none of it any more', () => device('phone', BERT, DAILY)],
    ['the device has signed out', () => pushed.devices.clear()],
    ['a day has gone by', () => clock.advance(2 * DAY)],
  ])('is not sent when %s', async (_, happens) => {
    device('phone', BERT, [], DAILY);
    rings('n1', BERT, 'review');
    await handled();
    const [{ dueAt } = { dueAt: null }] = [...schedule.tasks.values()].filter(({ kind }) => kind === 'pushDigest');
    clock.advance(dueAt! - clock.now());
    happens();
    await sweep();
    expect(said()).toEqual([]);
    expect(schedule.tasks.size).toBe(0);
  });
});

describe('a push service', () => {
  beforeEach(async () => {
    device('phone', BERT);
    rings('n1', BERT);
    await handled();
  });

  test('that no longer knows a device is not asked again', async () => {
    pushed.service.answer = () => 'gone';
    await jobs.runDue();
    expect([...pushed.devices.keys()]).toEqual([]);
  });

  test('that is down is retried and gets the news later', async () => {
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

  test('that stays down is given up without a dead job, and the device stays known', async () => {
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
