// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Conversation } from '#application/contract/conversations.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { freshBrowser, json, MEMBER_REPLIES, open, type Sent, serve, signedIn, to } from '#tests/support/browser.tsx';
import { checkedList, lastTime, preview } from '#web/conversations/api/conversations.ts';
import { aboutDragon, aConversation, aPageOf, show, TALK_ID } from './talk.ts';

freshBrowser();
afterEach(() => show(true));

const list = (...conversations: unknown[]) => ({
  conversations,
  unreadCount: 0,
  pagination: { hasMore: false, currentPage: 1 },
});

const start = (reply: unknown, more: Record<string, unknown> = {}) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, 'GET messages/conversations': reply, ...more });
  return { sent, page: open('/messages') };
};

test('shows listing, other person, price and last message on a card [D1-139] [D1-141] [D1-142] [D1-143] [D1-144] [D1-145] [D1-147] [D1-214] [D1-215]', async () => {
  const images = [{ s3Key: 'k1', original: 'one.webp', thumbnail: 'one-small.webp', width: 800, height: 600 }];
  start(list(aConversation({ listing: { ...aboutDragon, price: 1148.5, images } })));
  expect(await screen.findByRole('heading', { level: 1, name: 'Transmission Archives' })).toBeTruthy();
  const card = within(await screen.findByRole('region', { name: 'Conversations' }));
  expect(card.getByRole('heading', { name: 'Vharoth, Red Wyrm of the Pass' })).toBeTruthy();
  expect(card.getByText(/ruiz/)).toBeTruthy();
  const photo = document.querySelector('.talk-card img');
  expect(photo?.getAttribute('src')).toBe('/files/listings/k1/one-small.webp');
  expect(card.getByText('€1,148.50')).toBeTruthy();
  expect(card.getByText(/^\d\d:\d\d$/)).toBeTruthy();
  expect(card.getByText('They come off, both are magnetised.')).toBeTruthy();
  expect(card.queryByText(/ new$/)).toBeNull();
});

test('has a text for each missing part [D1-141] [D1-142] [D1-143] [D1-145]', async () => {
  start(list({ ...aConversation(), listing: null, otherUser: null, lastMessage: null } as unknown as Conversation));
  expect(await screen.findByRole('heading', { name: 'Unknown Listing' })).toBeTruthy();
  for (const words of ['Unknown User', 'No messages yet', 'No image']) expect(screen.getByText(words)).toBeTruthy();
});

test('counts unread messages on the card and in the Command Center [D1-146]', async () => {
  const stats = { ...MEMBER_REPLIES['GET user/stats'], unreadMessages: 3 };
  const read = aConversation({ conversationId: 'another', unreadCount: 0 });
  start(list(aConversation({ unreadCount: 3 }), read), { 'GET user/stats': stats });
  expect(await screen.findByText('3 new')).toBeTruthy();
  expect(screen.getAllByText(/ new$/)).toHaveLength(1);
  expect(await screen.findByRole('link', { name: 'Messages 3 unread' })).toBeTruthy();
});

test('shows a text for an empty list [D1-148]', async () => {
  start(list());
  expect(await screen.findByText('Your communication archives are empty.')).toBeTruthy();
});

test('opens a conversation from its card [D1-149]', async () => {
  const { page } = start(list(aConversation()), { [`GET messages/conversation/${TALK_ID}`]: aPageOf([]) });
  await userEvent.click(await screen.findByRole('link', { name: 'Vharoth, Red Wyrm of the Pass' }));
  await vi.waitFor(() => expect(page.address()).toBe(`/messages/conversation/${TALK_ID}`));
});

test('loads until the last page and shows a moved conversation once', async () => {
  const talk = (number: number) =>
    aConversation({
      conversationId: `a-b-${number}`,
      listing: { ...aboutDragon, title: `Figure ${number}` },
    });
  const pages = [list(talk(1), talk(2)), list(talk(2), talk(3))];
  const { sent } = start(({ query }: Sent) => {
    const page = Number(query.get('page'));
    return { ...pages[page - 1], pagination: { hasMore: page < 2, currentPage: page } };
  });
  const titles = () => screen.getAllByRole('heading', { name: /Figure/ }).map(({ textContent }) => textContent);
  await screen.findByRole('heading', { name: 'Figure 2' });
  expect(titles()).toEqual(['Figure 1', 'Figure 2']);
  await userEvent.click(screen.getByRole('button', { name: 'Load More' }));
  await screen.findByRole('heading', { name: 'Figure 3' });
  expect(titles()).toEqual(['Figure 1', 'Figure 2', 'Figure 3']);
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
  expect(to(sent, 'messages/conversations').map(({ query }) => query.get('page'))).toEqual(['1', '2']);
});

test('shows a failure as an alert with a retry [D1-465]', async () => {
  let broken = true;
  start(() => (broken ? json({ message: 'pg: relation does not exist' }, 400) : list(aConversation())));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load conversations');
  expect(alert.textContent).toContain('Please try again later.');
  expect(alert.textContent).not.toContain('relation');
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Vharoth, Red Wyrm of the Pass' })).toBeTruthy();
});

test('rejects an answer without a list of conversations [D1-336]', async () => {
  for (const answer of [undefined, null, [], {}, { conversations: {} }])
    expect(() => checkedList(answer)).toThrow('Invalid response format from server');
  start({ conversations: null });
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid response format from server');
});

test('has its own preview for an image alone and for one’s own messages [D1-145]', () => {
  const last = { _id: 'm', content: '', hasImage: true, senderId: 'ruiz', createdAt: '2026-11-15T09:00:00.000Z' };
  expect(preview(last, 'marta')).toBe('Sent an image');
  expect(preview({ ...last, content: 'Look' }, 'ruiz')).toBe('You: Look');
});

test('shows the time of the last message for 24 hours, then its date [D1-147]', () => {
  const now = Date.UTC(2026, 10, 16, 12);
  const ago = (ms: number) => new Date(now - ms).toISOString();
  expect(lastTime(ago(DAY - 1), now)).toMatch(/^\d\d:\d\d$/);
  expect(lastTime(ago(DAY), now)).toBe('15 Nov 2026');
  expect(lastTime(ago(HOUR), now)).toMatch(/^\d\d:\d\d$/);
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('polls every 30 s while visible, and at once when visible again [D1-276] [D1-277] [D1-482]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const { sent } = start(list(aConversation()));
  const asked = () => to(sent, 'messages/conversations').length;
  await vi.waitFor(() => expect(asked()).toBe(1));
  await pass(29_900);
  expect(asked()).toBe(1);
  await pass(400);
  expect(asked()).toBe(2);
  await act(async () => show(false));
  await pass(120_000);
  expect(asked()).toBe(2);
  await act(async () => show(true));
  await pass(10);
  expect(asked()).toBe(3);
});
