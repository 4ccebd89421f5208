import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { digestNamed, nameFor, pairedName } from '#application/pictureNames.ts';
import { FileAltered, type Files } from '#application/ports/files.ts';
import { checkedFiles } from '#infrastructure/files/checkedFiles.ts';
import { openFolderFiles } from '#infrastructure/files/folderFiles.ts';

const ours = Buffer.from('the picture that was uploaded');
const other = Buffer.from('another picture');
const KEY = `listings/k1/${nameFor('original', ours, 'webp')}`;

const root = mkdtempSync(path.join(tmpdir(), 'reliquary-checked-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const store = () => {
  const kept: Files = {
    ...openFolderFiles(mkdtempSync(path.join(root, 'store-'))),
    link: async (key) => `https://store.example/${key}`,
  };
  const reported: FileAltered[] = [];
  return { kept, reported, files: checkedFiles(kept, (altered) => reported.push(altered)) };
};

test('a file is given while it is what its name says, and not by a link past us', async () => {
  const { files, reported } = store();
  await files.put(KEY, ours, 'image/webp');
  const file = await files.get(KEY);
  expect(await buffer(file!.content)).toEqual(ours);
  expect(await files.link(KEY)).toBeUndefined();
  expect(reported).toEqual([]);
});

test.each([
  ['another one', other],
  ['one of the same length', Buffer.alloc(ours.length)],
  ['an empty one', Buffer.alloc(0)],
  ['a huge one', Buffer.alloc(33 * 1024 * 1024)],
])('%s in its place is not given, and is reported', async (_, content) => {
  const { kept, files, reported } = store();
  await kept.put(KEY, content, 'image/webp');
  await expect(files.get(KEY)).rejects.toBeInstanceOf(FileAltered);
  expect(reported.map(({ key }) => key)).toEqual([KEY]);
});

test('what was kept before names said so is given as it is', async () => {
  const { kept, files } = store();
  for (const key of ['listings/k1/original.webp', 'evidence/s/0123456789abcdef0123456789abcdef.webp']) {
    await kept.put(key, other, 'image/webp');
    expect(await buffer((await files.get(key))!.content)).toEqual(other);
    expect(await files.link(key)).toBe(`https://store.example/${key}`);
  }
});

test('the two files of a piece of evidence are told apart', () => {
  const name = pairedName('0'.repeat(32), { original: ours, thumbnail: other });
  expect(digestNamed(`evidence/s/${name}.webp`)).toBe(digestNamed(nameFor('original', ours, 'webp')));
  expect(digestNamed(`evidence/s/${name}-small.webp`)).toBe(digestNamed(nameFor('original', other, 'webp')));
});
