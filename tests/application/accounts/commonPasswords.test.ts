import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isCommonPassword } from '#application/accounts/commonPasswords.ts';
import { brokenPasswordRules } from '#application/contract/registrationRules.ts';

test.each([
  'Password1!',
  'P@ssw0rd!',
  'Passw0rd2026!',
  'Qwerty123!',
  'Dragon12#',
  'Summer2024!',
  '1qaz@WSX',
  'Reliquary1!',
  'Iloveyou!1',
  'Test1234!',
  'Pass@123',
  'Qwer1234!',
  'Abcd@1234',
  'Abc123!@#',
  'Asdf1234!',
  'Q1w2e3r4!',
  '1qaz!QAZ2wsx',
  'Aa123456!',
  'Aa@123456',
])('rejects the common password %s', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'Correct-horse1!',
  'Relicless1!',
  'NewHorse22!',
  'Reliquary-demo1!',
  'Tr0ubadour&3x',
  'Dragon#scale7',
  'xK9$vTq2',
  'Asdf-and-more1!',
  'Testament-of-2!',
  'Vq7!ruttel-Mosk',
])('accepts %s', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

/**
 * From the 100,000 most common passwords (SecLists, start of the ten million list), those that satisfy the rules
 * as they are or with one added sign.
 */
const commonest = readFileSync(new URL('commonestPasswords.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

test('rejects all of the 100,000 commonest passwords, also with an added sign', () => {
  expect(commonest).toHaveLength(1_284);
  const good = commonest
    .flatMap((password) => [password, `${password}!`])
    .filter((password) => brokenPasswordRules(password) === '');
  expect(good.length).toBeGreaterThan(1_284);
  expect(good.filter((password) => !isCommonPassword(password))).toEqual([]);
});

test('rejects the user’s own name and address', () => {
  const own = ['Matthias_B', 'matthias.brandt@example.com'];
  for (const password of ['Matthiasb1!', 'Matthiasbrandt#7']) expect(isCommonPassword(password, own)).toBe(true);
  expect(isCommonPassword('Matthias-and-me1!', own)).toBe(false);
});
