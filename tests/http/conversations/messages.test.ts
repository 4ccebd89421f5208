import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#infrastructure/system/ids.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { later } from '#tests/support/tier.ts';
import { sales } from '../sale.ts';
import { talks } from '../talks.ts';

const market = useMarketplace();
const { send, publishedBy } = talks(market);
const { bought } = sales(market);
let buyer: Member;
let seller: Member;
let stranger: Member;
let listingId: string;
beforeAll(async () => {
  buyer = await market().member('mbuyer');
  seller = await market().seller('mseller');
  stranger = await market().member('mstranger');
  listingId = await publishedBy(seller);
});

const begun = async (content = 'Is it still there?') => {
  const listing = await publishedBy(seller);
  const { body } = await send(buyer, { content, recipientId: seller.id, listingId: listing });
  return { listing, ...(body as { conversationId: string; messageId: string }) };
};
const page = async (account: Member, id: string, query = {}) =>
  (await account.get(`messages/conversation/${id}`, query)).body;
/** Other people’s messages take a moment to appear. */
const seen = async (account: Member, id: string) => {
  await market().settle();
  return page(account, id);
};

describe('POST messages/send', () => {
  test('returns the conversation in its sender’s spelling, and both can read it [D2-011] [D1-413] [D1-221] [D1-150] [D1-151]', async () => {
    const reply = await send(buyer, { content: '  Is it sealed?  ', recipientId: seller.id, listingId });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        success: true,
        message: 'Message sent successfully',
        conversationId: `${buyer.id}-${seller.id}-${listingId}`,
      },
    });
    const mine = await page(buyer, reply.body.conversationId);
    expect(mine.messages).toMatchObject([
      {
        _id: reply.body.messageId,
        content: 'Is it sealed?',
        image: null,
        createdAt: expect.any(String),
        sender: { _id: buyer.id, username: 'mbuyer' },
        listing: { _id: listingId, title: 'A painted dragon', price: 50, seller: { _id: seller.id } },
      },
    ]);
    const theirs = await seen(seller, reply.body.conversationId);
    expect(theirs.conversation).toMatchObject({
      conversationId: `${seller.id}-${buyer.id}-${listingId}`,
      role: 'seller',
      otherUser: { _id: buyer.id, username: 'mbuyer' },
    });
    expect((await page(seller, `${seller.id}-${buyer.id}-${listingId}`)).messages).toEqual(theirs.messages);
  });

  test('lets the seller answer in the same conversation, but not start one [D1-333]', async () => {
    const { listing, conversationId } = await begun();
    const answer = await send(seller, { content: 'It is.', recipientId: buyer.id, listingId: listing });
    expect(answer.status).toBe(201);
    expect((await seen(buyer, conversationId)).messages).toHaveLength(2);
    const first = await send(seller, { content: 'Buy!', recipientId: stranger.id, listingId: listing });
    expect(first).toMatchObject({
      status: 403,
      body: { code: 'onlyBuyersBegin', message: 'Only a buyer can start a conversation about a listing' },
    });
  });

  test('lets the seller start a conversation with their own buyers [D1-333]', async () => {
    const { listing } = await bought(stranger, seller);
    await market().settle();
    const reply = await send(seller, { content: 'Thanks!', recipientId: stranger.id, listingId: listing });
    expect(reply.status).toBe(201);
  });

  test('answers 403 if neither of the two offers the listing [D1-333]', async () => {
    const reply = await send(buyer, { content: 'Hi', recipientId: stranger.id, listingId });
    expect(reply).toMatchObject({ status: 403, body: { code: 'notTheSellerOfListing' } });
  });

  test('refuses a message to yourself or about your own listing [D1-326] [D1-327] [D1-347]', async () => {
    const toMyself = await send(buyer, { content: 'Hi', recipientId: buyer.id, listingId });
    expect(toMyself).toMatchObject({ status: 400, body: { message: 'You cannot send a message to yourself' } });
    const own = await send(seller, { content: 'Hi', recipientId: seller.id, listingId });
    expect(own.body.message).toBe('You cannot message yourself about your own listing');
    expect(own.status).toBe(400);
  });

  test.each([{ recipientId: '' }, { listingId: '' }, { recipientId: undefined }, { listingId: undefined }])(
    'rejects a message without recipient or listing: %j [D1-328]',
    async (missing) => {
      const reply = await send(buyer, { content: 'Hi', recipientId: seller.id, listingId, ...missing });
      expect(reply).toMatchObject({
        status: 400,
        body: { message: 'Missing recipient or listing information' },
      });
    },
  );

  test('answers 404 for an unknown listing or person', async () => {
    const unknown = newId();
    expect(await send(buyer, { content: 'Hi', recipientId: seller.id, listingId: unknown })).toMatchObject({
      status: 404,
      body: { message: 'Listing not found' },
    });
    expect(await send(seller, { content: 'Hi', recipientId: unknown, listingId })).toMatchObject({
      status: 404,
      body: { message: 'This person can no longer receive messages' },
    });
  });

  test('rejects spaces alone and 2001 characters [D1-322] [D1-323]', async () => {
    const to = { recipientId: seller.id, listingId };
    expect(await send(buyer, { ...to, content: ' \n ' })).toMatchObject({
      status: 400,
      body: { errors: { content: 'Please enter a message or attach an image' } },
    });
    expect((await send(buyer, to)).status).toBe(400);
    expect((await send(buyer, { ...to, content: 'x'.repeat(2000) })).status).toBe(201);
    expect(await send(buyer, { ...to, content: 'x'.repeat(2001) })).toMatchObject({
      status: 400,
      body: { errors: { content: 'Message must be at most 2000 characters' } },
    });
  });

  test('sends one message when repeated under the same command id', async () => {
    const { listing, conversationId } = await begun();
    const again = { content: 'Once', recipientId: seller.id, listingId: listing, commandId: newId() };
    const [one, two] = [await send(buyer, again), await send(buyer, again)];
    expect(two.body).toEqual(one.body);
    expect((await page(buyer, conversationId)).messages).toHaveLength(2);
  });

  later.test('refuses a used command id with another text or conversation, without a notification', async () => {
    const [one, two] = [await begun(), await begun()];
    const first = { content: 'First', recipientId: seller.id, listingId: one.listing, commandId: newId() };
    expect((await send(buyer, first)).status).toBe(201);
    for (const other of [{ content: 'Second' }, { listingId: two.listing }])
      expect(await send(buyer, { ...first, ...other })).toMatchObject({
        status: 422,
        body: { code: 'commandIdReused' },
      });
    expect((await page(buyer, one.conversationId)).messages.at(-1).content).toBe('First');
    expect((await page(buyer, two.conversationId)).messages).toHaveLength(1);
  });

  test('needs a session [D1-351]', async () => {
    expect((await market().client().post('messages/send')).status).toBe(401);
  });
});

