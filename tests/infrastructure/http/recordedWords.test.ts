import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordedWords, rejections } from '#infrastructure/http/rejections.ts';

const UNKNOWN = recordedWords('aCodeOfALaterVersion');

/** The codes that the deciders refuse with, as their source writes them. `custom` is one of zod's. */
const written = readdirSync('domain', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [...readFileSync(join('domain', file), 'utf8').matchAll(/\bcode: '(\w+)'/g)])
  .map(([, code]) => code!)
  .filter((code) => code !== 'custom');

test.each([...new Set([...Object.keys(rejections), ...written])])(
  'writes the recorded refusal %s as a sentence without a code or a missing detail',
  (code) => {
    const words = recordedWords(code);
    expect(words).toMatch(/^[A-Z€].* .* /);
    expect(words).not.toBe(UNKNOWN);
    expect(words).not.toContain(code);
    expect(words).not.toMatch(/undefined|NaN|null|\[object/);
  },
);

test('finds the codes of the deciders', () => {
  expect(written).toEqual(expect.arrayContaining(['nameTaken', 'caseMoved']));
});

test('says so of a code that this version does not know', () => {
  expect(UNKNOWN).toBe('Refused for a reason that this version of the marketplace does not know');
  expect(recordedWords('toString')).toBe(UNKNOWN);
});
