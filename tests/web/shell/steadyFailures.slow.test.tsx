// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { freshBrowser, json, MARTA, MEMBER_REPLIES, open, serve, signedIn } from '#tests/support/browser.tsx';

freshBrowser();

const ID = 'c'.repeat(32);
const SELLER = { ...MARTA, platformAgreements: { feeAccepted: true }, bankAccount: { verified: true } };
const down = json({ message: 'down' }, 500);
const lost = json({ message: 'not there' }, 404);

test.each([
  ['/listings', { 'GET listings': down }],
  [`/listings/${ID}`, { [`GET listings/${ID}`]: down }],
  ['/messages', { 'GET messages/conversations': down }],
  [`/messages/conversation/${ID}`, { [`GET messages/conversation/${ID}`]: down }],
  ['/transactions', { 'GET transaction/history': down }],
  [`/transactions/${ID}`, { [`GET transaction/${ID}`]: down, [`GET transaction/${ID}/details`]: down }],
  [`/transactions/${ID}`, { [`GET transaction/${ID}`]: lost, [`GET transaction/${ID}/details`]: lost }],
  [`/transaction/${ID}/pause-escrow`, { [`GET transaction/${ID}`]: down, [`GET transaction/${ID}/details`]: down }],
  ['/settings', { 'GET user/profile': down, 'GET user/stats': down }],
  ['/staff', { 'GET staff/cases': down }],
  [`/staff/cases/${ID}`, { [`GET staff/cases/${ID}`]: down }],
])('keeps the error of %s until the user acts', async (path, replies) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  signedIn({ ...MARTA, roles: ['member', 'staff'] });
  const user = { ...MARTA, roles: ['member', 'staff'] };
  serve({ ...MEMBER_REPLIES, 'GET auth/verify': { valid: true, user }, 'GET user/profile': SELLER, ...replies });
  open(path);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await vi.waitFor(async () => {
    await pass(1_000);
    expect(screen.getAllByRole('alert').length).toBeGreaterThan(0);
  });
  const told = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
  const first = told();
  // the request was refused, and the page shows it
  expect(screen.queryAllByText('Something went wrong')).toEqual([]);
  for (let ms = 0; ms < 130_000; ms += 100) await pass(100);
  expect(told()).toEqual(expect.arrayContaining(first));
});
