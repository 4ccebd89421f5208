import type { Plugin } from 'vite';
import { LETTERS } from '../appearance/letters.ts';

const BREAKPOINT = /@media\s*\(\s*(?:width\s*([<>])=|(max|min)-width\s*:)\s*([\d.]+)rem\s*\)\s*\{/g;

const endOf = (css: string, begins: number): number => {
  let depth = 1;
  for (let at = begins; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('a breakpoint of the styles has no end');
};

/** By the commas between them, none of those within parentheses. */
const selectorsOf = (list: string): string[] =>
  list.split(/,(?![^()]*(?:\([^()]*\)[^()]*)*\))/).map((one) => one.trim());

const under = (root: string, body: string): string =>
  body.replace(/([^{}]+)\{([^{}]*)\}/g, (_, list: string, rules: string) => {
    const told = selectorsOf(list).map((one) =>
      /^(?::root|html)\b/.test(one) ? one.replace(/^(?::root|html)/, `$&${root}`) : `${root} ${one}`,
    );
    return `${told.join(',')}{${rules}}`;
  });

/**
 * A breakpoint in rem is one of the browser's letters, whatever size the root has; larger letters that were chosen need the layout of a smaller window.
 * So each breakpoint stands once more for each size, further up by as much, without more weight than the first (`:where`).
 */
export const followLetters = (css: string): string => {
  let followed = '';
  let from = 0;
  for (const found of css.matchAll(BREAKPOINT)) {
    const [head, sign, word, rem] = found;
    const begins = found.index + head.length;
    const ends = endOf(css, begins);
    const body = css.slice(begins, ends).replace(/\/\*.*?\*\//gs, '');
    const nested = /@[\w-]+[^{}]*|[^{}]*\{[^{}]*\{/.exec(body)?.[0];
    if (nested) throw new Error(`a breakpoint of the styles holds ${nested.trim()}`);
    const most = sign === '<' || word === 'max';
    const own = most ? body : under(':where(:root:not([data-text^=large]))', body);
    const others = Object.entries(LETTERS).map(([text, scale]) => {
      const limit = `(${most ? 'max' : 'min'}-width:${Number(rem) * scale}rem)`;
      return `@media ${limit}{${under(`:where([data-text=${text}])`, body)}}`;
    });
    followed += `${css.slice(from, begins)}${own}}${others.join('')}`;
    from = ends + 1;
  }
  return followed + css.slice(from);
};

/** After the one that puts the styles together. */
export const breakpoints = (): Plugin => ({
  name: 'breakpoints',
  transform: {
    filter: { id: /\/styles\/app\.css/ },
    handler: (css) => ({ code: followLetters(css), map: null }),
  },
});
