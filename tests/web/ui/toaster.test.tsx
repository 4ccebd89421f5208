// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '#web/ui/Toaster.tsx';
import { toast } from '#web/ui/toast.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

let said = 0;

/** Swipes a message by this many px in this many ms; returns whether it disappears. */
const swiped = async (by: { clientX: number; clientY: number }, ms: number): Promise<boolean> => {
  const words = `Message ${++said}`;
  toast.success(words);
  const message = (await screen.findByText(words)).closest<HTMLElement>('[data-sonner-toast]');
  if (!message) throw new Error('a message stands in the region of messages');
  message.setPointerCapture = () => undefined;
  fireEvent.pointerDown(message, { clientX: 0, clientY: 0, button: 0 });
  vi.setSystemTime(Date.now() + ms);
  fireEvent.pointerMove(message, { clientX: by.clientX / 2, clientY: by.clientY / 2 });
  fireEvent.pointerMove(message, by);
  await waitFor(() => expect(message.dataset.swiping).toBe('true'));
  fireEvent.pointerUp(message, by);
  const leaves = () => message.dataset.swipeOut === 'true';
  await waitFor(() => expect(leaves() || message.dataset.swiping === 'false').toBe(true));
  return leaves();
};

test.each([
  ['20 px up, slowly, is enough', { clientX: 0, clientY: -20 }, 5_000, true],
  ['19 px up, slowly, is not', { clientX: 0, clientY: -19 }, 5_000, false],
  ['44 px up, slowly, is enough', { clientX: 0, clientY: -44 }, 5_000, true],
  ['10 px up in 80 ms, faster than 0.11, is enough', { clientX: 0, clientY: -10 }, 80, true],
  ['10 px up in 100 ms, slower than 0.11, is not', { clientX: 0, clientY: -10 }, 100, false],
  ['60 px down, to where no message goes, is not', { clientX: 0, clientY: 60 }, 60_000, false],
])('dismisses a message by a swipe: %s [D1-486]', async (_, by, ms, leaves) => {
  render(<Toaster />);
  expect(await swiped(by, ms)).toBe(leaves);
});

const messages = () => [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')];

test('stacks messages at the top centre, 14 px apart, 356 px wide, at most 500 [D1-031] [D1-484]', async () => {
  render(<Toaster />);
  toast.success('At the top');
  const region = (await screen.findByText('At the top')).closest<HTMLElement>('[data-sonner-toaster]');
  expect([region?.dataset.yPosition, region?.dataset.xPosition]).toEqual(['top', 'center']);
  const { maxWidth } = region?.style ?? {};
  const asked = ['--gap', '--width'].map((name) => region?.style.getPropertyValue(name));
  expect([...asked, maxWidth]).toEqual(['14px', '356px', '500px']);
});

test('shows the three newest messages for 4000 ms each [D1-483]', async () => {
  render(<Toaster />);
  toast.success('The first');
  await screen.findByText('The first');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const began = Date.now();
  for (const words of ['Second', 'Third', 'Fourth', 'Fifth']) toast.success(words);
  const turn = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(1);
  };
  for (let turns = 0; messages().length < 5 && turns < 500; turns++) await act(turn);
  const seen = () => messages().filter(({ dataset }) => dataset.visible === 'true' && dataset.removed === 'false');
  const words = () => seen().map(({ textContent }) => textContent);
  // the checks take time, so each message appeared somewhere in between
  const looked = Date.now() - began;
  await act(() => vi.advanceTimersByTimeAsync(3_999 - looked));
  expect(words()).toEqual(['Fifth', 'Fourth', 'Third']);
  await act(() => vi.advanceTimersByTimeAsync(looked + 1));
  expect(words()).toEqual([]);
});

test('moves to the messages with Alt+T and no other letter [D1-485]', async () => {
  render(<Toaster />);
  toast.success('Listen');
  const region = (await screen.findByText('Listen')).closest('[data-sonner-toaster]');
  fireEvent.keyDown(document, { altKey: true, code: 'KeyY' });
  fireEvent.keyDown(document, { code: 'KeyT' });
  expect(document.activeElement).not.toBe(region);
  fireEvent.keyDown(document, { altKey: true, code: 'KeyT' });
  expect(document.activeElement).toBe(region);
});

test('keeps messages out of the Tab order', async () => {
  render(<Toaster />);
  for (const kind of ['success', 'error', 'info'] as const) {
    toast[kind](`Passed over: ${kind}`);
    const message = (await screen.findByText(`Passed over: ${kind}`)).closest('[data-sonner-toast]');
    expect(message?.getAttribute('tabindex')).toBe('-1');
  }
});

test('retries missing code after five seconds and then shows the waiting messages', async () => {
  const { setTimeout } = globalThis;
  const later: (() => void)[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) =>
    ms === 5_000 ? later.push(work) : setTimeout(work, ms)) as typeof setTimeout);
  let attempts = 0;
  vi.doMock('#web/ui/ToastRegion.tsx', async (original) => {
    attempts += 1;
    if (attempts === 1) throw new TypeError('error loading dynamically imported module');
    return original();
  });
  vi.resetModules();
  const { Toaster: Fresh } = await import('#web/ui/Toaster.tsx');
  const fresh = await import('#web/ui/toast.ts');
  render(
    <>
      <h1>The page</h1>
      <Fresh />
    </>,
  );
  fresh.toast.success('Said while offline');
  await waitFor(() => expect(later).toHaveLength(1));
  expect(screen.getByText('The page')).toBeDefined();
  // until then it is shown plainly
  expect((await screen.findByText('Said while offline')).closest('[data-sonner-toast]')).toBeNull();
  for (const again of later) again();
  await waitFor(() => expect(screen.getByText('Said while offline').closest('[data-sonner-toast]')).not.toBeNull());
});
