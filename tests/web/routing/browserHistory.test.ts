// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { browserHistory, type Visit } from '#web/routing/browserHistory.ts';

const start = (path: string) => {
  window.history.pushState(null, '', path);
  const history = browserHistory();
  const visits: Visit[] = [];
  const stop = history.listen((visit) => visits.push(visit));
  return { history, stop, last: () => visits.at(-1), told: () => visits.length };
};

test('reports a new place with the data of its link, and one step back leaves it', async () => {
  const { history, stop, last } = start('/here?a=1');
  history.push({ pathname: '/there', search: '?b=2', hash: '#part' }, { from: '/here' });
  expect(last()).toMatchObject({
    location: { pathname: '/there', search: '?b=2', hash: '#part', state: { from: '/here' } },
    action: 'PUSH',
    keepsScroll: false,
  });
  history.go(-1);
  await expect.poll(last).toMatchObject({ location: { pathname: '/here', search: '?a=1' }, action: 'POP' });
  stop();
});

test('adds one history step for a repeated press, and none for a replacement', () => {
  const { history, stop, last } = start('/here');
  const before = window.history.length;
  history.push('/there');
  history.push('/there');
  expect(window.history.length).toBe(before + 1);
  history.replace('/elsewhere', null, { preventScrollReset: true });
  expect(window.history.length).toBe(before + 1);
  expect(last()).toMatchObject({ location: { pathname: '/elsewhere' }, action: 'REPLACE', keepsScroll: true });
  stop();
});

test('keeps a key for each visit in its history entry, and reports nothing after the end', () => {
  const { history, stop, last, told } = start('/here');
  history.push('/there');
  const { key } = last()!.location;
  expect(history.visit().location.key).toBe(key);
  history.replace('/there');
  expect(last()?.location.key).not.toBe(key);
  const before = told();
  stop();
  history.push('/nowhere');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(told()).toBe(before);
});
