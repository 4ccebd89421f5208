import { describe, expect, test } from 'vitest';
import { CONDITIONS, PAINT_QUALITIES } from '#domain/catalogue/conditions.ts';
import { allContinents, CONTINENTS, continentOf, countriesOf } from '#domain/catalogue/continents.ts';
import { REGISTRATION_COUNTRIES, SHIPPING_COUNTRIES } from '#domain/catalogue/countries.ts';
import { belongsTogether, FRANCHISES, factionDataOf, findFranchise } from '#domain/catalogue/franchises.ts';

describe('continents', () => {
  test('are six [D1-213] [D1-487] [D1-207]', () =>
    expect(allContinents()).toEqual(['Europe', 'North America', 'Asia', 'Oceania', 'South America', 'Africa']));
  test('list exactly Canada, Mexico and the United States as North America [D1-208]', () =>
    expect(countriesOf('North America')).toEqual(['Canada', 'Mexico', 'United States']));
  test('list Cyprus, Georgia and Turkey under Asia [D1-209]', () =>
    expect(countriesOf('Asia')).toEqual(expect.arrayContaining(['Cyprus', 'Georgia', 'Turkey'])));
  test('list Russia and Vatican City under Europe [D1-210]', () =>
    expect(countriesOf('Europe')).toEqual(expect.arrayContaining(['Russia', 'Vatican City'])));
  test('are found by country, null for an unknown country [D1-211]', () => {
    expect(continentOf('Netherlands')).toBe('Europe');
    expect(continentOf('Cyprus')).toBe('Asia');
    expect(continentOf('Atlantis')).toBeNull();
  });
  test('list their countries, none for an unknown continent [D1-212]', () => {
    expect(countriesOf('Mu')).toEqual([]);
    expect(countriesOf('toString')).toEqual([]);
  });
  test('share no country', () => {
    const all = Object.values(CONTINENTS).flat();
    expect(new Set(all).size).toBe(all.length);
  });
  test('include every shipping destination', () =>
    expect(SHIPPING_COUNTRIES.filter((country) => continentOf(country) === null)).toEqual([]));
});

describe('franchises', () => {
  test('are the named ones, the 40K wargame first [D2-002] [D1-191]', () =>
    expect(FRANCHISES.map(({ name }) => name)).toEqual([
      'Warhammer 40,000',
      'Warhammer Age of Sigmar',
      'Star Wars: Legion',
      'Marvel: Crisis Protocol',
      'Dungeons & Dragons',
      'Unofficial 3D Printed Miniatures',
    ]));
  test('need a disclaimer only if unofficial [D1-204]', () => {
    const [unofficial, ...others] = FRANCHISES.filter(({ disclaimerRequired }) => disclaimerRequired);
    expect(unofficial).toMatchObject({ name: 'Unofficial 3D Printed Miniatures', isOfficial: false });
    expect(unofficial?.disclaimer).toMatch(/3D printed/);
    expect(others).toEqual([]);
  });
  test('are found by id and by name', () => {
    expect(findFranchise('warhammer40k')).toBe(findFranchise('warhammer 40,000'));
    expect(findFranchise('chess')).toBeUndefined();
  });
  test('each have factions, and without a franchise all factions are merged [D1-205]', () => {
    const merged = factionDataOf();
    for (const { factions } of FRANCHISES) {
      expect(Object.keys(factions).length).toBeGreaterThan(5);
      for (const [faction, { subfactions }] of Object.entries(factions))
        expect(merged[faction]?.subfactions).toEqual(expect.arrayContaining([...subfactions]));
    }
    expect(factionDataOf('chess')).toEqual({});
  });
  test('list no subfaction twice in a faction', () => {
    for (const { subfactions } of FRANCHISES.flatMap(({ factions }) => Object.values(factions)))
      expect(new Set(subfactions).size).toBe(subfactions.length);
  });
  test('assign a listing without a subfaction to its faction', () =>
    expect(belongsTogether({ franchise: 'warhammer40k', mainFaction: 'Necrons', subfaction: '' })).toBe(true));
});

describe('lists', () => {
  test('name exactly 30 countries for registration [D1-490] [D2-001]', () =>
    expect([...REGISTRATION_COUNTRIES].sort()).toEqual(
      (
        'Austria, Belgium, Bulgaria, Croatia, Cyprus, Czech Republic, Denmark, Estonia, Finland, France, Germany, Greece, Hungary, ' +
        'Ireland, Italy, Latvia, Lithuania, Luxembourg, Malta, Netherlands, Poland, Portugal, Romania, Slovakia, Slovenia, Spain, ' +
        'Sweden, United Kingdom, Switzerland, Norway'
      )
        .split(', ')
        .sort(),
    ));
  test('give the specified conditions and paint qualities', () => {
    expect(CONDITIONS).toEqual(['New in box (sealed)', 'On sprue (complete)', 'Built', 'Painted', 'Pro-painted']);
    expect(PAINT_QUALITIES).toEqual([
      'Not Painted',
      'Basic Tabletop',
      'Good Tabletop',
      'High Tabletop',
      'Display Quality',
      'Competition Quality',
    ]);
  });
});
