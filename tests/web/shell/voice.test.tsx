// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OwnReport } from '#application/contract/moderation.ts';
import { HOUR, MINUTE, SECOND } from '#domain/shared/instants.ts';
import { freshBrowser, MEMBER_REPLIES, open, serve, signedIn } from '#tests/support/browser.tsx';
import { queryClient } from '#web/api/queryClient.ts';
import { PROPOSALS } from '#web/api/queryKeys.ts';
import { ownReportsQuery } from '#web/api/reports.ts';

freshBrowser();

const bellWith = (...contents: string[]) => ({
  notifications: contents.map((content) => ({
    _id: content,
    type: 'message',
    content,
    read: false,
    createdAt: '2026-03-02T10:00:00.000Z',
    sender: null,
    transaction: null,
    listing: null,
  })),
  pagination: { hasMore: false, currentPage: 1 },
  unreadCount: contents.length,
});

const begin = async () => {
  signedIn();
  serve(MEMBER_REPLIES);
  const page = open('/faq-contact');
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(queryClient.getQueryData(['notifications', 1])).toBeTruthy());
  await waitFor(() => expect(document.querySelector('.sr-only[role="status"] > p')).toBeTruthy());
  return page;
};
const comes = (...contents: string[]) =>
  act(async () => {
    queryClient.setQueryData(['notifications', 1], bellWith(...contents));
  });
const said = () => screen.queryAllByRole('status').map(({ textContent }) => textContent);

test('announces new notifications once on an open page, unless the user turned that off', async () => {
  await begin();
  await comes('A first message.');
  await waitFor(() => expect(said()).toContain('A first message.'));
  localStorage.setItem('announcements', 'off');
  await comes('A second message.', 'A first message.');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeTruthy());
  expect(said()).not.toContain('A second message.');
});

test('moves the focus to the heading of a page after navigation', async () => {
  await begin();
  await userEvent.click(screen.getByRole('link', { name: 'Dashboard Overview' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Dashboard Overview' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('announces an offer’s deadline although no page shows it', async () => {
  await begin();
  const until = new Date(Date.now() + HOUR + MINUTE).toISOString();
  const offer = { _id: 'o1', side: 'seller', stage: 'proposed', ended: null, beingBought: false, until };
  const proposals = [{ ...offer, listing: { _id: 'one', title: 'Bone dragon' } }];
  await act(async () => {
    queryClient.setQueryData([PROPOSALS], { proposals });
  });
  // an announced notification proves that the earlier offer was processed
  await comes('A first message.');
  await waitFor(() => expect(said()).toContain('A first message.'));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE + SECOND });
  onTestFinished(() => void vi.useRealTimers());
  await comes('Something else.', 'A first message.');
  await waitFor(() => expect(said().join()).toMatch(/Bone dragon: last call\. Answer the offer before .+\./));
});

test('announces the time to complain about a decision although no page shows it', async () => {
  await begin();
  const complainUntil = new Date(Date.now() + HOUR + MINUTE).toISOString();
  const report = {
    listing: { _id: 'one', title: 'Bone dragon' },
    case: 1,
    decision: { complainUntil },
    mayComplain: true,
  };
  await act(async () => {
    queryClient.setQueryData(ownReportsQuery.queryKey, { reports: [report as OwnReport] });
  });
  await comes('A first message.');
  await waitFor(() => expect(said()).toContain('A first message.'));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE + SECOND });
  onTestFinished(() => void vi.useRealTimers());
  await comes('Something else.', 'A first message.');
  await waitFor(() => expect(said().join()).toMatch(/Bone dragon: last call\. You can complain until .+\./));
});
