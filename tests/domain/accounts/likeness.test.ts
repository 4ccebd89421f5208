import { expect, test } from 'vitest';
import { isOneAlphabet, isReserved, likenessOf } from '#domain/accounts/likeness.ts';

test.each([
  ['Iron Gate', 'lron gate'],
  ['Iron Gate', '1ron gate'],
  ['elena', 'еlеnа'],
  ['KOSTAS', 'ΚΟSΤΑS'],
  ['Moon', 'M00n'],
  ['Mona', 'rnona'],
  ['Willow', 'VVillow'],
  ['ＡＮＮＡ', 'anna'],
])('nobody can tell %s and %s apart', (one, other) => {
  expect(likenessOf(one)).toBe(likenessOf(other));
});

test.each([
  ['Zoë', 'Zoe'],
  ['elena', 'helena'],
  ['anna2', 'anna3'],
])('%s and %s are two', (one, other) => {
  expect(likenessOf(one)).not.toBe(likenessOf(other));
});

test('a name of plain letters is its own likeness: who has it already keeps others away', () => {
  for (const name of ['matthias', 'zoë van’t hoff', 'брюс'])
    expect(likenessOf(likenessOf(name))).toBe(likenessOf(name));
  expect(likenessOf('Matthias')).toBe('matthias');
});

test('a name is of one alphabet', () => {
  for (const name of ['Zoë Van’t Hoff 3', 'Ελένη', 'Борис_2', 'Łukasz', '山田さん', '123'])
    expect([name, isOneAlphabet(name)]).toEqual([name, true]);
  for (const name of ['Reliquary Suppοrt', 'еlena', 'Ελένηa'])
    expect([name, isOneAlphabet(name)]).toEqual([name, false]);
});

test('nobody is called as the marketplace and its people are', () => {
  const ours = [
    'Reliquary Support',
    'Reliquary Suppοrt',
    'ReIiquary',
    're.li.qu.ary',
    'the_RELlQUARY_team',
    'Support',
    'SUPP0RT team',
    'súpport',
    'Admin',
    'admin7',
    'Customer Service',
    'Staff_Anna',
  ];
  for (const name of ours) expect([name, isReserved(name)]).toEqual([name, true]);
  for (const name of ['Relic Hunter', 'Stafford', 'administratix', 'Supporter Anna', 'Elena', 'Badminton'])
    expect([name, isReserved(name)]).toEqual([name, false]);
});
