import { COMMON_WORDS } from './commonWords.ts';

const words = new Set(COMMON_WORDS.trim().split(/\s+/));

/** As people write letters, to satisfy rules about signs. */
const SIGNS: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };

/** So many digits and signs about a word are tried with it. */
const AROUND = 6;

const wordsIn = (password: string): string[] => {
  const core = password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '');
  const read = (one: string) => core.replace(/[@4310$57!]/g, (sign) => SIGNS[sign] ?? one);
  return [read('i'), read('l'), core.replace(/[^a-z]/g, '')];
};

export type PasswordRejection = { code: 'passwordTooCommon' };

/**
 * Whether it is among the first that are guessed: one of the commonest passwords, or their own name or address, with digits and signs about
 * it. `own`: what everybody knows of its owner.
 */
export const isCommonPassword = (password: string, own: readonly string[] = []): boolean => {
  const known = own.map((name) =>
    name
      .toLowerCase()
      .replace(/@.*/, '')
      .replace(/[^a-z]/g, ''),
  );
  return wordsIn(password).some(
    (word) =>
      word.length >= 3 &&
      password.length - word.length <= AROUND &&
      (words.has(word) || word === 'reliquary' || known.includes(word)),
  );
};
