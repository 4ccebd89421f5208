// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { freshBrowser, json, MARTA, serve, signedIn, to, tokenWith } from '#tests/support/browser.tsx';
import { refreshSession } from '#web/api/auth.ts';
import { api } from '#web/api/client.ts';
import { navigateWith } from '#web/api/sessionEnd.ts';
import { currentSession } from '#web/api/sessionStore.ts';
import { keepDraft, keptDraft } from '#web/conversations/keptDrafts.ts';

freshBrowser();

let wentTo: string[] = [];
beforeEach(() => {
  wentTo = [];
  navigateWith((path) => wentTo.push(path));
  window.history.replaceState(null, '', '/transactions?type=sale');
});

const WAY = `/login?returnUrl=${encodeURIComponent('/transactions?type=sale')}`;

/** A laptop that slept for two hours. */
const asleep = () => {
  signedIn();
  localStorage.setItem('token', tokenWith(-3600));
  keepDraft(MARTA._id, 'c'.repeat(32), 'Dear Ruiz');
};
const draft = () => keptDraft(MARTA._id, 'c'.repeat(32));

test('renews once for all concurrent calls after two hours asleep, and nobody is signed out', async () => {
  asleep();
  const fresh = tokenWith(3600);
  const sent = serve({ 'POST auth/resume': { token: fresh, user: MARTA }, 'GET user/stats': { needsYou: 2 } });
  const answers = await Promise.all([1, 2, 3].map(() => api.get('user/stats')));
  expect(answers).toEqual([{ needsYou: 2 }, { needsYou: 2 }, { needsYou: 2 }]);
  expect(to(sent, 'auth/resume')).toHaveLength(1);
  const [asked] = to(sent, 'auth/resume');
  expect([asked?.headers.get('Content-Type'), asked?.headers.get('Authorization')]).toEqual(['application/json', null]);
  for (const call of to(sent, 'user/stats')) expect(call.headers.get('Authorization')).toBe(`Bearer ${fresh}`);
  expect(wentTo).toEqual([]);
});

test('repeats a command after renewing an expired session, under the same id', async () => {
  signedIn();
  const fresh = tokenWith(7200);
  const sent = serve({
    'POST auth/resume': { token: fresh, user: MARTA },
    'POST transaction': ({ headers }: { headers: Headers }) =>
      headers.get('Authorization') === `Bearer ${fresh}` ? { done: true } : json({ code: 'sessionExpired' }, 401),
  });
  expect(await api.post('transaction', {})).toEqual({ done: true });
  const ids = to(sent, 'transaction').map(({ headers }) => headers.get('X-Command-Id'));
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

test.each([
  ['expired', 'notSignedIn'],
  ['suspended', 'sessionSuspended'],
  ['ended', 'sessionEnded'],
  ['reused', 'sessionReused'],
] as const)('ends an unrenewable session as %s, with the way back, and keeps drafts', async (ended, code) => {
  asleep();
  const sent = serve({ 'POST auth/resume': json({ code, status: 401 }, 401), 'GET user/stats': {} });
  await expect(api.get('user/stats')).rejects.toMatchObject({ status: 401 });
  expect(to(sent, 'user/stats')).toHaveLength(0);
  expect(currentSession()).toEqual({ status: 'anonymous', ended });
  expect(wentTo).toEqual([WAY]);
  expect(draft()).toBe('Dear Ruiz');
});

test('keeps the session without a connection and continues with the next call', async () => {
  asleep();
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline');
  });
  await expect(api.get('user/stats')).rejects.toMatchObject({ status: 0 });
  expect(currentSession().status).not.toBe('anonymous');
  serve({ 'POST auth/resume': { token: tokenWith(3600), user: MARTA }, 'GET user/stats': { needsYou: 0 } });
  expect(await api.get('user/stats')).toEqual({ needsYou: 0 });
  expect(wentTo).toEqual([]);
});

test('continues an unexpired session if renewal is unknown, as during a rolling release', async () => {
  signedIn();
  const sent = serve({ 'GET user/stats': { needsYou: 0 } });
  await refreshSession();
  expect([to(sent, 'auth/resume').length, to(sent, 'auth/refresh').length]).toEqual([1, 1]);
  expect(currentSession().status).not.toBe('anonymous');
  expect(await api.get('user/stats')).toEqual({ needsYou: 0 });
  expect(wentTo).toEqual([]);
});

test('keeps a test’s sign-in, whatever an earlier page requested', () => {
  expect(currentSession().status).toBe('anonymous');
  signedIn();
  expect(currentSession().status).toBe('loading');
});

test('rejects somebody else’s cookie', async () => {
  asleep();
  serve({ 'POST auth/resume': { token: tokenWith(3600), user: { ...MARTA, _id: 'f'.repeat(32) } } });
  await expect(api.get('user/stats')).rejects.toMatchObject({ status: 401 });
  expect(currentSession()).toEqual({ status: 'anonymous', ended: 'expired' });
});

test('takes the token that another tab renewed first', async () => {
  asleep();
  currentSession();
  const fresh = tokenWith(3600);
  localStorage.setItem('token', fresh);
  const sent = serve({ 'GET user/stats': {} });
  await api.get('user/stats');
  expect(to(sent, 'auth/resume')).toHaveLength(0);
  expect(to(sent, 'user/stats')[0]?.headers.get('Authorization')).toBe(`Bearer ${fresh}`);
});
