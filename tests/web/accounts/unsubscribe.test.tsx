// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { freshBrowser, json, open, serve, to } from '#tests/support/browser.tsx';

freshBrowser();

const TOKEN = `${'a'.repeat(32)}.reviews.c2lnbmVk`;
const CALL = `emails/unsubscribe/${TOKEN}`;

test('names the kind of e-mail and unsubscribes only on the button', async () => {
  const sent = serve({ [`POST ${CALL}`]: { message: 'You will get no more emails of this kind' } });
  open(`/unsubscribe?token=${TOKEN}`);
  const button = await screen.findByRole('button', { name: 'Unsubscribe' });
  expect(screen.getByText('Reviews')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.click(button);
  expect((await within(screen.getByRole('main')).findByRole('status')).textContent).toBe(
    'You will no longer get these emails: Reviews.',
  );
  expect(to(sent, CALL).map(({ method }) => method)).toEqual(['POST']);
  expect(screen.getByRole('link', { name: 'your settings' }).getAttribute('href')).toBe('/settings?tab=profile#emails');
});

test('shows the server’s refusal and allows a retry', async () => {
  serve({ [`POST ${CALL}`]: json({ message: 'This link is not valid', code: 'invalidToken' }, 400) });
  open(`/unsubscribe?token=${TOKEN}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This link is not valid');
  expect(screen.getByRole('button', { name: 'Unsubscribe' })).toBeTruthy();
});

test('says that a truncated link changes nothing', async () => {
  const sent = serve({});
  open('/unsubscribe?token=abc');
  expect((await screen.findByRole('alert')).textContent).toBe('This link is incomplete, so nothing was changed.');
  expect(sent).toEqual([]);
});
