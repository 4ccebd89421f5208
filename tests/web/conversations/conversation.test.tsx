// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  freshBrowser,
  isDisabled,
  json,
  MARTA,
  MEMBER_REPLIES,
  open,
  type Sent,
  serve,
  signedIn,
  to,
} from '#tests/support/browser.tsx';
import { drawsPhotos, phonePhoto } from '#tests/support/drawnPhotos.ts';
import { uploadByFetch } from '#tests/support/uploads.ts';
import { clearSession } from '#web/api/sessionStore.ts';
import {
  aboutDragon,
  aMessage,
  aPageOf,
  fromMarta,
  LISTING_ID,
  messages,
  pagesOf,
  RUIZ,
  show,
  TALK_ID,
} from './talk.ts';

freshBrowser();
beforeEach(uploadByFetch);
afterEach(() => show(true));

const PATH = `messages/conversation/${TALK_ID}`;

const start = (replies: Record<string, unknown>, path = `/${PATH}`) => {
  signedIn();
  const sent = serve({ ...MEMBER_REPLIES, ...replies });
  return { sent, page: open(path) };
};

const field = () => screen.findByRole('textbox', { name: 'Message' }) as Promise<HTMLTextAreaElement>;
const sendButton = () => screen.getByRole('button', { name: /^Send/ }) as HTMLButtonElement;
const said = (sent: Sent) => Object.fromEntries(sent.body as FormData);
const ARRIVED = { success: true, message: 'Message sent successfully', conversationId: TALK_ID, messageId: '1' };

