// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { watchErrors } from '#tests/support/steadyErrors.ts';

test('an error that goes away by itself is seen, one that somebody has done something about is not', async () => {
  const stop = watchErrors();
  const show = async (words: string) => {
    document.body.innerHTML = `<main><p role="alert">${words}</p><button>Try again</button></main>`;
    await Promise.resolve();
  };
  await show('gone by itself');
  await show('tried again');
  document.querySelector('button')?.click();
  await show('stays');
  expect(stop()).toEqual(['gone by itself']);
});
