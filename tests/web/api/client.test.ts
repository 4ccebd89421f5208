// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import * as contract from '#application/contract/common.ts';
import { freshBrowser, json, serve, signedIn, to, tokenWith } from '#tests/support/browser.tsx';
import { ApiError } from '#web/api/ApiError.ts';
import { api } from '#web/api/client.ts';
import * as headers from '#web/api/headers.ts';
import { highestPosition } from '#web/api/positions.ts';
import { navigateWith } from '#web/api/sessionEnd.ts';
import { currentSession, setToken } from '#web/api/sessionStore.ts';

freshBrowser();

let wentTo: string[] = [];
beforeEach(() => {
  wentTo = [];
  navigateWith((path) => wentTo.push(path));
  window.history.replaceState(null, '', '/transactions?type=sale');
});

const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.catch((thrown: unknown) => thrown);
  if (error instanceof ApiError) return error;
  throw new Error('it did not fail as an ApiError');
};

test('sends the token, the browser marker and no-cache headers [D1-355] [D1-356] [D1-357] [D2-281]', async () => {
  signedIn();
  const sent = serve({ 'GET user/stats': {} });
  await api.get('user/stats');
  const token = localStorage.getItem('token');
  expect(sent[0]?.headers.get('Authorization')).toBe(`Bearer ${token}`);
  expect(sent[0]?.headers.get('X-Requested-With')).toBe('XMLHttpRequest');
  expect(sent[0]?.headers.get('Cache-Control')).toContain('no-cache');
  expect(sent[0]?.headers.get('Pragma')).toBe('no-cache');
});

test('sends no token for a visitor [D1-355]', async () => {
  signedIn();
  const sent = serve({ 'GET listings': {} });
  await api.get('listings', { anonymous: true });
  expect(sent[0]?.headers.has('Authorization')).toBe(false);
});

test('calls the base that ends in /api, with credentials [D1-354] [D1-489] [D2-281]', async () => {
  const fetched = vi.fn(async () => json({}));
  vi.stubGlobal('fetch', fetched);
  await api.post('auth/login', {});
  expect(fetched).toHaveBeenCalledWith('/api/auth/login', expect.objectContaining({ credentials: 'include' }));
});

test('clears token and user on a 401 and returns to the page after a new login [D1-230] [D1-416] [D2-326]', async () => {
  signedIn();
  serve({ 'GET user/stats': json({ message: 'no' }, 401) });
  const error = await failure(api.get('user/stats'));
  expect(error.message).toBe('Authentication failed. Please log in again.');
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
  expect(wentTo).toEqual([`/login?returnUrl=${encodeURIComponent('/transactions?type=sale')}`]);
});

test('shows the server’s message for a 401 from the login itself and stays [D1-417]', async () => {
  serve({ 'POST auth/login': json({ message: 'Invalid email or password', status: 401 }, 401) });
  const error = await failure(api.post('auth/login', {}, { anonymous: true }));
  expect(error.message).toBe('Invalid email or password');
  expect(wentTo).toEqual([]);
});

test('keeps the new session on a 401 for a replaced token', async () => {
  signedIn();
  currentSession();
  serve({
    'GET user/stats': () => {
      setToken(tokenWith(7200));
      return json({ message: 'no' }, 401);
    },
  });
  await failure(api.get('user/stats'));
  expect(currentSession().status).not.toBe('anonymous');
});

test('treats a token as expired 30 seconds early and makes no call [D1-231] [D1-418] [D1-470]', async () => {
  vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['Date'] });
  const sent = serve({ 'GET user/stats': {}, 'POST auth/resume': json({ code: 'notSignedIn' }, 401) });
  localStorage.setItem('user', '{}');
  localStorage.setItem('token', tokenWith(31));
  await api.get('user/stats');
  expect(sent).toHaveLength(1);
  setToken(tokenWith(29));
  const error = await failure(api.get('user/stats'));
  expect(error.message).toBe('Session expired. Please log in again.');
  expect(to(sent, 'user/stats')).toHaveLength(1);
  expect(localStorage.getItem('token')).toBeNull();
  expect(wentTo).toEqual([`/login?returnUrl=${encodeURIComponent('/transactions?type=sale')}`]);
});

test('reports a missing answer in plain words and keeps the session [D1-422]', async () => {
  signedIn();
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  const error = await failure(api.get('user/stats'));
  expect(error).toMatchObject({ status: 0, endpoint: 'user/stats' });
  expect(error.message).toBe('No connection. Please check it and try again.');
  expect(currentSession().status).not.toBe('anonymous');
  vi.stubGlobal('navigator', { onLine: false });
  expect((await failure(api.post('user/report', {}))).message).toBe('No connection. Nothing was sent.');
});

