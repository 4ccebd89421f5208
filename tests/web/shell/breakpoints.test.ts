import { expect, test } from 'vitest';
import { followLetters } from '#web/styles/breakpoints.ts';

const words = (css: string) =>
  css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}]) ?/g, '$1')
    .trim();

test('repeats a breakpoint for each text size, raised in proportion', () => {
  expect(
    words(
      followLetters(
        '.a { top: 0 } @media (max-width: 40rem) { .a, .b :is(i, b:not(u, s)) { top: 1px } } .c { top: 2px }',
      ),
    ),
  ).toBe(
    words(`.a { top: 0 } @media (max-width: 40rem) { .a, .b :is(i, b:not(u, s)) { top: 1px } }
      @media (max-width:45rem){:where([data-text=large]) .a,:where([data-text=large]) .b :is(i, b:not(u, s)){ top: 1px } }
      @media (max-width:50rem){:where([data-text=larger]) .a,:where([data-text=larger]) .b :is(i, b:not(u, s)){ top: 1px } } .c { top: 2px }`),
  );
});

test('skips one for wide windows until they are as wide for larger text', () => {
  expect(words(followLetters('@media (width>=48rem){:root:has(b) .a{top:0}}'))).toBe(
    '@media (width>=48rem){:root:where(:root:not([data-text^=large])):has(b) .a{top:0}}' +
      '@media (min-width:54rem){:root:where([data-text=large]):has(b) .a{top:0}}' +
      '@media (min-width:60rem){:root:where([data-text=larger]):has(b) .a{top:0}}',
  );
});

test('keeps other conditions', () => {
  const css = '@media (pointer: coarse) { .a { top: 0 } } @media print { .b { top: 0 } }';
  expect(followLetters(css)).toBe(css);
});

test('fails the build for an unsupported condition', () => {
  expect(() => followLetters('@media (max-width: 40rem) { @supports (top: 0) { .a { top: 0 } } }')).toThrow(
    '@supports',
  );
  expect(() => followLetters('@media (max-width: 40rem) { .a {')).toThrow('no end');
});
