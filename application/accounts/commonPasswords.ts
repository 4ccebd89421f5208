import { COMMONEST_PASSWORDS } from './commonestPasswords.ts';
import { COMMON_WORDS } from './commonWords.ts';

/** The most common European layout. A sign counts as the digit on the same key. */
const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const SHIFTED = '!@#$%^&*()';

const places = new Map(ROWS.flatMap((keys, row) => [...keys].map((key, column) => [key, { row, column }] as const)));

/** The same key, a neighbouring key, or the next letter of the alphabet. */
const isStep = (from: string, to: string): boolean => {
  if (Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) <= 1) return true;
  const [one, other] = [places.get(from), places.get(to)];
  return !!one && !!other && Math.abs(one.row - other.row) <= 1 && Math.abs(one.column - other.column) <= 1;
};

const SHORTEST_WALK = 3;
/** Extra keys that people add to satisfy a rule. */
const STRAY_KEYS = 3;

/** Whether most keys, and all but a few, follow from their predecessor: `Qwer1234!`, `1qaz@WSX`, `Aa123456!`. */
const isKeyboardWalk = (password: string): boolean => {
  const keys = [...password.toLowerCase()].map((key) => ROWS[0]![SHIFTED.indexOf(key)] ?? key);
  let stray = 0;
  for (let begin = 0; begin < keys.length; ) {
    let end = begin + 1;
    while (end < keys.length && isStep(keys[end - 1]!, keys[end]!)) end++;
    if (end - begin < SHORTEST_WALK) stray += end - begin;
    begin = end;
  }
  return stray <= STRAY_KEYS && keys.length > 2 * stray;
};

/** Too short for that list, but common when digits surround them. */
const SHORT_WORDS =
  'abc adam alex anna audi baby ball bear ben bike blue bob bmw cat club code cool dan data demo dog emma fire ford fuck game gold golf hell ' +
  'help hola home hugo jack joe john jose josh juan kim king lee leon lion lisa love luca luke marc mark mary max mike moon nick otto pass ' +
  'paul play pwd qwe red rock root rosa ryan sam sara sean sexy shit sky star sun team temp test tom user wolf';

const wordsOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/));
const commonest = wordsOf(COMMONEST_PASSWORDS);
const words = wordsOf(`${COMMON_WORDS} ${SHORT_WORDS}`);

/** Substitutions that people use to satisfy rules about special characters. */
const SIGNS: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };

/** A word still counts as common with up to this many digits and signs around it. */
const AROUND = 6;

const wordsIn = (password: string): string[] => {
  const core = password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '');
  const read = (one: string) => core.replace(/[@4310$57!]/g, (sign) => SIGNS[sign] ?? one);
  return [read('i'), read('l'), core.replace(/[^a-z]/g, '')];
};

const withoutSigns = (password: string): string => password.toLowerCase().replace(/^[!@#$%^&*]+|[!@#$%^&*]+$/g, '');

export type PasswordRejection = { code: 'passwordTooCommon' };

/**
 * Whether attackers would guess the password early. Common are: the 100,000 most used passwords, also with signs
 * around them; a dictionary word or the owner's name or address with digits and signs; keys in keyboard order.
 * `own`: publicly known names of the owner.
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
