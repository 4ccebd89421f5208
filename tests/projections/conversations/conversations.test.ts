import { beforeAll, describe, expect, test } from 'vitest';
import { conversationList, messagePage } from '#application/contract/conversations.ts';
import type { DomainEvent } from '#domain/events.ts';
import { allProjections } from '#projections/all.ts';
import { forgetMessagesBefore, messagesOf } from '#projections/conversations/messages.ts';
import { conversations } from '#projections/conversations/projection.ts';
import {
  blockedBy,
  conversationsOf,
  findConversation,
  messageFor,
  unreadMessagesOf,
} from '#projections/conversations/queries.ts';
import { reportedMessages } from '#projections/conversations/reported.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, image, NOW, published, registered, SELLER } from '../given.ts';
import { contentsOf, fill, openHarness } from '../harness.ts';
import { interleave, LISTING, openTransaction, TRANSACTION } from '../transactions/transactionRows.ts';

const database = useDatabase();
const TALK = 'f'.repeat(32);
const OTHER_TALK = 'e'.repeat(32);
const OTHER_LISTING = '2'.repeat(32);
const STRANGER = 'c'.repeat(32);
const idOfMessage = (n: number) => String(n).padStart(32, '0');

const started = (data: object = {}): DomainEvent => ({
  type: 'ConversationStarted',
  data: { at: NOW, buyerId: BUYER, sellerId: SELLER, listingId: LISTING, ...data },
});
const said = (n: number, senderId = BUYER, data: object = {}): DomainEvent => ({
  type: 'MessageSent',
  data: { at: NOW + n, messageId: idOfMessage(n), senderId, content: `message ${n}`, image: null, ...data },
});
const wasRead = (readerId: string, n: number): DomainEvent => ({
  type: 'ConversationRead',
  data: { at: NOW, readerId, upTo: idOfMessage(n) },
});
const block = (type: 'AccountBlocked' | 'AccountUnblocked', blockedId: string): DomainEvent => ({
  type,
  data: { at: NOW, blockedId },
});
const erased: DomainEvent = { type: 'AccountErased', data: { at: NOW } };

const historyOf = (streams: Record<string, DomainEvent[]>) =>
  interleave({
    [`account-${BUYER}`]: [registered({ username: 'bea' })],
    [`account-${SELLER}`]: [registered({ username: 'sam' })],
    [`account-${STRANGER}`]: [registered({ username: 'cem' })],
    [`listing-${LISTING}`]: [published()],
    [`listing-${OTHER_LISTING}`]: [published({ title: 'Another knight' })],
    ...streams,
  });
const given = (streams: Record<string, DomainEvent[]>) => fill(database.knex, allProjections, historyOf(streams));
const talk = (...events: DomainEvent[]) => ({ [`conversation-${TALK}`]: [started(), ...events] });

const pageOf = (viewer: string, page: number, limit: number) => conversationsOf(database.knex, viewer, { page, limit });
const list = async (viewer: string) => (await pageOf(viewer, 1, 50)).conversations;
const find = (viewer: string, other: string, listing = LISTING) =>
  findConversation(database.knex, viewer, other, listing);
const page = async (viewer: string, other: string, number = 1) =>
  messagesOf(database.knex, (await find(viewer, other))!, number, (id) => `/image/${id}`);

