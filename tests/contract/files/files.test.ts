import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameFor } from '#application/files/pictureNames.ts';
import { FileAltered, type Files, FilesRefused, FilesUnavailable } from '#application/ports/files.ts';
import { checkedFiles } from '#infrastructure/files/checkedFiles.ts';
import { openFolderFiles } from '#infrastructure/files/folderFiles.ts';
import { openS3Files, type S3Files } from '#infrastructure/files/s3Files.ts';
import { BUCKET, CREDENTIALS, type S3Server, startS3 } from '#tests/support/s3Server.ts';

const root = mkdtempSync(path.join(tmpdir(), 'reliquary-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const contentOf = async (files: Files, key: string): Promise<string | undefined> => {
  const file = await files.get(key);
  return file && (await buffer(file.content)).toString();
};

let server: S3Server;
let bucket: S3Files;
const openBucket = (overrides = {}) =>
  openS3Files(
    { bucket: BUCKET, region: 'eu-north-1', endpoint: server.endpoint },
    { credentials: CREDENTIALS, ...overrides },
  );
beforeAll(async () => {
  server = await startS3();
  bucket = openBucket();
});
afterAll(async () => {
  bucket.close();
  await server.close();
});

/** An external store: S3_ENDPOINT and S3_BUCKET, with AWS variables for the credentials. */
const { S3_ENDPOINT: endpoint, S3_BUCKET: elsewhere, S3_REGION: region = 'eu-north-1' } = process.env;
const outside = endpoint && elsewhere ? openS3Files({ bucket: elsewhere, region, endpoint }) : undefined;
afterAll(() => outside?.close());
const linked: [string, () => S3Files][] = [['bucket', () => bucket]];
if (outside) linked.push(['bucket at S3_ENDPOINT', () => outside]);

describe.each<[string, () => Files]>([['folder', () => openFolderFiles(path.join(root, 'store'))], ...linked])(
  'files in a %s',
  (_name, open) => {
    let files: Files;
    beforeAll(() => {
      files = open();
    });

    test('are returned as stored, with type, size and tag', async () => {
      await files.put('listings/abc/cover.webp', Buffer.from('pixels'), 'image/webp');
      expect(await files.get('listings/abc/cover.webp')).toMatchObject({ contentType: 'image/webp', size: 6 });
      expect(await contentOf(files, 'listings/abc/cover.webp')).toBe('pixels');
    });

    test('are refused after a replacement if their name contains their hash', async () => {
      const reported: string[] = [];
      const checked = checkedFiles(
        files,
        async () => undefined,
        ({ key }) => reported.push(key),
      );
      const key = `listings/abc/${nameFor('original', Buffer.from('pixels'), 'webp')}`;
      await files.put(key, Buffer.from('pixels'), 'image/webp');
      expect(await contentOf(checked, key)).toBe('pixels');
      await files.put(key, Buffer.from('others'), 'image/webp');
      await expect(checked.get(key)).rejects.toBeInstanceOf(FileAltered);
      expect([reported, await checked.link(key)]).toEqual([[key], undefined]);
    });

    test('have a tag that only changes with the content', async () => {
      const tag = async (content: string) => {
        await files.put('listings/abc/tagged.webp', Buffer.from(content), 'image/webp');
        const file = await files.get('listings/abc/tagged.webp');
        file?.content.destroy();
        return file?.etag;
      };
      const first = await tag('one');
      expect(await tag('one')).toBe(first);
      expect(await tag('two')).not.toBe(first);
    });

    test('are replaced by a second put and gone after a removal', async () => {
      await files.put('listings/abc/x.webp', Buffer.from('old'), 'image/webp');
      await files.put('listings/abc/x.webp', Buffer.from('new'), 'image/png');
      expect(await contentOf(files, 'listings/abc/x.webp')).toBe('new');
      await files.remove('listings/abc/x.webp');
      expect(await files.get('listings/abc/x.webp')).toBeUndefined();
      await files.remove('listings/abc/x.webp');
    });

    test('are stored from a stream of any size', async () => {
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      await files.put('listings/abc/large.webp', Readable.from(Array.from({ length: 12 }, () => chunk)), 'image/webp');
      const file = await files.get('listings/abc/large.webp');
      expect(file).toMatchObject({ size: 12 * 1024 * 1024, contentType: 'image/webp' });
      expect((await buffer(file!.content)).equals(Buffer.alloc(12 * 1024 * 1024, 'x'))).toBe(true);
    });

    test('do not exist if their stream breaks off', async () => {
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('gone');
        })(),
      );
      await expect(files.put('listings/abc/broken.webp', broken, 'image/webp')).rejects.toThrow();
      expect(await files.get('listings/abc/broken.webp')).toBeUndefined();
    });

    test('are missing if they were never stored', async () => {
      expect(await files.get('listings/none/x.webp')).toBeUndefined();
      expect(await files.get('listings')).toBeUndefined();
    });

    test('are never seen half-written under concurrent puts', async () => {
      const versions = Array.from({ length: 8 }, (_, version) => String(version).repeat(200_000));
      await Promise.all(
        versions.map((version) => files.put('listings/abc/busy.webp', Buffer.from(version), 'image/webp')),
      );
      expect(versions).toContain(await contentOf(files, 'listings/abc/busy.webp'));
    });
  },
);