describe('GET messages/conversation/{id}', () => {
  later.test('has pages of 20, page 1 the newest, and forbids caching [D1-411] [D1-220]', async () => {
    const { listing, conversationId } = await begun('message 0');
    for (let n = 1; n <= 21; n++)
      await send(buyer, { content: `message ${n}`, recipientId: seller.id, listingId: listing });
    const reply = await buyer.get(`messages/conversation/${conversationId}`);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.body.pagination).toEqual({ hasMore: true, currentPage: 1 });
    expect(reply.body.messages).toHaveLength(20);
    expect(reply.body.messages.at(-1).content).toBe('message 21');
    const second = await page(buyer, conversationId, { page: 2 });
    expect(second.pagination).toEqual({ hasMore: false, currentPage: 2 });
    expect(second.messages.map(({ content }: { content: string }) => content)).toEqual(['message 0', 'message 1']);
  });

  test('is empty without messages, with its listing and the other party [D1-412] [D1-332]', async () => {
    const { body, status } = await stranger.get(`messages/conversation/${stranger.id}-${seller.id}-${listingId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      messages: [],
      pagination: { hasMore: false, currentPage: 1 },
      conversation: { role: 'buyer', otherUser: { username: 'mseller' }, listing: { _id: listingId, price: 50 } },
    });
  });

  test.each(['', 'x', 'a-b', 'a-b-'])('rejects “%s”, which names no listing [D1-415]', async (id) => {
    expect(await buyer.get(`messages/conversation/${id}`)).toMatchObject({
      status: 400,
      body: { message: 'Listing ID is required' },
    });
  });

  test('cannot be found by anybody else, in either spelling [D1-351]', async () => {
    const { listing, conversationId } = await begun();
    for (const id of [conversationId, `${stranger.id}-${buyer.id}-${listing}`, `${conversationId}-x`])
      expect(await stranger.get(`messages/conversation/${id}`)).toMatchObject({
        status: 404,
        body: { message: 'Conversation not found' },
      });
    expect((await stranger.post(`messages/conversation/${conversationId}/read`)).status).toBe(404);
    expect((await market().client().get(`messages/conversation/${conversationId}`)).status).toBe(401);
  });
});

describe('reading', () => {
  test('marks the messages shown; list, dashboard and notifications follow [D1-166] [D1-410] [D1-214] [D1-180]', async () => {
    const [reader, writer] = [await market().seller('mreader'), buyer];
    const listing = await publishedBy(reader);
    const to = { recipientId: reader.id, listingId: listing };
    const { body: first } = await send(writer, { ...to, content: 'One' });
    await send(writer, { ...to, content: 'Two' });
    await market().settle();
    const unread = async () => {
      const { conversations, unreadCount } = (await reader.get('messages/conversations')).body;
      const stats = (await reader.get('user/stats')).body.unreadMessages;
      return [conversations[0].unreadCount, unreadCount, stats];
    };
    const told = async () => (await reader.get('notifications', { read: 'false' })).body.notifications;
    expect(await unread()).toEqual([2, 2, 2]);
    expect(await told()).toMatchObject([{ type: 'message', content: '2 new messages from mbuyer' }]);
    await page(reader, first.conversationId);
    expect(await unread()).toEqual([2, 2, 2]);

    const read = `messages/conversation/${first.conversationId}/read`;
    expect((await reader.post(read, { upTo: first.messageId })).body).toEqual({ unreadCount: 1 });
    expect(await unread()).toEqual([1, 1, 1]);
    expect((await reader.post(read)).body).toEqual({ unreadCount: 0 });
    expect((await reader.post(read)).body).toEqual({ unreadCount: 0 });
    expect(await unread()).toEqual([0, 0, 0]);
    expect(await told()).toEqual([]);
    expect((await seen(writer, first.conversationId)).messages.map(({ read }: { read: boolean }) => read)).toEqual([
      true,
      true,
    ]);
  });

  test('changes nothing in a conversation without messages', async () => {
    const id = `${stranger.id}-${seller.id}-${listingId}`;
    expect(await stranger.post(`messages/conversation/${id}/read`)).toMatchObject({ status: 200 });
    expect((await page(stranger, id)).messages).toEqual([]);
  });
});

describe('the list of conversations', () => {
  test('shows the newest activity first, with the last message [D1-410] [D1-140] [D1-216]', async () => {
    const [one, two] = [await begun('Older'), await begun('Newer')];
    const { conversations } = (await buyer.get('messages/conversations')).body;
    expect(conversations.slice(0, 2)).toMatchObject([
      { conversationId: two.conversationId, lastMessage: { content: 'Newer' }, unreadCount: 0 },
      { conversationId: one.conversationId, lastMessage: { content: 'Older' } },
    ]);
    await send(buyer, { content: 'Again', recipientId: seller.id, listingId: one.listing });
    const [newest] = (await buyer.get('messages/conversations', { limit: 1 })).body.conversations;
    expect(newest).toMatchObject({ conversationId: one.conversationId, lastMessage: { content: 'Again' } });
  });
});

describe('the export of own data', () => {
  test('contains the messages of both, and nothing else of the other person', async () => {
    const [ada, bob] = [await market().seller('fileowner'), await market().member('filefriend')];
    const { _id: listing } = await market().publish(ada);
    const asked = await send(bob, { content: 'Is it sealed?', recipientId: ada.id, listingId: listing });
    await market().settle();
    await send(ada, { content: 'It is.', recipientId: bob.id, listingId: listing });
    await ada.post(`messages/${asked.body.messageId}/report`, { reason: 'Too short' });
    await ada.post(`user/${bob.id}/block`);
    await market().settle();
    const { body } = await ada.get('user/data');
    expect(body.conversations).toEqual([
      {
        conversationId: `${ada.id}-${bob.id}-${listing}`,
        role: 'seller',
        with: 'filefriend',
        listing: { _id: listing, title: 'A painted dragon' },
        messages: [
          {
            _id: asked.body.messageId,
            own: false,
            content: 'Is it sealed?',
            image: null,
            sentAt: expect.any(String),
          },
          expect.objectContaining({ own: true, content: 'It is.' }),
        ],
      },
    ]);
    expect(body.messageReports).toMatchObject([{ messageId: asked.body.messageId, reason: 'Too short' }]);
    expect(body.blocked).toEqual([{ _id: bob.id, username: 'filefriend' }]);
    expect(JSON.stringify(body)).not.toContain(bob.email);
    const theirs = (await bob.get('user/data')).body;
    expect(theirs.conversations[0]).toMatchObject({
      role: 'buyer',
      with: 'fileowner',
      messages: [{ own: true }, { own: false }],
    });
    expect([theirs.messageReports, theirs.blocked]).toEqual([[], []]);
    expect(JSON.stringify((await stranger.get('user/data')).body)).not.toContain(listing);
  });
});

describe('a block', () => {
  test('stops messages of the other person until it is removed', async () => {
    const { listing, conversationId } = await begun();
    const toSeller = { content: 'Answer!', recipientId: seller.id, listingId: listing };
    expect((await seller.post(`user/${buyer.id}/block`)).status).toBe(204);
    expect(await send(buyer, toSeller)).toMatchObject({
      status: 403,
      body: { message: 'This person does not receive messages from you' },
    });
    expect(await send(seller, { ...toSeller, recipientId: buyer.id })).toMatchObject({
      status: 403,
      body: { message: 'You have blocked this person. Unblock them before you message them.' },
    });
    expect((await seller.get('user/blocked')).body).toEqual([{ _id: buyer.id, username: 'mbuyer' }]);
    expect((await page(seller, conversationId)).conversation.blocked).toBe(true);
    expect((await seller.delete(`user/${buyer.id}/block`)).status).toBe(204);
    expect((await seller.get('user/blocked')).body).toEqual([]);
    expect((await send(buyer, toSeller)).status).toBe(201);
  });

  test('is refused for yourself and for an unknown person', async () => {
    expect(await buyer.post(`user/${buyer.id}/block`)).toMatchObject({
      status: 400,
      body: { message: 'You cannot block yourself' },
    });
    expect((await buyer.post(`user/${newId()}/block`)).status).toBe(404);
    expect((await market().client().post(`user/${buyer.id}/block`)).status).toBe(401);
  });
});

describe('a report', () => {
  later.test('reaches support by e-mail without the message’s text, and is in the list of staff', async () => {
    const { messageId } = await begun('An insult');
    await market().settle();
    expect((await seller.post(`messages/${messageId}/report`, { reason: 'It insults me' })).status).toBe(204);
    const mail = await market().mail(market().config.supportEmail, new RegExp(messageId));
    expect(mail.subject).toBe('A message was reported');
    expect(JSON.stringify(mail)).not.toMatch(/insult/i);
    const clerk = await market().staff('mclerk');
    const { reports, totalCount, hasMore } = (await clerk.get('staff/message-reports')).body;
    expect([totalCount, hasMore]).toEqual([reports.length, false]);
    expect(reports[0]).toMatchObject({
      messageId,
      content: 'An insult',
      sender: { username: 'mbuyer' },
      context: { before: [], after: [] },
      reports: [{ reporter: { username: 'mseller' }, reason: 'It insults me' }],
    });
    const auditor = await market().member('mauditor');
    await market().grant(auditor, 'auditor');
    expect((await auditor.get('staff/message-reports')).body.reports[0]).toMatchObject({ messageId, context: null });
    expect((await seller.get('staff/message-reports')).status).toBe(403);

    const resolve = (by: Member, outcome: string, note?: string, message = messageId) =>
      by.post(`staff/message-reports/${message}/resolve`, {
        outcome,
        note,
        ...(outcome === 'warned' && { rule: 'insult' }),
      });
    for (const somebody of [buyer, seller]) expect((await resolve(somebody, 'warned', 'rude')).status).toBe(403);
    expect((await market().client().post(`staff/message-reports/${messageId}/resolve`, {})).status).toBe(401);
    expect((await resolve(clerk, 'warned')).body.message).toBe('A note is required');
    expect((await resolve(clerk, 'hanged', 'rude')).body.message).toBe('Please select an outcome');
    expect((await resolve(clerk, 'warned', 'rude', newId())).status).toBe(404);
    const unruled = await clerk.post(`staff/message-reports/${messageId}/resolve`, { outcome: 'warned', note: 'rude' });
    expect([unruled.status, unruled.body.message]).toEqual([400, 'A warning names the rule, and nothing else does']);
    expect((await resolve(clerk, 'warned', 'rude, the first time')).status).toBe(204);
    expect(await resolve(clerk, 'nothing', 'again')).toMatchObject({ status: 409, body: { code: 'reportDecided' } });
    await market().settle();
    const open = (await clerk.get('staff/message-reports')).body;
    expect(open.reports.map((report: { messageId: string }) => report.messageId)).not.toContain(messageId);
    const [resolved] = (await clerk.get('staff/message-reports?state=resolved')).body.reports;
    const resolution = { outcome: 'warned', note: 'rude, the first time', by: { username: 'mclerk' } };
    expect(resolved).toMatchObject({ messageId, resolution });
    expect((await clerk.get('staff/message-reports?state=all')).body.totalCount).toBe(open.totalCount + 1);

    const warning = await market().mail('mbuyer@example.com', /insults or threatens/);
    expect(warning.subject).toBe('A warning about one of your messages');
    expect(warning.text).not.toMatch(/mseller|rude|mclerk/);
    expect((await market().mail('mseller@example.com', /warned its sender/)).text).not.toMatch(/rude|mclerk/);
    const bellOf = async (member: Member) =>
      (await member.get('notifications')).body.notifications.find(
        ({ type }: { type: string }) => type === 'message_report',
      );
    expect((await bellOf(buyer)).content).toMatch(
      /^Our staff warned you about a message about “.+”: it insults or threatens/,
    );
    expect(await bellOf(buyer)).toMatchObject({ sender: null });
    expect((await bellOf(seller)).content).toMatch(/that you reported breaks our rules/);
    const { history } = (await clerk.get(`staff/accounts/${buyer.id}`)).body;
    expect(history.at(-1)).toMatchObject({ event: 'MessageReportResolved', by: { username: 'mclerk' } });
  });

  later.test('of a staff member’s message is shown to and resolved by somebody else', async () => {
    const clerk = await market().grant(await market().seller('mselling'), 'staff');
    const listing = await publishedBy(clerk);
    await send(buyer, { content: 'Is it sealed?', recipientId: clerk.id, listingId: listing });
    const { messageId } = (await send(clerk, { content: 'A threat', recipientId: buyer.id, listingId: listing })).body;
    await market().settle();
    expect((await buyer.post(`messages/${messageId}/report`, { reason: 'A threat' })).status).toBe(204);
    await market().settle();
    const resolve = (by: Member) =>
      by.post(`staff/message-reports/${messageId}/resolve`, { outcome: 'nothing', note: 'Nothing in it' });
    const judge = await market().staff('mjudge');
    type Reports = { reports: { messageId: string }[]; totalCount: number };
    const shownTo = async (reader: Member): Promise<Reports> => (await reader.get('staff/message-reports')).body;
    const [own, others] = [await shownTo(clerk), await shownTo(judge)];
    expect(own.reports.map((report) => report.messageId)).not.toContain(messageId);
    expect(own.totalCount).toBe(own.reports.length);
    expect(others.reports).toContainEqual(expect.objectContaining({ messageId }));
    expect(others.totalCount).toBe(own.totalCount + 1);
    expect(await resolve(clerk)).toMatchObject({ status: 403, body: { code: 'ownReportDecided' } });
    expect((await resolve(judge)).status).toBe(204);
    expect(JSON.stringify(await clerk.get('staff/message-reports?state=all'))).not.toContain(messageId);
  });

  later.test('is created by the wording check if nobody reports; messages of staff are marked', async () => {
    const { listing, conversationId, messageId } = await begun('Shall I pay you by PayPal?');
    const clerk = await market().staff('mwording');
    const { body } = await send(clerk, { content: 'Is it there?', recipientId: seller.id, listingId: listing });
    await market().settle();
    const { reports } = (await clerk.get('staff/message-reports')).body;
    expect(reports.find((report: { messageId: string }) => report.messageId === messageId)).toMatchObject({
      reports: [{ reporter: null, reason: 'Found by its wording: it speaks of paying outside escrow.' }],
    });
    const clerks = await page(seller, body.conversationId);
    expect(clerks.conversation.otherUser).toEqual({ _id: clerk.id, username: 'mwording', staff: true });
    expect(clerks.messages).toMatchObject([{ sender: { staff: true } }]);
    expect((await page(seller, conversationId)).messages[0].sender).toEqual({ _id: buyer.id, username: 'mbuyer' });
    const cards = (await seller.get('messages/conversations')).body.conversations;
    expect(cards.find(({ otherUser }: { otherUser: { _id: string } }) => otherUser._id === clerk.id)).toMatchObject({
      otherUser: { staff: true },
    });
  });

  test('needs a received message and a reason', async () => {
    const { messageId } = await begun();
    await market().settle();
    const report = (account: Member, reason = 'x') => account.post(`messages/${messageId}/report`, { reason });
    expect(await report(buyer)).toMatchObject({ status: 400, body: { message: 'You cannot report your own message' } });
    expect(await report(stranger)).toMatchObject({ status: 404, body: { message: 'Message not found' } });
    expect(await report(seller, '  ')).toMatchObject({
      status: 400,
      body: { errors: { reason: 'Please explain in a few words' } },
    });
    expect((await seller.post(`messages/${newId()}/report`, { reason: 'x' })).status).toBe(404);
  });
});

later.test('shows “[erased]” for messages of an erased account [D1-143]', async () => {
  const leaver = await market().member('mleaver');
  const to = { recipientId: seller.id, listingId };
  const { body } = await send(leaver, { ...to, content: 'My address is …' });
  expect((await leaver.post('user/deletion', { password: leaver.password })).status).toBe(200);
  await market().advance(31 * 24 * 60 * 60 * 1000);
  await market().settle();
  const again = await market().signIn(seller.email, seller.password);
  const left = (await again.get(`messages/conversation/${body.conversationId}`)).body;
  expect(left.messages).toMatchObject([{ content: '[erased]', sender: { username: '[erased]' } }]);
  expect(await send(seller, { content: 'Hello?', recipientId: leaver.id, listingId })).toMatchObject({
    status: 404,
    body: { code: 'recipientGone' },
  });
});
