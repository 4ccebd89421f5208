// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshBrowser, json, serve, signedIn } from '#tests/support/browser.tsx';
import { api } from '#web/api/client.ts';

freshBrowser();

const FACTOR = '/settings?tab=security';
const assign = vi.fn();
let now = Date.now();

const comeBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
  window.history.replaceState(null, '', '/staff');
  signedIn();
  serve({
    'GET staff/cases': json({ code: 'secondFactorMissing' }, 403),
    'GET staff/stats': json({ code: 'secondFactorMissing' }, 403),
  });
});
afterEach(() => {
  comeBack();
  now = Date.now();
  vi.restoreAllMocks();
  assign.mockReset();
});

/** The concurrent requests of a page, all refused. */
const askAll = () =>
  Promise.all(['staff/cases', 'staff/stats', 'staff/cases'].map((path) => api.get(path).catch(() => undefined)));

test('redirects once to second-factor setup, however many requests are refused', async () => {
  await askAll();
  expect(assign.mock.calls).toEqual([[FACTOR]]);
  // another call is answered before the page is left
  await api.get('staff/cases').catch(() => undefined);
  expect(assign).toHaveBeenCalledOnce();
});

test('redirects again after some seconds if the user stays on the page', async () => {
  await askAll();
  vi.setSystemTime(Date.now() + 4_900);
  await askAll();
  expect(assign).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 200);
  await askAll();
  expect(assign).toHaveBeenCalledTimes(2);
});

test('redirects again at once after the browser’s Back', async () => {
  await askAll();
  comeBack();
  await askAll();
  expect(assign).toHaveBeenCalledTimes(2);
});

test('does not redirect a user who is already there', async () => {
  window.history.replaceState(null, '', FACTOR);
  await askAll();
  expect(assign).not.toHaveBeenCalled();
});
