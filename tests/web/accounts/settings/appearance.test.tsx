// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type Appearance, FIRST_APPEARANCE } from '#domain/accounts/appearance.ts';
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
import { signOut } from '#web/api/auth.ts';
import { clearSession, setSession, setToken } from '#web/api/sessionStore.ts';

freshBrowser();

const LIGHT: Appearance = { ...FIRST_APPEARANCE, palette: 'light' };
type Put = { body: Appearance };

const start = (put: (sent: Put) => unknown, appearance: Appearance = FIRST_APPEARANCE) => {
  const user = { ...MARTA, appearance };
  signedIn(user);
  const sent = serve({ ...MEMBER_REPLIES, 'GET auth/verify': { valid: true, user }, 'PUT user/appearance': put });
  open('/settings');
  return sent;
};
const group = async (name: string) => within(await screen.findByRole('group', { name }));
const later = () => {
  let happen!: () => void;
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happened, happen };
};
const kept = (): Appearance | null => JSON.parse(localStorage.getItem('appearance') ?? 'null');
const chosen = async (name: string) =>
  (await group(name)).getByRole<HTMLInputElement>('radio', { checked: true }).value;

test('applies a choice at once and saves it to the account', async () => {
  const answer = later();
  const sent = start(async ({ body }) => answer.happened.then(() => body));
  expect(await chosen('Palette')).toBe('dark');
  await userEvent.click((await group('Palette')).getByRole('radio', { name: 'Light' }));
  expect([await chosen('Palette'), kept()]).toEqual(['light', LIGHT]);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ appearance: FIRST_APPEARANCE });
  answer.happen();
  await vi.waitFor(() => expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ appearance: LIGHT }));
  expect(to(sent, 'user/appearance').map(({ body }) => body)).toEqual([LIGHT]);
  expect([await chosen('Palette'), await chosen('Contrast'), await chosen('Text size')]).toEqual([
    'light',
    'device',
    'normal',
  ]);
});

test('saves only the last keyboard choice, one save at a time', async () => {
  const answer = later();
  let under = 0;
  const sent = start(async ({ body }) => {
    under += 1;
    expect(under).toBe(1);
    await answer.happened;
    under -= 1;
    return body;
  });
  for (const name of ['Large', 'Larger'])
    await userEvent.click((await group('Text size')).getByRole('radio', { name }));
  await userEvent.click((await group('Contrast')).getByRole('radio', { name: 'More' }));
  answer.happen();
  const last: Appearance = { palette: 'dark', contrast: 'more', text: 'larger' };
  await vi.waitFor(() => expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ appearance: last }));
  expect(to(sent, 'user/appearance').map(({ body }) => (body as Appearance).text)).toEqual(['large', 'larger']);
  expect(kept()).toEqual(last);
});

test('reports a failed save and restores the saved choice', async () => {
  start(() => json({ message: 'Later' }, 400), LIGHT);
  expect(await chosen('Palette')).toBe('light');
  await userEvent.click((await group('Palette')).getByRole('radio', { name: 'Dark' }));
  expect(await screen.findByText('Later')).toBeTruthy();
  await vi.waitFor(async () => expect(await chosen('Palette')).toBe('light'));
  expect(kept()).toEqual(LIGHT);
});

test('ignores the appearance of a renewed token, because another tab may have changed it', () => {
  setSession(tokenWith(600), { ...MARTA, appearance: LIGHT } as Parameters<typeof setSession>[1]);
  const elsewhere: Appearance = { ...LIGHT, text: 'large' };
  localStorage.setItem('appearance', JSON.stringify(elsewhere));
  setToken(tokenWith(1200));
  expect(kept()).toEqual(elsewhere);
});

test('keeps the appearance when a session expires, and resets it on sign-out', async () => {
  serve({ 'POST auth/logout': {} });
  const changes = vi.fn();
  window.addEventListener('appearance', changes);
  setSession(tokenWith(600), { ...MARTA, appearance: LIGHT } as Parameters<typeof setSession>[1]);
  expect(kept()).toEqual(LIGHT);
  clearSession('expired');
  expect(kept()).toEqual(LIGHT);
  setSession(tokenWith(600), { ...MARTA, appearance: LIGHT } as Parameters<typeof setSession>[1]);
  await signOut();
  expect([kept(), changes.mock.calls.length]).toEqual([null, 3]);
  window.removeEventListener('appearance', changes);
});
