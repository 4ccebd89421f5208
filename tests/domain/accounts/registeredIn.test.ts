import { expect, test } from 'vitest';
import { countryNamed, registeredIn } from '#domain/accounts/registeredIn.ts';

test('names the country of a network, with its article', () => {
  const said = ['DE', 'NL', 'GB', 'US', 'CZ', 'DO', 'IM', 'FK', 'IO', 'AE', 'PH', 'TR'].map(registeredIn);
  expect(said).toEqual([
    'network registered in Germany',
    'network registered in the Netherlands',
    'network registered in the United Kingdom',
    'network registered in the United States',
    'network registered in Czechia',
    'network registered in the Dominican Republic',
    'network registered in the Isle of Man',
    'network registered in the Falkland Islands',
    'network registered in the British Indian Ocean Territory',
    'network registered in the United Arab Emirates',
    'network registered in the Philippines',
    expect.stringMatching(/^network registered in T/),
  ]);
});

test.each(['EU', 'AP', 'ZZ', 'UN', 'A1', 'de', 'DEU', '', '<b'])(
  'returns nothing for “%s”, which is no country',
  (code) => {
    expect(countryNamed(code)).toBeUndefined();
    expect(registeredIn(code)).toBeUndefined();
  },
);
