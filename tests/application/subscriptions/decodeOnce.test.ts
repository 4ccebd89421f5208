import { expect, test, vi } from 'vitest';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { decodeOnce } from '#application/subscriptions/decodeOnce.ts';

const stored = (id: string) => ({ id }) as StoredEvent;
const open = () => {
  let now = 1_000;
  const decode = vi.fn(async (events: readonly StoredEvent[]) => events.map(({ id }) => ({ id }) as Recorded));
  const decoded = () => decode.mock.calls.map(([events]) => events.map(({ id }) => id));
  const codec = decodeOnce({ reads: {}, decode }, () => now);
  return { decode, decoded, codec, pass: (ms: number) => (now += ms) };
};

test('what two subscriptions want at the same time is decoded once, each in its own order', async () => {
  const { codec, decoded } = open();
  const [one, other] = await Promise.all([
    codec.decode([stored('a'), stored('b')]),
    codec.decode([stored('b'), stored('c')]),
  ]);
  expect([one, other].map((events) => events.map(({ id }) => id))).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ]);
  expect(decoded()).toEqual([['a', 'b', 'c']]);
});

test('after a second it is decoded again, since its key may be erased by then', async () => {
  const { codec, decoded, pass } = open();
  await codec.decode([stored('a')]);
  pass(999);
  await codec.decode([stored('a')]);
  pass(1);
  await codec.decode([stored('a')]);
  expect(decoded()).toEqual([['a'], ['a']]);
});

test('what cannot be decoded fails only for those that want it, and is tried again by the next', async () => {
  const { codec, decode } = open();
  const isBroken = (events: readonly StoredEvent[]) => events.some(({ id }) => id === 'broken');
  decode.mockImplementation(async (events) => {
    if (isBroken(events)) throw new Error('no schema knows it');
    return events.map(({ id }) => ({ id }) as Recorded);
  });
  const [one, other] = await Promise.allSettled([
    codec.decode([stored('a'), stored('broken')]),
    codec.decode([stored('a')]),
  ]);
  expect([one, other]).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: [{ id: 'a' }] }]);
  decode.mockImplementation(async (events) => events.map(({ id }) => ({ id }) as Recorded));
  expect(await codec.decode([stored('broken')])).toEqual([{ id: 'broken' }]);
});

test('nothing is asked of the codec for a batch that holds nothing of interest', async () => {
  const { codec, decode } = open();
  expect(await codec.decode([])).toEqual([]);
  expect(decode).not.toHaveBeenCalled();
});
