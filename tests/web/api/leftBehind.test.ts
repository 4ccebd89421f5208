// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { freshBrowser, MARTA, tokenWith } from '#tests/support/browser.tsx';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { KEPT_FORMS, VIEWED } from '#web/api/drafts.ts';
import { clearSession, type SessionEnd, setSession, setUser } from '#web/api/sessionStore.ts';
import { keepDraft, keptDraft } from '#web/conversations/keptDrafts.ts';
import { keptListings } from '#web/listings/components/form/draft/keptListings.ts';

freshBrowser();

let browser = memoryIndexedDb();
beforeEach(() => {
  browser = memoryIndexedDb();
  vi.stubGlobal('indexedDB', browser);
});

const SOMEBODY = { ...MARTA, _id: 'b'.repeat(32), userId: 'b'.repeat(32), username: 'somebody' };
const TALK = 'c'.repeat(32);
const enter = (user: typeof MARTA) => setSession(tokenWith(3600), user as Parameters<typeof setSession>[1]);

/** Marta has written a message and a listing, and viewed another listing. */
const write = async () => {
  enter(MARTA);
  keepDraft(MARTA._id, TALK, 'My address is Lange Straat 1');
  localStorage.setItem(VIEWED, '[{"id":"1","title":"A private look","image":null}]');
  await keptListings.keep(MARTA._id, { at: 1, fields: {} as never, files: [] });
};
const isKept = () => [
  keptDraft(MARTA._id, TALK) !== '',
  localStorage.getItem(VIEWED) !== null,
  browser.databases.has(KEPT_FORMS),
];
const ALL = [true, true, true];
const NOTHING = [false, false, false];
const DRAFTS = [true, false, true];

test.each<[SessionEnd | null, boolean[]]>([
  ['expired', ALL],
  ['refused', ALL],
  ['ended', DRAFTS],
  ['suspended', DRAFTS],
  ['reused', DRAFTS],
  [null, NOTHING],
])('leaves after a session ended by %s only these drafts and views: %j', async (ended, left) => {
  await write();
  clearSession(ended);
  expect(isKept()).toEqual(left);
});

test('keeps everything for somebody who signs in again', async () => {
  await write();
  clearSession('expired');
  enter(MARTA);
  expect(isKept()).toEqual(ALL);
  expect(await keptListings.read(MARTA._id)).toMatchObject({ at: 1 });
  setUser({ username: 'marta' });
  expect(isKept()).toEqual(ALL);
});

test.each<SessionEnd>(['expired', 'ended'])('shows nothing of another account after a session %s', async (ended) => {
  await write();
  clearSession(ended);
  enter(SOMEBODY);
  expect(isKept()).toEqual(NOTHING);
});

test('shows nothing of another account after a sign-in over an open session', async () => {
  await write();
  enter(SOMEBODY);
  expect(isKept()).toEqual(NOTHING);
});

test('keeps a visitor’s views on signing in, but none of an account that signed out', async () => {
  await write();
  clearSession();
  localStorage.setItem(VIEWED, '[{"id":"2","title":"A look of a visitor","image":null}]');
  enter(SOMEBODY);
  expect(localStorage.getItem(VIEWED)).toContain('A look of a visitor');
});
