// @vitest-environment happy-dom
import { act, configure, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  serve,
  signedIn,
  to,
  tokenWith,
} from '#tests/support/browser.tsx';

freshBrowser();

test('verifies with one call even if rendered twice, and opens the login after 3 seconds [D1-037] [D1-064] [D1-065] [D1-066] [D1-236] [D1-442] [D1-481]', async () => {
  configure({ reactStrictMode: true });
  onTestFinished(() => configure({ reactStrictMode: false }));
  let finish: (value: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    finish = resolve;
  });
  const sent = serve({ 'GET auth/verify/tok': () => answer });
  const page = open('/verify-email?token=tok');
  expect(await screen.findByText('Verifying your email...')).toBeTruthy();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(async () => finish({ message: 'Welcome among the collectors' }));
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.getByText('Welcome among the collectors')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2_700));
  expect(page.address()).toBe('/verify-email?token=tok');
  await act(() => vi.advanceTimersByTimeAsync(400));
  await vi.waitFor(() => expect(page.address()).toBe('/login'), { interval: 2 });
  vi.useRealTimers();
  expect(await screen.findByText('Email verified successfully!')).toBeTruthy();

  expect(to(sent, 'auth/verify/tok')).toHaveLength(1);
});

test('explains a failed verification, links to the login and offers another e-mail [D1-067] [D1-441]', async () => {
  serve({ 'GET auth/verify/old': json({ message: 'This link has been used' }, 400) });
  open('/verify-email?token=old');
  expect((await screen.findByRole('alert')).textContent).toBe('This link has been used');
  expect(screen.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe('/login');
  expect(screen.getByRole('button', { name: 'Resend Verification Email' })).toBeTruthy();
});

test('says "Verification failed" if the server gives no message [D1-441]', async () => {
  serve({ 'GET auth/verify/mute': json({}, 400) });
  open('/verify-email?token=mute');
  expect((await screen.findByRole('alert')).textContent).toBe('Verification failed');
});

test('sends nothing without a token [D1-037] [D1-440]', async () => {
  const sent = serve({});
  open('/verify-email');
  expect((await screen.findByRole('alert')).textContent).toBe('Verification token is missing');
  expect(sent).toHaveLength(0);
});

const ask = async (email: string) => {
  await userEvent.type(await screen.findByLabelText('Email'), email);
  await userEvent.click(screen.getByRole('button', { name: 'Send Recovery Signal' }));
};

test('checks the address before sending [D1-296]', async () => {
  const sent = serve({});
  open('/forgot-password');
  await ask('marta');
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
  expect(sent).toHaveLength(0);
});

test.each([
  ['an answer', { message: 'ok' }],
  ['an error of the server', json({ message: 'down' }, 500)],
  ['a refusal', json({ message: 'no such account' }, 404)],
])('confirms in the same way after %s [D1-068] [D1-069] [D1-238]', async (_, reply) => {
  serve({ 'POST auth/forgot-password': reply });
  open('/forgot-password');
  await ask('marta@example.eu');
  expect(await screen.findByRole('heading', { name: 'Recovery Signal Sent!' })).toBeTruthy();
  expect(screen.queryByText('no such account')).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login');
});

test('validates a reset link even if the browser’s session has ended', async () => {
  signedIn();
  const over = json({ message: 'over', code: 'sessionEnded', status: 401 }, 401);
  serve({ 'GET auth/verify': over, 'GET auth/reset-password/validate': { valid: true } });
  open('/reset-password?token=tok');
  expect(await screen.findByRole('button', { name: 'Set new password' })).toBeTruthy();
});

test('validates a reset link before showing the form [D1-070] [D1-071] [D1-237]', async () => {
  let finish: (value: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    finish = resolve;
  });
  const sent = serve({ 'GET auth/reset-password/validate': () => answer });
  open('/reset-password?token=tok');
  expect(await screen.findByText('Validating your link...')).toBeTruthy();
  expect(screen.queryByLabelText('New password')).toBeNull();
  await act(async () => finish({ valid: true }));
  expect(await screen.findByLabelText('New password')).toBeTruthy();
  expect(screen.getByLabelText('Confirm new password')).toBeTruthy();
  expect(sent[0]?.query.get('token')).toBe('tok');
});