describe('the list of conversations', () => {
  test('shows each party the other one, the listing and the last message [D1-214] [D1-215] [D1-216] [D1-151]', async () => {
    await given(talk(said(1), said(2, SELLER)));
    const [mine] = await list(BUYER);
    expect(mine).toEqual({
      conversationId: `${BUYER}-${SELLER}-${LISTING}`,
      role: 'buyer',
      otherUser: { _id: SELLER, username: 'sam' },
      listing: {
        _id: LISTING,
        title: 'Knight of the Azure Keep',
        price: 25,
        images: [image],
        seller: { _id: SELLER },
      },
      unreadCount: 1,
      blocked: false,
      lastMessage: {
        _id: idOfMessage(2),
        content: 'message 2',
        hasImage: false,
        senderId: SELLER,
        createdAt: new Date(NOW + 2).toISOString(),
      },
    });
    const [theirs] = await list(SELLER);
    expect(theirs).toMatchObject({
      conversationId: `${SELLER}-${BUYER}-${LISTING}`,
      role: 'seller',
      unreadCount: 1,
      otherUser: { username: 'bea' },
    });
    const body = { conversations: [mine, theirs], unreadCount: 2, pagination: { hasMore: false, currentPage: 1 } };
    expect(conversationList.parse(body)).toEqual(body);
    expect(await list(STRANGER)).toEqual([]);
  });

  test('shows no photos of removed listings', async () => {
    const removed: DomainEvent = {
      type: 'ListingRemoved',
      data: { at: NOW, sellerId: SELLER, removedBy: STRANGER, reason: 'A recast' },
    };
    await given({ ...talk(said(1)), [`listing-${LISTING}`]: [published(), removed] });
    const [card] = await list(BUYER);
    const found = await find(BUYER, SELLER);
    expect([card?.listing.images, found?.head.listing.images]).toEqual([[], []]);
  });

  test('has the newest activity first [D1-140]', async () => {
    await given({
      ...talk(said(1), said(9)),
      [`conversation-${OTHER_TALK}`]: [started({ listingId: OTHER_LISTING }), said(5, SELLER)],
    });
    expect((await list(BUYER)).map(({ listing }) => listing._id)).toEqual([LISTING, OTHER_LISTING]);
    expect((await list(SELLER)).map(({ listing }) => listing._id)).toEqual([LISTING, OTHER_LISTING]);
  });

  test('comes in pages', async () => {
    await given({
      ...talk(said(1), said(9)),
      [`conversation-${OTHER_TALK}`]: [started({ listingId: OTHER_LISTING }), said(5, SELLER)],
    });
    const [first, second, third] = [await pageOf(BUYER, 1, 1), await pageOf(BUYER, 2, 1), await pageOf(BUYER, 3, 1)];
    const listings = [first, second, third].map(({ conversations }) => conversations.map(({ listing }) => listing._id));
    expect(listings).toEqual([[LISTING], [OTHER_LISTING], []]);
    expect([first, second, third].map(({ pagination }) => pagination)).toEqual([
      { hasMore: true, currentPage: 1 },
      { hasMore: false, currentPage: 2 },
      { hasMore: false, currentPage: 3 },
    ]);
  });

  test('shows no preview for a message with only an image, but says that there is one [D1-145]', async () => {
    await given(talk(said(1, BUYER, { content: null, image: { original: 'original.webp', s3Key: 'k1' } })));
    expect((await list(SELLER))[0]!.lastMessage).toMatchObject({ content: '', hasImage: true });
  });
});

describe('unread messages', () => {
  test('counts what the other party has written since the reader last read [D1-166]', async () => {
    await given(talk(said(1), said(2), said(3, SELLER), wasRead(SELLER, 1), said(4)));
    expect(await unreadMessagesOf(database.knex, SELLER)).toBe(2);
    expect(await unreadMessagesOf(database.knex, BUYER)).toBe(1);
    await given(talk(said(1), said(2), said(3, SELLER), wasRead(SELLER, 2), wasRead(BUYER, 3)));
    expect([await unreadMessagesOf(database.knex, SELLER), (await list(BUYER))[0]!.unreadCount]).toEqual([0, 0]);
  });

  test('marks messages that their recipient has read', async () => {
    await given(talk(said(1), said(2), said(3, SELLER), wasRead(SELLER, 1)));
    expect((await page(BUYER, SELLER)).messages.map(({ read }) => read)).toEqual([true, false, false]);
  });
});

