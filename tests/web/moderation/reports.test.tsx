// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { OwnReport } from '#application/contract/moderation.ts';
import {
  aListing,
  freshBrowser,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';
import { memoryIndexedDb } from '#tests/support/memoryIndexedDb.ts';
import { KEPT_FORMS } from '#web/api/drafts.ts';

freshBrowser();

const DONE = () => new Response(null, { status: 204 });
const ID = aListing(1)._id;
const member = (path: string, replies: Record<string, unknown>) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, ...replies });
  open(path);
  return sent;
};

const removal: OwnReport = {
  listing: { _id: ID, title: 'Figure 1' },
  case: 1,
  side: 'seller',
  report: null,
  decision: {
    outcome: 'removed',
    basis: 'terms',
    ownAccord: false,
    statement: 'The photos show the mould line of a recast.',
    at: '2026-11-20T10:00:00.000Z',
    complainUntil: '2027-05-23T10:00:00.000Z',
  },
  complaint: null,
  mayComplain: true,
};
const own: OwnReport = {
  listing: { _id: 'a'.repeat(32), title: 'Another' },
  case: 1,
  side: 'reporter',
  report: { ground: 'rights', explanation: 'The sculpt is mine.', reportedAt: '2026-11-21T10:00:00.000Z' },
  decision: null,
  complaint: null,
  mayComplain: false,
};

