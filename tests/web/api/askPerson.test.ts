import { expect, test, vi } from 'vitest';
import { SECOND } from '#domain/shared/instants.ts';
import type { Asking } from '#web/api/askPerson.ts';

const api = {} as Asking;

test('asks somebody who acts before the question is loaded', async () => {
  const { askPerson, askPersonWith } = await import('#web/api/askPerson.ts');
  const asked = askPerson(api);
  askPersonWith(async (by) => by === api);
  expect(await asked).toBe(true);
  expect(await askPerson(api)).toBe(true);
});

test('shows the refusal if the question never loads', async () => {
  vi.resetModules();
  vi.useFakeTimers();
  const { askPerson } = await import('#web/api/askPerson.ts');
  const asked = askPerson(api);
  // not all timers: another module’s interval would never end
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(await asked).toBe(false);
  vi.useRealTimers();
});
