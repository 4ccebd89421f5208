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

test('so is one that only becomes an error once it stands in the page, and is none again', async () => {
  document.body.innerHTML = '<main><p>not yet</p></main>';
  const stop = watchErrors();
  const words = document.querySelector('p');
  words?.setAttribute('role', 'alert');
  await Promise.resolve();
  words?.removeAttribute('role');
  await Promise.resolve();
  expect(stop()).toEqual(['not yet']);
});

test('and one that was there before', () => {
  document.body.innerHTML = '<main><p role="alert">already there</p></main>';
  const stop = watchErrors();
  document.body.replaceChildren();
  expect(stop()).toEqual(['already there']);
});
