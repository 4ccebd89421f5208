// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ListingCase } from '#application/contract/moderation.ts';
import { aListing, freshBrowser, json, to } from '#tests/support/browser.tsx';
import { actions, openAs } from '../staff/desk.ts';
import { STAFF_PERSON } from '../transactions/cases/aCase.ts';

freshBrowser();

const ID = aListing(1)._id;
const AT = '2026-11-20T10:00:00.000Z';
const waiting: ListingCase = {
  listing: {
    _id: ID,
    title: 'Figure 1',
    price: 45,
    description: 'A figure.',
    images: aListing(1).images,
    changedSince: true,
  },
  case: 2,
  seller: { _id: '5'.repeat(32), username: 'sam' },
  reports: ['bea', 'ben'].map((username) => ({
    reporter: { _id: username, username },
    ground: 'counterfeit' as const,
    explanation: `${username} sees a mould line`,
    reportedAt: AT,
  })),
  decision: null,
  complaint: null,
};
const decision = (by = 'c'.repeat(32)): NonNullable<ListingCase['decision']> => ({
  outcome: 'removed',
  basis: 'terms',
  ownAccord: false,
  statement: 'A recast.',
  at: AT,
  complainUntil: AT,
  by: { _id: by, username: 'clerk' },
});
const complained = (by?: string): ListingCase => ({
  ...waiting,
  decision: decision(by),
  complaint: { by: waiting.seller, text: 'It is an original.', madeAt: AT, answer: null },
});
const page = (...cases: ListingCase[]) => ({ cases, totalCount: cases.length, hasMore: false });
const desk = (answer: unknown, roles: Parameters<typeof openAs>[0] = ['staff']) =>
  openAs(roles, '/staff/reports/listings', {
    'GET staff/listing-reports': answer,
    'POST staff/listing-reports': () => new Response(null, { status: 204 }),
    [`POST staff/listing-reports/${ID}/decide`]: () => new Response(null, { status: 204 }),
    [`POST staff/listing-reports/${ID}/answer`]: () => new Response(null, { status: 204 }),
  });

test('groups all reports of a listing in one case, decided with reasons for both sides', async () => {
  const { sent } = desk(page(waiting));
  const panel = await screen.findByRole('region', { name: 'Figure 1' });
  expect(panel.textContent).toContain('bea sees a mould line');
  expect(panel.textContent).toContain('ben sees a mould line');
  expect(panel.textContent).toContain('It has changed since.');
  await userEvent.click(within(panel).getByRole('button', { name: 'Decide' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decide the reports' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('Please select a decision')).toBeTruthy();
  expect(dialog.getByText('A statement of reasons is required')).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText('Decision'), 'removed');
  await userEvent.selectOptions(dialog.getByLabelText('Based on'), 'law');
  await userEvent.type(dialog.getByLabelText('Statement of reasons'), 'A recast of another’s work.');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('Decided')).toBeTruthy();
  expect(actions(sent)).toContainEqual({
    path: `staff/listing-reports/${ID}/decide`,
    body: { case: 2, outcome: 'removed', basis: 'law', statement: 'A recast of another’s work.' },
  });
});

test('shows the reports first, how long they wait, and the photos as thumbnails that enlarge', async () => {
  const reportedAt = new Date(Date.now() - 50 * 3_600_000 - 5_000).toISOString();
  const images = [{ original: 'o.webp', thumbnail: 't.webp', s3Key: 'k', width: 800, height: 600 }];
  const reports = waiting.reports.map((report) => ({ ...report, reportedAt }));
  desk(page({ ...waiting, listing: { ...waiting.listing, images }, reports }));
  const panel = await screen.findByRole('region', { name: 'Figure 1' });
  expect(panel.textContent).toContain('Waits 2 d 2 h');
  expect(panel.textContent?.indexOf('bea sees')).toBeLessThan(panel.textContent?.indexOf('€45.00') ?? -1);
  const photos = within(panel).getByRole('group', { name: 'Photos, as they were reported' });
  await userEvent.click(within(photos).getByRole('button', { name: 'Photos, as they were reported, 1 of 1' }));
  expect(await screen.findByRole('dialog', { name: 'Photos, as they were reported' })).toBeTruthy();
});

test('d opens the decision with the reports in it, and a prepared text that fits the decision', async () => {
  const { sent } = desk(page(waiting));
  await screen.findByRole('region', { name: 'Figure 1' });
  await userEvent.keyboard('jd');
  const dialog = within(await screen.findByRole('dialog', { name: 'Decide the reports' }));
  expect(dialog.getByText('bea sees a mould line')).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText('Decision'), 'removed');
  await userEvent.click(dialog.getByRole('button', { name: 'Insert text' }));
  expect(screen.queryByRole('menuitem', { name: 'Nothing breaks the rules' })).toBeNull();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'It is a counterfeit' }));
  const statement = dialog.getByLabelText<HTMLTextAreaElement>('Statement of reasons');
  expect(statement.value).toMatch(/“Figure 1” is a copy or a recast/);
  await userEvent.type(statement, ' So it goes.{Control>}{Enter}{/Control}');
  await waitFor(() => expect(actions(sent)).toHaveLength(1));
  expect(actions(sent)[0]?.body).toMatchObject({ outcome: 'removed', statement: statement.value });
});

