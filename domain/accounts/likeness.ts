/** Of each pair the second is what the first looks like: Unicode’s table of confusables (UTS 39), as far as people’s names are made of it. */
const LOOKALIKES =
  // Cyrillic
  'аa бb вb гr дd еe ёe зe иu йu кk мm нh оo пn рp сc тt уy хx ьb эe ѕs іi їi јj ԁd һh ԛq ԝw ' +
  'АA ВB ЕE ЁE ЗE КK МM НH ОO РP СC ТT УY ХX ЬB ЅS ІI ЇI ЈJ ' +
  // Greek
  'αa άa βb γy εe έe ζz ηn ήn ιi ίi ϊi κk μu νv οo όo ρp σo ςc τt υu ύu χx ωw ώw ϲc ϳj ' +
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ΆA ΈE ΉH ΊI ΌO ΎY ϹC ' +
  // Latin, digits and signs
  'ıi li ɩi 1i |i 0o ɑa ɡg ƅb ɢg ꞌi ǀi';

const looksLike = new Map(LOOKALIKES.split(' ').map((pair) => [...pair] as [string, string]));

const looked = (text: string): string => [...text].map((character) => looksLike.get(character) ?? character).join('');

/**
 * What names have in common that nobody can tell apart: I, l and 1 are one, and letters of other alphabets are what they look like. A name
 * of plain letters is its own.
 */
export const likenessOf = (name: string): string =>
  // again in small letters: in names case makes no difference, so that L is l, which looks like I
  looked(looked(name.trim().normalize('NFKC')).toLowerCase())
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

const ALPHABETS = [
  /^\p{Script=Latin}$/u,
  /^\p{Script=Greek}$/u,
  /^\p{Script=Cyrillic}$/u,
  /^\p{Script=Armenian}$/u,
  /^\p{Script=Georgian}$/u,
  /^\p{Script=Hebrew}$/u,
  /^\p{Script=Arabic}$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u,
  /^[\p{Script=Han}\p{Script=Hangul}]$/u,
];

/** Letters of one alphabet; digits, spaces and signs belong to all. */
export const isOneAlphabet = (name: string): boolean => {
  const letters = [...name.normalize('NFKC')].filter((character) => /\p{L}/u.test(character));
  return ALPHABETS.some((alphabet) => letters.every((letter) => alphabet.test(letter)));
};

/** Whoever is called so speaks for the marketplace. */
const OUR_NAME = 'reliquary';
const OUR_PARTS = [
  'admin',
  'administrator',
  'administration',
  'customer service',
  'escrow',
  'helpdesk',
  'moderator',
  'official',
  'security',
  'staff',
  'support',
  'system',
];

const plainly = (text: string): string => likenessOf(text).normalize('NFD').replace(/\p{M}/gu, '');
const bare = (text: string): string => plainly(text).replace(/[^\p{L}\p{N}]/gu, '');
const parts = OUR_PARTS.map(bare);

/** The marketplace’s own name, anywhere, or one of its parts as a word, however it is spelled. */
export const isReserved = (name: string): boolean => {
  const whole = bare(name);
  const words = plainly(name).split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})/u);
  return whole.includes(bare(OUR_NAME)) || parts.includes(whole) || words.some((word) => parts.includes(word));
};
