// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  SETTINGS_REPLIES,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';

freshBrowser();

const NEW = 'marta@new.example';
const NONE = { email: MARTA.email, change: null };
const waiting = (oldAddress: boolean, newAddress: boolean) => ({
  email: MARTA.email,
  change: {
    email: NEW,
    requestedAt: '2026-05-07T10:00:00.000Z',
    lapsesAt: '2026-05-10T10:00:00.000Z',
    confirmed: { oldAddress, newAddress },
  },
});

const start = (replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    ...SETTINGS_REPLIES,
    'GET user/profile': { ...MARTA, fullName: 'Marta Vidal' },
    ...replies,
  });
  open('/settings');
  return sent;
};
const card = async () => within(await screen.findByRole('region', { name: 'E-mail address' }));

test('requests a new address, waits for both, cancels it, and keeps the focus', async () => {
  let now: object = NONE;
  const sent = start({
    'GET user/email-change': () => now,
    'POST user/email-change': () => {
      now = waiting(false, false);
      return now;
    },
    'DELETE user/email-change': () => {
      now = NONE;
      return new Response(null, { status: 204 });
    },
  });
  const own = await card();
  await userEvent.type(await own.findByLabelText('New e-mail address'), NEW);
  await userEvent.click(own.getByRole('button', { name: 'Change address' }));
  expect(await own.findByText(/Waiting for both addresses to confirm/)).toBeTruthy();
  expect(own.getByText(/valid until 10 May 2026/)).toBeTruthy();
  expect(to(sent, 'user/email-change').find(({ method }) => method === 'POST')?.body).toEqual({ email: NEW });
  const keep = own.getByRole('button', { name: 'Keep my address' });
  await userEvent.click(keep);
  const form = await own.findByLabelText('New e-mail address');
  await waitFor(() => expect(document.activeElement?.contains(form)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
});

test('checks an address before sending and shows a refusal at its field', async () => {
  const sent = start({ 'POST user/email-change': json({ message: 'This is already your address' }, 400) });
  const own = await card();
  const field = await own.findByLabelText('New e-mail address');
  await userEvent.type(field, 'marta');
  await userEvent.click(own.getByRole('button', { name: 'Change address' }));
  expect(await own.findByText('Please enter a valid email address')).toBeTruthy();
  expect(to(sent, 'user/email-change').filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, MARTA.email);
  await userEvent.click(own.getByRole('button', { name: 'Change address' }));
  expect(await own.findByText('This is already your address')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test.each([
  [true, false, /Waiting for your new address to confirm/],
  [false, true, /Waiting for your current address to confirm/],
])('shows which side has confirmed (old %s, new %s) and resends the links', async (old, fresh, words) => {
  const sent = start({ 'GET user/email-change': waiting(old, fresh), 'POST user/email-change': waiting(old, fresh) });
  const own = await card();
  expect(await own.findByText(words)).toBeTruthy();
  expect(own.getAllByText('Confirmed')).toHaveLength(1);
  await userEvent.click(own.getByRole('button', { name: 'Send the links again' }));
  expect(await screen.findByText('We sent the links again')).toBeTruthy();
  expect(to(sent, 'user/email-change').find(({ method }) => method === 'POST')?.body).toEqual({ email: NEW });
});

test('adopts an address that was changed elsewhere', async () => {
  start({ 'GET user/email-change': { email: NEW, change: null } });
  const own = await card();
  expect(await own.findByText(NEW)).toBeTruthy();
  await waitFor(() => expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ email: NEW }));
});

test('allows retrying a failed load and reports failed actions', async () => {
  let reply: unknown = json({}, 400);
  start({ 'GET user/email-change': () => reply, 'DELETE user/email-change': json({ message: 'Too late' }, 409) });
  const failed = await card();
  expect(await failed.findByText('Failed to load your address')).toBeTruthy();
  reply = waiting(false, false);
  await userEvent.click(failed.getByRole('button', { name: 'Try again' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep my address' }));
  expect(await screen.findByText('Too late')).toBeTruthy();
});
