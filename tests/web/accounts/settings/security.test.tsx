// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { DataAccess } from '#application/contract/accessLog.ts';
import { shortTransactionId } from '#domain/shared/shortIds.ts';
import { freshBrowser, json, MEMBER_REPLIES, open, serve, signedIn, to, tokenWith } from '#tests/support/browser.tsx';
import { later } from '#tests/support/tier.ts';

freshBrowser();

const HERE = {
  id: '1'.repeat(32),
  device: 'Firefox on Windows',
  country: null,
  current: true,
  openedAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-23T08:00:00.000Z',
};
const ELSEWHERE = { ...HERE, id: '2'.repeat(32), device: 'an unknown device', current: false };

const WITHOUT = { inUse: false, passkeys: 0, required: false, recoveryCodesLeft: 0 };
const WITH = { inUse: true, passkeys: 0, required: false, recoveryCodesLeft: 9 };

const start = (replies: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({
    ...MEMBER_REPLIES,
    'GET user/sessions': { sessions: [HERE, ELSEWHERE] },
    'GET user/second-factor': WITHOUT,
    'GET user/passkeys': { passkeys: [] },
    'GET user/disclosures': { disclosures: [] },
    ...replies,
  });
  open('/settings?tab=security');
  return sent;
};

const card = async () => within(await screen.findByRole('region', { name: 'Where you are signed in' }));

test('lists sessions with device and times, without an end button for the current one', async () => {
  start();
  const list = await card();
  expect(await list.findByText(/Firefox on Windows/)).toBeTruthy();
  expect(list.getByText('This session')).toBeTruthy();
  expect(list.getByText(/An unknown device/)).toBeTruthy();
  expect(list.getAllByRole('button', { name: /^End the session of/ })).toHaveLength(1);
});

test('shows the country of a network with a note that it may differ', async () => {
  start({ 'GET user/sessions': { sessions: [HERE, { ...ELSEWHERE, country: 'NL' }] } });
  const list = await card();
  const [here, elsewhere] = await list.findAllByRole('listitem');
  expect(within(elsewhere!).getByText('Network registered in the Netherlands')).toBeTruthy();
  expect(within(here!).queryByText(/network/i)).toBeNull();
  expect(list.getByText(/it is not where you are/)).toBeTruthy();
});

test.each([null, 'ZZ'])('does not mention networks without a known country (%s)', async (country) => {
  start({ 'GET user/sessions': { sessions: [HERE, { ...ELSEWHERE, country }] } });
  const list = await card();
  expect(await list.findByText(/An unknown device/)).toBeTruthy();
  expect(list.queryByText(/network/i)).toBeNull();
});

