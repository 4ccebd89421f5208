// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { freshBrowser, json, MEMBER_REPLIES, open, serve, to } from '#tests/support/browser.tsx';

freshBrowser();

const LINK = 'GET auth/second-factor';
const DISOWN = 'POST auth/second-factor/disown';
const OPEN = { state: 'open', until: '2027-01-04T12:00:00.000Z' };

const start = (found: unknown, replies: Record<string, unknown> = {}) => {
  const sent = serve({ ...MEMBER_REPLIES, [LINK]: found, ...replies });
  open('/new-factor?token=tok');
  return sent;
};
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'It was not me' }));

test('does nothing on opening; the button removes the factor and links to a new password', async () => {
  const sent = start(OPEN, { [DISOWN]: { message: 'done' } });
  expect(await screen.findByText(/If it was not you/)).toBeTruthy();
  expect(await screen.findByText(/The link works until/)).toBeTruthy();
  expect(sent.every(({ method }) => method === 'GET')).toBe(true);
  await press();
  const said = await screen.findByText(/every session of your account has ended/);
  await waitFor(() => expect(document.activeElement?.contains(said)).toBe(true));
  expect(to(sent, 'auth/second-factor/disown').map(({ body }) => body)).toEqual([{ token: 'tok' }]);
  expect(screen.getByRole('link', { name: 'Set a new password' }).getAttribute('href')).toBe('/forgot-password');
});

test.each([
  ['used', /You have used this link already/],
  ['ended', /no longer pending/],
  ['expired', /This link has expired/],
])('shows no button for a link that is %s, but a way to a new password', async (state, words) => {
  start({ state, until: null });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'It was not me' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Set a new password' })).toBeTruthy();
});

test('tells an invalid link from an incomplete one', async () => {
  start(json({ message: 'Invalid or expired token', code: 'invalidToken' }, 400));
  expect(await screen.findByText(/This link is not valid/)).toBeTruthy();
  open('/new-factor');
  expect(await screen.findByText(/The link is incomplete/)).toBeTruthy();
});

test('reports an ended link and a failed call', async () => {
  start(OPEN, { [DISOWN]: json({ message: 'Gone', code: 'factorLinkGone' }, 409) });
  await press();
  expect(await screen.findByText(/no longer pending/)).toBeTruthy();
});
