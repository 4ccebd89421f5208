import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Files } from '#application/ports/files.ts';
import { openFolderFiles } from '#infrastructure/files/folderFiles.ts';

const root = mkdtempSync(path.join(tmpdir(), 'reliquary-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const contentOf = async (files: Files, key: string): Promise<string | undefined> => {
  const file = await files.get(key);
  return file && (await buffer(file.content)).toString();
};

describe.each([['folder', () => openFolderFiles(path.join(root, 'store'))]])('files in a %s', (_name, open) => {
  let files: Files;
  beforeAll(() => {
    files = open();
  });

  test('come back as they were put, with their type, size and tag', async () => {
    await files.put('listings/abc/cover.webp', Buffer.from('pixels'), 'image/webp');
    expect(await files.get('listings/abc/cover.webp')).toMatchObject({ contentType: 'image/webp', size: 6 });
    expect(await contentOf(files, 'listings/abc/cover.webp')).toBe('pixels');
  });

  test('have a tag that changes with the content only', async () => {
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

  test('that were never put are not there', async () => {
    expect(await files.get('listings/none/x.webp')).toBeUndefined();
    expect(await files.get('listings')).toBeUndefined();
  });

  test('can be put by many at once without ever being seen half-written', async () => {
    const versions = Array.from({ length: 8 }, (_, version) => String(version).repeat(200_000));
    await Promise.all(
      versions.map((version) => files.put('listings/abc/busy.webp', Buffer.from(version), 'image/webp')),
    );
    expect(versions).toContain(await contentOf(files, 'listings/abc/busy.webp'));
  });
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
  ])('%j finds nothing and is not written', async (key) => {
    expect(await files.get(key)).toBeUndefined();
    await expect(files.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('not a file key');
    await files.remove(key);
    expect(readdirSync(root)).toContain('secret.txt');
  });
});