describe('the messages of a conversation', () => {
  const many = Array.from({ length: 45 }, (_, n) => said(n + 1, n % 2 ? SELLER : BUYER));

  test('come 20 a page, page 1 the newest, each page oldest first [D1-220] [D1-411]', async () => {
    await given(talk(...many));
    const pages = [await page(BUYER, SELLER, 1), await page(BUYER, SELLER, 2), await page(BUYER, SELLER, 3)];
    expect(pages.map(({ pagination }) => pagination)).toEqual([
      { hasMore: true, currentPage: 1 },
      { hasMore: true, currentPage: 2 },
      { hasMore: false, currentPage: 3 },
    ]);
    expect(pages.map(({ messages }) => messages.length)).toEqual([20, 20, 5]);
    const all = pages.reverse().flatMap(({ messages }) => messages.map(({ content }) => content));
    expect(all).toEqual(many.map((_, n) => `message ${n + 1}`));
  });

  test('carry sender, text, time, image and listing [D1-217] [D1-218] [D1-219]', async () => {
    await given(talk(said(1), said(2, SELLER, { image: { original: 'original.webp', s3Key: 'k1' } })));
    const { head } = (await find(BUYER, SELLER))!;
    const shown = await page(BUYER, SELLER);
    expect(shown.messages[1]).toEqual({
      _id: idOfMessage(2),
      sender: { _id: SELLER, username: 'sam' },
      content: 'message 2',
      image: { original: 'original.webp', s3Key: 'k1', url: `/image/${idOfMessage(2)}` },
      createdAt: new Date(NOW + 2).toISOString(),
      listing: head.listing,
      read: false,
    });
    expect(shown.messages[0]!.image).toBeNull();
    const body = { conversation: head, ...shown };
    expect(messagePage.parse(body)).toEqual(body);
  });

  test('are none before the first one, and the head is there all the same [D1-412] [D1-332]', async () => {
    await given({});
    expect(await find(BUYER, SELLER)).toMatchObject({ started: null, head: { role: 'buyer', unreadCount: 0 } });
    expect(await page(BUYER, SELLER)).toEqual({ messages: [], pagination: { hasMore: false, currentPage: 1 } });
  });
});

describe('a conversation is found', () => {
  test('by its two parties only', async () => {
    await given(talk(said(1)));
    expect((await find(BUYER, SELLER))?.started).toBe(TALK);
    expect((await find(SELLER, BUYER))?.started).toBe(TALK);
    expect((await find(STRANGER, SELLER))?.started).toBeNull();
    expect(await find(STRANGER, BUYER)).toBeUndefined();
    expect(await find(SELLER, SELLER)).toBeUndefined();
    expect(await find(BUYER, SELLER, '9'.repeat(32))).toBeUndefined();
    expect(await find(SELLER, '9'.repeat(32))).toBeUndefined();
    expect(await messageFor(database.knex, idOfMessage(1), SELLER)).toMatchObject({ conversation: TALK });
    expect(await messageFor(database.knex, idOfMessage(1), STRANGER)).toBeUndefined();
  });

  test('for an archived listing only if it has begun or the two share a transaction', async () => {
    const archived: DomainEvent[] = [published(), { type: 'ListingArchived', data: { at: NOW, reason: 'bySeller' } }];
    await given({ [`listing-${LISTING}`]: archived });
    expect(await find(BUYER, SELLER)).toBeUndefined();
    await given({ [`listing-${LISTING}`]: archived, ...talk(said(1)) });
    expect((await find(BUYER, SELLER))?.started).toBe(TALK);
    await given({
      [`listing-${LISTING}`]: archived,
      [`transaction-${TRANSACTION}`]: openTransaction().created().events,
    });
    expect((await find(BUYER, SELLER))?.started).toBeNull();
    expect(await find(STRANGER, SELLER)).toBeUndefined();
  });
});