test('says when a link is invalid and links to a new one [D1-072] [D1-237] [D1-444]', async () => {
  serve({ 'GET auth/reset-password/validate': { valid: false } });
  open('/reset-password?token=old');
  expect(await screen.findByRole('heading', { name: 'Invalid Reset Link' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Invalid or expired token');
  expect(screen.getByRole('main').querySelector('a')?.getAttribute('href')).toBe('/forgot-password');
});

test('says that the token is missing in a reset link [D1-443]', async () => {
  const sent = serve({});
  open('/reset-password');
  expect((await screen.findByRole('alert')).textContent).toBe('Reset token is missing');
  expect(sent).toHaveLength(0);
});

const choose = async (password: string, confirmation = password) => {
  await userEvent.type(await screen.findByLabelText('New password'), password);
  await userEvent.type(screen.getByLabelText('Confirm new password'), confirmation);
  await userEvent.click(screen.getByRole('button', { name: 'Set new password' }));
};

test('sets a new password and opens the login with a message [D1-073] [D1-446]', async () => {
  const sent = serve({
    'GET auth/reset-password/validate': { valid: true },
    'POST auth/reset-password': { message: 'ok' },
  });
  const page = open('/reset-password?token=tok');
  await choose('Sacred1!');
  await waitFor(() => expect(page.address()).toBe('/login'));
  expect(await screen.findByText('Password reset successful!')).toBeTruthy();
  expect(to(sent, 'auth/reset-password')[0]?.body).toEqual({ token: 'tok', password: 'Sacred1!' });
});

test.each([
  ['weak', 'weak', /^Must be at least 8 characters, Must include upper and lowercase letters, /],
  ['Sacred1!', 'Sacred1?', 'Passwords do not match'],
])(
  'does not send a weak or differently confirmed password: %s, %s [D1-297] [D1-298]',
  async (password, other, words) => {
    const sent = serve({ 'GET auth/reset-password/validate': { valid: true } });
    open('/reset-password?token=tok');
    await choose(password, other);
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(sent.map(({ method }) => method)).toEqual(['GET']);
  },
);

test('says "Error resetting password" if the server gives no message [D1-445]', async () => {
  serve({ 'GET auth/reset-password/validate': { valid: true }, 'POST auth/reset-password': json({}, 500) });
  open('/reset-password?token=tok');
  await choose('Sacred1!');
  expect(await screen.findByText('Error resetting password')).toBeTruthy();
});

test('shows the server’s refusal of a password at its field', async () => {
  const words = 'This password is too easy to guess. Please choose another one.';
  serve({
    'GET auth/reset-password/validate': { valid: true },
    'POST auth/reset-password': json({ message: words, code: 'passwordTooCommon', errors: { password: words } }, 400),
  });
  open('/reset-password?token=tok');
  await choose('Sacred1!');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(words);
  const field = screen.getByLabelText('New password');
  expect(field.getAttribute('aria-describedby')).toBe(alert.id);
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('offers a new link if the link expires while the form is open [D1-072] [D1-444]', async () => {
  serve({
    'GET auth/reset-password/validate': { valid: true },
    'POST auth/reset-password': json({ message: 'Invalid or expired token', code: 'invalidToken' }, 400),
  });
  open('/reset-password?token=tok');
  await choose('Sacred1!');
  expect(await screen.findByRole('heading', { name: 'Invalid Reset Link' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Invalid or expired token');
  expect(screen.getByRole('main').querySelector('a')?.getAttribute('href')).toBe('/forgot-password');
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('signs in when a verification returns a session, and saves it [D1-367]', async () => {
  const token = tokenWith(3600);
  serve({ ...MEMBER_REPLIES, 'GET auth/verify/in': { message: 'ok', token, user: MARTA } });
  open('/verify-email?token=in');
  await screen.findByText('ok');
  expect(localStorage.getItem('token')).toBe(token);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(MARTA);
});

test('keeps an open session when a verification returns another', async () => {
  signedIn();
  const kept = localStorage.getItem('token');
  const user = { ...MARTA, _id: 'f'.repeat(32), userId: 'f'.repeat(32), username: 'somebody_else' };
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET auth/verify/theirs': { message: 'Theirs is verified', token: tokenWith(7200), user },
  });
  open('/verify-email?token=theirs');
  await screen.findByText('Theirs is verified');
  expect(localStorage.getItem('token')).toBe(kept);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(MARTA);
  // by this the server knows not to open a session
  expect(to(sent, 'auth/verify/theirs')[0]?.headers.get('Authorization')).toBe(`Bearer ${kept}`);
});

test('verifies as a visitor if the browser’s session has ended', async () => {
  signedIn();
  const over = json({ message: 'over', code: 'sessionEnded', status: 401 }, 401);
  const sent = serve({ 'GET auth/verify': over, 'GET auth/verify/late': { message: 'Verified for a visitor' } });
  open('/verify-email?token=late');
  await screen.findByText('Verified for a visitor');
  expect(screen.getByRole('link', { name: 'Go to Login' })).toBeTruthy();
  expect(to(sent, 'auth/verify/late')[0]?.headers.get('Authorization')).toBeNull();
});
