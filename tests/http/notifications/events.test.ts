import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openMarketplace } from '#infrastructure/composition/marketplace.ts';
import { openLog } from '#infrastructure/observability/log.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../sale.ts';
import { talks } from '../talks.ts';

const market = useMarketplace();
const { send, publishedBy } = talks(market);
const { bought, shipped } = sales(market);
let buyer: Member;
let seller: Member;
let to: { recipientId: string; listingId: string };
beforeAll(async () => {
  buyer = await market().member('ebuyer');
  seller = await market().seller('eseller');
  to = { recipientId: seller.id, listingId: await publishedBy(seller) };
});
beforeEach(() => market().settle());

/** Reads the stream like the web; `events` grows, and `ended` is set when the server closes it. */
const follow = async (account: { token: string | undefined }, url = market().url, path = 'events') => {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${account.token}`, accept: 'text/event-stream', 'accept-encoding': 'gzip' };
  const response = await fetch(new URL(`/api/${path}`, url), { headers, signal: leaving.signal });
  const stream = { response, events: [] as string[], ended: false, leave: () => leaving.abort() };
  onTestFinished(() => leaving.abort());
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()))
      for (const [, name] of chunk.matchAll(/^event: (.+)\ndata: \{\}$/gm)) stream.events.push(name!);
    stream.ended = true;
  };
  read().catch((error: Error) => {
    if (!leaving.signal.aborted) throw error;
  });
  await eventually(async () => stream.events.includes('ready'));
  return stream;
};

describe('GET events', () => {
  test('wakes the recipient of a message at once, and its sender’s other tabs', async () => {
    const [mine, theirs] = [await follow(buyer), await follow(seller)];
    expect(theirs.response.headers.get('content-type')).toContain('text/event-stream');
    expect(theirs.response.headers.get('content-encoding')).toBeNull();
    const { body } = await send(buyer, { ...to, content: 'Hello' });
    await eventually(async () => theirs.events.includes('conversation') && theirs.events.includes('notifications'));
    // the data is ready when the wake-up arrives: no waiting, no position
    const headers = { authorization: `Bearer ${seller.token}` };
    const found = await fetch(new URL(`/api/messages/conversation/${body.conversationId}`, market().url), { headers });
    expect(((await found.json()) as { messages: { _id: string }[] }).messages.at(-1)?._id).toBe(body.messageId);
    await eventually(async () => mine.events.includes('conversation'));
    expect(mine.events).not.toContain('notifications');
  });

  test('wakes nobody else', async () => {
    const stranger = await market().member('estranger');
    await market().settle();
    const [stream, theirs] = [await follow(stranger), await follow(seller)];
    await send(buyer, { ...to, content: 'Hello again' });
    await eventually(async () => theirs.events.includes('conversation'));
    await market().settle();
    expect(stream.events).toEqual(['ready']);
  });

  test('wakes both parties at each step of a sale, and nobody else', async () => {
    const stranger = await market().member('estranger2');
    const { id } = await bought(buyer, seller);
    await market().settle();
    const [mine, theirs, others] = [await follow(buyer), await follow(seller), await follow(stranger)];
    expect((await buyer.post(`transaction/${id}/cancel`)).status).toBe(200);
    await eventually(async () => mine.events.includes('sale') && theirs.events.includes('sale'));
    // the data is ready when the wake-up arrives: no waiting, no position
    const headers = { authorization: `Bearer ${seller.token}` };
    const found = await fetch(new URL(`/api/transaction/${id}`, market().url), { headers });
    expect(await found.json()).toMatchObject({ status: 'CANCELLED' });
    await market().settle();
    expect(others.events).toEqual(['ready']);
  });

  test('wakes staff, auditors and admins when an open case changes, and nobody else', async () => {
    const clerk = await market().staff('eclerk');
    const auditor = await market().grant(await market().member('eauditor'), 'auditor');
    const admin = await market().grant(await market().member('eadmin'), 'admin');
    const sold = await shipped(buyer, seller);
    await market().settle();
    const readers = await Promise.all([clerk, auditor, admin].map((reader) => follow(reader)));
    const parties = await Promise.all([follow(buyer), follow(seller)]);
    const told = (times: number) =>
      eventually(async () => readers.every(({ events }) => events.filter((name) => name === 'cases').length >= times));
    expect((await clerk.post(`transaction/${sold.id}/hold`, { reason: 'Looks odd' })).status).toBe(200);
    await told(1);
    expect((await clerk.post(`staff/cases/${sold.id}/assign`, { from: null })).status).toBe(204);
    await told(2);
    // the data is ready when the wake-up arrives: no waiting, no position
    const headers = { authorization: `Bearer ${auditor.token}` };
    const found = await fetch(new URL('/api/staff/cases', market().url), { headers });
    expect(await found.json()).toMatchObject({ cases: [{ assignee: { username: 'eclerk' } }] });
    await market().settle();
    for (const { events } of parties) expect(events).not.toContain('cases');
  });

  test('does not wake staff for a sale without a case', async () => {
    const clerk = await market().staff('eclerk2');
    await market().settle();
    const stream = await follow(clerk);
    await shipped(buyer, seller);
    await market().settle();
    expect(stream.events).toEqual(['ready']);
  });

  test('wakes when a message was read', async () => {
    const { body } = await send(buyer, { ...to, content: 'Read me' });
    await market().settle();
    const stream = await follow(buyer);
    await seller.post(`messages/conversation/${body.conversationId}/read`);
    await eventually(async () => stream.events.includes('conversation'));
  });

  test('ends with its session and not before', async () => {
    const [one, two] = [
      await market().signIn(buyer.email, buyer.password),
      await market().signIn(buyer.email, buyer.password),
    ];
    const [ending, staying] = [await follow(one), await follow(two)];
    expect((await one.post('auth/logout')).status).toBeLessThan(300);
    await eventually(async () => ending.ended);
    await send(buyer, { ...to, content: 'Still there?' });
    await eventually(async () => staying.events.includes('conversation'));
    expect(staying.ended).toBe(false);
    expect(ending.events).toEqual(['ready']);
  });

  test('wakes the readers of a history when it has new events, with these already in its last part', async () => {
    const auditor = await market().grant(await market().member('eauditor2'), 'auditor');
    const { id } = await bought(buyer, seller);
    const other = await bought(buyer, seller);
    await market().settle();
    const historyOf = (transaction: string) => `audit/streams/transaction-${transaction}`;
    const lengthNow = async () =>
      (await auditor.call('GET', `${historyOf(id)}/segments/0`, {})).headers.get('x-stream-length');
    const before = Number(await lengthNow());
    const [read, unread] = await Promise.all(
      [id, other.id].map((of) => follow(auditor, market().url, `${historyOf(of)}/changes`)),
    );
    expect((await buyer.post(`transaction/${id}/cancel`)).status).toBe(200);
    await eventually(async () => read!.events.includes('history'));
    expect(Number(await lengthNow())).toBeGreaterThan(before);
    await market().settle();
    expect(unread!.events).toEqual(['ready']);
  });

  test('streams no changes of a history to those who may not read it, or of none', async () => {
    const clerk = await market().staff('eclerk3');
    const { id } = await bought(buyer, seller);
    const statusOf = async (reader: Member, stream: string) =>
      (await reader.get(`audit/streams/${stream}/changes`)).status;
    expect(await statusOf(buyer, `transaction-${id}`)).toBe(403);
    expect(await statusOf(clerk, `security-${buyer.id}`)).toBe(403);
    expect(await statusOf(clerk, 'transaction-0')).toBe(404);
  });

  test('needs a session', async () => {
    expect((await market().client().get('events')).status).toBe(401);
  });

  test('keeps the newest twelve streams of an account', async () => {
    const many = await market().member('emany');
    const streams: Awaited<ReturnType<typeof follow>>[] = [];
    for (let n = 0; n < 13; n++) streams.push(await follow(many));
    await eventually(async () => streams[0]!.ended);
    expect(streams.slice(1).some(({ ended }) => ended)).toBe(false);
  });
});

test('works in a process that runs no read models, and ends with it', async () => {
  const { config, dataDir } = market();
  const log = openLog({ level: 'silent', short: false });
  const api = await openMarketplace({ ...config, dataDir, role: 'api' }, { log });
  onTestFinished(() => api.close());
  const stream = await follow(seller, api.localUrl);
  await send(buyer, { ...to, content: 'Across processes' });
  await eventually(async () => stream.events.includes('conversation') && stream.events.includes('notifications'));
  await api.close();
  await eventually(async () => stream.ended);
});
