// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { watchErrors } from '#tests/support/steadyErrors.ts';

test('finds an error that disappears on its own, but not one that the user acted on', async () => {
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

test('finds an element that becomes an error and stops being one', async () => {
  document.body.innerHTML = '<main><p>not yet</p></main>';
  const stop = watchErrors();
  const words = document.querySelector('p');
  words?.setAttribute('role', 'alert');
  await Promise.resolve();
  words?.removeAttribute('role');
  await Promise.resolve();
  expect(stop()).toEqual(['not yet']);
});

test('finds an error that was there at the start', () => {
  document.body.innerHTML = '<main><p role="alert">already there</p></main>';
  const stop = watchErrors();
  document.body.replaceChildren();
  expect(stop()).toEqual(['already there']);
});
