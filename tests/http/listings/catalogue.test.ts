import { describe, expect, test } from 'vitest';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { FRANCHISES } from '#domain/catalogue/franchises.ts';
import { useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace();
const get = (path: string, query?: Record<string, string>) => market().client().get(path, query);

describe('the catalogue, without a token', () => {
  test('lists franchises: id, name, isOfficial, disclaimerRequired and its text [D1-389] [D1-203] [D1-204]', async () => {
    const { status, body } = await get('listings/franchises');
    expect(status).toBe(200);
    expect(body.franchises).toHaveLength(6);
    expect(body.franchises.at(-1)).toMatchObject({
      name: 'Unofficial 3D Printed Miniatures',
      isOfficial: false,
      disclaimerRequired: true,
    });
    expect(Object.keys(body.franchises[0]).sort()).toEqual([
      'disclaimer',
      'disclaimerRequired',
      'id',
      'isOfficial',
      'name',
    ]);
  });

  test('lists the factions of a franchise, by name and by id [D1-390]', async () => {
    const [first] = FRANCHISES;
    const byName = await get('listings/factions', { franchise: first!.name });
    expect(byName.body.factionData).toEqual(JSON.parse(JSON.stringify(first!.factions)));
    expect((await get('listings/factions', { franchise: first!.id })).body).toEqual(byName.body);
  });

  test('lists the factions of all franchises without the parameter [D1-391]', async () => {
    const { factionData } = (await get('listings/factions')).body;
    for (const { factions } of FRANCHISES)
      expect(Object.keys(factionData)).toEqual(expect.arrayContaining(Object.keys(factions)));
    for (const [faction, { franchises }] of Object.entries<{ franchises: string[] }>(factionData))
      expect(franchises).toEqual(FRANCHISES.filter(({ factions }) => faction in factions).map(({ name }) => name));
  });

  test('lists no factions for an unknown franchise', async () =>
    expect((await get('listings/factions', { franchise: 'chess' })).body).toEqual({ factionData: {} }));

  test('serves sold prices cacheable for an hour, and none for too few sales', async () => {
    const asked = { franchise: FRANCHISES[0]!.id, faction: 'Orks', paintQuality: 'Not Painted' };
    const { status, body, headers } = await get('prices/sold', asked);
    expect([status, body, headers.get('cache-control')]).toEqual([200, { sold: null }, 'public, max-age=3600']);
    expect((await get('prices/sold', { franchise: 'chess' })).body).toEqual({ sold: null });
  });

  test.each([
    [{}, { franchise: 'Franchise is required' }],
    [{ franchise: ' ' }, { franchise: 'Franchise is required' }],
    [{ franchise: 'x', paintQuality: 'Golden' }, { paintQuality: 'Paint quality is not one of the offered values' }],
  ])('rejects sold prices of an unknown group: %o', async (query, errors) => {
    const { status, body, headers } = await get('prices/sold', query);
    expect([status, body.errors, headers.get('cache-control')]).toEqual([400, errors, 'no-store']);
  });

  test('shows a public seller page after the first listing, otherwise the same 404', async () => {
    const account = await market().seller('pagedseller');
    const nobody = async (id: string) => [
      await account.get(`sellers/${id}`),
      await account.get(`sellers/${id}/listings`),
      await account.get(`listings/${id}/around`),
    ];
    const words = 'This seller does not exist or has left.';
    for (const id of [account.id, 'f'.repeat(32)]) {
      const [page, offers, around] = await nobody(id);
      expect([page!.status, page!.body.code, page!.body.message]).toEqual([404, 'sellerNotFound', words]);
      expect([offers!.status, offers!.body.code]).toEqual([404, 'sellerNotFound']);
      expect([around!.status, around!.body.code]).toEqual([404, 'listingNotFound']);
    }
    const { _id } = await market().publish(account);
    const { body } = await account.get(`sellers/${account.id}`);
    expect(body).toMatchObject({ username: account.username, ratingCount: 0, figures: { sold: 0, response: null } });
    const offers = await get(`sellers/${account.id}/listings`);
    expect([offers.body.total, offers.body.listings.map(({ id }: { id: string }) => id)]).toEqual([1, [_id]]);
    expect((await get(`listings/${_id}/around`)).body.ofSeller).toEqual([]);
    const refused = await get(`sellers/${account.id}/listings`, { page: '0' });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalidInput']);
  });

  test('lists countries and continents [D1-392] [D1-393]', async () => {
    expect((await get('listings/countries')).body).toEqual([...REGISTRATION_COUNTRIES]);
    expect((await get('listings/continents')).body).toEqual([
      'Europe',
      'North America',
      'Asia',
      'Oceania',
      'South America',
      'Africa',
    ]);
  });
});
