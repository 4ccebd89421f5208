import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { entryOf, eventOf, placeOf, readEntry } from '#application/transparency/factEntry.ts';
import { property } from '#tests/support/property.ts';

const event: StoredEvent = {
  id: '8f0f3a52-6a4b-5b0e-9a36-6f2f5d0c9a11',
  stream: 'sale-1',
  revision: 7,
  position: '00000000000000000042',
  recordedAt: 1_763_780_400_123,
  type: 'ClaimMade',
  version: 2,
  data: { at: 1, amount: 1_600, reason: 'zerbrochen 😀' },
  metadata: {
    correlationId: 'c',
    causationId: 'd',
    actor: { id: 'e', role: 'member' },
    commandId: 'f',
    prevHash: null,
    hash: 'g',
  },
};
const entry = entryOf(eventOf(event));

test('contains everything that an auditor reads', () => {
  expect(entry).toBe(
    [
      'reliquary.fact/1',
      event.id,
      'sale-1',
      '7',
      '00000000000000000042',
      '1763780400123',
      'ClaimMade',
      '2',
      '49',
      '{"at":1,"amount":1600,"reason":"zerbrochen 😀"}{"correlationId":"c","causationId":"d",' +
        '"actor":{"id":"e","role":"member"},"commandId":"f","prevHash":null,"hash":"g"}',
    ].join('\n'),
  );
  expect(readEntry(entry)).toEqual(event);
  expect(placeOf(entry)).toEqual({
    stream: 'sale-1',
    revision: 7,
    position: '00000000000000000042',
    recordedAt: 1_763_780_400_123,
  });
});

test.each(['id', 'stream', 'revision', 'position', 'recordedAt', 'type', 'version', 'data', 'metadata'] as const)(
  'changes with another %s',
  (field) => {
    const other = typeof event[field] === 'number' ? { [field]: 9 } : { [field]: field === 'data' ? {} : 'other' };
    expect(entryOf(eventOf({ ...event, ...other }))).not.toBe(entry);
  },
);

test('keeps fields apart', () => {
  expect(() => entryOf(eventOf({ ...event, stream: 'sale-1\n8' }))).toThrow(RangeError);
  expect(() => readEntry('reliquary.fact/2\n')).toThrow(RangeError);
});

property([fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' }))])(
  'returns the stored data from the entry',
  (data) => {
    const stored: StoredEvent = { ...event, data: JSON.parse(JSON.stringify(data)) };
    expect(readEntry(entryOf(eventOf(stored))).data).toEqual(stored.data);
  },
);
