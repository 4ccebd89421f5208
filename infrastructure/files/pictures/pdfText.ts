import type { BankPage } from '#application/ports/pictures.ts';
import { HEIGHT, MARGIN, type PdfPage, WIDTH } from './pdf.ts';

/** The characters of WinAnsiEncoding from 0x80 to 0x9f; the other ones are those of Latin-1. */
const WIN_ANSI = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';
/** Letters that do not decompose into a base letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  '\u2212': '-',
};

const coded = (char: string): string => {
  const code = char.codePointAt(0)!;
  if (code < 0x20 || (code > 0x7e && code < 0xa0)) return ' ';
  if (code <= 0xff) return char;
  const place = WIN_ANSI.indexOf(char);
  if (place >= 0) return String.fromCharCode(0x80 + place);
  const base = LETTERS[char] ?? char.normalize('NFD')[0]!;
  return base.charCodeAt(0) < 0x7f ? base : '?';
};

/** One byte per character. A letter that the font lacks loses its accent; any other character becomes a question mark. */
const winAnsi = (text: string): string => [...text.normalize('NFC')].map(coded).join('');
const literal = (bytes: string): string => `(${bytes.replace(/[\\()]/g, '\\$&')})`;

/** The widest character of each kind in Helvetica, as a share of the font size. */
const widthOf = (char: string): number => {
  if (/[ijlIft.,:;'|! ()/-]/.test(char)) return 0.34;
  if (/[mwMW@%\x80-\x9f]/.test(char)) return 1.02;
  return /[A-Z&\xc0-\xde]/.test(char) ? 0.78 : 0.56;
};

/** Breaks between words, and within a word that is longer than a line. */
const wrapped = (text: string, most: number): string[] => {
  const lines = [''];
  let used = 0;
  for (const word of text.split(/(?<= )/)) {
    const width = [...word].reduce((sum, char) => sum + widthOf(char), 0);
    if (used > 0 && used + width > most) {
      lines.push('');
      used = 0;
    }
    for (const char of word) {
      if (used + widthOf(char) > most) {
        lines.push('');
        used = 0;
      }
      lines[lines.length - 1] += char;
      used += widthOf(char);
    }
  }
  return lines.map((line) => line.trimEnd());
};

const SIZE = 11;
const LINE = 16;
const TITLE = 20;
/** Where the text of a row begins. */
const COLUMN = MARGIN + 140;
const MOST = (WIDTH - MARGIN - COLUMN) / SIZE;
const FIRST = HEIGHT - MARGIN - 3 * LINE;

const drawn = (text: string, x: number, y: number, size = SIZE): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET`;

/** As many pages as the rows need. */
export const textPages = ({ title, rows }: Extract<BankPage, { rows: unknown }>): PdfPage[] => {
  const pages: string[][] = [[drawn(winAnsi(title), MARGIN, HEIGHT - MARGIN - TITLE, TITLE)]];
  let y = FIRST;
  for (const [label, text] of rows) {
    for (const [place, line] of wrapped(winAnsi(text), MOST).entries()) {
      if (y < MARGIN) {
        pages.push([]);
        y = HEIGHT - MARGIN - LINE;
      }
      const page = pages.at(-1)!;
      if (place === 0) page.push(drawn(winAnsi(label), MARGIN, y));
      page.push(drawn(line, COLUMN, y));
      y -= LINE;
    }
  }
  return pages.map((page) => ({ content: page.join('\n') }));
};
