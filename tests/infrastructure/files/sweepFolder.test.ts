import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openFolderFiles, sweepFolder } from '#infrastructure/files/folderFiles.ts';
import { silentLog } from '#tests/support/silentLog.ts';

test('removes leftovers of killed processes after an hour, and nothing else', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reliquary-swept-'));
  const files = openFolderFiles(folder);
  await files.put('listings/k1/photo.webp', Buffer.from('pixels'), 'image/webp');
  const leave = (name: string, ageMinutes: number): string => {
    const file = path.join(folder, name);
    writeFileSync(file, 'half');
    const at = Date.now() / 1000 - ageMinutes * 60;
    utimesSync(file, at, at);
    return file;
  };
  const old = [
    leave('contents/listings/k1/other.webp.1234.part', 70),
    leave('contents/listings/k1/undescribed.webp', 70),
    leave('descriptions/listings/k1/other.webp.json.1234.part', 70),
  ];
  const fresh = [leave('contents/listings/k1/next.webp.5678.part', 5), leave('contents/listings/k1/next.webp', 5)];
  const all = readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name)));
  for (const file of all.filter((each) => statSync(each).isFile() && !fresh.includes(each))) utimesSync(file, 1, 1);

  expect(await sweepFolder(folder, silentLog())).toBe(3);
  expect(old.filter(existsSync)).toEqual([]);
  expect(fresh.filter((file) => !existsSync(file))).toEqual([]);
  const kept = await files.get('listings/k1/photo.webp');
  expect(await text(kept!.content)).toBe('pixels');
  rmSync(folder, { recursive: true, force: true });
  expect(await sweepFolder(folder, silentLog())).toBe(0);
});
