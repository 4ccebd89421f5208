import { expect, test } from 'vitest';
import { nameFailure } from '#application/contract/registrationRules.ts';
import { isOneAlphabet, isReserved, nameSkeleton } from '#domain/accounts/confusableNames.ts';

test.each([
  ['Iron Gate', 'lron gate'],
  ['Iron Gate', '1ron gate'],
  ['elena', 'еlеnа'],
  ['KOSTAS', 'ΚΟSΤΑS'],
  ['Moon', 'M00n'],
  ['Mona', 'rnona'],
  ['Willow', 'VVillow'],
  ['ＡＮＮＡ', 'anna'],
  ['elena', 'eʟena'],
  ['Mona', 'Mᴏna'],
  ['Kostas', 'kᴏꜱᴛᴀs'],
  ['Anna', '🅰nna'],
  ['Anna', 'An\u034Fna'],
  ['Ilias', 'İlias'],
  ['Van’t Hoff', "Van't Hoff"],
  ['Jean-Luc', 'Jean‐Luc'],
  ['ΒΟΡΙΣ', 'BOPIƩ'],
])('treats %s and %s as the same name', (one, other) => {
  expect(nameSkeleton(one)).toBe(nameSkeleton(other));
});

test.each([
  ['Zoë', 'Zoe'],
  ['elena', 'helena'],
  ['anna2', 'anna3'],
])('treats %s and %s as different names', (one, other) => {
  expect(nameSkeleton(one)).not.toBe(nameSkeleton(other));
});

/** Every letter a name may contain, and the symbols that look like letters. */
const EVERY_LETTER = Array.from({ length: 0x1f200 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => /[\p{L}\p{N}\p{S}]/u.test(character) && !/\p{Script=Han}|\p{Script=Hangul}/u.test(character),
);

test('keeps plain letters as they are and is idempotent, so existing names stay protected', () => {
  const odd = EVERY_LETTER.filter((letter) => nameSkeleton(nameSkeleton(`a${letter}`)) !== nameSkeleton(`a${letter}`));
  expect(odd).toEqual([]);
  expect(EVERY_LETTER.length).toBeGreaterThan(10_000);
  expect(nameSkeleton('Matthias')).toBe('matthias');
});

test('accepts names of a single alphabet only', () => {
  for (const name of ['Zoë Van’t Hoff 3', 'Ελένη', 'Борис_2', 'Łukasz', '山田さん', '123'])
    expect([name, isOneAlphabet(name)]).toEqual([name, true]);
  for (const name of ['Reliquary Suppοrt', 'еlena', 'Ελένηa', 'Supp٥rt'])
    expect([name, isOneAlphabet(name)]).toEqual([name, false]);
});

test('rejects phonetic signs and small capitals', () => {
  const made = [
    'ʀᴇʟɪǫᴜᴀʀʏ sᴜᴘᴘᴏʀᴛ',
    'Relɪquary Suppᴏrt',
    'Reliqᴜary',
    'Suppᴏrt',
    'Staꜰꜰ',
    'Reliquarʏ',
    'eʟena',
    'Mᴏna',
    'ǃkung',
  ];
  for (const name of made) expect([name, isOneAlphabet(name)]).toEqual([name, false]);
  for (const name of ['Əli', 'əli', 'Søren', 'Đorđe', 'Þór', 'Nguyễn', 'Ἀθηνᾶ', '٣ علي'])
    expect([name, isOneAlphabet(name)]).toEqual([name, true]);
});

test('rejects names that sound like the marketplace or its staff', () => {
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
    'ʀᴇʟɪǫᴜᴀʀʏ sᴜᴘᴘᴏʀᴛ',
    'Relɪquary Suppᴏrt',
    'Suppᴏrt',
    'Staꜰꜰ',
    'Reliquarʏ',
    '🅂taff',
    '🇸upport',
    'R3liqu4ry',
    '$upport',
    'Payments Team',
    'payments-team',
    'PaymentsTeam',
    'Payments',
    'Refund Desk',
    'Legal Department',
    'Moderation',
    'Moderators',
    'Trust and Safety',
    'Trust & Safety',
    'TrustAndSafety',
    'Help Desk',
    'Billing',
  ];
  for (const name of ours) expect([name, isReserved(name)]).toEqual([name, true]);
  for (const name of [
    'Relic Hunter',
    'Stafford',
    'administratix',
    'Supporter Anna',
    'Elena',
    'Badminton',
    'Modesta',
    'Safety First',
    'Legal Eagle',
    'Team Trustworthy',
  ])
    expect([name, isReserved(name)]).toEqual([name, false]);
});

test('rejects invisible characters, except the emoji colour selector', () => {
  for (const sign of ['\u034F', '\u115F', '\u2800', '\u3164', '\uFE00', '\u200D'])
    expect(nameFailure(`Anna${sign}`)).toBe('Username must not contain invisible characters');
  expect(nameFailure('Anna ❤\uFE0F')).toBeUndefined();
});
