import { expect, test } from 'vitest';
import { id } from '#domain/shared/ids.ts';
import { shortTransactionId } from '#domain/shared/shortIds.ts';
import { newId } from '#infrastructure/system/ids.ts';

const MANY = Array.from({ length: 20_000 }, newId);

test('ids are UUIDv7 as 32 lower-case hex digits without hyphens and sort by creation time [L-001]', () => {
  for (const made of MANY) {
    expect(id.safeParse(made).success).toBe(true);
    expect(made).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
  }
  expect([...MANY].sort()).toEqual(MANY);
});

test('the short id of a transaction is TX and eight unambiguous characters, unique and stable [L-002]', () => {
  const short = MANY.map(shortTransactionId);
  for (const code of short) expect(code).toMatch(/^TX[2-9A-HJ-NP-Z]{8}$/);
  expect(new Set(short).size).toBe(MANY.length);
  expect(MANY.map(shortTransactionId)).toEqual(short);
});
