import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { toBankDocument } from '#infrastructure/files/pictures/bankDocument.ts';

const photo = async (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background } })
    .webp()
    .toBuffer();

describe('the document of a place', () => {
  test('is a JPEG of one photo, at most 1,600 pixels long', async () => {
    const { content, type } = await toBankDocument([{ name: 'sold-1', content: await photo(2_000, 1_000, '#a33') }]);
    expect(type).toBe('image/jpeg');
    expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 1_600, height: 800 });
  });

  test('is a PDF of several photos: one page each, with the name of the photo', async () => {
    const pages = [
      { name: 'sold-1', content: await photo(300, 200, '#a33') },
      { name: 'buyer-12', content: await photo(200, 400, '#33a') },
    ];
    const { content, type } = await toBankDocument(pages);
    const text = content.toString('latin1');
    expect(type).toBe('application/pdf');
    expect(text.startsWith('%PDF-1.4')).toBe(true);
    expect(text).toContain('/Count 2');
    for (const { name } of pages) expect(text).toContain(`(${name}) Tj`);
    // every row of the table points at its object
    const [, table = ''] = /xref\n0 \d+\n([\s\S]*?)trailer/.exec(text) ?? [];
    const starts = table
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => Number(row.slice(0, 10)));
    for (const [place, start] of starts.entries()) expect(text.slice(start)).toMatch(new RegExp(`^${place + 1} 0 obj`));
    const [, end] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
    expect(text.slice(Number(end))).toMatch(/^xref/);
    // the JPEG data is in it, unchanged
    const streams = [...text.matchAll(/\/DCTDecode \/Length (\d+) >>\nstream\n/g)].map((found) => {
      const from = found.index + found[0].length;
      return content.subarray(from, from + Number(found[1]));
    });
    expect(await Promise.all(streams.map(async (jpeg) => (await sharp(jpeg).metadata()).height))).toEqual([200, 400]);
  });

  test('is the same for the same photos, so that a repeated upload is recognised', async () => {
    const pages = [1, 2].map(async (number) => ({ name: `sold-${number}`, content: await photo(90, 60, '#363') }));
    const [first, second] = [
      await toBankDocument(await Promise.all(pages)),
      await toBankDocument(await Promise.all(pages)),
    ];
    expect(first.content.equals(second.content)).toBe(true);
  });

  test('shows what is transparent as white', async () => {
    const { content } = await toBankDocument([{ name: 'sold-1', content: await photo(10, 10, 'rgba(0,0,0,0)') }]);
    const { data } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)].every((value) => value > 250)).toBe(true);
  });

  const textsIn = (content: Buffer): string[] =>
    [...content.toString('latin1').matchAll(/\(((?:\\.|[^\\()])*)\) Tj/g)].map(([, text = '']) =>
      text.replace(/\\(.)/g, '$1').replaceAll('\x80', '€'),
    );
  const receipt = (rows: [string, string][]) => ({ title: 'Receipt', rows });

  test('of text shows a label and a text for each row, in the encoding of its font', async () => {
    const { content, type } = await toBankDocument([
      receipt([
        ['Price', '€80.00 (paid)'],
        ['Sent to', 'Łukasz Žižka, Straße \\ 1, 東京'],
      ]),
    ]);
    expect(type).toBe('application/pdf');
    expect(content.toString('latin1')).toContain('/WinAnsiEncoding');
    expect(textsIn(content)).toEqual([
      'Receipt',
      'Price',
      '€80.00 (paid)',
      'Sent to',
      'Lukasz \x8ei\x9eka, Straße \\ 1, ??',
    ]);
  });

  test('of text breaks long texts between words, and goes on on another page', async () => {
    const words = Array.from({ length: 400 }, (_, number) => `word${number}`);
    const { content } = await toBankDocument([receipt([['Item', `${'W'.repeat(90)} ${words.join(' ')}`]])]);
    const [, , ...lines] = textsIn(content);
    expect(lines.join(' ')).toContain(words.slice(0, 3).join(' '));
    expect(lines.join('').replaceAll(' ', '')).toBe('W'.repeat(90) + words.join(''));
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(75);
    expect(content.toString('latin1')).toContain('/Count 2');
  });

  test('has the photos of its place after the text, and is the same for the same pages', async () => {
    const pages = [receipt([['Price', '€1']]), { name: 'sold-1', content: await photo(90, 60, '#363') }];
    const { content, type } = await toBankDocument(pages);
    expect(type).toBe('application/pdf');
    expect(textsIn(content).at(-1)).toBe('sold-1');
    expect(content.toString('latin1')).toContain('/Count 2');
    expect(content.equals((await toBankDocument(pages)).content)).toBe(true);
  });
});
