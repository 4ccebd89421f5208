import { describe, expect, test } from 'vitest';
import { openAttachments } from '#application/files/attachedFiles.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';

const digest = (of: string) => of.repeat(64);
const image = (s3Key: string) => ({ original: 'o.webp', thumbnail: 't.webp', s3Key });
const file = (of: string) => ({ sha256Stored: digest(of), sha256Thumbnail: digest(`${Number(of) + 1}`) });
const event = (revision: number, type: string, data: object) => ({ revision, type, data }) as unknown as Recorded;

/** Listing `one`, whose photos changed once: `kept` stays, `old` goes, `new` comes. */
const HISTORY = [
  event(0, 'ListingPublished', { images: [image('old'), image('kept')], files: [file('1'), file('3')] }),
  event(1, 'ListingPhotosChanged', { images: [image('kept'), image('new')], files: [file('3'), file('5')] }),
];
const bindings = (rows: Record<string, string>) => {
  const reads: string[] = [];
  const show = async (id: string) => {
    reads.push(id);
    return { history: id === 'one' ? HISTORY : [] };
  };
  const shown = { show } as never;
  const repository = { transactions: shown, conversations: shown, listings: shown };
  const asked: string[] = [];
  const listingOf = async (s3Key: string) => {
    asked.push(s3Key);
    return rows[s3Key];
  };
  return { reads, asked, of: openAttachments({ repository, listingOf }) };
};

describe('the event of a listing photo', () => {
  test('is found by the photo’s address, for both sizes and removed photos', async () => {
    const { of } = bindings({ old: 'one', kept: 'one', new: 'one' });
    const stream = 'listing-one';
    expect(await of('listings/old/o.webp')).toEqual({ stream, revision: 0, sha256: digest('1') });
    expect(await of('listings/kept/t.webp')).toEqual({ stream, revision: 0, sha256: digest('4') });
    expect(await of('listings/new/o.webp')).toEqual({ stream, revision: 1, sha256: digest('5') });
  });

  test('is read once for all photos of a listing; unknown photos are looked up each time', async () => {
    const { of, reads, asked } = bindings({ old: 'one', kept: 'one', new: 'one' });
    for (const key of ['old', 'kept', 'new', 'old']) await of(`listings/${key}/o.webp`);
    expect([reads, asked]).toEqual([['one'], ['old']]);
    for (const time of [2, 3]) {
      expect(await of('listings/kept/other.webp')).toMatchObject({ revision: undefined });
      expect(reads).toHaveLength(time);
    }
  });

  test('is undefined if the row names another listing or none', async () => {
    const { of } = bindings({ old: 'two' });
    const nothing = { revision: undefined, sha256: undefined };
    expect(await of('listings/old/o.webp')).toEqual({ stream: 'listing-two', ...nothing });
    expect(await of('listings/kept/o.webp')).toEqual({ stream: undefined, ...nothing });
  });

  test('is read from the stream that the caller names', async () => {
    const { of, asked } = bindings({});
    expect(await of('listings/new/o.webp', 'listing-one')).toMatchObject({ revision: 1 });
    expect(asked).toEqual([]);
  });
});
