import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileRoutes } from '#infrastructure/files/fileRoutes.ts';
import { openFolderFiles } from '#infrastructure/files/folderFiles.ts';
import { openSignedPaths } from '#infrastructure/http/signedPaths.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reliquary-served-'));
const files = openFolderFiles(folder);
const { sign, isSigned } = openSignedPaths('a secret');
const TAKEN = '/files/listings/taken/photo.webp';
let server: ReturnType<ReturnType<typeof express>['listen']>;
let url: string;

beforeAll(async () => {
  await files.put('listings/k1/photo.webp', Buffer.from('pixels'), 'image/webp');
  await files.put('evidence/k1/photo.webp', Buffer.from('private'), 'image/webp');
  await files.put('listings/taken/photo.webp', Buffer.from('a recast'), 'image/webp');
  const isRemoved = async (s3Key: string) => s3Key === 'taken';
  const app = express().use(fileRoutes(files, { isRemoved, isSigned }));
  await new Promise<void>((resolve) => {
    server = app.listen(0, '127.0.0.1', () => resolve());
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('serves a photo with its type, cacheable for a year and without sniffing', async () => {
  const response = await fetch(`${url}/files/listings/k1/photo.webp`);
  expect(await response.text()).toBe('pixels');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '6',
    'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
    'x-content-type-options': 'nosniff',
  });
});

test('answers 304 to a browser that already has it', async () => {
  const first = await fetch(`${url}/files/listings/k1/photo.webp`);
  await first.text();
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(`${url}/files/listings/k1/photo.webp`, {
    headers: { 'if-none-match': `W/"other", ${etag}` },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('answers HEAD without a body', async () => {
  const response = await fetch(`${url}/files/listings/k1/photo.webp`, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '6', '']);
});

test.each([
  '/files/evidence/k1/photo.webp',
  '/files/listings/k1/none.webp',
  '/files/listings/..%2F..%2Fevidence/k1/photo.webp',
  '/files/listings%2Fk1%2Fphoto.webp/x',
  '/files/',
])('hides %s: only photos of listings are public', async (target) => {
  expect((await fetch(url + target)).status).toBe(404);
});

test('hides photos of a removed listing, even from holders of their ETag', async () => {
  for (const method of ['GET', 'HEAD']) expect((await fetch(url + TAKEN, { method })).status).toBe(404);
  const { headers } = await fetch(url + sign(TAKEN));
  const tagged = await fetch(url + TAKEN, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect(tagged.status).toBe(404);
});

test('serves them by their signed link only, privately and for minutes', async () => {
  const opened = await fetch(url + sign(TAKEN));
  expect([opened.status, await opened.text(), opened.headers.get('cache-control')]).toEqual([
    200,
    'a recast',
    'private, max-age=300',
  ]);
  const other = sign('/files/listings/k1/photo.webp').split('?')[1];
  const twice = sign(TAKEN).replace('?', '?expires=1&');
  for (const link of [`${TAKEN}?${other}`, twice]) expect((await fetch(url + link)).status).toBe(404);
});
