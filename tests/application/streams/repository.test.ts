import { beforeEach, expect, test } from 'vitest';
import { StreamMoved } from '#application/ports/eventStore.ts';
import type { Request } from '#application/streams/command.ts';
import type { Journal } from '#application/streams/journal.ts';
import { openRepository } from '#application/streams/repository.ts';
import type { NotificationStateCommand } from '#domain/notifications/notificationState.ts';
import { type MemoryMarket, memoryMarket } from '../memoryMarket.ts';

const READER = { id: 'a'.repeat(32), role: 'member' } as const;
const STREAM = `inbox-${READER.id}`;

let market: MemoryMarket;
beforeEach(() => {
  market = memoryMarket();
});

const send = (request: Request<NotificationStateCommand>, { notificationStates } = market.repository) =>
  notificationStates.send(READER.id, request, market.context(READER));
const read = (notificationId: string) => ({ type: 'ReadNotification', notificationId }) as const;

/** Simulates another process that appends between load and append, this many times. */
const overtaken = (times: number, rival: (time: number) => Request<NotificationStateCommand>) => {
  let loads = 0;
  const journal: Journal = {
    ...market.journal,
    readClear: async (stream, from) => {
      const events = await market.journal.readClear(stream, from);
      if (++loads <= times) await send(rival(loads));
      return events;
    },
  };
  return { repository: openRepository({ journal, clock: market.clock }), loads: () => loads };
};

test('decides an overtaken command again on the new events [L-029]', async () => {
  const { repository } = overtaken(1, () => ({ type: 'DeleteNotification', notificationId: 'n1' }));
  expect(await send(read('n1'), repository)).toMatchObject({ ok: true, value: { events: [] } });
  expect(await market.typesOf(STREAM)).toEqual(['NotificationDeleted']);
});

test('writes on the third attempt after being overtaken twice [L-029]', async () => {
  const { repository, loads } = overtaken(2, (time) => read(`other ${time}`));
  expect(await send(read('n1'), repository)).toMatchObject({ ok: true });
  expect([loads(), await market.typesOf(STREAM)]).toEqual([3, Array(3).fill('NotificationRead')]);
});

test('gives up after three lost attempts and writes nothing [L-029]', async () => {
  const { repository, loads } = overtaken(9, (time) => read(`other ${time}`));
  await expect(send(read('n1'), repository)).rejects.toThrow(StreamMoved);
  expect([loads(), (await market.typesOf(STREAM)).length]).toEqual([3, 3]);
});

test('writes nothing and returns the first result for a repeated command, however late [L-028]', async () => {
  const context = market.context(READER);
  const again = () => market.repository.notificationStates.send(READER.id, read('n1'), context);
  const first = await again();
  await send({ type: 'DeleteNotification', notificationId: 'n1' });
  const second = await again();
  if (!first.ok || !second.ok) throw new Error('a refusal');
  expect(second.value.events).toMatchObject([{ type: 'NotificationRead', data: { notificationId: 'n1' } }]);
  expect(second.value.position).toBe(first.value.position);
  expect(await market.typesOf(STREAM)).toEqual(['NotificationRead', 'NotificationDeleted']);
});

test('completes twenty concurrent changes by queueing the overtaken ones', async () => {
  const many = Array.from({ length: 20 }, (_, n) => send(read(`n${n}`)));
  for (const result of await Promise.all(many)) expect(result).toMatchObject({ ok: true });
  expect(await market.typesOf(STREAM)).toEqual(Array(20).fill('NotificationRead'));
});
