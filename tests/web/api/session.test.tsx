// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { freshBrowser, json, MARTA, serve, signedIn, to, tokenWith } from '#tests/support/browser.tsx';
import { SessionProvider, useSession, useUser } from '#web/api/session.tsx';
import { currentSession, forgetSession } from '#web/api/sessionStore.ts';

freshBrowser();

const Who = () => {
  const session = useSession();
  return <p>{session.status === 'anonymous' ? 'nobody' : session.user.username}</p>;
};

// First in this file: the renewal loads lazily and would belong to a later `newPage`.
test('refreshes the token every 15 minutes until a logout in another tab [D1-228] [D1-229] [D1-470]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  signedIn();
  const renewed = tokenWith(9000);
  const sent = serve({ 'GET auth/verify': { valid: true, user: MARTA }, 'POST auth/refresh': { token: renewed } });
  render(
    <SessionProvider>
      <Who />
    </SessionProvider>,
  );
  expect(screen.getByText('marta_v')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(899_999));
  expect(to(sent, 'auth/refresh')).toHaveLength(0);
  await act(() => vi.advanceTimersByTimeAsync(1));
  await vi.waitFor(() => expect(to(sent, 'auth/refresh')).toHaveLength(1));
  await vi.waitFor(() => expect(localStorage.getItem('token')).toBe(renewed));
  await act(() => vi.advanceTimersByTimeAsync(900_000));
  await vi.waitFor(() => expect(to(sent, 'auth/refresh')).toHaveLength(2));
  localStorage.removeItem('token');
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
  });
  await waitFor(() => expect(screen.getByText('nobody')).toBeTruthy());
  await act(() => vi.advanceTimersByTimeAsync(1_800_000));
  expect(to(sent, 'auth/refresh')).toHaveLength(2);
});

/** The module remembers its verification for the life of a page, so a new page needs new modules. */
const newPage = async () => {
  vi.resetModules();
  const [{ verifySession, refreshSession, signOut }, { signIn }, store] = await Promise.all([
    import('#web/api/auth.ts'),
    import('#web/api/entering.ts'),
    import('#web/api/sessionStore.ts'),
  ]);
  return { verifySession, refreshSession, signIn, signOut, currentSession: store.currentSession };
};

test('restores a session from a stored token and user, and clears half or broken ones [D1-223] [D1-224] [D1-488]', () => {
  signedIn();
  expect(currentSession()).toMatchObject({ user: MARTA, token: localStorage.getItem('token') });
  for (const [key, value] of [
    ['user', null],
    ['token', null],
    ['user', 'not json'],
  ] as const) {
    forgetSession();
    signedIn();
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    expect(currentSession().status).toBe('anonymous');
    expect(localStorage.length).toBe(0);
  }
});

const tokenSaying = (claims: string) => `head.${btoa(claims)}.signature`;

test.each([
  ['cannot be read', 'rubbish'],
  ['has no JSON in it', tokenSaying('{"sub":')],
  ['says nothing', tokenSaying('null')],
  ['names somebody else', tokenSaying(`{"sub":"${'f'.repeat(32)}"}`)],
])('treats a stored token that %s as logged out [D2-250]', (_, token) => {
  signedIn();
  localStorage.setItem('token', token);
  expect(currentSession()).toEqual({ status: 'anonymous', ended: null });
  expect(localStorage.length).toBe(0);
});

test('restores the session of a stored token that names the stored user [D2-250]', () => {
  signedIn();
  localStorage.setItem('token', tokenSaying(`{"sub":"${MARTA._id}"}`));
  expect(currentSession()).toMatchObject({ status: 'loading', user: MARTA });
});

test('reads a person’s id from `_id` and `userId` [D1-170]', () => {
  const { _id, userId, ...others } = MARTA;
  for (const ids of [{ _id }, { userId }]) {
    forgetSession();
    signedIn({ ...others, ...ids });
    localStorage.setItem('token', tokenSaying(`{"sub":"${MARTA._id}"}`));
    expect(currentSession()).toMatchObject({ status: 'loading', user: { _id: MARTA._id } });
  }
});

test('verifies the session once per page [D1-225]', async () => {
  signedIn();
  const sent = serve({ 'GET auth/verify': { valid: true, user: MARTA } });
  const page = await newPage();
  expect(page.currentSession().status).toBe('loading');
  await Promise.all([page.verifySession(), page.verifySession()]);
  await page.verifySession();
  expect(to(sent, 'auth/verify')).toHaveLength(1);
  expect(page.currentSession().status).toBe('authenticated');
});

