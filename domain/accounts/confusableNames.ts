import { CONFUSABLES } from './confusables.ts';

/** Unicode's table separates small capitals from letters. Names ignore case, so each one counts as its letter. */
const SMALL_CAPITALS = 'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ĸk ʟl ᴍm ʍm ɴn ᴎn ᴏo ᴘp ꞯq ʀr ᴙr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz';

const looksLike = new Map<string, string>();
const words = CONFUSABLES.trim().split(/\s+/);
for (let at = 0; at < words.length; at += 2)
  for (const letter of words[at + 1] ?? '') looksLike.set(letter, words[at] ?? letter);
for (const [capital = '', letter = ''] of SMALL_CAPITALS.split(' ').map((pair) => [...pair]))
  looksLike.set(capital, letter);

/** First character of each row of circled, squared and flag letters. It is an A. */
const ROWS_OF_SIGNS = [0x1f150, 0x1f170, 0x1f1e6];

const signed = (character: string): string | undefined => {
  const code = character.codePointAt(0) ?? 0;
  const first = ROWS_OF_SIGNS.find((row) => code >= row && code < row + 26);
  return first === undefined ? undefined : String.fromCharCode(97 + code - first);
};

const looked = (text: string): string =>
  [...text].map((character) => looksLike.get(character) ?? signed(character) ?? character).join('');

/** The second pass sees small letters, so L becomes l, which looks like I. Pairs such as rn become one letter. */
const lookedOnce = (text: string): string =>
  looked(looked(text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')).toLowerCase())
    .normalize('NFKD')
    .replaceAll('l', 'i')
    .replaceAll('i\u0307', 'i')
    .replaceAll('o\u0328', 'q')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/**
 * The skeleton of UTS 39, with case folded: names that look alike share it. I, l and 1 are one; letters of other
 * alphabets become what they look like. Idempotent.
 */
export const nameSkeleton = (name: string): string => {
  let skeleton = name.trim();
  for (let before = ''; before !== skeleton; ) {
    before = skeleton;
    skeleton = lookedOnce(before).normalize('NFC');
  }
  return skeleton;
};

/** The letters that people write. Phonetic signs and small capitals are left out: names use them only to imitate. */
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

/** Whether all letters belong to one alphabet. 0 to 9, spaces and signs belong to every alphabet. */
export const isOneAlphabet = (name: string): boolean => {
  const letters = [...name.normalize('NFKC')].filter(
    (character) => /[\p{L}\p{N}]/u.test(character) && !/\d/.test(character),
  );
  return ALPHABETS.some((alphabet) => letters.every((letter) => alphabet.test(letter)));
};

/** A name with these words would speak for the marketplace. */
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

/** Two words that together name one of our departments: Payments Team, Legal Department. */
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

/** Leetspeak. */
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

/**
 * Whether the name contains the marketplace's name, one of its roles as a word, or one of its departments, in any
 * spelling.
 */
export const isReserved = (name: string): boolean => isOurs(name) || isOurs(withoutLeet(name));
