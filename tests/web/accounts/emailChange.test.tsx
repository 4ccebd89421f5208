// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { freshBrowser, json, MARTA, MEMBER_REPLIES, open, serve, signedIn, to } from '#tests/support/browser.tsx';

freshBrowser();

const NEW = 'marta@new.example';
const CONFIRM = 'POST auth/email-change/confirm';
const REFUSE = 'POST auth/email-change/refuse';
const link = (side: string, state = 'open', email: string | null = NEW) => ({ side, state, email });

const start = (found: unknown, replies: Record<string, unknown> = {}) => {
  const sent = serve({ ...MEMBER_REPLIES, 'GET auth/email-change': found, ...replies });
  open('/email-change?token=tok');
  return sent;
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('does nothing on opening; the button confirms, says what is missing and keeps the focus', async () => {
  const sent = start(link('oldAddress'), { [CONFIRM]: { side: 'oldAddress', state: 'confirmed' } });
  expect(await screen.findByText(NEW)).toBeTruthy();
  expect(sent.every(({ method }) => method === 'GET')).toBe(true);
  await press('Confirm the new address');
  const said = await screen.findByText(/open the link in the e-mail to the new address/);
  await waitFor(() => expect(document.activeElement?.contains(said)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  expect(to(sent, 'auth/email-change/confirm').map(({ body }) => body)).toEqual([{ token: 'tok' }]);
});

test('changes the address, also in this session, on the second confirmation', async () => {
  signedIn();
  const sent = start(link('newAddress'), {
    [CONFIRM]: { side: 'newAddress', state: 'changed' },
    'GET auth/verify': { valid: true, user: { ...MARTA, email: NEW } },
  });
  await press('Confirm this address');
  expect(await screen.findByText(/the account has its new address/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open Account Settings' })).toBeTruthy();
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ email: NEW });
  expect(to(sent, 'auth/email-change/confirm')[0]?.headers.has('authorization')).toBe(true);
});

const OVER = json({ message: 'over', code: 'sessionEnded', status: 401 }, 401);

test('confirms even if the session has ended', async () => {
  signedIn();
  let ended = false;
  const sent = start(link('newAddress'), {
    [CONFIRM]: ({ headers }: { headers: Headers }) => {
      ended = true;
      return headers.has('authorization') ? OVER : { side: 'newAddress', state: 'changed' };
    },
    'GET auth/verify': () => (ended ? OVER : { valid: true, user: MARTA }),
  });
  await press('Confirm this address');
  expect(await screen.findByText(/the account has its new address/)).toBeTruthy();
  expect(to(sent, 'auth/email-change/confirm')).toHaveLength(2);
});

test('ends this session and links to a new password when the old address refuses', async () => {
  signedIn();
  let ended = false;
  start(link('oldAddress'), {
    [REFUSE]: () => {
      ended = true;
      return { side: 'oldAddress' };
    },
    'GET auth/verify': () => (ended ? OVER : { valid: true, user: MARTA }),
  });
  await press('It was not me');
  const way = await screen.findByRole('link', { name: 'Set a new password' });
  expect(way.getAttribute('href')).toBe('/forgot-password');
  expect(localStorage.getItem('token')).toBeNull();
});

test('asks for nothing more on “It was not me” from the new address', async () => {
  start(link('newAddress'), { [REFUSE]: { side: 'newAddress' } });
  await press('It was not me');
  expect(await screen.findByText(/this address is not used/)).toBeTruthy();
});

test.each([
  ['confirmed', /This address has confirmed the change/],
  ['changed', /the account has its new address/],
  ['ended', /This request has ended/],
  ['expired', /This link has expired/],
])('says for a link that is %s already what happened, without a button', async (state, words) => {
  start(link('oldAddress', state, null));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm the new address' })).toBeNull();
});

test.each([
  ['newEmailTaken', /Another account already uses the new address/],
  ['emailChangeGone', /This request has ended/],
])('explains a refusal with %s that occurs meanwhile', async (code, words) => {
  start(link('newAddress'), { [CONFIRM]: json({ message: 'no', code }, 409) });
  await press('Confirm this address');
  expect(await screen.findByText(words)).toBeTruthy();
});

test('reports a failure and keeps the button', async () => {
  start(link('newAddress'), { [CONFIRM]: json({}, 500) });
  await press('Confirm this address');
  expect((await screen.findByRole('alert')).textContent).toBe('That did not work. Please try again.');
  expect(screen.getByRole('button', { name: 'Confirm this address' })).toBeTruthy();
});

test('says when a link is invalid, and allows retrying a failed check', async () => {
  let reply: unknown = json({}, 400);
  start(() => reply);
  expect(await screen.findByText('The link could not be checked')).toBeTruthy();
  reply = json({ message: 'x', code: 'invalidToken' }, 400);
  await press('Try again');
  expect(await screen.findByText(/This link is not valid/)).toBeTruthy();
});

test('sends nothing without a token', async () => {
  const sent = serve({});
  open('/email-change');
  expect((await screen.findByRole('alert')).textContent).toBe('The link is incomplete');
  expect(sent).toHaveLength(0);
});
