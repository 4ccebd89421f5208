import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { type Grey, greyOf, hintsFor, LOOKED_AT_SIDE } from '#web/listings/components/photos/photoHints.ts';

const PHOTO = readFileSync(new URL('../../../infrastructure/demo/photos/tombKnight-1.webp', import.meta.url));
const LARGE = { width: 2_000, height: 1_500 };

/** A photo of a miniature as pixels for analysis. */
const drawn = async (change: (photo: Sharp) => Sharp = (photo) => photo): Promise<Grey> => {
  const small = await sharp(PHOTO).resize({ width: LOOKED_AT_SIDE, height: LOOKED_AT_SIDE, fit: 'inside' }).toBuffer();
  const { data, info } = await change(sharp(small)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return greyOf({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) });
};

describe('a photo of a miniature before a dark cloth', () => {
  test('has no hint if it is sharp, bright and large enough', async () => {
    expect(hintsFor(LARGE, await drawn())).toEqual([]);
  });
  test('is called blurred if it is out of focus', async () => {
    expect(hintsFor(LARGE, await drawn((photo) => photo.blur(4)))).toEqual(['blurred']);
  });
  test('is called dark with too little light, and not blurred as well', async () => {
    expect(hintsFor(LARGE, await drawn((photo) => photo.linear(0.3, 0)))).toEqual(['dark']);
    expect(hintsFor(LARGE, await drawn((photo) => photo.linear(0.3, 0).blur(4)))).toEqual(['dark']);
  });
  test('is called small with fewer pixels than a page shows', async () => {
    const grey = await drawn();
    expect(hintsFor({ width: 671, height: 500 }, grey)).toEqual(['small']);
    expect(hintsFor({ width: 500, height: 672 }, grey)).toEqual([]);
  });
});

test('needs only one sharp miniature, whatever the background', () => {
  const [width, height] = [512, 384];
  const values = new Uint8ClampedArray(width * height).fill(90);
  for (let y = 130; y < 260; y++) for (let x = 180; x < 350; x++) values[y * width + x] = (x + y) % 2 === 0 ? 200 : 60;
  expect(hintsFor(LARGE, { width, height, values })).toEqual([]);
});

test.each([
  ['all white', 255, ['blurred']],
  ['all black', 0, ['dark']],
])('gets a hint when %s, and nothing breaks', (_, value, hints) => {
  expect(hintsFor(LARGE, { width: 40, height: 3, values: new Uint8ClampedArray(120).fill(value) })).toEqual(hints);
});

test('counts green as brighter than blue', () => {
  const data = new Uint8ClampedArray([0, 255, 0, 255, 0, 0, 255, 255]);
  const { values } = greyOf({ width: 2, height: 1, data });
  expect([...values]).toEqual([150, 29]);
});
