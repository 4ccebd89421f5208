import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StaffCase } from '#application/contract/caseQueue.ts';
import { conversationStream } from '#application/conversations/conversationName.ts';
import { conversationKey } from '#application/conversations/conversations.ts';
import { nameFor } from '#application/files/pictureNames.ts';
import { openFolderFiles } from '#infrastructure/files/folderFiles.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { eventually, type Member, photo, useMarketplace } from '#tests/support/marketplace.ts';
import { talks } from '../talks.ts';

const market = useMarketplace();
const { send, publishedBy } = talks(market);
let buyer: Member;
let seller: Member;
let stranger: Member;
let staff: Member;
let to: { recipientId: string; listingId: string };
beforeAll(async () => {
  buyer = await market().member('ibuyer');
  seller = await market().seller('iseller');
  stranger = await market().member('istranger');
  staff = await market().staff('istaff');
  to = { recipientId: seller.id, listingId: await publishedBy(seller) };
});

const LIMIT = 2 * 1024 * 1024;
/** A picture of exactly this many bytes: data after the end of a PNG is not read. */
const pictureOf = async (bytes: number): Promise<Buffer> => {
  const png = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#705030' } })
    .png()
    .toBuffer();
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
};

const withImage = async () => {
  const { body } = await send(buyer, { ...to, image: await photo() });
  const { messages } = (await buyer.get(`messages/conversation/${body.conversationId}`)).body;
  return { ...body, ...messages.at(-1) };
};
const fetched = async (path: string) => {
  const response = await fetch(new URL(path, market().url));
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
};

test('accepts an image without text and re-encodes its pixels [D1-218] [D1-322]', async () => {
  const { content, image } = await withImage();
  expect(content).toBe('');
  expect(image).toEqual({
    original: expect.stringMatching(/^original-[\w-]{43}\.webp$/),
    s3Key: expect.any(String),
    url: expect.any(String),
  });
  const opened = await fetched(image.url);
  expect(opened.status).toBe(200);
  expect(opened.headers.get('content-type')).toBe('image/webp');
  expect(opened.headers.get('cache-control')).toBe('private, max-age=300');
  expect(opened.headers.get('content-security-policy')).toBe("default-src 'none'");
  expect(await sharp(opened.content).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 });
});

test('links an image that opens without a token, by a stable and unforgeable link [D1-160] [D1-218]', async () => {
  const { conversationId, image, _id } = await withImage();
  const [again] = (await buyer.get(`messages/conversation/${conversationId}`)).body.messages.slice(-1);
  expect(again.image.url).toBe(image.url);
  expect(image.url).not.toContain(buyer.token);
  const [path, query] = image.url.split('?');
  const later = new URLSearchParams(query);
  later.set('expires', String(Number(later.get('expires')) + 300));
  const other = path.replace(buyer.id, stranger.id);
  for (const forged of [path, `${path}?${later}`, `${other}?${query}`, `${path}?expires=9999999999&signature=x`])
    expect((await fetched(forged)).status).toBe(404);
  expect(path).toContain(_id);
});

test('opens only for the two parties, and is no public file [D1-218] [D1-351]', async () => {
  const { conversationId, _id, image } = await withImage();
  await market().settle();
  const path = `messages/conversation/${conversationId}/image/${_id}`;
  expect((await buyer.get(path)).status).toBe(200);
  expect((await seller.get(path)).status).toBe(200);
  expect(await stranger.get(path)).toMatchObject({ status: 404, body: { message: 'Message not found' } });
  expect((await market().client().get(path)).status).toBe(404);
  expect((await fetched(`/files/messages/${image.s3Key}/${image.original}`)).status).toBe(404);
});

test('accepts 2,097,152 bytes, but not one more [D1-324] [D1-468] [D1-479]', async () => {
  expect((await send(buyer, { ...to, image: await pictureOf(LIMIT) })).status).toBe(201);
  expect(await send(buyer, { ...to, image: await pictureOf(LIMIT + 1) })).toMatchObject({
    status: 400,
    body: {
      message: 'Image size should be less than 2MB',
      errors: { image: 'Image size should be less than 2MB' },
    },
  });
});

test('refuses a small file with too many pixels', async () => {
  const image = await sharp({ create: { width: 12_001, height: 7, channels: 3, background: '#705030' } })
    .png()
    .toBuffer();
  expect(await send(buyer, { ...to, image })).toMatchObject({
    status: 400,
    body: { errors: { image: 'This picture has too many pixels. Please make it smaller.' } },
  });
});

test.each(['png', 'webp', 'jpeg'] as const)('accepts %s [D1-325]', async (format) => {
  const image = await sharp(await photo())
    .toFormat(format)
    .toBuffer();
  expect((await send(buyer, { ...to, image })).status).toBe(201);
});

test.each([
  ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a text that calls itself a photo', Buffer.from('no picture')],
])('rejects %s [D1-325]', async (_, image) => {
  expect(await send(buyer, { ...to, content: 'Look', image })).toMatchObject({
    status: 400,
    body: { errors: { image: 'Invalid file type. Only JPEG, PNG and WebP are allowed.' } },
  });
});

test('rejects two images', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries(to)) form.set(name, value);
  for (let n = 0; n < 2; n++) form.append('image', new Blob([new Uint8Array(await photo())]), `${n}.jpg`);
  expect(await buyer.call('POST', 'messages/send', { form })).toMatchObject({
    status: 400,
    body: { message: 'Only one image can be attached' },
  });
});