test('lists a blocked account until it is unblocked', async () => {
  const blocking = [registered({ username: 'sam' }), block('AccountBlocked', BUYER), block('AccountBlocked', STRANGER)];
  await given({ [`account-${SELLER}`]: blocking, ...talk(said(1)) });
  expect(await blockedBy(database.knex, SELLER)).toMatchObject([{ username: 'bea' }, { username: 'cem' }]);
  expect([(await list(SELLER))[0]!.blocked, (await list(BUYER))[0]!.blocked]).toEqual([true, false]);
  await given({ [`account-${SELLER}`]: [...blocking, block('AccountUnblocked', BUYER)], ...talk(said(1)) });
  expect(await blockedBy(database.knex, SELLER)).toEqual([{ _id: STRANGER, username: 'cem' }]);
  expect((await find(SELLER, BUYER))?.head.blocked).toBe(false);
});

const report: DomainEvent = {
  type: 'MessageReported',
  data: { at: NOW, messageId: idOfMessage(1), reporterId: SELLER, reason: 'threats' },
};

const resolved: DomainEvent = {
  type: 'MessageReportResolved',
  data: { at: NOW + 1, messageId: idOfMessage(1), outcome: 'warned', note: 'once', by: STRANGER },
};

const reported = (
  number: number,
  state: 'open' | 'resolved' | 'all' = 'all',
  role: 'staff' | 'auditor' = 'staff',
  about?: string,
) =>
  reportedMessages(
    database.knex,
    { limit: 1, page: number, state, about },
    { id: 'e'.repeat(32), roles: ['member', role] },
    (conversation, message) => `${conversation}/${message}`,
  );

test('lists only the reported messages of one account', async () => {
  await given(talk(said(1), report));
  expect((await reported(1, 'all', 'staff', BUYER)).totalCount).toBe(1);
  expect(await reported(1, 'all', 'staff', SELLER)).toEqual({ reports: [], totalCount: 0, hasMore: false });
});

test('shows staff a reported message with its author, listing and reasons', async () => {
  await given(talk(said(1), report));
  expect(await reported(1)).toEqual({
    reports: [
      {
        messageId: idOfMessage(1),
        sender: { _id: BUYER, username: 'bea' },
        content: 'message 1',
        imageUrl: null,
        sentAt: expect.any(String),
        listing: { _id: LISTING, title: expect.any(String) },
        reports: [
          { reporter: { _id: SELLER, username: 'sam' }, reason: 'threats', reportedAt: new Date(NOW).toISOString() },
        ],
        context: { before: [], after: [] },
        resolution: null,
      },
    ],
    totalCount: 1,
    hasMore: false,
  });
  expect(await reported(2)).toEqual({ reports: [], totalCount: 1, hasMore: false });
});

test('pages through reports, newest first', async () => {
  const later: DomainEvent = {
    type: 'MessageReported',
    data: { at: NOW + 5, messageId: idOfMessage(2), reporterId: SELLER, reason: 'more' },
  };
  await given(talk(said(1), said(2), report, later));
  const pages = [await reported(1), await reported(2)];
  expect(pages.map(({ reports, hasMore }) => [reports[0]?.messageId, hasMore])).toEqual([
    [idOfMessage(2), true],
    [idOfMessage(1), false],
  ]);
});

test('shows staff three messages before and after a reported one, and none to a reader of reports alone', async () => {
  const about = { ...report, data: { ...report.data, messageId: idOfMessage(5) } } as DomainEvent;
  const others = [1, 2, 3, 4, 5, 6, 7].map((number) => said(number));
  await given(talk(...others.slice(0, 5), about, said(6, SELLER), said(7)));
  const [shown] = (await reported(1)).reports;
  expect(shown?.context?.before.map(({ _id }) => _id)).toEqual([2, 3, 4].map(idOfMessage));
  expect(shown?.context?.after).toMatchObject([
    { _id: idOfMessage(6), sender: { username: 'sam' }, content: 'message 6' },
    { _id: idOfMessage(7), sender: { username: 'bea' } },
  ]);
  expect((await reported(1, 'all', 'auditor')).reports[0]?.context).toBeNull();
});

test('shows the decision on a report, which is then closed', async () => {
  await given(talk(said(1), report, resolved));
  const found = { outcome: 'warned', note: 'once', by: { _id: STRANGER }, at: new Date(NOW + 1).toISOString() };
  expect((await reported(1)).reports).toMatchObject([{ resolution: found }]);
  expect((await reported(1, 'open')).totalCount).toBe(0);
  expect((await reported(1, 'resolved')).totalCount).toBe(1);
});

