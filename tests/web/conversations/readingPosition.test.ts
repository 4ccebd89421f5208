// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ConversationMessage } from '#application/contract/conversations.ts';
import { useReadingPosition } from '#web/conversations/components/conversation/useReadingPosition.ts';

const HEIGHT = 90;
const message = (id: number) => ({ _id: `m${id}`, sender: { _id: 'other' } }) as ConversationMessage;
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => message(first + index));

/** A list of messages, each 90 px high, in a view of 500 px. */
const laidOut = (shown: () => ConversationMessage[]) => {
  const log = {
    scrollTop: 0,
    clientHeight: 500,
    get scrollHeight() {
      return shown().length * HEIGHT;
    },
    querySelector: (selector: string) => {
      const at = shown().findIndex(({ _id }) => selector.includes(`"${_id}"`));
      return at < 0 ? null : { offsetTop: at * HEIGHT };
    },
  };
  return log as unknown as HTMLDivElement & { scrollTop: number };
};

const reading = () => {
  let messages = from(20, 40);
  const hook = renderHook(({ shown }) => useReadingPosition(shown, 'me'), { initialProps: { shown: from(20, 39) } });
  const log = laidOut(() => messages);
  hook.result.current.box.current = log;
  const show = (next: ConversationMessage[]) => {
    messages = next;
    hook.rerender({ shown: next });
  };
  const scrollTo = (top: number) => {
    log.scrollTop = top;
    act(() => hook.result.current.onScroll());
  };
  show(messages);
  scrollTo(100);
  return { log, show, scrollTo, missed: () => hook.result.current.missed };
};

test('stays when older messages load on top [D1-156]', () => {
  const { log, show, missed } = reading();
  show(from(10, 40));
  expect([log.scrollTop, missed()]).toEqual([100 + 10 * HEIGHT, false]);
});

test('stays when older messages load together with a newer one below [D1-156]', () => {
  const { log, show, missed } = reading();
  show(from(10, 41));
  expect([log.scrollTop, missed()]).toEqual([100 + 10 * HEIGHT, true]);
});

test('follows the newest message only at the end [D1-162]', () => {
  const { log, show, scrollTo, missed } = reading();
  show(from(20, 41));
  expect([log.scrollTop, missed()]).toEqual([100, true]);
  scrollTo(log.scrollHeight - log.clientHeight);
  expect(missed()).toBe(false);
  show(from(20, 42));
  expect([log.scrollTop, missed()]).toEqual([23 * HEIGHT, false]);
  scrollTo(200);
  show(from(20, 42));
  expect([log.scrollTop, missed()]).toEqual([200, false]);
});

afterEach(() => vi.unstubAllGlobals());

test('a rotation that scrolls before it is measured does not leave the end', () => {
  let measured = (): void => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        measured = callback;
      }
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  const messages = from(20, 40);
  const log = laidOut(() => messages) as HTMLDivElement & { clientHeight: number };
  const hook = renderHook(() => {
    const position = useReadingPosition(messages, 'me');
    position.box.current ??= log;
    return position;
  });
  measured();
  expect(log.scrollTop).toBe(log.scrollHeight);
  Object.assign(log, { clientHeight: 300, scrollTop: 0 });
  act(() => hook.result.current.onScroll());
  measured();
  expect(log.scrollTop).toBe(log.scrollHeight);
});
