// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ListingCase } from '#application/contract/moderation.ts';
import { aListing, freshBrowser, json } from '#tests/support/browser.tsx';
import { actions, openAs } from '../staff/desk.ts';
import { BUYER, SELLER } from '../transactions/cases/aCase.ts';
import { aReport, aReviewReport, reportsOf } from './aReport.ts';

freshBrowser();

const DONE = () => new Response(null, { status: 204 });
const LISTING = aListing(1)._id;
const opened = async (button: string) => {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
};

const MESSAGE = `staff/message-reports/${aReport().messageId}/resolve`;
test('one dialog suspends the sender of a message and closes the report', async () => {
  const { sent } = openAs(['staff'], '/staff/reports', {
    'GET staff/message-reports': reportsOf(aReport()),
    [`POST ${MESSAGE}`]: DONE,
  });
  const dialog = await opened('Decide');
  expect(dialog.queryByText(/also suspends/)).toBeNull();
  await userEvent.selectOptions(dialog.getByLabelText('Outcome'), 'suspended');
  expect(dialog.getByText(/also suspends the account of/).textContent).toContain(SELLER.username);
  await userEvent.type(dialog.getByLabelText('Note'), 'Asks for money outside');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('A ground for the suspension is required')).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText('Ground of the suspension'), 'messages');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  const note = 'Asks for money outside';
  const body = { outcome: 'suspended', note, suspend: { reason: note, ground: 'messages' } };
  await waitFor(() => expect(actions(sent)).toEqual([{ path: MESSAGE, body }]));
});

test('shows the warning before it is sent, and sends its rule', async () => {
  const { sent } = openAs(['staff'], '/staff/reports', {
    'GET staff/message-reports': reportsOf(aReport()),
    [`POST ${MESSAGE}`]: DONE,
  });
  const dialog = await opened('Decide');
  expect(dialog.queryByLabelText('Rule')).toBeNull();
  await userEvent.selectOptions(dialog.getByLabelText('Outcome'), 'warned');
  await userEvent.type(dialog.getByLabelText('Note'), 'The first time');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('Please select the rule')).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText('Rule'), 'dealingOutside');
  expect(dialog.getByText(/^It attempts to deal outside Reliquary\. Our terms/)).toBeTruthy();
  expect(dialog.getByText(/our staff may suspend your account/)).toBeTruthy();
  expect(dialog.getByText(/reply to this email within 184 days/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  const body = { outcome: 'warned', rule: 'dealingOutside', note: 'The first time' };
  await waitFor(() => expect(actions(sent)).toEqual([{ path: MESSAGE, body }]));
});

test('shows the server’s refusal to suspend, and the report stays open', async () => {
  const message = 'You cannot suspend or delete an account that has a role. An admin must revoke the role first.';
  openAs(['staff'], '/staff/reports', {
    'GET staff/message-reports': reportsOf(aReport()),
    [`POST ${MESSAGE}`]: json({ code: 'holdsRole', message }, 409),
  });
  const dialog = await opened('Decide');
  await userEvent.selectOptions(dialog.getByLabelText('Outcome'), 'suspended');
  await userEvent.type(dialog.getByLabelText('Note'), 'Threats');
  await userEvent.selectOptions(dialog.getByLabelText('Ground of the suspension'), 'law');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText(message)).toBeTruthy();
});

const REVIEW = `staff/review-reports/${aReviewReport().reviewId}/resolve`;
test('a review is removed and its author suspended, with a reason of its own', async () => {
  const { sent } = openAs(['staff'], '/staff/reports/reviews', {
    'GET staff/review-reports': { reports: [aReviewReport()], totalCount: 1, hasMore: false },
    [`POST ${REVIEW}`]: DONE,
  });
  const dialog = await opened('Decide');
  await userEvent.selectOptions(dialog.getByLabelText('Outcome'), 'kept');
  expect(dialog.queryByRole('checkbox')).toBeNull();
  await userEvent.selectOptions(dialog.getByLabelText('Outcome'), 'removed');
  await userEvent.type(dialog.getByLabelText('Reason'), 'Untrue');
  await userEvent.click(dialog.getByLabelText(`Also suspend the account of ${BUYER.username}`));
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('A reason for the suspension is required')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Reason for the suspension'), 'The third one');
  await userEvent.selectOptions(dialog.getByLabelText('Ground of the suspension'), 'reviews');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  const body = {
    part: 'review',
    outcome: 'removed',
    note: 'Untrue',
    suspend: { reason: 'The third one', ground: 'reviews' },
  };
  await waitFor(() => expect(actions(sent)).toEqual([{ path: REVIEW, body }]));
});

const found: ListingCase = {
  listing: { _id: LISTING, title: 'Figure 1', price: 45, description: 'A figure.', images: [], changedSince: false },
  case: 1,
  seller: SELLER,
  reports: [
    { reporter: BUYER, ground: 'counterfeit', explanation: 'A recast', reportedAt: '2026-11-20T10:00:00.000Z' },
  ],
  decision: null,
  complaint: null,
};
test('a listing is removed and its seller suspended only if staff choose so', async () => {
  const path = `staff/listing-reports/${LISTING}/decide`;
  const { sent } = openAs(['staff'], '/staff/reports/listings', {
    'GET staff/listing-reports': { cases: [found], totalCount: 1, hasMore: false },
    [`POST ${path}`]: DONE,
  });
  const dialog = await opened('Decide');
  await userEvent.selectOptions(dialog.getByLabelText('Decision'), 'nothing');
  expect(dialog.queryByRole('checkbox')).toBeNull();
  await userEvent.selectOptions(dialog.getByLabelText('Decision'), 'removed');
  await userEvent.type(dialog.getByLabelText('Statement of reasons'), 'The mould line shows a recast.');
  await userEvent.click(dialog.getByLabelText(`Also suspend the account of ${SELLER.username}`));
  await userEvent.type(dialog.getByLabelText('Reason for the suspension'), 'Sells recasts');
  await userEvent.selectOptions(dialog.getByLabelText('Ground of the suspension'), 'listings');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  await waitFor(() =>
    expect(actions(sent)).toMatchObject([
      { path, body: { case: 1, outcome: 'removed', suspend: { reason: 'Sells recasts', ground: 'listings' } } },
    ]),
  );
});
