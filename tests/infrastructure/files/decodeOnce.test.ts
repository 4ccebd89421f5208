import type realSharp from 'sharp';
import type { SharpOptions } from 'sharp';
import { beforeEach, expect, test, vi } from 'vitest';
import { decodePicture } from '#infrastructure/files/pictures/decode.ts';

const opened = vi.hoisted((): { content: unknown; options: SharpOptions | undefined; reads: string[] }[] => []);

/** The real sharp, with a record of opened and read pictures. */
vi.mock('sharp', async (original) => {
  const { default: sharp } = await original<{ default: typeof realSharp }>();
  const noting = (content: Buffer, options?: SharpOptions) => {
    const pipeline = sharp(content, options);
    const reads: string[] = [];
    opened.push({ content, options, reads });
    for (const name of ['metadata', 'toBuffer'] as const) {
      const read = pipeline[name].bind(pipeline) as (...given: unknown[]) => unknown;
      Object.assign(pipeline, { [name]: (...given: unknown[]) => reads.push(name) && read(...given) });
    }
    return pipeline;
  };
  return { default: Object.assign(noting, sharp) };
});

beforeEach(() => void opened.splice(0));

test.each(['jpeg', 'png', 'webp'] as const)(
  'decodes a %s once for both sizes, and shrinks it while reading',
  async (format) => {
    const { default: sharp } = await vi.importActual<{ default: typeof realSharp }>('sharp');
    const create = { width: 4_000, height: 3_000, channels: 3, background: '#705030' } as const;
    const content = await sharp({ create }).toFormat(format).toBuffer();
    expect((await decodePicture(content)).ok).toBe(true);
    const [ofFile, ofPixels] = [
      opened.filter((each) => each.content === content),
      opened.filter((each) => each.content !== content),
    ];
    expect(ofFile.map(({ reads }) => reads)).toEqual([['metadata'], ['toBuffer']]);
    expect(ofPixels.map(({ options }) => options?.raw)).toEqual([
      { width: 2_000, height: 1_500, channels: 3 },
      { width: 2_000, height: 1_500, channels: 3 },
    ]);
  },
);
