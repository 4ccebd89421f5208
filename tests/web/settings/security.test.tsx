// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { freshBrowser, json, MEMBER_REPLIES, open, serve, signedIn, to } from '#tests/support/browser.tsx';

freshBrowser();

const HERE = {
  id: '1'.repeat(32),
  device: 'Firefox on Windows',
  current: true,
  openedAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-23T08:00:00.000Z',
};
const ELSEWHERE = { ...HERE, id: '2'.repeat(32), device: 'an unknown device', current: false };

const start = (replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, 'GET user/sessions': { sessions: [HERE, ELSEWHERE] }, ...replies });
  open('/settings?tab=security');
  return sent;
};

const card = async () => within(await screen.findByRole('region', { name: 'Where you are signed in' }));

test('the sessions are listed with device and times, and this one cannot be ended here', async () => {
  start();
  const list = await card();
  expect(await list.findByText(/Firefox on Windows/)).toBeTruthy();
  expect(list.getByText('This session')).toBeTruthy();
  expect(list.getByText(/An unknown device/)).toBeTruthy();
  expect(list.getAllByRole('button', { name: /^End the session of/ })).toHaveLength(1);
});

test('one is ended, and so are all others', async () => {
  const sent = start({
    [`DELETE user/sessions/${ELSEWHERE.id}`]: json(null, 200),
    'DELETE user/sessions': json(null, 200),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^End the session of an unknown device/ }));
  expect(await screen.findByText('The session has ended')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'End all others' }));
  expect(await screen.findByText('All other sessions have ended')).toBeTruthy();
  expect(to(sent, `user/sessions/${ELSEWHERE.id}`)).toHaveLength(1);
});

test('a session that cannot be ended says why', async () => {
  start({ [`DELETE user/sessions/${ELSEWHERE.id}`]: json({ message: 'This session has ended already' }, 404) });
  await userEvent.click(await screen.findByRole('button', { name: /^End the session of an unknown device/ }));
  expect(await screen.findByText('This session has ended already')).toBeTruthy();
});

test('sessions that cannot be loaded say so', async () => {
  start({ 'GET user/sessions': json({}, 500) });
  expect(await screen.findByText('Failed to load your sessions')).toBeTruthy();
});