test.each([BUYER, SELLER])(
  'erases a staff note with the first party that is erased, even if it is written later',
  async (leaver) => {
    const talks = talk(said(1), report, resolved);
    const leaving = interleave({ [`account-${leaver}`]: [registered({ username: 'gone' }), erased] });
    for (const history of [
      [...historyOf(talks), ...leaving],
      [...leaving, ...historyOf(talks)],
    ]) {
      await fill(database.knex, [conversations], history);
      expect(await contentsOf(database.knex, conversations)).toMatchObject({
        reports: [{ note: null, outcome: 'warned' }],
      });
    }
  },
);

describe('erasure', () => {
  test('removes the messages of the erased account, and of nobody else [D1-143]', async () => {
    await fill(database.knex, allProjections, [
      ...historyOf(talk(said(1), said(2, SELLER), report)),
      ...interleave({ [`account-${BUYER}`]: [erased] }),
    ]);
    expect((await page(SELLER, BUYER)).messages).toMatchObject([
      { sender: { username: '[erased]' }, content: '[erased]', image: null },
      { sender: { username: 'sam' }, content: 'message 2' },
    ]);
    expect((await list(SELLER))[0]!.otherUser.username).toBe('[erased]');
    expect(JSON.stringify(await contentsOf(database.knex, conversations))).not.toContain('message 1');
  });

  test('erases messages that arrive after the erasure', async () => {
    await given({ [`account-${BUYER}`]: [registered({ username: 'bea' }), erased], ...talk(said(1)) });
    expect((await page(SELLER, BUYER)).messages).toMatchObject([{ content: '[erased]' }]);
  });

  test('removes a message from events and read model once the key of its month is destroyed [D1-222]', async () => {
    const harness = openHarness(database.url, database.knex);
    await harness.append(`conversation-${TALK}`, started(), said(1), said(2, SELLER), report, resolved);
    const month = new Date(NOW).toISOString().slice(0, 7).replace('-', '');
    const stored = JSON.stringify(await harness.store.readAll({ limit: 100 }));
    expect(stored).not.toContain('message 1');
    const before = await harness.history();
    expect(JSON.stringify(before)).toContain('message 1');
    await harness.keys.erase(`conversation-${TALK}-${month}`);
    const after = await harness.history();
    await harness.close();
    expect(JSON.stringify(after)).not.toContain('message 1');

    await fill(database.knex, [conversations], before);
    await forgetMessagesBefore(database.knex, NOW + 2);
    const kept = await contentsOf(database.knex, conversations);
    for (const gone of ['message 1', 'threats', 'once']) expect(JSON.stringify(kept)).not.toContain(gone);
    expect(JSON.stringify(kept)).toContain('message 2');
    await fill(database.knex, [conversations], after);
    expect(JSON.stringify(await contentsOf(database.knex, conversations))).not.toMatch(/message \d/);
  });
});

describe('in batches of', () => {
  const history = historyOf({
    ...talk(
      said(1),
      said(2, SELLER),
      wasRead(BUYER, 2),
      said(3),
      report,
      wasRead(SELLER, 3),
      said(4),
      resolved,
      said(5, SELLER),
    ),
    [`account-${SELLER}`]: [
      registered({ username: 'sam' }),
      block('AccountBlocked', BUYER),
      block('AccountUnblocked', BUYER),
      block('AccountBlocked', BUYER),
      erased,
    ],
  });
  let whole: unknown;
  beforeAll(async () => {
    await fill(database.knex, [conversations], history);
    whole = await contentsOf(database.knex, conversations);
  });

  test.each([[[1]], [[2]], [[3, 1, 5]], [[4, 2]]])('%j events, the tables are the same', async (sizes) => {
    await fill(database.knex, [conversations], history, sizes);
    expect(await contentsOf(database.knex, conversations)).toEqual(whole);
  });
});
