// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LostPart } from '#web/loading/lostPart.ts';

const script = () => new Response('export {}', { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });
const html = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } });
const status = (code: number) => () => new Response('', { status: code });
const noConnection = () => {
  throw new TypeError('Failed to fetch');
};
/** A response that breaks off in the middle. */
const cut = () =>
  new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }), {
    headers: { 'Content-Type': 'text/javascript' },
  });

type Answer = () => Response;
let answers: Record<string, Answer[]> = {};
let asked: string[] = [];

beforeEach(() => {
  answers = {};
  asked = [];
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', async (file: string) => {
    asked.push(file);
    return (answers[file]?.shift() ?? script)();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const loader = async () => (await import('#web/loading/load.ts')).load;

/** The outcome after all pauses. */
const ended = async (loading: Promise<unknown>): Promise<unknown> => {
  const settled = loading.then(
    (part) => ({ part }),
    (error: LostPart) => ({ why: error.why ?? error }),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  return settled;
};

test.each<[string, Answer]>([
  ['no connection', noConnection],
  ['a server that restarts', status(503)],
  ['an answer that is cut', cut],
])('loads a part after one loss by %s, with import() once all its files are here', async (_, lost) => {
  const load = await loader();
  answers['/assets/deep.js'] = [lost];
  const part = vi.fn(async () => {
    expect(asked.at(-1)).toBe('/assets/deep.js');
    return 'here';
  });
  expect(await ended(load(part, ['assets/part.js', 'assets/deep.js']))).toEqual({ part: 'here' });
  expect(part).toHaveBeenCalledTimes(1);
  expect(asked).toEqual(['/assets/part.js', '/assets/deep.js', '/assets/deep.js']);
});

test('reports a part without a connection after four attempts, and the next press tries again', async () => {
  const load = await loader();
  answers['/assets/part.js'] = [noConnection, noConnection, noConnection, noConnection];
  const part = vi.fn(async () => 'here');
  expect(await ended(load(part, ['assets/part.js']))).toEqual({ why: 'connection' });
  expect(part).not.toHaveBeenCalled();
  expect(await ended(load(part, ['assets/part.js']))).toEqual({ part: 'here' });
});

test('reports an offline browser at once', async () => {
  const load = await loader();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answers['/assets/part.js'] = [noConnection];
  expect(await ended(load(async () => 'here', ['assets/part.js']))).toEqual({ why: 'connection' });
  expect(asked).toHaveLength(1);
});

test('ends a pause when the browser is back online', async () => {
  const load = await loader();
  answers['/assets/part.js'] = [noConnection];
  const coming = load(async () => 'here', ['assets/part.js']);
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('online'));
  expect(await coming).toBe('here');
});

test.each<[string, Answer]>([
  ['is not there any more', status(404)],
  ['is gone', status(410)],
  ['is a page instead of a script', html],
])('treats a file that %s as a new version, and does not request it again', async (_, gone) => {
  const load = await loader();
  answers['/assets/part.js'] = [gone];
  expect(await ended(load(async () => 'here', ['assets/part.js']))).toEqual({ why: 'release' });
  expect(asked).toHaveLength(1);
});

test('does not request a loaded part or its style sheet again', async () => {
  const load = await loader();
  for (let times = 0; times < 2; times++) await load(async () => 'here', ['assets/part.js', 'assets/index.css']);
  expect(asked).toEqual(['/assets/part.js']);
});

test.each([
  ['Chromium', 'Failed to fetch dynamically imported module: https://reliquary.example/assets/part.js'],
  ['Firefox', 'error loading dynamically imported module: https://reliquary.example/assets/part.js'],
  ['WebKit', 'Importing a module script failed.'],
])('needs a reload if %s rejects a file that was fetched', async (_, message) => {
  const load = await loader();
  const part = () => Promise.reject(new TypeError(message));
  expect(await ended(load(part, ['assets/part.js']))).toEqual({ why: 'broken' });
});

test('keeps an error of the part’s own code', async () => {
  const load = await loader();
  const fault = new TypeError('x is not a function');
  expect(await ended(load(() => Promise.reject(fault), ['assets/part.js']))).toEqual({ why: fault });
});
