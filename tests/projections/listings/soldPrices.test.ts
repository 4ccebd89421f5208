import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { soldPrices } from '#application/contract/soldPrices.ts';
import type { DomainEvent } from '#domain/events.ts';
import { DAY } from '#domain/shared/instants.ts';
import { soldLike, soldPrices as soldPriceModel } from '#projections/listings/soldPrices.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { NOW, published } from '../given.ts';
import { contentsOf, fill } from '../harness.ts';
import { interleave, openTransaction } from '../transactions/transactionRows.ts';

const database = useDatabase();
const id = (n: number) => String(n).padStart(32, '0');
const MARINES = { franchise: 'warhammer40k', mainFaction: 'Space Marines', paintQuality: 'High Tabletop' };
const ORKS = { ...MARINES, mainFaction: 'Orks', subfaction: '' };
const ASKED = { franchise: 'warhammer40k', faction: 'Space Marines', paintQuality: 'High Tabletop' } as const;

type End = 'completed' | 'delivered' | 'refunded' | 'settled' | 'paid';
type One = { price: number; of?: object; end?: End; at?: number };

/** One listing with its transaction each. */
const streamsOf = (sold: readonly One[]): Record<string, DomainEvent[]> =>
  Object.fromEntries(
    sold.flatMap(({ price, of = {}, end = 'delivered', at = NOW }, n) => {
      const story = openTransaction({ id: id(n + 1), listingId: id(n + 1), amount: price, at })[end]();
      const offer = published({ ...MARINES, price, at, ...of } as Parameters<typeof published>[0]);
      return [
        [`listing-${id(n + 1)}`, [offer]],
        [`transaction-${id(n + 1)}`, story.events],
      ];
    }),
  );
const given = (sold: readonly One[], sizes?: number[]) =>
  fill(database.knex, [soldPriceModel], interleave(streamsOf(sold)), sizes);
const like = async (asked: Parameters<typeof soldLike>[1] = ASKED, now = NOW + 30 * DAY) =>
  soldPrices.shape.sold.parse(await soldLike(database.knex, asked, now));

const FIVE = [1_800, 2_200, 2_500, 3_500, 4_200].map((price) => ({ price }));

describe('sold prices', () => {
  test('are the number and range of five or more sales', async () => {
    await given(FIVE);
    expect(await like()).toEqual({ by: 'paintQuality', count: 5, least: 18, most: 42, lower: 22, upper: 35 });
    await given(FIVE.slice(1));
    expect(await like()).toBeNull();
  });

  test('name the wider group if the narrower one has fewer than five', async () => {
    const other = { ...MARINES, paintQuality: 'Not Painted' };
    await given([...FIVE.slice(1), { price: 900, of: other }, { price: 9_000, of: ORKS }]);
    expect(await like()).toMatchObject({ by: 'faction', count: 5, least: 9, most: 42 });
    expect(await like({ ...ASKED, faction: 'Orks' })).toMatchObject({ by: 'franchise', count: 6, most: 90 });
    expect(await like({ franchise: 'Warhammer 40,000' })).toMatchObject({ by: 'franchise', count: 6 });
    expect(await like({ ...ASKED, franchise: 'dnd' })).toBeNull();
  });

  test.each(['refunded', 'settled', 'paid'] as const)('exclude a sale that is %s', async (end) => {
    await given([...FIVE.slice(1), { price: 100, end }]);
    expect(await like()).toBeNull();
    await given([...FIVE, { price: 100, end }]);
    expect(await like()).toMatchObject({ count: 5, least: 18 });
  });

  test('count for a year from the release, by the caller’s clock', async () => {
    await given(FIVE.map((one) => ({ ...one, end: 'completed' as const })));
    const released = openTransaction()
      .completed()
      .events.find(({ type }) => type === 'EscrowReleased')!.data.at;
    const midnight = Math.floor(released / DAY) * DAY;
    expect(await like(ASKED, midnight - 1)).toBeNull();
    expect(await like(ASKED, midnight)).toMatchObject({ count: 5 });
    expect(await like(ASKED, midnight + 365 * DAY - 1)).toMatchObject({ count: 5 });
    expect(await like(ASKED, midnight + 365 * DAY)).toBeNull();
  });

  test('use the listing details from before the sale', async () => {
    const streams = streamsOf(FIVE);
    for (const key of Object.keys(streams).filter((name) => name.startsWith('listing-'))) {
      const [offer] = streams[key] as [ReturnType<typeof published>];
      const { title, description, price } = offer.data;
      const now = { at: NOW - 1, title, description, price, condition: 'Built', ...ORKS, sellerId: null };
      streams[key] = [offer, { type: 'ListingRevised', data: now } as DomainEvent];
    }
    await fill(database.knex, [soldPriceModel], interleave(streams));
    expect(await like({ ...ASKED, faction: 'Orks' })).toMatchObject({ by: 'paintQuality', count: 5 });
  });

  test('store nothing personal, and are the same in any order and batching', async () => {
    await given(FIVE, [100]);
    const whole = await contentsOf(database.knex, soldPriceModel);
    expect(Object.keys(whole.sales![0] as object).sort()).toEqual([
      'day',
      'franchise',
      'given_back',
      'id',
      'listing',
      'main_faction',
      'paint_quality',
      'price',
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(9), { maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        async (turns, sizes) => {
          await fill(database.knex, [soldPriceModel], interleave(streamsOf(FIVE), turns), sizes);
          expect(await contentsOf(database.knex, soldPriceModel)).toEqual(whole);
        },
      ),
      { numRuns: 4 },
    );
  });
});
