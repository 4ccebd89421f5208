import { COMMONEST_PASSWORDS } from './commonestPasswords.ts';
import { COMMON_WORDS } from './commonWords.ts';
import { isKeyboardWalk } from './keyboardWalks.ts';

/** Too short for that list, and common with digits about them. */
const SHORT_WORDS =
  'abc adam alex anna audi baby ball bear ben bike blue bob bmw cat club code cool dan data demo dog emma fire ford fuck game gold golf hell ' +
  'help hola home hugo jack joe john jose josh juan kim king lee leon lion lisa love luca luke marc mark mary max mike moon nick otto pass ' +
  'paul play pwd qwe red rock root rosa ryan sam sara sean sexy shit sky star sun team temp test tom user wolf';

const wordsOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/));
const commonest = wordsOf(COMMONEST_PASSWORDS);
const words = wordsOf(`${COMMON_WORDS} ${SHORT_WORDS}`);

/** As people write letters, to satisfy rules about signs. */
const SIGNS: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };

/** So many digits and signs about a word are tried with it. */
const AROUND = 6;

const wordsIn = (password: string): string[] => {
  const core = password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '');
  const read = (one: string) => core.replace(/[@4310$57!]/g, (sign) => SIGNS[sign] ?? one);
  return [read('i'), read('l'), core.replace(/[^a-z]/g, '')];
};

const withoutSigns = (password: string): string => password.toLowerCase().replace(/^[!@#$%^&*]+|[!@#$%^&*]+$/g, '');

export type PasswordRejection = { code: 'passwordTooCommon' };

/**
 * Whether it is among the first that are guessed: one of the 100,000 commonest passwords, with signs about it, or a word that they are made of, or their own name or address, with digits and signs about
 * it; or keys in the order in which they lie. `own`: what everybody knows of its owner.
 */
export const isCommonPassword = (password: string, own: readonly string[] = []): boolean => {
  const known = own.map((name) =>
    name
      .toLowerCase()
      .replace(/@.*/, '')
      .replace(/[^a-z]/g, ''),
  );
  if (isKeyboardWalk(password) || commonest.has(withoutSigns(password))) return true;
  return wordsIn(password).some(
    (word) =>
      word.length >= 3 &&
      password.length - word.length <= AROUND &&
      (words.has(word) || word === 'reliquary' || known.includes(word)),
  );
};
