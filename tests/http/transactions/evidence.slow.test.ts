import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StaffCase } from '#application/contract/caseQueue.ts';
import { nameFor, pairedName } from '#application/files/pictureNames.ts';
import { evidenceCommands } from '#application/transactions/evidence.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { openEvidenceUploads } from '#infrastructure/files/evidenceUploads.ts';
import { openFolderFiles } from '#infrastructure/files/folderFiles.ts';
import { evidencePhotos } from '#infrastructure/http/endpoints/transactions/evidence.ts';
import { openSignedPaths } from '#infrastructure/http/signedPaths.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { eventually, type Member, photo, useMarketplace } from '#tests/support/marketplace.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { sales } from '../sale.ts';

const market = useMarketplace();
const { shipped, bought, upload, photographed } = sales(market);
let buyer: Member;
let seller: Member;
let staff: Member;
beforeAll(async () => {
  [buyer, seller, staff] = await Promise.all([
    market().member('vbuyer'),
    market().seller('vseller'),
    market().staff('vstaff'),
  ]);
});

const CLAIM = { category: 'DAMAGED', claim: 20, text: 'A broken wing' };
const dispute = (by: Member, { id }: { id: string }, evidence: unknown) =>
  by.post(`transaction/${id}/dispute`, { ...CLAIM, evidence });
const fileOf = (key: string) => join(market().dataDir, 'files/contents', key);
const linksTo = (key: string) => {
  const { jwt } = market().config.secrets;
  return evidencePhotos(openSignedPaths(jwt))([key])[0]!;
};
const fetched = async (path: string) => {
  const response = await fetch(new URL(path, market().url));
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
};

