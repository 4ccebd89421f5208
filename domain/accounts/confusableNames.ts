import { CONFUSABLES } from './confusables.ts';

/** Where case makes no difference, a capital as small as the other letters is the letter; Unicode’s table tells the two apart. */
const SMALL_CAPITALS = 'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ĸk ʟl ᴍm ʍm ɴn ᴎn ᴏo ᴘp ꞯq ʀr ᴙr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz';

const looksLike = new Map<string, string>();
const words = CONFUSABLES.trim().split(/\s+/);
for (let at = 0; at < words.length; at += 2)
  for (const letter of words[at + 1] ?? '') looksLike.set(letter, words[at] ?? letter);
for (const [capital = '', letter = ''] of SMALL_CAPITALS.split(' ').map((pair) => [...pair]))
  looksLike.set(capital, letter);

/** Letters in circles and squares, and those that flags are made of: of each row the first sign, which is an A. */
const ROWS_OF_SIGNS = [0x1f150, 0x1f170, 0x1f1e6];

const signed = (character: string): string | undefined => {
  const code = character.codePointAt(0) ?? 0;
  const first = ROWS_OF_SIGNS.find((row) => code >= row && code < row + 26);
  return first === undefined ? undefined : String.fromCharCode(97 + code - first);
};

const looked = (text: string): string =>
  [...text].map((character) => looksLike.get(character) ?? signed(character) ?? character).join('');

/** Again in small letters, so that L is l, which looks like I; and what stands together looks like one letter. */
const lookedOnce = (text: string): string =>
  looked(looked(text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')).toLowerCase())
    .normalize('NFKD')
    .replaceAll('l', 'i')
    .replaceAll('i\u0307', 'i')
    .replaceAll('o\u0328', 'q')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/**
 * What names have in common that nobody can tell apart, the skeleton of UTS 39, and case beside it: I, l and 1 are one, and letters of
 * other alphabets are what they look like. A likeness is its own.
 */
export const nameSkeleton = (name: string): string => {
  let likeness = name.trim();
  for (let before = ''; before !== likeness; ) {
    before = likeness;
    likeness = lookedOnce(before).normalize('NFC');
  }
  return likeness;
};

/** Of the letters of each, those that people write: no phonetic signs, no small capitals, whose whole use in a name is to look like another. */
const ALPHABETS = [
  /^(?=\p{Script=Latin})[A-Za-z\u00AA-\u01BF\u01C4-\u024F\u0259\u1E00-\u1EFF]$/u,
  /^(?=\p{Script=Greek})[\u0370-\u03FF\u1F00-\u1FFF]$/u,
  /^(?=\p{Script=Cyrillic})[\u0400-\u052F]$/u,
  /^\p{Script=Armenian}$/u,
  /^\p{Script=Georgian}$/u,
  /^\p{Script=Hebrew}$/u,
  /^[\p{Script=Arabic}\u0660-\u0669]$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u,
  /^[\p{Script=Han}\p{Script=Hangul}]$/u,
];

/** Letters of one alphabet, and digits that are not everybody’s; 0 to 9, spaces and signs belong to all. */
export const isOneAlphabet = (name: string): boolean => {
  const letters = [...name.normalize('NFKC')].filter(
    (character) => /[\p{L}\p{N}]/u.test(character) && !/\d/.test(character),
  );
  return ALPHABETS.some((alphabet) => letters.every((letter) => alphabet.test(letter)));
};

/** Whoever is called so speaks for the marketplace. */
const OUR_NAME = 'reliquary';
const OUR_PARTS = [
  'abuse',
  'admin',
  'administrator',
  'administration',
  'billing',
  'compliance',
  'customer care',
  'customer service',
  'escrow',
  'help center',
  'help centre',
  'help desk',
  'helpdesk',
  'mod',
  'moderation',
  'moderator',
  'no reply',
  'noreply',
  'official',
  'payments',
  'payouts',
  'postmaster',
  'refunds',
  'security',
  'staff',
  'support',
  'system',
  'trust and safety',
  'trust safety',
  'webmaster',
];

/** Together they name a desk of ours: Payments Team, Legal Department. */
const DESKS =
  'account community complaints dispute disputes fraud legal payment payments payout refund refunds review safety trust verification';
const CALLED = 'agent center centre department desk office service services team';

const plainly = (text: string): string => nameSkeleton(text).normalize('NFD').replace(/\p{M}/gu, '');
const bare = (text: string): string => plainly(text).replace(/[^\p{L}\p{N}]/gu, '');
const single = new Set(OUR_PARTS.flatMap((part) => [bare(part), bare(`${part}s`)]));
const several = [
  ...OUR_PARTS.filter((part) => part.includes(' ')),
  ...DESKS.split(' ').flatMap((desk) => CALLED.split(' ').map((called) => `${desk} ${called}`)),
].map(bare);

/** Digits and signs that stand for letters in words everybody knows. */
const LEET: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', $: 's', '@': 'a', '!': 'i' };
const withoutLeet = (name: string): string => name.replace(/[34578$@!]/g, (sign) => LEET[sign] ?? sign);

const isOurs = (name: string): boolean => {
  const whole = bare(name);
  const parts = plainly(name).split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})/u);
  return (
    whole.includes(bare(OUR_NAME)) ||
    single.has(whole) ||
    parts.some((part) => single.has(part)) ||
    several.some((phrase) => whole.includes(phrase))
  );
};

/** The marketplace’s own name, anywhere, one of its parts as a word, or a desk that it could have, however they are spelled. */
export const isReserved = (name: string): boolean => isOurs(name) || isOurs(withoutLeet(name));