test('asks in a query for the position of the last command [D1-361]', async () => {
  const sent = serve({
    'POST transaction': json({}, 201, { 'X-Position': '120' }),
    'POST listings': json({}, 201, { 'X-Position': '98' }),
    'GET transaction/1': {},
  });
  await api.post('transaction', {});
  await api.post('listings', {});
  await api.get('transaction/1');
  expect(sent[2]?.headers.get('X-Min-Position')).toBe('120');
  expect(highestPosition()).toBe('120');
});

test('gives every command an id that a retry may keep', async () => {
  const sent = serve({ 'POST transaction': {} });
  await api.post('transaction', {});
  await api.post('transaction', {});
  await api.post('transaction', {}, { commandId: 'c'.repeat(32) });
  const ids = sent.map((call) => call.headers.get('X-Command-Id'));
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(ids[1]).not.toBe(ids[0]);
  expect(ids[2]).toBe('c'.repeat(32));
});

test('uses the header names of the contract', () => {
  expect(headers.POSITION_HEADER).toBe(contract.POSITION_HEADER);
  expect(headers.MIN_POSITION_HEADER).toBe(contract.MIN_POSITION_HEADER);
  expect(headers.COMMAND_ID_HEADER).toBe(contract.COMMAND_ID_HEADER);
  expect(headers.RECEIPT_HEADER).toBe(contract.RECEIPT_HEADER);
  expect(headers.READ_ONLY_HEADER).toBe(contract.READ_ONLY_HEADER);
});

test('sends a body as JSON and a form unchanged, with its type left to the browser [D1-353]', async () => {
  const sent = serve({ 'POST transaction': {} });
  await api.post('transaction', { amount: 1 });
  expect(sent[0]?.headers.get('Content-Type')).toBe('application/json');
  expect(sent[0]?.body).toEqual({ amount: 1 });

  const set: string[] = [];
  let body: unknown;
  class Request extends EventTarget {
    upload = {};
    status = 201;
    statusText = 'Created';
    responseText = '{}';
    onload: () => void = () => undefined;
    open = () => undefined;
    setRequestHeader(name: string) {
      set.push(name.toLowerCase());
    }
    getResponseHeader = () => null;
    send(form: unknown) {
      body = form;
      this.onload();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  const form = new FormData();
  await api.upload('listings', form);
  expect(body).toBe(form);
  expect(set).not.toContain('content-type');
  expect(set).toContain('x-requested-with');
});

test('sends credentials, token, marker and no-cache headers with files too [D1-354] [D1-355] [D1-356] [D1-357]', async () => {
  signedIn();
  const set: Record<string, string> = {};
  let withCredentials = false;
  class Request extends EventTarget {
    upload = {};
    status = 204;
    statusText = '';
    responseText = '';
    withCredentials = false;
    onload: () => void = () => undefined;
    open = () => undefined;
    setRequestHeader(name: string, value: string) {
      set[name.toLowerCase()] = value;
    }
    getResponseHeader = () => null;
    send() {
      withCredentials = this.withCredentials;
      this.onload();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  await api.upload('listings', new FormData());
  expect(withCredentials).toBe(true);
  expect(set).toMatchObject({
    authorization: `Bearer ${localStorage.getItem('token')}`,
    'x-requested-with': 'XMLHttpRequest',
    'cache-control': expect.stringContaining('no-cache'),
    pragma: 'no-cache',
  });
});

test('returns nothing for a 204 and a success without JSON [D1-358] [D2-282]', async () => {
  serve({
    'DELETE notifications/1': new Response(null, { status: 204 }),
    'GET health': new Response('fine', { status: 200, headers: { 'Content-Type': 'text/plain' } }),
  });
  expect(await api.delete('notifications/1')).toBeUndefined();
  expect(await api.get('health')).toBeUndefined();
});

test('accepts 200 to 299, fails otherwise, and lets only the caller abort a call [D1-359]', async () => {
  for (const status of [200, 201, 299]) {
    serve({ 'GET user/stats': json({ status }, status) });
    expect(await api.get('user/stats')).toEqual({ status });
  }
  for (const status of [300, 400, 404, 500]) {
    serve({ 'GET user/stats': json({}, status) });
    expect((await failure(api.get('user/stats'))).status).toBe(status);
  }
  vi.useFakeTimers();
  const fetched = vi.fn(() => new Promise<Response>(() => undefined));
  vi.stubGlobal('fetch', fetched);
  const settled = vi.fn();
  void api.get('user/stats').then(settled, settled);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(settled).not.toHaveBeenCalled();
});