describe('photos for a claim', () => {
  test('are re-encoded without metadata, under keys of this transaction', async () => {
    const sold = await shipped(buyer, seller);
    const taken = await sharp(await photo())
      .withExif({ IFD3: { GPSLatitude: '52/1 5/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const { status, body } = await upload(buyer, sold, [taken, await photo()]);
    expect({ status, keys: body.keys.length }).toEqual({ status: 201, keys: 2 });
    for (const key of body.keys)
      expect(key).toMatch(new RegExp(`^evidence/${sold.id}/[0-9a-f]{32}(-[\\w-]{43}){2}\\.webp$`));
    succeeded(await dispute(buyer, sold, body.keys), 'dispute');
    const { content, headers } = await fetched(linksTo(body.keys[0]).url);
    const metadata = await sharp(content).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 64, height: 48 });
    expect(metadata.exif).toBeUndefined();
    expect(headers.get('cache-control')).toBe('private, max-age=300');
    expect((await fetched(linksTo(body.keys[0]).thumbnailUrl)).status).toBe(200);
  });

  test('open only by their own signed link', async () => {
    const [key = ''] = await photographed(buyer, await shipped(buyer, seller));
    const [path, query] = linksTo(key).url.split('?');
    const other = path!.replace('.webp', '-small.webp');
    for (const forged of [path!, `${path}?expires=9999999999&signature=x`, `${other}?${query}`, `/files/${key}`])
      expect((await fetched(forged)).status).toBe(404);
  });

  test('keep their keys if the command is repeated', async () => {
    const sold = await shipped(buyer, seller);
    const send = async (commandId: string) => {
      const form = new FormData();
      form.append('images', new Blob([new Uint8Array(await photo())]), 'a.jpg');
      return (await buyer.call('POST', `transaction/${sold.id}/evidence`, { form, commandId })).body.keys;
    };
    const commandId = newId();
    const keys = await send(commandId);
    expect(await send(commandId)).toEqual(keys);
    expect(await send(newId())).not.toEqual(keys);
  });

  test.each([
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a text named like a photo', Buffer.from('no picture')],
  ])('reject %s', async (_, content) => {
    const sold = await shipped(buyer, seller);
    expect(await upload(buyer, sold, [await photo(), content])).toMatchObject({
      status: 400,
      body: { errors: { images: 'Invalid file type. Only JPEG, PNG and WebP are allowed.' } },
    });
  });

  test('reject none, too many and too large ones', async () => {
    const sold = await shipped(buyer, seller);
    const said = async (photos: Buffer[]) => {
      const { status, body } = await upload(buyer, sold, photos);
      return [status, body.message];
    };
    expect(await said([])).toEqual([400, 'At least one image is required']);
    expect(await said(Array(11).fill(await photo()))).toEqual([400, 'At most 10 pieces of evidence']);
    const large = Buffer.concat([await photo(), Buffer.alloc(5 * 1024 * 1024)]);
    expect(await said([large])).toEqual([400, 'File is too large. Maximum size is 5MB.']);
  });

  test('are accepted from the two parties only, and only while either may use them', async () => {
    const sold = await shipped(buyer, seller);
    expect(await upload(await market().member('vstranger'), sold)).toMatchObject({ status: 404 });
    expect(await upload(staff, sold)).toMatchObject({ status: 404 });
    expect(await upload(seller, sold)).toMatchObject({ status: 409, body: { code: 'notNow', status: 'IN_ESCROW' } });
    expect((await dispute(buyer, sold, [])).status).toBe(200);
    expect((await upload(seller, sold)).status).toBe(201);
    expect((await upload(buyer, await bought(buyer, seller))).status).toBe(409);
  });

  test('are accepted for a statement of either party and for an appeal', async () => {
    const sold = await shipped(buyer, seller);
    const say = async (by: Member, path: string) => {
      const said = { text: 'The photo shows it', evidence: await photographed(by, sold) };
      succeeded(await by.post(`transaction/${sold.id}/dispute/${path}`, said), path);
    };
    succeeded(await dispute(buyer, sold, []), 'dispute');
    await say(buyer, 'statement');
    await say(seller, 'contest');
    await say(seller, 'statement');
    const decision = { toBuyer: 0, rationale: 'It left whole' };
    succeeded(await staff.post(`transaction/${sold.id}/dispute/decide`, decision), 'decision');
    await say(buyer, 'appeal');
    const { heard } = (await buyer.get(`transaction/${sold.id}`)).body;
    expect(heard.filter(({ kind }: { kind: string }) => kind !== 'draft')).toMatchObject([
      { kind: 'statement', by: 'buyer', said: { evidence: [expect.anything()] } },
      { kind: 'statement', by: 'seller', said: { evidence: [expect.anything()] } },
      { kind: 'appeal', by: 'buyer', said: { evidence: [expect.anything()] } },
    ]);
  });
});

describe('a replaced photo in the store', () => {
  const SENTENCE =
    'This picture differs from the one that was uploaded, so we do not show it. Our staff are looking into it.';
  const eventOf = async ({ id }: { id: string }) => {
    const { history } = await market().marketplace.repository.transactions.loadWithHistory(id);
    return history.find(({ type }) => type === 'DisputeOpened');
  };
  const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

  /** As the operator runs it. */
  const attestWithFiles = async () => {
    const { masterKey, jwt } = market().config.secrets;
    const { code, output } = await runProgram('attest', ['--files'], {
      DATABASE_URL: market().config.databaseUrl ?? '',
      DATA_DIR: market().dataDir,
      MASTER_KEY: masterKey.toString('hex'),
      JWT_SECRET: jwt,
    });
    expect(output).toMatch(/^\d+ files of pictures are what was uploaded\.$/m);
    const broken = output.split('\n').filter((line) => line.startsWith('BROKEN: '));
    return { code, broken: broken.map((line) => line.slice('BROKEN: '.length)) };
  };

  test('does not exist while no photo was replaced', async () => {
    expect(await attestWithFiles()).toEqual({ code: 0, broken: [] });
  });

  test('with another hash is not served: 410, and a case that names transaction and file', async () => {
    const sold = await shipped(buyer, seller);
    const uploaded = await sharp(await photo())
      .withExif({ IFD2: { DateTimeOriginal: '2026:05:01 10:20:30' } })
      .jpeg()
      .toBuffer();
    const [key = ''] = succeeded(await upload(buyer, sold, [uploaded]), 'evidence').keys;
    succeeded(await dispute(buyer, sold, [key]), 'dispute');
    const kept = await readFile(fileOf(key));
    const small = await readFile(fileOf(key.replace('.webp', '-small.webp')));
    const event = await eventOf(sold);
    const attached = { stream: `transaction-${sold.id}`, revision: event?.revision };
    expect(event?.data).toMatchObject({
      evidence: [key],
      files: [
        {
          sha256Uploaded: hashOf(uploaded),
          sha256Stored: hashOf(kept),
          sha256Thumbnail: hashOf(small),
          bytes: kept.length,
          type: 'image/webp',
        },
      ],
      takenAt: ['2026-05-01T10:20:30'],
    });
    const { url, thumbnailUrl } = linksTo(key);
    expect((await fetched(url)).status).toBe(200);

    await writeFile(fileOf(key), await sharp(kept).negate().webp().toBuffer());
    const answer = await fetched(url);
    expect({ status: answer.status, body: JSON.parse(answer.content.toString()) }).toEqual({
      status: 410,
      body: { code: 'pictureReplaced', message: SENTENCE, ...attached },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await fetched(thumbnailUrl)).status).toBe(200);
    expect((await fetched(url)).status).toBe(410);
    expect(await attestWithFiles()).toEqual({
      code: 1,
      broken: [
        `${attached.stream}, revision ${attached.revision}: the picture ${key} is not the one that was uploaded`,
      ],
    });
    const found = await eventually(async () => {
      const { body } = await staff.get('staff/cases?kind=alteredFile');
      return body.cases.length > 0 && body.cases;
    });
    expect(found).toEqual([
      expect.objectContaining({
        kind: 'alteredFile',
        sale: expect.objectContaining({ _id: sold.id }),
        orphan: expect.objectContaining({ reference: key }),
        about: expect.stringMatching(
          new RegExp(`: picture, attached by revision ${event?.revision} of transaction-${sold.id}$`),
        ),
      }),
    ]);
  });

  test('is not served under another photo’s own name, even if its row was changed', async () => {
    const sold = await shipped(buyer, seller);
    const [key = ''] = await photographed(buyer, sold);
    succeeded(await dispute(buyer, sold, [key]), 'dispute');
    await market().settle();
    const another = await sharp(await readFile(fileOf(key)))
      .negate()
      .webp()
      .toBuffer();
    const planted = `evidence/${sold.id}/${pairedName(newId(), { original: another, thumbnail: another })}.webp`;
    const older = `evidence/${sold.id}/${newId()}.webp`;
    const kept = openFolderFiles(join(market().dataDir, 'files'));
    for (const each of [planted, planted.replace('.webp', '-small.webp'), older])
      await kept.put(each, another, 'image/webp');
    const db = connect(market().config.databaseUrl ?? '', { size: 1 });
    try {
      await db.raw(
        `UPDATE read_transactions.sales SET dispute_words = replace(dispute_words::text, :key, :planted)::json WHERE id = :id`,
        { key, planted, id: sold.id },
      );
    } finally {
      await db.destroy();
    }
    const { dispute: shown } = (await seller.get(`transaction/${sold.id}`)).body;
    const [{ url, thumbnailUrl }] = shown.opening.evidence;
    expect(url).toContain(planted.split('/').at(-1));
    for (const link of [url, thumbnailUrl, linksTo(older).url]) {
      const answer = await fetched(link);
      expect([answer.status, JSON.parse(answer.content.toString())]).toEqual([
        410,
        { code: 'pictureReplaced', message: SENTENCE, stream: `transaction-${sold.id}` },
      ]);
    }
    const found = await eventually(async () => {
      const { body } = await staff.get('staff/cases?kind=alteredFile');
      return body.cases.find(({ orphan: unmatchedEvent }: StaffCase) => unmatchedEvent?.reference === planted);
    });
    expect(found.about).toContain(`attached by no fact of transaction-${sold.id}`);
    expect((await fetched(linksTo(key).url)).status).toBe(200);
  });

  test('of a listing is not served, and opens a case that names the listing', async () => {
    const { listing } = await bought(buyer, seller);
    const { images } = succeeded(await buyer.get(`listings/${listing}`), 'listing');
    const key = `listings/${images[0].s3Key}/${images[0].original}`;
    expect((await fetched(`/files/${key}`)).status).toBe(200);
    await writeFile(
      fileOf(key),
      await sharp(await readFile(fileOf(key)))
        .negate()
        .webp()
        .toBuffer(),
    );
    const answer = await fetched(`/files/${key}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([410, 'no-store']);
    expect(JSON.parse(answer.content.toString()).message).toBe(SENTENCE);
    const asPicture = await fetch(new URL(`/files/${key}`, market().url), { headers: { Accept: 'image/webp,*/*' } });
    const told = [asPicture.status, asPicture.headers.get('content-type'), asPicture.headers.get('cache-control')];
    expect(told).toEqual([410, 'image/svg+xml; charset=utf-8', 'no-store']);
    expect(await asPicture.text()).toContain(`<title>${SENTENCE}</title>`);
    const [found] = await eventually(async () => {
      const { body } = await staff.get('staff/cases?kind=alteredFile');
      const ofListing = body.cases.filter(({ orphan: unmatchedEvent }: StaffCase) => unmatchedEvent?.reference === key);
      return ofListing.length > 0 && ofListing;
    });
    expect(found.sale).toBeNull();
    const place = `attached by revision 0 of listing-${listing}`;
    expect(found.about).toMatch(new RegExp(`: picture, a photo of the listing ${listing}, ${place}$`));
  });

  describe('a listing photo replaced by another under its own name', () => {
    let collector: Member;
    let listing: string;
    let another: Buffer;
    let shown: { s3Key: string; original: string; thumbnail: string };
    const owner = () => connect(market().config.databaseUrl ?? '', { size: 1 });
    beforeAll(async () => {
      collector = await market().member('vcollector');
      listing = (await bought(collector, seller)).listing;
      [shown] = succeeded(await collector.get(`listings/${listing}`), 'listing').images;
      another = await sharp(await readFile(fileOf(`listings/${shown.s3Key}/${shown.original}`)))
        .negate()
        .webp()
        .toBuffer();
    });

    const planted = async (s3Key: string) => {
      const [original, thumbnail] = (['original', 'thumbnail'] as const).map((kind) => nameFor(kind, another, 'webp'));
      const keys = [original, thumbnail].map((name) => `listings/${s3Key}/${name}`);
      const kept = openFolderFiles(join(market().dataDir, 'files'));
      for (const key of keys) await kept.put(key, another, 'image/webp');
      return { images: [{ ...shown, s3Key, original, thumbnail }], keys };
    };
    const refusedAt = async (key: string, attached: object) => {
      const answer = await fetched(`/files/${key}`);
      expect([answer.status, answer.headers.get('cache-control'), JSON.parse(answer.content.toString())]).toEqual([
        410,
        'no-store',
        { code: 'pictureReplaced', message: SENTENCE, ...attached },
      ]);
    };
    const caseOf = (key: string) =>
      eventually(async () => {
        const { body } = await staff.get('staff/cases?kind=alteredFile');
        return body.cases.find(({ orphan: unmatchedEvent }: StaffCase) => unmatchedEvent?.reference === key);
      });

    test('in the same folder with a changed row: 410 for both sizes, and a case', async () => {
      const { images, keys } = await planted(shown.s3Key);
      const db = owner();
      try {
        await db('read_listings.listings')
          .where({ id: listing })
          .update({ images: JSON.stringify(images) });
      } finally {
        await db.destroy();
      }
      const { body } = await collector.get(`listings/${listing}`);
      expect(body.images[0].original).toBe(images[0]?.original);
      for (const key of keys) {
        await refusedAt(key, { stream: `listing-${listing}` });
        const place = `attached by no fact of listing-${listing}`;
        expect((await caseOf(key)).about).toContain(`a photo of the listing ${listing}, ${place}`);
      }
    });

    test('in its own folder is not served, even if rows assign it to the listing', async () => {
      const s3Key = newId();
      const { images, keys } = await planted(s3Key);
      for (const key of keys) await refusedAt(key, {});
      const db = owner();
      try {
        await db('read_listings.listings')
          .where({ id: listing })
          .update({ images: JSON.stringify(images) });
        for (const key of keys) await refusedAt(key, { stream: `listing-${listing}` });
        await db('read_photos.photos').insert({ s3_key: s3Key, listing });
        for (const key of keys) await refusedAt(key, { stream: `listing-${listing}` });
        await db('read_photos.photos').where({ s3_key: s3Key }).update({ listing: 'none' });
        await refusedAt(keys[0] ?? '', { stream: 'listing-none' });
      } finally {
        await db.destroy();
      }
      expect((await caseOf(keys[0] ?? '')).about).toContain('picture');
    });

    test('leaves the genuine photo served, also to a transaction whose listing changed its photos', async () => {
      const { listing: sold, ...transaction } = await bought(collector, seller);
      const [photoOfTransaction] = succeeded(await collector.get(`listings/${sold}`), 'listing').images;
      const key = `listings/${photoOfTransaction.s3Key}/${photoOfTransaction.original}`;
      expect((await fetched(`/files/${key}`)).status).toBe(200);
      const db = owner();
      try {
        await db('read_listings.listings').where({ id: sold }).update({ images: '[]' });
        await db('read_photos.photos').where({ s3_key: photoOfTransaction.s3Key }).delete();
      } finally {
        await db.destroy();
      }
      const of = succeeded(await collector.get(`transaction/${transaction.id}`), 'sale').listing;
      expect(of.images[0].s3Key).toBe(photoOfTransaction.s3Key);
      expect(
        (await fetched(`/files/listings/${photoOfTransaction.s3Key}/${photoOfTransaction.thumbnail}`)).status,
      ).toBe(200);
    });
  });
});

describe('a claim with photos', () => {
  const UNKNOWN = 'One of the photos is not among your uploads for this sale. Please add it again.';
  const refused = async (reply: ReturnType<Member['post']>) =>
    expect(await reply).toMatchObject({
      status: 400,
      body: { code: 'evidenceUnknown', message: UNKNOWN, errors: { evidence: UNKNOWN } },
    });

  test('accepts only uploads by its author for this transaction', async () => {
    const [sold, other] = [await shipped(buyer, seller), await shipped(buyer, seller)];
    const keys = await photographed(buyer, sold);
    await refused(dispute(buyer, sold, ['evidence/made-up.webp']));
    await refused(dispute(buyer, sold, [...keys, ...(await photographed(buyer, other))]));
    expect((await dispute(buyer, sold, keys)).status).toBe(200);
    await refused(seller.post(`transaction/${sold.id}/dispute/contest`, { text: 'It left whole', evidence: keys }));
    expect(await dispute(buyer, other, Array(11).fill('x'))).toMatchObject({
      status: 400,
      body: { errors: { evidence: 'At most 10 pieces of evidence' } },
    });
  });

  test('must come within a day of the upload; after two days unnamed photos are deleted', async () => {
    const [sold, other] = [await shipped(buyer, seller), await shipped(buyer, seller)];
    const [named, loose] = [await photographed(buyer, sold), await photographed(buyer, other)];
    const commandId = newId();
    const opening = { ...CLAIM, evidence: named };
    const open = () => buyer.post(`transaction/${sold.id}/dispute`, opening, { commandId });
    expect((await open()).status).toBe(200);
    await market().advance(DAY + HOUR);
    const again = await market().signIn(buyer.email, buyer.password, buyer);
    await refused(dispute(again as Member, other, loose));
    expect((await open()).status).toBe(200);
    expect(existsSync(fileOf(loose[0]!))).toBe(true);
    await market().advance(DAY);
    expect(existsSync(fileOf(loose[0]!))).toBe(false);
    expect(existsSync(fileOf(loose[0]!.replace('.webp', '-small.webp')))).toBe(false);
    expect(existsSync(fileOf(named[0]!))).toBe(true);
    expect((await fetched(linksTo(named[0]!).url)).status).toBe(200);
  });

  test('has no photos after they are forgotten', async () => {
    const buyerNow = (await market().signIn(buyer.email, buyer.password, buyer)) as Member;
    await market().signIn(seller.email, seller.password, seller);
    const sold = await shipped(buyerNow, seller);
    const keys = await photographed(buyerNow, sold);
    expect((await dispute(buyerNow, sold, keys)).status).toBe(200);
    const { repository, db, clock } = market().marketplace;
    const evidence = evidenceCommands({
      repository,
      clock: clock!,
      log: silentLog(),
      files: openFolderFiles(join(market().dataDir, 'files')),
      uploads: openEvidenceUploads(db),
      processImage: () => Promise.reject(new Error('nothing is uploaded here')),
    });
    await evidence.forget(sold.id);
    expect(existsSync(fileOf(keys[0]!))).toBe(false);
    expect((await fetched(linksTo(keys[0]!).url)).status).toBe(404);
    expect(await openEvidenceUploads(db).ofSale(sold.id)).toEqual([]);
  });
});
