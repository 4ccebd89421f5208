import { describe, expect, test } from 'vitest';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { FRANCHISES } from '#domain/catalogue/franchises.ts';
import { useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace();
const get = (path: string, query?: Record<string, string>) => market().client().get(path, query);

describe('the catalogue, without a token', () => {
  test('franchises: id, name, isOfficial, disclaimerRequired and its text [D1-389] [D1-203] [D1-204]', async () => {
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

  test('factions of a franchise, by name and by id [D1-390]', async () => {
    const [first] = FRANCHISES;
    const byName = await get('listings/factions', { franchise: first!.name });
    expect(byName.body.factionData).toEqual(JSON.parse(JSON.stringify(first!.factions)));
    expect((await get('listings/factions', { franchise: first!.id })).body).toEqual(byName.body);
  });

  test('factions of all franchises without the parameter [D1-391]', async () => {
    const { factionData } = (await get('listings/factions')).body;
    for (const { factions } of FRANCHISES)
      expect(Object.keys(factionData)).toEqual(expect.arrayContaining(Object.keys(factions)));
    for (const [faction, { franchises }] of Object.entries<{ franchises: string[] }>(factionData))
      expect(franchises).toEqual(FRANCHISES.filter(({ factions }) => faction in factions).map(({ name }) => name));
  });

  test('factions of an unknown franchise are none', async () =>
    expect((await get('listings/factions', { franchise: 'chess' })).body).toEqual({ factionData: {} }));

  test('what things like it sold for may be kept for an hour by anybody, and is nothing where too few were sold', async () => {
    const asked = { franchise: FRANCHISES[0]!.id, faction: 'Orks', paintQuality: 'Not Painted' };
    const { status, body, headers } = await get('prices/sold', asked);
    expect([status, body, headers.get('cache-control')]).toEqual([200, { sold: null }, 'public, max-age=3600']);
    expect((await get('prices/sold', { franchise: 'chess' })).body).toEqual({ sold: null });
  });

  test.each([
    [{}, { franchise: 'Franchise is required' }],
    [{ franchise: ' ' }, { franchise: 'Franchise is required' }],
    [{ franchise: 'x', paintQuality: 'Golden' }, { paintQuality: 'Paint quality is not one of the offered values' }],
  ])('of what is no group it is asked in vain: %o', async (query, errors) => {
    const { status, body, headers } = await get('prices/sold', query);
    expect([status, body.errors, headers.get('cache-control')]).toEqual([400, errors, 'no-store']);
  });

  test('countries and continents are lists [D1-392] [D1-393]', async () => {
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
