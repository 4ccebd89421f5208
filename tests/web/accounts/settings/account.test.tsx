// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
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
import { openAs } from '../../staff/desk.ts';

freshBrowser();

const PROFILE = { ...MARTA, fullName: 'Marta Vidal' };
const ACTIVE = { status: 'active', eraseAt: null };

const REPLIES = {
  ...SETTINGS_REPLIES,
  'GET user/profile': PROFILE,
};

const start = (replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, ...REPLIES, ...replies });
  open('/settings');
  return sent;
};

test('merges a changed profile into the user and into storage [D1-380]', async () => {
  const user = { ...MARTA, fullName: 'Marta V.' };
  const sent = start({ 'PUT users/profile': { message: 'Profile updated successfully', user, ...user } });
  const name = await screen.findByLabelText<HTMLInputElement>(/Full name/);
  expect(name.value).toBe('Marta Vidal');
  await userEvent.clear(name);
  await userEvent.type(name, 'Marta V.');
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Profile updated successfully')).toBeTruthy();
  expect(to(sent, 'users/profile')[0]?.body).toMatchObject({ fullName: 'Marta V.' });
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ fullName: 'Marta V.', email: MARTA.email });
});

test('accepts an empty answer after saving a profile [D2-282]', async () => {
  start({ 'PUT users/profile': () => new Response(null, { status: 204 }) });
  await screen.findByLabelText(/Full name/);
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Profile updated successfully')).toBeTruthy();
});

test('says that the update failed if the server gives no message [D1-438]', async () => {
  start({ 'PUT users/profile': json({}, 500) });
  await screen.findByLabelText(/Full name/);
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Profile update failed')).toBeTruthy();
});

test('says when the profile cannot be loaded [D1-439]', async () => {
  start({ 'GET user/profile': json({}, 400) });
  expect(await screen.findByText('Failed to refresh user data')).toBeTruthy();
});

const confirm = async (password: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  if (password) await userEvent.type(dialog.getByLabelText('Password'), password);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete in 30 days' }));
  return dialog;
};

test('requires the password for a deletion and explains a wrong one', async () => {
  const sent = start({ 'POST user/deletion': json({ message: 'x', code: 'currentPasswordWrong' }, 400) });
  const dialog = await confirm('');
  expect(await dialog.findByText('Password is required')).toBeTruthy();
  expect(to(sent, 'user/deletion')).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Password'), 'wrong');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete in 30 days' }));
  expect(await dialog.findByText('Password is incorrect')).toBeTruthy();
});

test('shows the date of a pending deletion and cancels it', async () => {
  let status: object = ACTIVE;
  const pending = { status: 'deletion_pending', eraseAt: '2026-05-07T10:00:00.000Z' };
  start({
    'GET user/account-status': () => status,
    'POST user/deletion': () => {
      status = pending;
      return pending;
    },
    'DELETE user/deletion': () => {
      status = ACTIVE;
      return ACTIVE;
    },
  });
  expect(await screen.findByText(/nobody can buy from you, and you cannot buy or list anything/)).toBeTruthy();
  await confirm('secret');
  expect(await screen.findByText(/Your account will be deleted on 7 May 2026/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByText('Your account will not be deleted')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Delete account' })).toBeTruthy();
});

test('unblocks a person and moves the focus to the list', async () => {
  let people = [{ _id: 'c'.repeat(32), username: 'grumio' }];
  const sent = start({
    'GET user/blocked': () => people,
    [`DELETE user/${'c'.repeat(32)}/block`]: () => {
      people = [];
      return new Response(null, { status: 204 });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock grumio' }));
  expect(await screen.findByText('grumio can write to you again')).toBeTruthy();
  const nobody = await screen.findByText(/You have not blocked anyone/);
  await waitFor(() => expect(document.activeElement).toBe(nobody.parentElement));
  expect(to(sent, `user/${'c'.repeat(32)}/block`)).toHaveLength(1);
});

test('reports a failed unblock, and allows retrying a failed list', async () => {
  let reply: unknown = json({}, 500);
  start({ 'GET user/blocked': () => reply, [`DELETE user/${'c'.repeat(32)}/block`]: json({ message: 'Later' }, 400) });
  expect(await screen.findByText('Failed to load the people you have blocked')).toBeTruthy();
  reply = [{ _id: 'c'.repeat(32), username: 'grumio' }];
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock grumio' }));
  expect(await screen.findByText('Later')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unblock grumio' })).toBeTruthy();
});

test('exports the reader’s data as a file', async () => {
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    made.push(file as Blob);
    return 'blob:data';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  // a browser would save the file; happy-dom would navigate to it
  const kept = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  start({ 'GET user/data': { exportedAt: '2026-05-07T10:00:00.000Z', listings: [] } });
  expect(await screen.findByText(/your sign-ins and refused sign-ins/)).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Download my data' }));
  await waitFor(() => expect(made).toHaveLength(1));
  expect(JSON.parse(await (made[0] as Blob).text())).toMatchObject({ listings: [] });
  expect(kept).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test('shows figures, profile, password, data export and deletion on the profile tab [D2-105] [D2-108]', async () => {
  start({
    'GET user/stats': { ...MEMBER_REPLIES['GET user/stats'], activeListings: 2, reputation: 9, ratingCount: 2 },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Account Settings' })).toBeTruthy();
  expect((await screen.findByText('Active listings')).nextElementSibling?.textContent).toBe('2');
  expect(screen.getByText('4.5 (2 reviews)')).toBeTruthy();
  const cards = ['Profile', 'Change Password', 'Emails', 'Appearance', 'Blocked people', 'Your data', 'Delete account'];
  for (const name of cards) expect(await screen.findByRole('heading', { level: 2, name })).toBeTruthy();
});

test('offers a digest of cases to staff', async () => {
  openAs(['staff'], '/settings', REPLIES);
  expect(await screen.findByLabelText('Staff cases')).toBeTruthy();
});

test('offers members no digest of cases', async () => {
  start();
  await screen.findByLabelText('New messages');
  expect(screen.queryByLabelText('Staff cases')).toBeNull();
});

test('saves e-mail choices by kind and reports a refusal', async () => {
  const chosen = { ...SETTINGS_REPLIES['GET user/emails'], messages: 'off' };
  const sent = start({
    'PUT user/emails': ({ body }: { body: typeof chosen }) =>
      body.messages === 'off' ? chosen : json({ message: 'Later' }, 400),
  });
  const select = await screen.findByLabelText<HTMLSelectElement>('New messages');
  expect([select.value, screen.getByLabelText<HTMLSelectElement>('Reviews').value]).toEqual(['atOnce', 'off']);
  // deadline reminders come only by e-mail
  expect(screen.getByText(/You still see everything else under the bell\.$/)).toBeTruthy();
  await userEvent.selectOptions(select, 'Not at all');
  await userEvent.click(screen.getByRole('button', { name: 'Save choice' }));
  expect(await screen.findByText('Your choice is saved')).toBeTruthy();
  expect(to(sent, 'user/emails').find(({ body }) => body)?.body).toEqual(chosen);
  await userEvent.selectOptions(select, 'At once');
  await userEvent.click(screen.getByRole('button', { name: 'Save choice' }));
  expect(await screen.findByText('Later')).toBeTruthy();
});
