import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { decodePicture } from '#infrastructure/files/pictures/decode.ts';
import { openPictures } from '#infrastructure/files/pictures/pictures.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const INVALID = 'invalidFileType';
const TOO_LARGE = 'fileTooLarge';
const TOO_MANY = 'tooManyPixels';

const pictures = openPictures({ log: silentLog() });
afterAll(pictures.close);

const picture = (width = 80, height = 60) =>
  sharp({ create: { width, height, channels: 3, background: { r: 120, g: 90, b: 30 } } });

const processed = async (content: Buffer) => {
  const result = await decodePicture(content);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

const refusal = async (content: Buffer) => {
  const result = await decodePicture(content);
  return result.ok ? 'accepted' : result.error.code;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

type Claim = { width: number; height: number; bits: number; colour: number };

/** A PNG whose header claims this size. `rows`: the unpacked data. */
const claiming = ({ width, height, bits, colour }: Claim, rows = Buffer.alloc(100)): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colour, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk('IDAT', deflateSync(rows));
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))]);
};

/** A few kilobytes that unpack to 30,000 × 30,000 one-bit pixels. */
const bomb = (): Buffer =>
  claiming({ width: 30_000, height: 30_000, bits: 1, colour: 0 }, Buffer.alloc(30_000 * (1 + 30_000 / 8)));

describe('a photo of a listing', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'may be a %s and is stored as WebP in two sizes [D1-317]',
    async (format) => {
      const { original, thumbnail, width, height } = await processed(
        await picture(2600, 1300).toFormat(format).toBuffer(),
      );
      expect([width, height]).toEqual([2000, 1000]);
      expect(await sharp(original).metadata()).toMatchObject({ format: 'webp', width: 2000, height: 1000 });
      expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 640, height: 320 });
    },
  );

  test('is never enlarged', async () => {
    const { thumbnail, width } = await processed(await picture(100, 50).png().toBuffer());
    expect(width).toBe(100);
    expect((await sharp(thumbnail).metadata()).width).toBe(100);
  });

  test('loses EXIF, location and colour profile, and keeps its orientation [D1-317]', async () => {
    const tagged = await picture(80, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 5/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .toBuffer();
    const before = await sharp(tagged).metadata();
    expect([before.exif !== undefined, before.icc !== undefined, before.orientation]).toEqual([true, true, 6]);
    const { original, thumbnail, width, height } = await processed(tagged);
    expect([width, height]).toEqual([40, 80]);
    for (const image of [original, thumbnail]) {
      const { exif, icc, xmp, orientation } = await sharp(image).metadata();
      expect({ exif, icc, xmp, orientation }).toEqual({
        exif: undefined,
        icc: undefined,
        xmp: undefined,
        orientation: undefined,
      });
    }
  });

  test('keeps no data besides its pixels', async () => {
    const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
    const jpeg = await picture().jpeg().toBuffer();
    const comment = Buffer.from([0xff, 0xfe, 0, EICAR.length + 2]);
    const png = await picture().png().toBuffer();
    const ends = png.indexOf('IEND') - 4;
    for (const carrier of [
      Buffer.concat([jpeg.subarray(0, 2), comment, Buffer.from(EICAR), jpeg.subarray(2), Buffer.from(EICAR)]),
      Buffer.concat([png.subarray(0, ends), chunk('tEXt', Buffer.from(`Comment\0${EICAR}`)), png.subarray(ends)]),
    ]) {
      expect(carrier.includes(EICAR)).toBe(true);
      const { original, thumbnail } = await processed(carrier);
      for (const kept of [original, thumbnail]) expect(kept.includes('EICAR')).toBe(false);
    }
  });

  test.each([
    ['a renamed text file', Buffer.from('this is not a picture')],
    ['nothing', Buffer.alloc(0)],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    ],
    ['a page', readFileSync(new URL(import.meta.url))],
  ])('may not be %s, whatever its name says [D1-314] [D1-317]', async (_name, content) => {
    expect(await refusal(content)).toBe(INVALID);
  });

  test.each(['gif', 'tiff', 'avif'] as const)('may not be a %s [D1-314]', async (format) => {
    expect(await refusal(await picture().toFormat(format).toBuffer())).toBe(INVALID);
  });

  test('may not be truncated', async () => {
    const whole = await picture(600, 600).jpeg().toBuffer();
    expect(await refusal(whole.subarray(0, whole.length / 2))).toBe(INVALID);
  });

  test('may have 5,242,880 bytes and not one more [D1-315]', async () => {
    const small = await picture().jpeg().toBuffer();
    // data after a JPEG's end marker is not read
    const padded = (size: number) => Buffer.concat([small, Buffer.alloc(size - small.length)]);
    expect((await pictures.photo(padded(5_242_880))).ok).toBe(true);
    for (const size of [5_242_881, 6 * 1024 * 1024])
      expect(await pictures.photo(padded(size))).toEqual({ ok: false, error: { code: TOO_LARGE } });
  });

  test('of 30,000 × 30,000 pixels is refused by its header, without decoding [D1-317]', async () => {
    const content = bomb();
    expect(content.length).toBeLessThan(5_242_880);
    const began = performance.now();
    expect(await refusal(content)).toBe(TOO_MANY);
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  test('in a message may have 2,097,152 bytes', async () => {
    const small = await picture().jpeg().toBuffer();
    const padded = (size: number) => Buffer.concat([small, Buffer.alloc(size - small.length)]);
    expect((await pictures.messageImage(padded(2_097_152))).ok).toBe(true);
    expect(await pictures.messageImage(padded(2_097_153))).toEqual({ ok: false, error: { code: TOO_LARGE } });
  });

  test('has no side above 12,000 pixels and at most 150 MB of pixels', async () => {
    const strip = (width: number) => picture(width, 7).png().toBuffer();
    expect(await refusal(await strip(12_001))).toBe(TOO_MANY);
    expect(await refusal(await strip(12_000))).toBe('accepted');
    expect(await refusal(claiming({ width: 6_000, height: 6_000, bits: 16, colour: 2 }))).toBe(TOO_MANY);
    expect(await refusal(claiming({ width: 6_000, height: 6_000, bits: 8, colour: 2 }))).toBe(INVALID);
  });
});
