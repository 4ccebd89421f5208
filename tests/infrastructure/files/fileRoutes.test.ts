import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileRoutes } from '#infrastructure/files/fileRoutes.ts';
import { openFolderFiles } from '#infrastructure/files/folderFiles.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reliquary-served-'));
const files = openFolderFiles(folder);
let server: ReturnType<ReturnType<typeof express>['listen']>;
let url: string;

beforeAll(async () => {
  await files.put('listings/k1/photo.webp', Buffer.from('pixels'), 'image/webp');
  await files.put('evidence/k1/photo.webp', Buffer.from('private'), 'image/webp');
  const app = express().use(fileRoutes(files));
  await new Promise<void>((resolve) => {
    server = app.listen(0, '127.0.0.1', () => resolve());
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a photo is served with its type, to be kept for a year and not to be guessed at', async () => {
  const response = await fetch(`${url}/files/listings/k1/photo.webp`);
  expect(await response.text()).toBe('pixels');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '6',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
});

test('a browser that has it already is told so', async () => {
  const first = await fetch(`${url}/files/listings/k1/photo.webp`);
  await first.text();
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(`${url}/files/listings/k1/photo.webp`, {
    headers: { 'if-none-match': `W/"other", ${etag}` },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('HEAD answers without a body', async () => {
  const response = await fetch(`${url}/files/listings/k1/photo.webp`, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '6', '']);
});

test.each([
  '/files/evidence/k1/photo.webp',
  '/files/listings/k1/none.webp',
  '/files/listings/..%2F..%2Fevidence/k1/photo.webp',
  '/files/listings%2Fk1%2Fphoto.webp/x',
  '/files/',
])('%s is not there: only photos of listings are public', async (target) => {
  expect((await fetch(url + target)).status).toBe(404);
});
