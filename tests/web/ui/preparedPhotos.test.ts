// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { drawsPhotos, phonePhoto } from '#tests/support/drawnPhotos.ts';
import { needPreparation, preparedPhotos } from '#web/ui/preparedPhotos.ts';

const of = (...bytes: number[]) => new File([new Uint8Array(bytes)], 'photo', { type: '' });
const text = (words: string) => [...words].map((letter) => letter.charCodeAt(0));

test.each([
  ['image/jpeg', of(0xff, 0xd8, 0xff, 0xe1)],
  ['image/png', of(0x89, ...text('PNG\r\n'))],
  ['image/webp', of(...text('RIFF'), 1, 2, 3, 4, ...text('WEBP'))],
  ['', of(...text('GIF89a'))],
  ['', of()],
])('reads the type %j from the content where the browser names none', async (type, file) => {
  expect(needPreparation([file])).toBe(true);
  const [photo] = await preparedPhotos([file]);
  expect(photo?.type).toBe(type);
});

test('keeps the type that the browser names', async () => {
  const named = new File([new Uint8Array([0xff, 0xd8, 0xff])], 'a.gif', { type: 'image/gif' });
  expect(needPreparation([named])).toBe(false);
  expect(await preparedPhotos([named])).toEqual([named]);
});

test('draws a large photo smaller until it is small enough', async () => {
  const drawings = drawsPhotos(400, 300, 90);
  const [photo] = await preparedPhotos([phonePhoto('phone.png', 'image/png')], 100);
  expect(photo).toMatchObject({ name: 'phone.jpg', type: 'image/jpeg', size: 90 });
  expect(drawings.mock.calls.map((drawing) => drawing.slice(1))).toEqual(Array(3).fill([0, 0, 2_560, 1_707]));
});

test('leaves a photo that the browser cannot read as it is', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('unreadable')));
  const file = phonePhoto();
  expect(await preparedPhotos([file])).toEqual([file]);
  vi.unstubAllGlobals();
});
