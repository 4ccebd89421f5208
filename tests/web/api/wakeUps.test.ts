// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshBrowser, json, signedIn } from '#tests/support/browser.tsx';
import { eventsIn, SILENCE } from '#web/api/eventStream.ts';
import { listen, waitBeforeTry } from '#web/api/wakeUps.ts';

freshBrowser();

let stop: () => void = () => undefined;
beforeEach(() => {
  signedIn();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => stop());

type Stream = { request: RequestInit; say: (text: string) => void; end: () => void };

/** A server with one answer per connection: a stream controlled by the test, or another response. */
const streams = (other: (connection: number) => Response | Error | undefined = () => undefined) => {
  const opened: Stream[] = [];
  vi.stubGlobal('fetch', async (_url: string, request: RequestInit) => {
    const end = other(opened.length + 1);
    let control: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        control = controller;
      },
    });
    request.signal?.addEventListener('abort', () => control?.error(new DOMException('gone', 'AbortError')));
    opened.push({
      request,
      say: (text) => control?.enqueue(new TextEncoder().encode(text)),
      end: () => control?.close(),
    });
    if (end instanceof Error) throw end;
    return end ?? new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  return opened;
};

const listening = () => {
  const client = new QueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries');
  stop = listen(client);
  return () => asked.mock.calls.map(([filters]) => filters?.queryKey?.join('/'));
};

const OF_CASES = ['staff/cases', 'staff/openCases', 'staff/case'];
const ALL = ['messages', 'user/stats', 'notifications', 'offers', 'transactions', ...OF_CASES];

describe('the event stream', () => {
  test('is parsed in blocks, whole or in pieces, without comments', () => {
    expect(eventsIn('event: ready\ndata: {}\n\n: still here\n\nevent: conver')).toEqual({
      events: ['ready'],
      rest: 'event: conver',
    });
    expect(eventsIn('event: conversation\r\ndata: {}\r\n\r\n')).toEqual({ events: ['conversation'], rest: '' });
  });

  test('wakes the named topics, also when a block arrives in pieces', async () => {
    const [opened, asked] = [streams(), listening()];
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    const headers = new Headers(opened[0]?.request.headers);
    expect(headers.get('Authorization')).toMatch(/^Bearer head\./);
    expect([headers.get('Cache-Control'), headers.get('Pragma')]).toEqual(['no-cache, no-store', 'no-cache']);
    opened[0]?.say('event: ready\ndata: {}\n\nevent: conver');
    opened[0]?.say('sation\ndata: {}\n\n');
    await vi.waitFor(() => expect(asked()).toEqual(['messages', 'user/stats']));
    opened[0]?.say('event: somethingNew\ndata: {}\n\nevent: notifications\ndata: {}\n\n');
    opened[0]?.say('event: sale\ndata: {}\n\n');
    await vi.waitFor(() =>
      expect(asked()).toEqual(
        [
          ['messages', 'user/stats'],
          ['notifications', 'offers', 'user/stats'],
          ['transactions', 'user/stats'],
        ].flat(),
      ),
    );
  });

  test('reopens when it ends, and then refetches everything that may have been missed', async () => {
    const [opened, asked] = [streams(), listening()];
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    opened[0]?.say('event: ready\n\n');
    opened[0]?.end();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    expect(asked()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(opened).toHaveLength(2);
    opened[1]?.say('event: ready\n\n');
    await vi.waitFor(() => expect(asked()).toEqual(ALL));
  });

  test('reopens if it is silent for too long', async () => {
    const opened = streams();
    listening();
    await vi.advanceTimersByTimeAsync(SILENCE - 1);
    expect(opened[0]?.request.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(opened[0]?.request.signal?.aborted).toBe(true);
    expect(opened).toHaveLength(2);
  });

  test('is retried after a lost connection with growing waits, and not after a refusal', async () => {
    const opened = streams((connection) =>
      connection < 4 ? new TypeError('Failed to fetch') : json({ message: 'no' }, 401),
    );
    listening();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(opened).toHaveLength(4);
  });

  test('doubles the wait after each failure up to half a minute, with random spread', () => {
    expect([0, 1, 2, 3, 10].map((failures) => waitBeforeTry(failures, 1))).toEqual([1000, 2000, 4000, 8000, 30_000]);
    expect(waitBeforeTry(0, 0)).toBe(500);
  });

  test('ends with its page', async () => {
    const opened = streams();
    listening();
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    stop();
    expect(opened[0]?.request.signal?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opened).toHaveLength(1);
  });
});