test('ends the session at start if the body of an answer says 401 [D1-226]', async () => {
  signedIn();
  serve({ 'GET auth/verify': json({ message: 'no', status: 401 }, 401) });
  const page = await newPage();
  await page.verifySession();
  expect(page.currentSession().status).toBe('anonymous');
  expect(localStorage.getItem('token')).toBeNull();
});

test('keeps the session on any other failure of the check [D1-227]', async () => {
  for (const reply of [json({ message: 'down' }, 500), json({ message: 'no' }, 401), json({}, 404)]) {
    signedIn();
    serve({ 'GET auth/verify': reply });
    const page = await newPage();
    await page.verifySession();
    expect(page.currentSession().status).toBe('authenticated');
  }
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline');
  });
  const page = await newPage();
  await page.verifySession();
  expect(page.currentSession().status).toBe('authenticated');
});

test('stores a session under its two keys and clears it on logout, even without the server [D1-168] [D1-169] [D1-228]', async () => {
  const token = tokenWith(3600);
  const sent = serve({ 'POST auth/login': { token, user: MARTA }, 'POST auth/logout': json({ message: 'down' }, 500) });
  const page = await newPage();
  await page.signIn(MARTA.email, 'secret');
  expect(page.currentSession()).toMatchObject({ status: 'authenticated', token });
  expect(localStorage.getItem('token')).toBe(token);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(MARTA);
  await page.signOut();
  expect(to(sent, 'auth/logout').map(({ headers }) => headers.get('Authorization'))).toEqual([`Bearer ${token}`]);
  expect(page.currentSession()).toEqual({ status: 'anonymous', ended: null });
  expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
});

test('reports a refused login without a message as an unknown error [D1-424]', async () => {
  serve({ 'POST auth/login': json({}, 500) });
  const page = await newPage();
  await expect(page.signIn('a@b.eu', 'x')).rejects.toThrow('An unknown error occurred');
});

test('keeps the session on a failed refresh, except for a 401 [D1-229] [D1-230]', async () => {
  signedIn();
  serve({ 'GET auth/verify': { valid: true, user: MARTA }, 'POST auth/refresh': json({}, 503) });
  const page = await newPage();
  await page.verifySession();
  await page.refreshSession();
  expect(page.currentSession().status).toBe('authenticated');
  serve({ 'POST auth/refresh': json({ message: 'no', status: 401 }, 401) });
  vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
  await page.refreshSession();
  expect(page.currentSession()).toEqual({ status: 'anonymous', ended: 'refused' });
  vi.restoreAllMocks();
});

test('keeps session and token on an empty refresh [D2-282]', async () => {
  signedIn();
  const token = localStorage.getItem('token');
  const sent = serve({
    'GET auth/verify': { valid: true, user: MARTA },
    'POST auth/refresh': () => new Response(null, { status: 204 }),
  });
  const page = await newPage();
  await page.verifySession();
  await expect(page.refreshSession()).resolves.toBeUndefined();
  expect(to(sent, 'auth/refresh')).toHaveLength(1);
  expect([page.currentSession().status, localStorage.getItem('token')]).toEqual(['authenticated', token]);
});

test('fails with a clear message outside its provider [D1-423]', () => {
  const silence = vi.spyOn(console, 'error').mockReturnValue(undefined);
  expect(() => render(<Who />)).toThrow('useSession must be used within a SessionProvider');
  silence.mockRestore();
});

test('has no user id outside the provider or while signed out [D1-423]', () => {
  const silence = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const Name = () => useUser().username;
  expect(() => render(<Name />)).toThrow('useSession must be used within a SessionProvider');
  const unguarded = (
    <SessionProvider>
      <Name />
    </SessionProvider>
  );
  expect(() => render(unguarded)).toThrow('useUser must be used within the guard');
  silence.mockRestore();
});

test('reports a refused registration without a message as failed [D1-435]', async () => {
  const { register } = await import('#web/api/entering.ts');
  serve({ 'POST auth/register': json({}, 500) });
  await expect(register({ username: 'marta' })).rejects.toThrow('Registration failed');
  serve({ 'POST auth/register': json({ message: 'Username already exists' }, 409) });
  await expect(register({ username: 'marta' })).rejects.toThrow('Username already exists');
});
