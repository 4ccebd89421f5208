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

test('decodes an event once for two subscriptions, each in its own order', async () => {
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

test('decodes again after a second, because the key may be erased', async () => {
  const { codec, decoded, pass } = open();
  await codec.decode([stored('a')]);
  pass(999);
  await codec.decode([stored('a')]);
  pass(1);
  await codec.decode([stored('a')]);
  expect(decoded()).toEqual([['a'], ['a']]);
});

test('fails an undecodable event only for those who want it, and retries for the next', async () => {
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

test('does not call the codec for a batch without interesting events', async () => {
  const { codec, decode } = open();
  expect(await codec.decode([])).toEqual([]);
  expect(decode).not.toHaveBeenCalled();
});