test('ends one session and all others', async () => {
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

test('explains why a session cannot be ended', async () => {
  start({ [`DELETE user/sessions/${ELSEWHERE.id}`]: json({ message: 'This session has already ended' }, 404) });
  await userEvent.click(await screen.findByRole('button', { name: /^End the session of an unknown device/ }));
  expect(await screen.findByText('This session has already ended')).toBeTruthy();
});

test('says when sessions cannot be loaded', async () => {
  start({ 'GET user/sessions': json({}, 500) });
  expect(await screen.findByText('Failed to load your sessions')).toBeTruthy();
});

const OPENING: DataAccess = {
  id: '3'.repeat(32),
  at: '2026-11-22T10:00:00.000Z',
  by: { _id: 'e'.repeat(32), username: 'archivist' },
  role: 'staff',
  of: `transaction-${'a'.repeat(32)}`,
  revision: 1,
  event: 'ShippingSet',
  fields: ['address'],
  purpose: 'support',
  reason: 'You asked where the parcel went',
};
const SHORT = shortTransactionId('a'.repeat(32));
const readers = async () => within(await screen.findByRole('region', { name: 'Who read my data' }));

test('shows members who opened their data, in which role, what, when and why', async () => {
  const erased = { ...OPENING, id: '4'.repeat(32), of: `account-${'a'.repeat(32)}`, reason: null };
  start({ 'GET user/disclosures': { disclosures: [OPENING, erased] } });
  const [first, second] = (await (await readers()).findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(first).toContain(`archivist (staff) opened address of ${SHORT} (Shipping set)`);
  expect(first).toContain('To help with a question: “You asked where the parcel went”');
  expect(first).toContain('22 Nov 2026');
  expect(second).toContain('opened address of the account (Shipping set)To help with a question: [erased]');
  expect(screen.getByRole('link', { name: SHORT }).getAttribute('href')).toBe(`/transactions/${'a'.repeat(32)}`);
});

test('lists views of the member’s sales with the data shown unmasked', async () => {
  const reason = 'The case of this sale: A dispute is open';
  const look = { ...OPENING, event: 'DisputeOpened', purpose: 'dispute', reason } as const;
  const screen = { ...look, fields: ['caseFile', 'address', 'words', 'evidence', 'messages'] };
  const masked = { ...look, id: '5'.repeat(32), fields: ['bundle'], role: 'auditor' } as const;
  start({ 'GET user/disclosures': { disclosures: [screen, masked] } });
  const [first, second] = (await (await readers()).findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(first).toContain(
    `archivist (staff) viewed the case of ${SHORT} (events 0–${OPENING.revision}), with address, statements, photos, messages`,
  );
  expect(first).toContain(`Recorded automatically: ${reason}`);
  expect(second).toContain(
    `archivist (auditor) downloaded the record of ${SHORT} (events 0–${OPENING.revision}), personal data hidden`,
  );
});

test('says when nobody opened the member’s data', async () => {
  start();
  expect(await (await readers()).findByText('Nobody has opened your data.')).toBeTruthy();
});

test('reports a failed access log and allows a retry', async () => {
  const sent = start({ 'GET user/disclosures': json({}, 400) });
  const failed = await readers();
  expect(await failed.findByText('Failed to load who read your data')).toBeTruthy();
  const before = to(sent, 'user/disclosures').length;
  await userEvent.click(failed.getByRole('button', { name: 'Try again' }));
  expect(to(sent, 'user/disclosures').length).toBeGreaterThan(before);
});

const SECRET = { secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', address: 'otpauth://totp/Reliquary:marta?secret=ABC' };
const CODES = { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'] };

test('sets up an authenticator app by QR code or key and shows recovery codes once', async () => {
  let factor = WITHOUT;
  const sent = start({
    'GET user/second-factor': () => factor,
    'POST user/second-factor': SECRET,
    'POST user/second-factor/confirm': () => {
      factor = WITH;
      return CODES;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy();
  expect(screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Turn it on' }));
  expect(await screen.findByText('Please enter the code')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Turn it on' }));
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeTruthy();
  expect(to(sent, 'user/second-factor/confirm')[0]?.body).toEqual({ code: '123456' });
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(await screen.findByText(/9 recovery codes are left/)).toBeTruthy();
  expect(screen.queryByText('AAAA-BBBB-CCCC-DDDD')).toBeNull();
  expect(screen.getByRole('region', { name: 'Second factor' }).contains(document.activeElement)).toBe(true);
});

test('skips the recovery codes if a passkey already has them', async () => {
  let factor = { ...WITHOUT, passkeys: 1, recoveryCodesLeft: 9 };
  start({
    'GET user/second-factor': () => factor,
    'POST user/second-factor': SECRET,
    'POST user/second-factor/confirm': () => {
      factor = { ...factor, inUse: true };
      return { recoveryCodes: [] };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  await userEvent.type(await screen.findByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Turn it on' }));
  expect(await screen.findByText(/9 recovery codes are left/)).toBeTruthy();
  expect(await screen.findByText('Your authenticator app is in use')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Second factor' }).contains(document.activeElement)).toBe(true);
});

test('keeps the focus when an authenticator app is removed', async () => {
  let factor = WITH;
  start({
    'GET user/second-factor': () => factor,
    'DELETE user/second-factor': () => {
      factor = WITHOUT;
      return json(null, 200);
    },
  });
  const removed = within(await screen.findByRole('region', { name: 'Second factor' }));
  await userEvent.click(await removed.findByRole('button', { name: 'Remove' }));
  await removed.findByRole('button', { name: 'Set up an authenticator app' });
  expect(screen.getByRole('region', { name: 'Second factor' }).contains(document.activeElement)).toBe(true);
});

test('cancels the setup of an authenticator app', async () => {
  const sent = start({ 'POST user/second-factor': SECRET });
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy();
  expect(to(sent, 'user/second-factor/confirm')).toHaveLength(0);
  expect(screen.getByRole('region', { name: 'Second factor' }).contains(document.activeElement)).toBe(true);
});

test('replaces a required app and keeps the old one until the new code is right', async () => {
  const sent = start({
    'GET user/second-factor': { ...WITH, required: true },
    'POST user/second-factor': SECRET,
    'POST user/second-factor/confirm': { recoveryCodes: [] },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Replace the app' }));
  expect(await screen.findByText(/Your current app stays in use/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Turn it on' }));
  expect(await screen.findByText(/9 recovery codes are left/)).toBeTruthy();
  expect(to(sent, 'user/second-factor/confirm')[0]?.body).toEqual({ code: '123456' });
});

test('shows a wrong code at its field', async () => {
  start({
    'POST user/second-factor': SECRET,
    'POST user/second-factor/confirm': json({ message: 'This code is not right', code: 'secondFactorWrong' }, 400),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  await userEvent.type(await screen.findByLabelText('Code'), '000000');
  await userEvent.click(screen.getByRole('button', { name: 'Turn it on' }));
  expect(await screen.findByText('This code is not right')).toBeTruthy();
});

test('tells a role that requires the app, without a remove button', async () => {
  start({ 'GET user/second-factor': { ...WITHOUT, required: true } });
  expect(await screen.findByText(/Your role requires two-factor authentication/)).toBeTruthy();
});

later.test('continues the same command after the identity check', async () => {
  let shown = false;
  const token = tokenWith(1800);
  const sent = start({
    'GET user/second-factor': WITH,
    'POST user/step-up': () => {
      shown = true;
      return { message: 'Thank you', token };
    },
    'POST user/second-factor/recovery-codes': () =>
      shown ? CODES : json({ message: 'Please confirm that it is you.', code: 'stepUpRequired' }, 403),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'New recovery codes' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm that it is you' }));
  // the field has the focus, not “Cancel”
  expect(document.activeElement).toBe(dialog.getByLabelText('Code'));
  await userEvent.keyboard('654321{Enter}');
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeTruthy();
  expect(to(sent, 'user/step-up')[0]?.body).toEqual({ code: '654321' });
  const [first, second] = to(sent, 'user/second-factor/recovery-codes').map(({ headers }) =>
    headers.get('X-Command-Id'),
  );
  expect(second).toBe(first);
  const tokens = to(sent, 'user/second-factor/recovery-codes').map(({ headers }) => headers.get('Authorization'));
  expect(tokens[0]).not.toBe(`Bearer ${token}`);
  expect(tokens[1]).toBe(`Bearer ${token}`);
  expect(localStorage.getItem('token')).toBe(token);
});

test('does nothing if the identity check is cancelled', async () => {
  const sent = start({
    'GET user/second-factor': WITH,
    'DELETE user/second-factor': json({ message: 'Please confirm that it is you.', code: 'stepUpRequired' }, 403),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm that it is you' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Please confirm that it is you.')).toBeTruthy();
  expect(to(sent, 'user/step-up')).toEqual([]);
});