test('? lists the keys, without the decision for an auditor', async () => {
  desk(page(waiting), ['auditor']);
  await screen.findByRole('region', { name: 'Figure 1' });
  await userEvent.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(dialog.getByRole('row', { name: 'j Next report' })).toBeTruthy();
  expect(dialog.queryByRole('row', { name: /Decide/ })).toBeNull();
});

test('lets another staff member decide a complaint', async () => {
  const { sent } = desk(page(complained()));
  await userEvent.click(await screen.findByRole('button', { name: 'Decide the complaint' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decide the complaint' }));
  await userEvent.selectOptions(dialog.getByLabelText('Decision'), 'It was wrong: the listing comes back');
  await userEvent.type(dialog.getByLabelText('Statement of reasons'), 'The invoice proves it.');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  await waitFor(() =>
    expect(actions(sent)).toContainEqual({
      path: `staff/listing-reports/${ID}/answer`,
      body: { case: 2, outcome: 'reversed', statement: 'The invoice proves it.' },
    }),
  );
});

test('tells the first decider that somebody else has to decide', async () => {
  desk(page(complained(STAFF_PERSON._id)));
  expect(await screen.findByText(/somebody else has to decide the complaint/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Decide/ })).toBeNull();
});

test.each([
  ['', 'staff/message-reports', { reports: [], totalCount: 21, hasMore: false }],
  ['/reviews', 'staff/review-reports', { reports: [], totalCount: 21, hasMore: false }],
  ['/listings', 'staff/listing-reports', { cases: [], totalCount: 21, hasMore: false }],
])('uses the same words in the lists of reports: %s', async (at, call, answer) => {
  openAs(['staff'], `/staff/reports${at}?page=2`, { [`GET ${call}`]: answer });
  expect(await screen.findByText('No reports on this page')).toBeTruthy();
  const states = within(screen.getByRole('navigation', { name: 'Which reports' }));
  expect(states.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Open', 'Decided', 'All']);
});

test('shows the reports about one account, whose link stays with the state', async () => {
  const about = 'f'.repeat(32);
  const { sent } = openAs(['staff'], `/staff/reports/listings?state=all&about=${about}`, {
    'GET staff/listing-reports': page(waiting),
  });
  expect((await screen.findByRole('link', { name: 'one account' })).getAttribute('href')).toBe(
    `/staff/accounts/${about}`,
  );
  const asked = to(sent, 'staff/listing-reports').at(-1)?.query;
  expect([asked?.get('state'), asked?.get('about')]).toEqual(['all', about]);
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
    `/staff/reports/listings?about=${about}`,
  );
  expect(screen.getByRole('link', { name: 'All reports' }).getAttribute('href')).toBe('/staff/reports/listings');
});

test('shows an auditor no decision buttons', async () => {
  desk(page(waiting), ['auditor']);
  expect(await screen.findByText('bea sees a mould line')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Decide/ })).toBeNull();
});

test('shows empty and failed states', async () => {
  let answer: unknown = json({ code: 'unexpected', message: 'Something broke' }, 500);
  desk(() => answer);
  expect(await screen.findByText('Failed to load the reports')).toBeTruthy();
  answer = page();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No open reports')).toBeTruthy();
});