describe('files in a bucket of S3', () => {
  test('are requested by path, signed for the region, stored under their key [D1-202]', async () => {
    await bucket.put('listings/abc/signed.webp', Buffer.from('pixels'), 'image/webp');
    const request = server.requests.findLast(({ method }) => method === 'PUT');
    expect(request?.url).toMatch(new RegExp(`^/${BUCKET}/listings/abc/signed\\.webp(\\?|$)`));
    expect(request?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/eu-north-1\/s3\/aws4_request, SignedHeaders=\S+, Signature=[0-9a-f]{64}$/,
    );
    expect(request?.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  test('are marked as not cacheable if private', async () => {
    await bucket.put('evidence/sale/photo.webp', Buffer.from('proof'), 'image/webp');
    expect(server.requests.findLast(({ method }) => method === 'PUT')?.headers['cache-control']).toBeUndefined();
  });

  test.each(linked)('are opened by a five-minute link in a %s if private', async (_name, open) => {
    const bucket = open();
    await bucket.put('evidence/sale/photo.webp', Buffer.from('proof'), 'image/webp');
    const link = (await bucket.link('evidence/sale/photo.webp'))!;
    const { searchParams } = new URL(link);
    expect(searchParams.get('X-Amz-Expires')).toBe('300');
    expect(searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    const answer = await fetch(link);
    expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
      200,
      'proof',
      'image/webp',
    ]);
    expect(await bucket.link('../outside')).toBeUndefined();
  });

  test.skipIf(!outside)('are refused at S3_ENDPOINT without a valid signature', async () => {
    await outside!.put('evidence/sale/photo.webp', Buffer.from('proof'), 'image/webp');
    const link = (await outside!.link('evidence/sale/photo.webp'))!;
    const { origin, pathname } = new URL(link);
    const forged = link.replace(/(X-Amz-Signature=)\w{4}/, '$10000');
    const other = link.replace('photo.webp', 'other.webp');
    for (const address of [`${origin}${pathname}`, forged, other])
      expect([400, 403], address).toContain((await fetch(address)).status);
    const wrong = { credentials: { accessKeyId: 'nobody', secretAccessKey: 'nothing' } };
    const stranger = openS3Files({ bucket: elsewhere!, region, endpoint: endpoint! }, wrong);
    await expect(stranger.get('evidence/sale/photo.webp')).rejects.toThrow(FilesRefused);
    stranger.close();
  });

  test('retries when the store is briefly busy', async () => {
    server.failNext(2);
    await bucket.put('listings/abc/busy-once.webp', Buffer.from('late'), 'image/webp');
    expect(await contentOf(bucket, 'listings/abc/busy-once.webp')).toBe('late');
  });

  test('reports an unreachable or busy store as unavailable', async () => {
    server.failNext(50);
    await expect(bucket.get('listings/abc/cover.webp')).rejects.toThrow(FilesUnavailable);
    server.failNext(0);
    const nowhere = openBucket({ endpoint: 'http://127.0.0.1:1' });
    await expect(nowhere.put('listings/a/b.webp', Buffer.from('x'), 'image/webp')).rejects.toThrow(FilesUnavailable);
    await expect(nowhere.get('listings/a/b.webp')).rejects.toThrow(FilesUnavailable);
    await expect(nowhere.remove('listings/a/b.webp')).rejects.toThrow(FilesUnavailable);
    nowhere.close();
  });

  test('reports a missing bucket as a configuration fault', async () => {
    const wrong = openS3Files(
      { bucket: 'no-such-bucket', region: 'eu-north-1', endpoint: server.endpoint },
      { credentials: CREDENTIALS },
    );
    await expect(wrong.put('listings/a/b.webp', Buffer.from('x'), 'image/webp')).rejects.toThrow(FilesRefused);
    wrong.close();
  });
});

test('reports an unwritable folder as unavailable', async () => {
  const file = path.join(root, 'no-folder');
  writeFileSync(file, 'a file stands in its place');
  const files = openFolderFiles(file);
  await expect(files.put('listings/a/b.webp', Buffer.from('x'), 'image/webp')).rejects.toThrow(FilesUnavailable);
  await expect(files.remove('listings/a/b.webp')).rejects.toThrow(FilesUnavailable);
});

describe('keys that would leave the folder', () => {
  const store = path.join(root, 'guarded');
  const files = openFolderFiles(store);
  writeFileSync(path.join(root, 'secret.txt'), 'secret');

  test.each([
    '../secret.txt',
    'listings/../../secret.txt',
    'listings/%2e%2e/secret.txt',
    '/etc/passwd',
    'listings//x',
    'listings/.hidden',
    'listings\\..\\x',
    `listings/${'\0'}`,
    '',
  ])('finds nothing under %j and writes nothing there', async (key) => {
    expect(await files.get(key)).toBeUndefined();
    await expect(files.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('not a file key');
    await files.remove(key);
    expect(readdirSync(root)).toContain('secret.txt');
  });
});
