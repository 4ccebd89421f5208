import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const styles = path.resolve(import.meta.dirname, '../../web/styles');
const read = (file: string) => fs.readFileSync(path.join(styles, file), 'utf8').replace(/\/\*.*?\*\//gs, '');

type Tokens = Readonly<Record<string, string>>;

/** The custom properties of the first block that begins so. */
const tokensOf = (file: string, selector: string): Tokens => {
  const text = read(file);
  const begins = text.indexOf(`${selector} {`);
  if (begins < 0) throw new Error(`${file} has no block of ${selector}`);
  const block = text.slice(begins + selector.length, text.indexOf('\n}', begins));
  return Object.fromEntries([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]));
};

const DARK = tokensOf('tokens.css', '@layer theme');
const LIGHT = { ...DARK, ...tokensOf('light.css', ':root:where([data-palette="light"])') };
const MORE = tokensOf('contrast.css', ':root:where([data-contrast="more"])');
const PALETTES: Readonly<Record<string, Tokens>> = {
  dark: DARK,
  light: LIGHT,
  'dark with more contrast': { ...DARK, ...MORE },
  'light with more contrast': {
    ...LIGHT,
    ...MORE,
    ...tokensOf('contrast.css', ':root:where([data-palette="light"][data-contrast="more"])'),
  },
};

const hexOf = (tokens: Tokens, name: string): string => {
  const value = tokens[`--color-${name}`];
  if (!value) throw new Error(`no colour is called ${name}`);
  const other = /^var\(--color-([\w-]+)\)$/.exec(value)?.[1];
  return other ? hexOf(tokens, other) : value;
};

/** Of a colour in hexadecimal digits; without its opacity where it has one. WCAG 2.2, relative luminance. */
const luminance = (colour: string): number => {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(colour)?.[1];
  if (!digits) throw new Error(`${colour} is not written as #rgb or #rrggbb`);
  const whole = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(whole.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (tokens: Tokens, text: string, ground: string): number => {
  const [one = 0, other = 0] = [text, ground].map((name) => luminance(hexOf(tokens, name))).sort((a, b) => b - a);
  return (one + 0.05) / (other + 0.05);
};

const TEXTS = ['ivory', 'bone', 'ash', 'gold', 'gold-bright', 'frost', 'danger', 'success'];
const GROUNDS = ['night', 'vault', 'shelf', 'drawer', 'well'];
const WASHES = [
  ...['gold', 'gold-bright', 'ivory'].map((text) => [text, 'gold-wash']),
  ...['frost', 'ivory', 'bone'].map((text) => [text, 'frost-wash']),
  ...['danger', 'ivory', 'bone'].map((text) => [text, 'danger-wash']),
  ...['success', 'ivory', 'bone'].map((text) => [text, 'success-wash']),
] as const;
const FILLED = [
  ['on-gold', 'gold'],
  ['on-gold', 'gold-bright'],
  ['on-plate', 'plate-bright'],
  ['on-frost', 'frost'],
  ['on-danger', 'danger-fill'],
] as const;

/** The pairs that fall short of what each is to have. */
const short = (tokens: Tokens, pairs: readonly (readonly string[])[], needed: number): string[] =>
  pairs.flatMap(([text = '', ground = '']) => {
    const ratio = contrast(tokens, text, ground);
    return ratio >= needed ? [] : [`${text} on ${ground}: ${ratio.toFixed(2)} of ${needed}`];
  });

const [AA, AAA, EDGE] = [4.5, 7, 3] as const;
const on = (grounds: readonly string[]) => TEXTS.flatMap((text) => grounds.map((ground) => [text, ground]));

test.each(Object.entries(PALETTES))(
  'in the %s palette every text has AAA contrast on cards and AA everywhere',
  (_, tokens) => {
    expect(short(tokens, on(['vault']), AAA)).toEqual([]);
    expect(short(tokens, [...on(GROUNDS), ...WASHES, ...FILLED], AA)).toEqual([]);
  },
);

test.each(Object.entries(PALETTES))('in the %s palette fields and focus have visible edges', (_, tokens) => {
  const grounds = GROUNDS.filter((ground) => ground !== 'drawer');
  const edges = ['line-control', 'gold-bright', 'brass'].flatMap((edge) => grounds.map((ground) => [edge, ground]));
  expect(short(tokens, edges, EDGE)).toEqual([]);
});

test.each(Object.entries(PALETTES).filter(([name]) => name.endsWith('contrast')))(
  'the %s palette has AAA contrast on every background and visible lines',
  (_, tokens) => {
    expect(short(tokens, [...on(GROUNDS), ...WASHES, ...FILLED], AAA)).toEqual([]);
    expect(
      short(
        tokens,
        [
          ['line-strong', 'vault'],
          ['line', 'vault'],
          ['gold-dim', 'vault'],
          ['unlit', 'vault'],
        ],
        EDGE,
      ),
    ).toEqual([]);
  },
);

test('the light palette overrides every background and text colour', () => {
  const coloured = Object.keys(DARK).filter((name) => name.startsWith('--color-') && !name.startsWith('--color-*'));
  const same = coloured.filter((name) => DARK[name] === LIGHT[name]);
  // a brass plate and a red one are so by night and by day
  expect(same).toEqual(['--color-plate-bright', '--color-on-plate', '--color-danger-fill', '--color-on-danger']);
});

test('the browser’s bars have the background colour of the page', () => {
  const early = fs.readFileSync(path.join(styles, '../appearance/early.ts'), 'utf8');
  const grounds = [...early.matchAll(/'?(?:dark|light)(?: more)?'?: '(#\w+)'/g)].map(([, colour]) => colour);
  const pages = ['dark', 'dark with more contrast', 'light', 'light with more contrast'];
  expect(grounds).toEqual(pages.map((palette) => hexOf(PALETTES[palette]!, 'night')));
});

/** Those of a system, of paper, and of a code that other devices read. */
const OWN = ['tokens.css', 'light.css', 'contrast.css', 'print.css'];
test('every colour is a token, so it follows the palette', () => {
  const files = fs.readdirSync(styles).filter((file) => file.endsWith('.css') && !OWN.includes(file));
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) =>
    [
      ...read(file)
        .replace(/url\("[^"]*"\)/g, '')
        .matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\([^)]*\)/gi),
    ].map(([colour]) => `${file}: ${colour}`),
  );
  expect(found).toEqual(['settings.css: #fff']);
});
