import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { utf8 } from '#application/transparency/bytes.ts';
import { hmac } from '#application/transparency/commitment.ts';
import { sha256 } from '#infrastructure/transparency/hashing.ts';
import { property } from '#tests/support/property.ts';

property([fc.integer({ min: 0, max: 64 }), fc.string()])('computes the same HMAC as Node', (length, text) => {
  const key = randomBytes(length);
  const expected = createHmac('sha256', key).update(text).digest();
  expect(Buffer.from(hmac(key, utf8(text), sha256))).toEqual(expected);
});