test('keeps the first picture if the command is repeated with another one', async () => {
  const commandId = newId();
  const { body } = await send(buyer, { ...to, content: 'Once', image: await photo(), commandId });
  const other = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  for (const changed of [
    { content: 'Twice', image: await photo() },
    { content: 'Once', image: other },
  ])
    expect((await send(buyer, { ...to, ...changed, commandId })).status).toBe(422);
  expect((await send(buyer, { ...to, content: 'Once', image: await photo(), commandId })).body).toEqual(body);
  const { messages } = (await buyer.get(`messages/conversation/${body.conversationId}`)).body;
  expect(messages.at(-1)).toMatchObject({ _id: body.messageId, content: 'Once' });
  const { content } = await fetched(messages.at(-1).image.url);
  expect(await sharp(content).metadata()).toMatchObject({ width: 64, height: 48 });
});

test('stores no image if the sender may not write', async () => {
  const reply = await send(stranger, { ...to, recipientId: buyer.id, image: Buffer.from('no picture') });
  expect(reply).toMatchObject({ status: 403, body: { code: 'notTheSellerOfListing' } });
});

test('staff can open the picture of a reported message', async () => {
  const { _id } = await withImage();
  await market().settle();
  expect((await seller.post(`messages/${_id}/report`, { reason: 'Look at it' })).status).toBe(204);
  const clerk = await market().staff('iclerk');
  await market().settle();
  const [report] = (await clerk.get('staff/message-reports')).body.reports;
  expect(report).toMatchObject({ messageId: _id, imageUrl: expect.any(String) });
  expect((await fetched(report.imageUrl)).status).toBe(200);
});

test('removes the pictures of an erased account', async () => {
  const leaver = await market().member('ileaver');
  const { body } = await send(leaver, { ...to, content: 'Look', image: await photo() });
  const read = async (account: Member) =>
    (await account.get(`messages/conversation/${body.conversationId}`)).body.messages[0];
  const { image, _id } = await read(leaver);
  const file = join(market().dataDir, 'files', 'contents', 'messages', image.s3Key, image.original);
  expect(existsSync(file)).toBe(true);
  expect((await leaver.post('user/deletion', { password: leaver.password })).status).toBe(200);
  await market().advance(31 * 24 * 60 * 60 * 1000);
  await market().settle();
  expect(existsSync(file)).toBe(false);
  expect(await read(seller)).toMatchObject({ content: '[erased]', image: null });
  expect((await seller.get(`messages/conversation/${body.conversationId}/image/${_id}`)).status).toBe(404);
});

describe('a replaced picture', () => {
  const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  const fileOf = (key: string) => join(market().dataDir, 'files/contents', key);
  const sent = async () => {
    const uploaded = await photo();
    const { body } = await send(buyer, { ...to, image: uploaded });
    await market().settle();
    const { messages } = (await buyer.get(`messages/conversation/${body.conversationId}`)).body;
    const { _id, image } = messages.at(-1);
    const stream = conversationStream(
      conversationKey({ buyerId: buyer.id, sellerId: seller.id, listingId: to.listingId }),
    );
    const events = await market().marketplace.store.readStream(stream);
    const event = events.find(({ data }) => data.messageId === _id)!;
    return { uploaded, id: _id, image, fact: event, key: `messages/${image.s3Key}/${image.original}` };
  };
  const REFUSED = {
    code: 'pictureReplaced',
    message:
      'This picture differs from the one that was uploaded, so we do not show it. Our staff are looking into it.',
  };
  const refusalOf = async (url: string) => {
    const { status, content } = await fetched(url);
    return [status, JSON.parse(content.toString())];
  };
  const caseOf = async (key: string) => {
    const { body } = await staff.get('staff/cases?kind=alteredFile');
    return body.cases.find(({ orphan: unmatchedEvent }: StaffCase) => unmatchedEvent?.reference === key);
  };

  test('in the store differs from the event’s hash: 410, and a case names stream and revision', async () => {
    const { uploaded, image, fact: event, key } = await sent();
    const kept = await readFile(fileOf(key));
    const [file] = event.data.files as Record<string, unknown>[];
    expect(file).toMatchObject({ sha256Uploaded: hashOf(uploaded), sha256Stored: hashOf(kept), bytes: kept.length });
    expect((await fetched(image.url)).status).toBe(200);
    await writeFile(fileOf(key), await sharp(kept).negate().webp().toBuffer());
    const { stream, revision } = event;
    expect(await refusalOf(image.url)).toEqual([410, { ...REFUSED, stream, revision }]);
    const { about } = await eventually(() => caseOf(key));
    expect(about).toContain(`attached by revision ${revision} of ${stream}`);
  });

  test('of another message under its own name in this row: 410, and a case', async () => {
    const { id, image, fact: event, key } = await sent();
    const another = await sharp(await readFile(fileOf(key)))
      .negate()
      .webp()
      .toBuffer();
    const original = nameFor('original', another, 'webp');
    const planted = `messages/${image.s3Key}/${original}`;
    await openFolderFiles(join(market().dataDir, 'files')).put(planted, another, 'image/webp');
    const db = connect(market().config.databaseUrl ?? '', { size: 1 });
    try {
      const changed = JSON.stringify({ original, s3Key: image.s3Key });
      await db.raw('UPDATE read_conversations.messages SET image = ? WHERE id = ?', [changed, id]);
    } finally {
      await db.destroy();
    }
    expect(await refusalOf(image.url)).toEqual([410, { ...REFUSED, stream: event.stream }]);
    expect((await eventually(() => caseOf(planted))).about).toContain(`attached by no fact of ${event.stream}`);
  });
});
