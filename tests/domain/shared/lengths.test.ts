import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/shared/instants.ts';
import { inAbout } from '#domain/shared/lengths.ts';

test.each([
  [0, '1 minute'],
  [SECOND, '1 minute'],
  [MINUTE + 1, '2 minutes'],
  [60 * MINUTE, '60 minutes'],
  [90 * MINUTE, '90 minutes'],
  [91 * MINUTE, '2 hours'],
  [48 * HOUR, '48 hours'],
  [48 * HOUR + 1, '3 days'],
  [7 * DAY, '7 days'],
])('writes a wait of %d ms as %s, never shorter than it is', (ms, words) => expect(inAbout(ms)).toBe(words));
