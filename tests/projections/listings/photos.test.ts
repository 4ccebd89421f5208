import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DomainEvent } from '#domain/events.ts';
import { isOfRemoved, listingAttaching, photos } from '#projections/listings/photos.ts';
import { listings } from '#projections/listings/projection.ts';
import { removedAmong } from '#projections/listings/queries.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { NOW, published } from '../given.ts';
import { contentsOf, fill } from '../harness.ts';
import { interleave } from '../transactions/transactionRows.ts';

const database = useDatabase();
const image = (s3Key: string) => ({ original: 'o.webp', thumbnail: 't.webp', s3Key, width: 1, height: 1 });
const changed = (...keys: string[]): DomainEvent => ({
  type: 'ListingPhotosChanged',
  data: { at: NOW, sellerId: 'seller', images: keys.map(image), files: keys.map(() => null), takenAt: null },
});
const STREAMS = {
  'listing-one': [published({ images: [image('a'), image('b')] }), changed('b', 'c')],
  'listing-two': [published({ images: [image('d')] }), changed('e', 'f')],
};

describe('the listing of a photo', () => {
  test('is known for every attached photo, also after the listing shows others', async () => {
    await fill(database.knex, [photos], interleave(STREAMS));
    const known = await Promise.all([...'abcdefg'].map((key) => listingAttaching(database.knex, key)));
    expect(known).toEqual(['one', 'one', 'one', 'two', 'two', 'two', undefined]);
  });

  test('is the same in any batching', async () => {
    const whole = async (sizes?: number[]) => {
      await fill(database.knex, [photos], interleave(STREAMS), sizes);
      return contentsOf(database.knex, photos);
    };
    const expected = await whole();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }), async (sizes) => {
        expect(await whole(sizes)).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });
});

test('marks photos of a removed listing, earlier ones included, until it is restored', async () => {
  const removed: DomainEvent = {
    type: 'ListingRemoved',
    data: { at: NOW, sellerId: 'seller', removedBy: 'staff', reason: 'A recast' },
  };
  const restored: DomainEvent = { type: 'ListingRestored', data: { at: NOW, to: 'active' } };
  const removedOf = async (...after: DomainEvent[]) => {
    const streams = { ...STREAMS, 'listing-one': [...STREAMS['listing-one'], ...after] };
    await fill(database.knex, [photos, listings], interleave(streams));
    const ofRemoved = await Promise.all([...'abcdg'].map((key) => isOfRemoved(database.knex, key)));
    return { ofRemoved, listings: [...(await removedAmong(database.knex, ['one', 'two']))] };
  };
  const NONE = { ofRemoved: [false, false, false, false, false], listings: [] };
  expect(await removedOf()).toEqual(NONE);
  expect(await removedOf(removed)).toEqual({ ofRemoved: [true, true, true, false, false], listings: ['one'] });
  expect(await removedOf(removed, restored)).toEqual(NONE);
});
