// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  freshBrowser,
  MARTA,
  MEMBER_REPLIES,
  open,
  serve,
  signedIn,
  tokenWith,
  viewport,
} from '#tests/support/browser.tsx';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { KEPT_FORMS } from '#web/api/drafts.ts';
import type * as SessionStore from '#web/api/sessionStore.ts';
import * as here from '#web/api/sessionStore.ts';
import { keepDraft, keptDraft } from '#web/conversations/keptDrafts.ts';

/** The other tab: its own modules, the same browser storage. */
const OTHER = '../../../web/api/sessionStore.ts?other';
const other: typeof SessionStore = await import(/* @vite-ignore */ OTHER);

freshBrowser();

let browser = memoryIndexedDb();
beforeEach(() => {
  viewport(1280);
  other.forgetSession();
  browser = memoryIndexedDb();
  vi.stubGlobal('indexedDB', browser);
});

const WAY = '/faq-contact?x=1';
const [ME, THEM] = ['a'.repeat(32), 'c'.repeat(32)];

/** Writes a message and a listing. */
const write = () => {
  keepDraft(ME, THEM, 'Dear Ruiz');
  browser.databases.set(KEPT_FORMS, new Map([['new', { title: 'A half written one' }]]));
};
const isKept = () => [keptDraft(ME, THEM) !== '', browser.databases.has(KEPT_FORMS)];

/** Opens a page in both tabs. */
const inTwoTabs = async () => {
  signedIn();
  serve(MEMBER_REPLIES);
  other.currentSession();
  const page = open(WAY);
  await screen.findByRole('navigation', { name: 'Command Center' });
  return page;
};

/** The storage event that browsers send once the other tab is done. */
const hear = () => act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null })));

test.each<[SessionStore.SessionEnd, string]>([
  ['expired', 'Session expired. Please login again. Your draft is kept.'],
  ['refused', 'Authentication failed. Please log in again. Your draft is kept.'],
  [
    'ended',
    'Authentication failed. Please log in again. This session was ended on another device, or by a change to your account. Your draft is kept.',
  ],
  ['suspended', 'This account is suspended. Please contact support.'],
])('ends the other tab’s session, %s, with reason and way back, and keeps the drafts', async (end, words) => {
  const page = await inTwoTabs();
  other.clearSession(end);
  write();
  await hear();
  await waitFor(() => expect(page.address()).toBe(`/login?returnUrl=${encodeURIComponent(WAY)}`));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(isKept()).toEqual([true, true]);
});

test('sends the other tab home on a sign-out and deletes its drafts', async () => {
  const page = await inTwoTabs();
  other.clearSession();
  write();
  await hear();
  await waitFor(() => expect(page.address()).toBe('/'));
  expect(isKept()).toEqual([false, false]);
  expect(screen.queryByText(/Please log ?in again/)).toBeNull();
});

test('hides the drafts of an expired session from somebody else who signs in', async () => {
  await inTwoTabs();
  other.clearSession('expired');
  keepDraft(ME, THEM, 'Dear Ruiz');
  await hear();
  expect(keptDraft(ME, THEM)).toBe('Dear Ruiz');
  const somebody = { ...MARTA, _id: 'b'.repeat(32), userId: 'b'.repeat(32), username: 'somebody' };
  other.setSession(tokenWith(3600), somebody as Parameters<typeof other.setSession>[1]);
  // the other tab has its own session storage
  keepDraft(ME, THEM, 'Dear Ruiz');
  await hear();
  expect(keptDraft(ME, THEM)).toBe('');
  keepDraft(ME, THEM, 'Dear Ruiz');
  keepDraft(somebody._id, THEM, 'Dear Marta');
  // also in a tab that slept and received no event
  here.forgetSession();
  here.currentSession();
  expect([keptDraft(ME, THEM), keptDraft(somebody._id, THEM)]).toEqual(['', 'Dear Marta']);
});

test.each<[SessionStore.SessionEnd | null, string]>([
  ['expired', 'Dear Ruiz'],
  ['ended', 'Dear Ruiz'],
  [null, ''],
])('keeps in a tab that slept through an end by %s these messages: %j', async (ended, left) => {
  await inTwoTabs();
  other.clearSession(ended);
  keepDraft(ME, THEM, 'Dear Ruiz');
  here.forgetSession();
  here.currentSession();
  expect(keptDraft(ME, THEM)).toBe(left);
});

test('keeps the reason until the next sign-in or sign-out, also for a page opened meanwhile', async () => {
  await inTwoTabs();
  const opened = () => {
    other.forgetSession();
    return other.currentSession();
  };
  other.clearSession('expired');
  expect(opened()).toEqual({ status: 'anonymous', ended: 'expired' });
  signedIn();
  expect(opened().status).toBe('loading');
  other.setUser({ username: 'marta' });
  localStorage.removeItem('token');
  expect(opened()).toEqual({ status: 'anonymous', ended: null });
  other.clearSession('expired');
  other.clearSession();
  expect(opened()).toEqual({ status: 'anonymous', ended: null });
});
