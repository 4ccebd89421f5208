// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { SecurityEventAnswer, SecurityPage } from '#application/contract/audit.ts';
import { freshBrowser, json, to } from '#tests/support/browser.tsx';
import { openAs } from '../staff/desk.ts';

freshBrowser();

const ADA = { _id: 'a'.repeat(32), username: 'ada' };
const NETWORK = 'c'.repeat(32);
const event = (changes: Partial<SecurityEventAnswer>): SecurityEventAnswer => ({
  id: String(changes.type) + changes.times,
  at: '2026-11-14T19:34:02.000Z',
  type: 'SignInSucceeded',
  stream: `security-${ADA._id}`,
  revision: 0,
  account: ADA,
  by: null,
  network: NETWORK,
  address: null,
  times: 1,
  way: null,
  why: null,
  call: null,
  role: null,
  secondFactor: null,
  ...changes,
});
const pageOf = (...events: SecurityEventAnswer[]): SecurityPage => ({
  about: 'everybody',
  facts: events,
  totalCount: events.length,
  hasMore: false,
});
const opened = (replies: unknown, path = '/audit/security') =>
  openAs(['auditor'], path, { 'GET audit/security': replies });
const rows = async () => [...(await screen.findAllByRole('row'))].slice(1).map(({ textContent }) => textContent);

test('lists sign-ins, refusals with their reason, and actions on accounts', async () => {
  opened(
    pageOf(
      event({ way: 'credentials', secondFactor: true }),
      event({ type: 'SignInRefused', account: null, address: 'f'.repeat(32), why: 'unknownAddress', times: 300 }),
      event({ type: 'AccessRefused', call: 'GET audit/ledger', why: 'role' }),
      event({ type: 'RoleGranted', role: 'staff', by: { _id: 'b'.repeat(32), username: 'bo' }, network: null }),
    ),
  );
  expect(await rows()).toEqual([
    '14 Nov 2026, 19:34:02adaSigned inNetwork ccccccccby password, with a second factor',
    '14 Nov 2026, 19:34:02nobody (E-mail address ffffffff)Sign-in refusedNetwork ccccccccno account has this address · 300th that day',
    '14 Nov 2026, 19:34:02adaAccess refusedNetwork ccccccccGET audit/ledger, without the role for it',
    '14 Nov 2026, 19:34:02adaRole grantedstaff, by bo',
  ]);
  expect(screen.getByRole('link', { name: 'Role granted' }).getAttribute('href')).toBe(
    `/audit/streams/security-${ADA._id}`,
  );
});

test('filters by person, kind and whole days', async () => {
  const { sent } = opened(pageOf(event({})));
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Who' }), 'ada{Enter}');
  await userEvent.selectOptions(screen.getByLabelText('What'), 'Refused sign-ins');
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-14' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-15' } });
  await waitFor(() => {
    const asked = to(sent, 'audit/security').at(-1)?.query;
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      who: 'ada',
      kind: 'refusedSignIns',
      from: '2026-11-14T00:00:00.000Z',
      to: '2026-11-16T00:00:00.000Z',
    });
  });
});

test('links to all events from the same network', async () => {
  const { page } = opened(pageOf(event({})));
  await userEvent.click(await screen.findByRole('link', { name: 'Network cccccccc' }));
  expect(page.address()).toBe(`/audit/security?who=${NETWORK}`);
});

test('says when no event matches', async () => {
  opened(pageOf(), '/audit/security?who=nobody');
  expect(await screen.findByText('No event matches the filters.')).toBeTruthy();
});

test('offers to retry or to clear the filters after a failure', async () => {
  opened(() => json({ message: 'The marketplace is not available', code: 'unavailable' }, 503));
  expect(await screen.findByText('Failed to load the security events')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe('/audit/security');
});

test.each([
  ['who=zz', 'nobody', 'No person is called “zz”.'],
  ['who=abcdef', 'digest', 'No shown event is from a network or address whose hash begins with “abcdef”.'],
  ['who=ada', 'person', 'No event matches the filters.'],
] as const)('says why nothing was found: %s', async (query, about, sentence) => {
  opened({ ...pageOf(), about }, `/audit/security?${query}`);
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test.each(['what=zz', 'kind=zz'])('says that there is no such kind: %s', async (query) => {
  const { sent } = opened(pageOf(), `/audit/security?${query}`);
  expect(await screen.findByText(/There are no security events of the kind “zz”/)).toBeTruthy();
  expect(to(sent, 'audit/security')).toEqual([]);
});
