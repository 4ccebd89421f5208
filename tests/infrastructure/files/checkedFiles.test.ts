import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import type { AttachmentOf } from '#application/files/attachedFiles.ts';
import { digestNamed, nameFor, pairedName } from '#application/files/pictureNames.ts';
import { FileAltered, type Files } from '#application/ports/files.ts';
import { checkedFiles } from '#infrastructure/files/checkedFiles.ts';
import { openFolderFiles } from '#infrastructure/files/folderFiles.ts';

const ours = Buffer.from('the picture that was uploaded');
const other = Buffer.from('another picture');
const KEY = `listings/k1/${nameFor('original', ours, 'webp')}`;

const root = mkdtempSync(path.join(tmpdir(), 'reliquary-checked-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const UNKNOWN: AttachmentOf = async () => undefined;
const store = (bindingOf = UNKNOWN) => {
  const kept: Files = {
    ...openFolderFiles(mkdtempSync(path.join(root, 'store-'))),
    link: async (key) => `https://store.example/${key}`,
  };
  const reported: FileAltered[] = [];
  return { kept, reported, files: checkedFiles(kept, bindingOf, (altered) => reported.push(altered)) };
};

test('serves a file that matches its name, never by a direct link', async () => {
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
])('refuses and reports %s in its place', async (_, content) => {
  const { kept, files, reported } = store();
  await kept.put(KEY, content, 'image/webp');
  await expect(files.get(KEY)).rejects.toBeInstanceOf(FileAltered);
  expect(reported.map(({ key }) => key)).toEqual([KEY]);
});

test('serves older files without a hash in their name', async () => {
  const { kept, files } = store();
  for (const key of ['listings/k1/original.webp', 'evidence/s/0123456789abcdef0123456789abcdef.webp']) {
    await kept.put(key, other, 'image/webp');
    expect(await buffer((await files.get(key))!.content)).toEqual(other);
    expect(await files.link(key)).toBe(`https://store.example/${key}`);
  }
});

test('distinguishes the two files of a piece of evidence', () => {
  const name = pairedName('0'.repeat(32), { original: ours, thumbnail: other });
  expect(digestNamed(`evidence/s/${name}.webp`)).toBe(digestNamed(nameFor('original', ours, 'webp')));
  expect(digestNamed(`evidence/s/${name}-small.webp`)).toBe(digestNamed(nameFor('original', other, 'webp')));
});

describe('with a known history', () => {
  const OLDER = 'listings/k1/original.webp';
  const hex = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  const bound = (sha256: string | undefined, revision: number | undefined = 3): AttachmentOf => {
    return async () => ({ stream: 'listing-1', revision, sha256 });
  };
  const givenTo = async (bindingOf: AttachmentOf, key: string, content: Buffer) => {
    const { kept, files, reported } = store(bindingOf);
    await kept.put(key, content, 'image/webp');
    const link = await files.link(key);
    try {
      return { given: await buffer((await files.get(key))!.content), link, reported };
    } catch (error) {
      if (!(error instanceof FileAltered)) throw error;
      return { refused: error.attached, link, reported: reported.map(({ attached }) => attached) };
    }
  };

  test.each([
    ['whatever its name says', KEY],
    ['though its name says nothing', OLDER],
  ])('checks a file against its event, %s', async (_, key) => {
    expect(await givenTo(bound(hex(ours)), key, ours)).toEqual({ given: ours, link: undefined, reported: [] });
    const attached = { stream: 'listing-1', revision: 3 };
    expect(await givenTo(bound(hex(other)), key, ours)).toEqual({
      refused: attached,
      link: undefined,
      reported: [attached],
    });
  });

  test.each([KEY, OLDER])('refuses a file that no event attaches: %s', async (key) => {
    const nowhere = { stream: 'listing-1', revision: undefined };
    const unbound: AttachmentOf = async () => ({ ...nowhere, sha256: undefined });
    expect(await givenTo(unbound, key, ours)).toEqual({ refused: nowhere, link: undefined, reported: [nowhere] });
  });

  test('falls back to the name for an event without a digest', async () => {
    expect(await givenTo(bound(undefined), KEY, other)).toMatchObject({ refused: { revision: 3 } });
    const link = `https://store.example/${OLDER}`;
    expect(await givenTo(bound(undefined), OLDER, other)).toEqual({ given: other, link, reported: [] });
  });
});