test('reports a listing with ground and explanation, and names missing fields', async () => {
  let refused = true;
  const sent = member(`/listings/${ID}`, {
    [`GET listings/${ID}`]: aListing(1),
    [`POST listings/${ID}/report`]: () =>
      refused ? json({ code: 'rateLimited', message: 'Too many requests' }, 429) : DONE(),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Report this listing' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this listing' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Report' }));
  expect(await dialog.findByText('Please choose what is wrong')).toBeTruthy();
  expect(dialog.getByText('Please say what is wrong with it')).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText('What is wrong?'), 'counterfeit');
  await userEvent.type(dialog.getByLabelText('How do you know?'), 'short');
  expect(await dialog.findByText('At least 10 characters')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('How do you know?'), ', but the mould line shows it');
  await userEvent.click(dialog.getByRole('button', { name: 'Report' }));
  expect(await dialog.findByText('Too many requests')).toBeTruthy();
  refused = false;
  await userEvent.click(await dialog.findByRole('button', { name: 'Report' }));
  expect(await screen.findByText('Listing reported')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to(sent, `listings/${ID}/report`).at(-1)?.body).toEqual({
    ground: 'counterfeit',
    explanation: 'short, but the mould line shows it',
  });
});

test('hides the report button on own listings and asks visitors to sign in', async () => {
  member(`/listings/${ID}`, {
    [`GET listings/${ID}`]: aListing(1, { seller: { ...aListing(1).seller, _id: MARTA._id } }),
  });
  expect(await screen.findByText('Your Listing')).toBeTruthy();
  expect(screen.queryByText('Report this listing')).toBeNull();
});

test('sends a visitor to the sign-in', async () => {
  serve({ [`GET listings/${ID}`]: aListing(1) });
  open(`/public/listings/${ID}`);
  const link = await screen.findByRole('link', { name: 'Report this listing' });
  expect(link.getAttribute('href')).toBe(`/login?returnUrl=${encodeURIComponent(`/listings/${ID}`)}`);
});

test('shows a decision with reasons and redress, and allows one complaint', async () => {
  let reports = [removal, own];
  const sent = member('/reports', {
    'GET user/reports': () => ({ reports }),
    [`POST user/reports/${ID}/complain`]: () => {
      const complaint = { text: 'I have its invoice.', madeAt: '2026-11-22T10:00:00.000Z', answer: null };
      reports = [{ ...removal, complaint, mayComplain: false }, own];
      return DONE();
    },
  });
  const panel = await screen.findByRole('region', { name: 'Figure 1' });
  expect(panel.textContent).toContain('Your listing was taken off the market.');
  expect(panel.textContent).toContain('no automated means');
  expect(panel.textContent).toContain('The photos show the mould line of a recast.');
  expect(panel.textContent).toMatch(/within 184 days, until 23 May 2027, \d\d:\d\d \S+, free of charge/);
  const other = screen.getByRole('region', { name: 'Another' });
  expect(other.textContent).toContain('You reported: It infringes my rights');
  expect(within(other).queryByRole('button')).toBeNull();
  await userEvent.click(within(panel).getByRole('button', { name: 'Complain' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Complain about this decision' }));
  await userEvent.type(dialog.getByLabelText('Why is it wrong?'), 'I have its invoice.');
  await userEvent.click(dialog.getByRole('button', { name: 'Send complaint' }));
  expect(await screen.findByText('Complaint sent')).toBeTruthy();
  expect(to(sent, `user/reports/${ID}/complain`)[0]?.body).toEqual({ case: 1, text: 'I have its invoice.' });
  await waitFor(() => expect(panel.textContent).toContain('Your complaint'));
  expect(within(panel).queryByRole('button', { name: 'Complain' })).toBeNull();
});

test('says where the listing is now after an answered complaint', async () => {
  const complaint = {
    text: 'It is a copy.',
    madeAt: '2026-11-22T10:00:00.000Z',
    answer: { outcome: 'stands' as const, removed: true, statement: 'It is none.', at: '2026-11-23T10:00:00.000Z' },
  };
  const decision = { ...removal.decision!, outcome: 'nothing' as const };
  member('/reports', { 'GET user/reports': { reports: [{ ...own, decision, complaint }] } });
  const panel = await screen.findByRole('region', { name: 'Another' });
  expect(panel.textContent).toContain('the decision stands, but another decision keeps the listing off the market.');
  expect(panel.textContent).toContain('Off the market');
});

test.each([
  ['/reports', 'Complain', 'Why is it wrong?', 'Send complaint'],
  [`/listings/${ID}`, 'Report this listing', 'How do you know?', 'Report'],
])('restores a half-written text at %s until it is sent', async (path, name, field, send) => {
  const browser = memoryIndexedDb();
  vi.stubGlobal('indexedDB', browser);
  const drafts = () => [...(browser.databases.get(KEPT_FORMS)?.values() ?? [])];
  const replies = {
    'GET user/reports': { reports: [path === '/reports' ? removal : own] },
    [`GET listings/${ID}`]: aListing(1),
    [`POST user/reports/${ID}/complain`]: DONE,
    [`POST listings/${ID}/report`]: DONE,
  };
  const dialogOf = async () => {
    await userEvent.click(await screen.findByRole('button', { name }));
    return within(await screen.findByRole('dialog'));
  };
  member(path, replies);
  await userEvent.type((await dialogOf()).getByLabelText(field), 'I have its invoice.');
  cleanup();
  await waitFor(() => expect(drafts()).toHaveLength(1));
  member(path, replies);
  const dialog = await dialogOf();
  await dialog.findByText(/^You have a draft, saved in this browser on/);
  expect(dialog.getByLabelText<HTMLTextAreaElement>(field).value).toBe('I have its invoice.');
  if (path !== '/reports') await userEvent.selectOptions(dialog.getByLabelText('What is wrong?'), 'counterfeit');
  await userEvent.click(dialog.getByRole('button', { name: send }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(drafts()).toEqual([]));
});

test('shows empty and failed states', async () => {
  let answer: unknown = json({ code: 'unexpected', message: 'Something broke' }, 500);
  member('/reports', { 'GET user/reports': () => answer });
  expect(await screen.findByText('Failed to load the reports')).toBeTruthy();
  answer = { reports: [] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No reports yet')).toBeTruthy();
});

test.each([`/listings/${ID}`, '/listings/my-listings', '/dashboard'])(
  'notifies the owner of a removed listing at %s',
  async (path) => {
    member(path, {
      'GET user/reports': { reports: [removal] },
      [`GET listings/${ID}`]: json({ code: 'listingNotFound', message: 'Listing not found' }, 404),
      'GET listings/user': [],
    });
    const link = await screen.findByRole('link', { name: /^Read why/ });
    expect(link.getAttribute('href')).toBe('/reports');
  },
);

test('shows the complaint deadline with its time zone on the dashboard', async () => {
  member('/dashboard', { 'GET user/reports': { reports: [removal] } });
  const told = await screen.findByText(/Our staff took it off the market/);
  expect(told.textContent).toMatch(/complain until 23 May 2027, \d\d:\d\d \S+\.$/);
});
