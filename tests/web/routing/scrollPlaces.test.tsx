// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserHistory } from '#web/routing/browserHistory.ts';
import { Routing } from '#web/routing/Routing.tsx';

const seen: string[] = [];
const scrolledTo = (y: number) => {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
};

beforeEach(() => {
  seen.length = 0;
  scrolledTo(0);
  vi.spyOn(window, 'scrollTo').mockImplementation(((_: number, y: number) => {
    seen.push(`to ${y}`);
    scrolledTo(y);
  }) as typeof window.scrollTo);
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(`#${this.id}`);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const start = (path?: string) => {
  if (path) window.history.pushState(null, '', path);
  const history = browserHistory();
  render(<Routing routes={[{ path: '*', element: <p id="the end">Lines</p> }]} history={history} />);
  const go = (to: string, preventScrollReset = false) =>
    act(async () => history.push(to, null, { preventScrollReset }));
  return { go, steps: (count: number) => act(async () => window.history.go(count)) };
};

test('starts a new page at its top and restores the position on Back and forward', async () => {
  const { go, steps } = start('/list');
  scrolledTo(900);
  await go('/detail');
  expect(seen.at(-1)).toBe('to 0');
  scrolledTo(120);
  await steps(-1);
  await expect.poll(() => seen.at(-1)).toBe('to 900');
  await steps(1);
  await expect.poll(() => seen.at(-1)).toBe('to 120');
});

test('keeps the position when only the query changes', async () => {
  const { go } = start('/list');
  scrolledTo(900);
  seen.length = 0;
  await go('/list?page=2', true);
  expect(seen).toEqual([]);
});

test('scrolls to the part that the URL names, also when encoded', async () => {
  const { go } = start('/list');
  await go('/list#the%20end');
  expect(seen.at(-1)).toBe('#the end');
  await go('/list#100%');
  expect(seen.at(-1)).toBe('to 0');
});

test('restores the position after a reload, from this tab only', async () => {
  start('/list');
  scrolledTo(640);
  window.dispatchEvent(new Event('pagehide'));
  expect(window.history.scrollRestoration).toBe('auto');
  cleanup();
  vi.resetModules();
  scrolledTo(0);
  const { Routing: Again } = await import('#web/routing/Routing.tsx');
  render(<Again routes={[{ path: '*', element: <p>Lines</p> }]} history={browserHistory()} />);
  await expect.poll(() => seen.at(-1)).toBe('to 640');
  expect(window.history.scrollRestoration).toBe('manual');
});
