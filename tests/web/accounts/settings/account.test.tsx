// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { freshBrowser, json, MARTA, MEMBER_REPLIES, open, serve, signedIn, to } from '#tests/support/browser.tsx';

freshBrowser();

const PROFILE = { ...MARTA, fullName: 'Marta Vidal' };
const ACTIVE = { status: 'active', eraseAt: null };

const start = (replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET user/profile': PROFILE,
    'GET user/account-status': ACTIVE,
    'GET user/blocked': [],
    'GET user/emails': { messages: 'atOnce', sales: 'daily', reviews: 'off' },
    ...replies,
  });
  open('/settings');
  return sent;
};

test('a changed profile is merged into the user, here and in storage [D1-380]', async () => {
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

test('a profile that is saved without a word of the server is saved [D2-282]', async () => {
  start({ 'PUT users/profile': () => new Response(null, { status: 204 }) });
  await screen.findByLabelText(/Full name/);
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Profile updated successfully')).toBeTruthy();
});

test('a profile that is refused without words is a failed update [D1-438]', async () => {
  start({ 'PUT users/profile': json({}, 500) });
  await screen.findByLabelText(/Full name/);
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Profile update failed')).toBeTruthy();
});

test('a profile that cannot be loaded says so [D1-439]', async () => {
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

test('a deletion needs the password, and says what is wrong with it', async () => {
  const sent = start({ 'POST user/deletion': json({ message: 'x', code: 'currentPasswordWrong' }, 400) });
  const dialog = await confirm('');
  expect(await dialog.findByText('Password is required')).toBeTruthy();
  expect(to(sent, 'user/deletion')).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Password'), 'wrong');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete in 30 days' }));
  expect(await dialog.findByText('Password is incorrect')).toBeTruthy();
});

test('a pending deletion names its day and can be cancelled', async () => {
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
  expect(await screen.findByText(/nobody can buy what you offer, and you buy and list nothing new/)).toBeTruthy();
  await confirm('secret');
  expect(await screen.findByText(/Your account will be deleted on 7 May 2026/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByText('Your account will not be deleted')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Delete account' })).toBeTruthy();
});

test('whom one has blocked can write again, and the list takes the focus of the button that is gone', async () => {
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

test('a person who stays blocked is told, and a list that cannot be loaded has another try', async () => {
  let reply: unknown = json({}, 500);
  start({ 'GET user/blocked': () => reply, [`DELETE user/${'c'.repeat(32)}/block`]: json({ message: 'Later' }, 400) });
  expect(await screen.findByText('Failed to load the people you have blocked')).toBeTruthy();
  reply = [{ _id: 'c'.repeat(32), username: 'grumio' }];
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock grumio' }));
  expect(await screen.findByText('Later')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unblock grumio' })).toBeTruthy();
});

test('one’s own data becomes a file', async () => {
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    made.push(file as Blob);
    return 'blob:data';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  // A browser keeps the file; here one would go to it.
  const kept = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  start({ 'GET user/data': { exportedAt: '2026-05-07T10:00:00.000Z', listings: [] } });
  expect(
    await screen.findByText(/who opened your personal data and why, and when you signed in or were kept out/),
  ).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Download my data' }));
  await waitFor(() => expect(made).toHaveLength(1));
  expect(JSON.parse(await (made[0] as Blob).text())).toMatchObject({ listings: [] });
  expect(kept).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test('the profile tab has the figures, the profile and the password, with one’s data and the way out [D2-105] [D2-108]', async () => {
  start({
    'GET user/stats': { ...MEMBER_REPLIES['GET user/stats'], activeListings: 2, reputation: 9, ratingCount: 2 },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Account Settings' })).toBeTruthy();
  expect((await screen.findByText('Active listings')).nextElementSibling?.textContent).toBe('2');
  expect(screen.getByText('4.5 (2 reviews)')).toBeTruthy();
  const cards = ['Profile', 'Change Password', 'Emails', 'Appearance', 'Blocked people', 'Your data', 'Delete account'];
  for (const name of cards) expect(await screen.findByRole('heading', { level: 2, name })).toBeTruthy();
});

test('emails are chosen by kind, and a choice that is refused says so', async () => {
  const chosen = { messages: 'off', sales: 'daily', reviews: 'off' };
  const sent = start({
    'PUT user/emails': ({ body }: { body: typeof chosen }) =>
      body.messages === 'off' ? chosen : json({ message: 'Later' }, 400),
  });
  const select = await screen.findByLabelText<HTMLSelectElement>('New messages');
  expect([select.value, screen.getByLabelText<HTMLSelectElement>('Reviews').value]).toEqual(['atOnce', 'off']);
  // a reminder of a deadline is an email alone
  expect(screen.getByText(/You still see everything else under the bell\.$/)).toBeTruthy();
  await userEvent.selectOptions(select, 'Not at all');
  await userEvent.click(screen.getByRole('button', { name: 'Save choice' }));
  expect(await screen.findByText('Your choice is saved')).toBeTruthy();
  expect(to(sent, 'user/emails').find(({ body }) => body)?.body).toEqual(chosen);
  await userEvent.selectOptions(select, 'At once');
  await userEvent.click(screen.getByRole('button', { name: 'Save choice' }));
  expect(await screen.findByText('Later')).toBeTruthy();
});