const choose = (file: File) => fireEvent.change(screen.getByLabelText('Image'), { target: { files: [file] } });
const imageOf = (bytes: number, type = 'image/png', name = 'wings.png') => {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

test('shows the listing, its price and a way back in the header [D1-152] [D1-153] [D1-219]', async () => {
  start({ [`GET ${PATH}`]: aPageOf(messages(1, 2)) });
  expect(await screen.findByRole('heading', { name: 'Vharoth, Red Wyrm of the Pass' })).toBeTruthy();
  expect(screen.getByText('€148.00')).toBeTruthy();
  const back = within(screen.getByRole('main')).getByRole('link', { name: 'Messages' });
  expect(back.getAttribute('href')).toBe('/messages');
});

test('shows sender, text and time of each message, separated by days [D1-158] [D1-159] [D1-161] [D1-217]', async () => {
  const day = { createdAt: '2026-11-16T14:22:00.000Z' };
  start({ [`GET ${PATH}`]: aPageOf([aMessage(1), aMessage(2, { ...fromMarta, ...day, read: true })]) });
  const log = within(await screen.findByRole('log', { name: 'Messages with ruiz' }));
  const [theirs, own] = log.getAllByRole('article') as [HTMLElement, HTMLElement];
  expect(theirs.textContent).toContain('ruiz (Seller)');
  expect(theirs.className).toBe('msg');
  expect(own.textContent).toContain('You (Buyer)');
  expect(own.className).toBe('msg me');
  expect(own.textContent).toContain('Read · ');
  expect(theirs.textContent).toContain(aMessage(1).content);
  for (const one of [theirs, own]) expect(one.querySelector('time')?.textContent).toMatch(/^\d\d:\d\d$/);
  expect([theirs, own].map((one) => one.querySelector('time')?.dateTime)).toEqual([
    aMessage(1).createdAt,
    day.createdAt,
  ]);
  expect(log.getByText('15 Nov 2026')).toBeTruthy();
  expect(log.getByText('16 Nov 2026')).toBeTruthy();
});

test('shows links of members as text with a warning, and marks staff', async () => {
  const lure = 'Pay me at https://cheap-minis.example, please';
  const clerk = { ...RUIZ, staff: true as const };
  const own = { content: 'Not by PayPal', ...fromMarta };
  const shown = [aMessage(1, { content: lure }), aMessage(2, own), aMessage(3, { sender: clerk, content: lure })];
  start({ [`GET ${PATH}`]: aPageOf(shown, {}, { otherUser: clerk }) });
  const [theirs, mine, staffs] = await screen.findAllByRole('article');
  expect(within(theirs!).getByText(lure)).toBeTruthy();
  expect(within(theirs!).queryByRole('link')).toBeNull();
  expect(within(theirs!).getByText(/^Careful: pay only at the Reliquary checkout/)).toBeTruthy();
  expect(within(theirs!).queryByText('Staff')).toBeNull();
  for (const other of [mine!, staffs!]) expect(within(other).queryByText(/^Careful/)).toBeNull();
  expect(within(staffs!).getByText('Staff')).toBeTruthy();
  expect(screen.getByText(/with ruiz/).parentElement?.textContent).toMatch(/Staff$/);
});

test('opens an attached image in a new tab [D1-160] [D1-218]', async () => {
  const image = { original: 'wings.webp', s3Key: 'messages/1', url: '/files/messages/1/wings.webp?ticket=t' };
  start({ [`GET ${PATH}`]: aPageOf([aMessage(1, { image, content: '' })]) });
  const link = await screen.findByRole('link', { name: /Sent by ruiz/ });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([image.url, '_blank']);
});

test('loads earlier messages on top without duplicates until there are no more [D1-155] [D1-156] [D1-220]', async () => {
  const all = messages(1, 45);
  start({ [`GET ${PATH}`]: pagesOf(() => all) });
  const shown = () => screen.getAllByRole('article').map(({ lastChild }) => lastChild?.textContent);
  const older = () => screen.queryByRole('button', { name: 'Load Previous Messages' });
  await screen.findByText('Message 45');
  expect(shown()).toEqual(all.slice(25).map(({ content }) => content));
  await userEvent.click(older() as HTMLElement);
  await screen.findByText('Message 6');
  await userEvent.click(older() as HTMLElement);
  await screen.findByText('Message 1');
  expect(shown()).toEqual(all.map(({ content }) => content));
  expect(older()).toBeNull();
});

test('invites to write the first message to the person named by the id [D1-157] [D1-332] [D1-412]', async () => {
  const { sent } = start({ [`GET ${PATH}`]: aPageOf([]), 'POST messages/send': ARRIVED });
  const text = await field();
  expect(text.placeholder).toBe('Compose your transmission...');
  expect(sendButton().disabled).toBe(true);
  await userEvent.type(text, '  Is it still there?  ');
  await userEvent.click(sendButton());
  await waitFor(() => expect(text.value).toBe(''));
  expect(said(to(sent, 'messages/send')[0] as Sent)).toEqual({
    recipientId: RUIZ._id,
    listingId: LISTING_ID,
    content: 'Is it still there?',
  });
});

test('answers the buyer when a seller opens the buyer’s URL [D1-151]', async () => {
  const asBuyer = `messages/conversation/${RUIZ._id}-${MARTA._id}-${LISTING_ID}`;
  const own = { ...aboutDragon, seller: { _id: MARTA._id } };
  const { sent } = start(
    {
      [`GET ${asBuyer}`]: aPageOf([aMessage(1, { listing: own })], {}, { role: 'seller', listing: own }),
      'POST messages/send': json(ARRIVED, 201),
    },
    `/${asBuyer}`,
  );
  await userEvent.type(await field(), 'They come off.');
  await userEvent.click(sendButton());
  await waitFor(() => expect(to(sent, 'messages/send')).toHaveLength(1));
  expect(said(to(sent, 'messages/send')[0]!)).toMatchObject({ recipientId: RUIZ._id, listingId: LISTING_ID });
});

test('accepts an image alone and allows removing it [D1-163] [D1-221] [D1-322]', async () => {
  const { sent } = start({ [`GET ${PATH}`]: aPageOf([]), 'POST messages/send': ARRIVED });
  await field();
  choose(imageOf(1000));
  expect(sendButton().disabled).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Remove image wings.png' }));
  expect(sendButton().disabled).toBe(true);
  choose(imageOf(1000));
  await userEvent.click(sendButton());
  await waitFor(() => expect(to(sent, 'messages/send')).toHaveLength(1));
  const body = said(to(sent, 'messages/send')[0] as Sent);
  expect(Object.keys(body)).toEqual(['recipientId', 'listingId', 'image']);
  expect((body.image as File).name).toBe('wings.png');
});

test('names an unreadable image and does not attach it', async () => {
  start({ [`GET ${PATH}`]: aPageOf(messages(1, 2)) });
  await field();
  choose(imageOf(10, 'image/jpeg', 'torn.jpg'));
  fireEvent.error(document.querySelector('.attached img') as Element);
  expect(await screen.findByText('torn.jpg: We cannot read this file as a picture.')).toBeTruthy();
  expect(document.querySelector('.attached')).toBeNull();
});

test('shrinks a phone photo to the size of a message', async () => {
  drawsPhotos(3_000_000, 1_000_000);
  start({ [`GET ${PATH}`]: aPageOf([]) });
  await field();
  choose(phonePhoto());
  expect(await screen.findByRole('button', { name: 'Remove image phone.jpg' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('does not attach an image that is too large or of another type [D1-324] [D1-468]', async () => {
  start({ [`GET ${PATH}`]: aPageOf([]) });
  await field();
  choose(imageOf(2_097_153));
  expect((await screen.findByRole('alert')).textContent).toBe('Image size should be less than 2MB');
  choose(imageOf(10, 'image/gif', 'wings.gif'));
  expect(screen.getByRole('alert').textContent).toBe('Invalid file type. Only JPEG, PNG and WebP are allowed.');
  expect(sendButton().disabled).toBe(true);
});

test('counts characters near 2000 and sends nothing above [D1-323]', async () => {
  start({ [`GET ${PATH}`]: aPageOf([]) });
  const text = await field();
  fireEvent.change(text, { target: { value: 'x'.repeat(1799) } });
  expect(screen.queryByText(/2000/)).toBeNull();
  fireEvent.change(text, { target: { value: 'x'.repeat(2000) } });
  expect(screen.getByText('2000 / 2000')).toBeTruthy();
  expect(sendButton().disabled).toBe(false);
  fireEvent.change(text, { target: { value: 'x'.repeat(2001) } });
  expect(screen.getByText('2001 / 2000')).toBeTruthy();
  expect(sendButton().disabled).toBe(true);
});

test('sends nothing for loaded messages without a listing, and says so [D1-330]', async () => {
  const { sent } = start({ [`GET ${PATH}`]: aPageOf([aMessage(1, { listing: undefined as never })]) });
  await userEvent.type(await field(), 'To whom?');
  await userEvent.click(sendButton());
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid listing data in message');
  expect(to(sent, 'messages/send')).toEqual([]);
});

test('sends one message at a time [D1-329]', async () => {
  let arrive: (value: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    arrive = resolve;
  });
  const { sent } = start({
    [`GET ${PATH}`]: aPageOf([]),
    'POST messages/send': () => answer,
  });
  const text = await field();
  await userEvent.type(text, 'Once');
  fireEvent.submit(text.form as HTMLFormElement);
  fireEvent.submit(text.form as HTMLFormElement);
  fireEvent.keyDown(text, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(isDisabled(sendButton())).toBe(true));
  await act(async () => arrive(ARRIVED));
  await waitFor(() => expect(text.value).toBe(''));
  expect(to(sent, 'messages/send')).toHaveLength(1);
});

test('keeps text and image after a failure, and repeats the same message [D1-467]', async () => {
  let refused = true;
  const { sent } = start({
    [`GET ${PATH}`]: aPageOf([]),
    'POST messages/send': () => (refused ? json({ message: 'Too many messages', code: 'tooMany' }, 429) : ARRIVED),
  });
  const text = await field();
  await userEvent.type(text, 'Good morning');
  choose(imageOf(1000));
  await userEvent.click(sendButton());
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to send message: Too many messages');
  expect(text.value).toBe('Good morning');
  expect(screen.getByText('wings.png')).toBeTruthy();
  refused = false;
  await userEvent.click(sendButton());
  await waitFor(() => expect(text.value).toBe(''));
  const [first, second] = to(sent, 'messages/send').map(({ headers }) => headers.get('X-Command-Id'));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

test.each([
  ['is the same message', '', 1],
  ['in other words is another', ' everybody', 2],
])('repeats an unanswered message after the way back: %s', async (_, more, messagesSent) => {
  let lost = true;
  const { sent, page } = start({
    [`GET ${PATH}`]: aPageOf([]),
    'GET messages/conversations': { conversations: [], unreadCount: 0 },
    'POST messages/send': () => {
      if (!lost) return ARRIVED;
      lost = false;
      throw new TypeError('Failed to fetch');
    },
  });
  await userEvent.type(await field(), 'Good morning');
  await userEvent.click(sendButton());
  await screen.findByRole('alert');
  await page.goTo('/messages');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull());
  await page.goTo(`/${PATH}`);
  expect((await field()).value).toBe('Good morning');
  if (more) await userEvent.type(await field(), more);
  await userEvent.click(sendButton());
  await waitFor(async () => expect((await field()).value).toBe(''));
  const ids = to(sent, 'messages/send').map(({ headers }) => headers.get('X-Command-Id'));
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(messagesSent);
  expect(sessionStorage.length).toBe(0);
});

test('restores a draft for its account and conversation until it is sent', async () => {
  const other = TALK_ID.replace(/.$/, (last) => (last === '1' ? '2' : '1'));
  const { page } = start({
    [`GET ${PATH}`]: aPageOf([]),
    [`GET messages/conversation/${other}`]: aPageOf([], {}, { conversationId: other }),
    'GET messages/conversations': { conversations: [], unreadCount: 0 },
    'POST messages/send': ARRIVED,
  });
  await userEvent.type(await field(), 'Half a thought');
  await page.goTo(`/messages/conversation/${other}`);
  await waitFor(async () => expect((await field()).value).toBe(''));
  await page.goTo(`/${PATH}`);
  await waitFor(async () => expect((await field()).value).toBe('Half a thought'));
  expect(Object.keys(sessionStorage)).toEqual([`draft:${MARTA._id}:${TALK_ID}`]);
  await userEvent.click(sendButton());
  await waitFor(() => expect(sessionStorage.length).toBe(0));
});

test('deletes drafts on signing out, and keeps them when the session expires', async () => {
  start({ [`GET ${PATH}`]: aPageOf([]) });
  await userEvent.type(await field(), 'Half a thought');
  act(() => clearSession('expired'));
  expect(sessionStorage.length).toBe(1);
  signedIn();
  act(() => clearSession());
  expect(sessionStorage.length).toBe(0);
});

test('reports a failure without a server message in plain words [D1-467] [D1-469]', async () => {
  start({ [`GET ${PATH}`]: aPageOf([]), 'POST messages/send': new Response('stack', { status: 502 }) });
  await userEvent.type(await field(), 'Good morning');
  await userEvent.click(sendButton());
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to send message');
});

test('reports a failed load as alert and toast [D1-466] [D1-469]', async () => {
  start({ [`GET ${PATH}`]: json({ message: 'relation missing' }, 400) });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load messages');
  expect(alert.textContent).not.toContain('relation');
  expect(await screen.findByText('Failed to load messages', { selector: '.toast-title' })).toBeTruthy();
});

test('asks for a listing if the URL names none, without a request [D1-415]', async () => {
  const { sent } = start({}, '/messages/conversation');
  expect((await screen.findByRole('alert')).textContent).toContain('Listing ID is required');
  expect(sent.filter(({ path }) => path.startsWith('messages'))).toEqual([]);
});

test('marks the visible messages as read up to the newest, and updates the counts [D1-166]', async () => {
  show(false);
  const { sent } = start({
    [`GET ${PATH}`]: aPageOf(messages(1, 3), {}, { unreadCount: 2 }),
    [`POST ${PATH}/read`]: { unreadCount: 0 },
  });
  await screen.findByText('Message 3');
  const counted = to(sent, 'user/stats').length;
  expect(to(sent, `${PATH}/read`)).toEqual([]);
  await act(async () => show(true));
  await waitFor(() => expect(to(sent, `${PATH}/read`).map(({ body }) => body)).toEqual([{ upTo: aMessage(3)._id }]));
  await waitFor(() => expect(to(sent, 'user/stats').length).toBeGreaterThan(counted));
});

test('says before writing that a person can no longer be messaged', async () => {
  start({ [`GET ${PATH}`]: aPageOf(messages(1, 2), {}, { otherUser: { ...RUIZ, username: '[erased]' } }) });
  expect(await screen.findByText('This person can no longer receive messages.')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
});

test('blocks a person after a question and unblocks without one', async () => {
  let blocked = false;
  const { sent } = start({
    [`GET ${PATH}`]: () => aPageOf(messages(1, 2), {}, { blocked }),
    [`POST user/${RUIZ._id}/block`]: () => {
      blocked = true;
      return new Response(null, { status: 204 });
    },
    [`DELETE user/${RUIZ._id}/block`]: () => {
      blocked = false;
      return new Response(null, { status: 204 });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More options for this conversation' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block ruiz' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Block' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock' }));
  expect(await field()).toBeTruthy();
  const calls = sent.filter(({ path }) => path.endsWith('/block')).map(({ method }) => method);
  expect(calls).toEqual(['POST', 'DELETE']);
});

test('reports a message of the other person with a reason', async () => {
  const { sent } = start({
    [`GET ${PATH}`]: aPageOf([aMessage(1), aMessage(2, fromMarta)]),
    [`POST messages/${aMessage(1)._id}/report`]: { message: 'Reported' },
  });
  const menus = await screen.findAllByRole('button', { name: /More options for the message/ });
  expect(menus).toHaveLength(1);
  await userEvent.click(menus[0] as HTMLElement);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report message' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Report message' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Please explain in a few words');
  await userEvent.type(dialog.getByRole('textbox'), 'Asks to pay outside');
  await userEvent.click(dialog.getByRole('button', { name: 'Report message' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to(sent, `messages/${aMessage(1)._id}/report`).map(({ body }) => body)).toEqual([
    { reason: 'Asks to pay outside' },
  ]);
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('polls page 1 every 3 s while visible, and keeps older pages [D1-278] [D1-279] [D1-482]', async () => {
  const all = messages(1, 30);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const times: number[] = [];
  const { sent } = start({
    [`GET ${PATH}`]: (call: Sent) => {
      if (call.query.get('page') === '1') times.push(Date.now());
      return pagesOf(() => all)(call);
    },
  });
  const asked = () => to(sent, PATH).map(({ query }) => query.get('page'));
  await vi.waitFor(() => screen.getByText('Message 30'));
  fireEvent.click(screen.getByRole('button', { name: 'Load Previous Messages' }));
  await vi.waitFor(() => screen.getByText('Message 1'));
  expect(asked()).toEqual(['1', '2']);
  all.push(aMessage(31));
  await pass(3_100);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(3_000);
  expect(screen.getByText('Message 31')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(31);
  expect(asked()).toEqual(['1', '2', '1']);
  await act(async () => show(false));
  await pass(30_000);
  expect(asked()).toEqual(['1', '2', '1']);
  await act(async () => show(true));
  await pass(10);
  expect(asked()).toEqual(['1', '2', '1', '1']);
});
