import { PICTURE_REPLACED } from '#application/contract/common.ts';

const LONGEST_LINE = 24;
const LINE_HEIGHT = 26;

const linesOf = (text: string): string[] => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > LONGEST_LINE) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
};

const LINES = linesOf(PICTURE_REPLACED);

/** The explanation as an image, so that pages show it in place of the photo without a script. */
export const REPLACED_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300" role="img"><title>${PICTURE_REPLACED}</title><rect width="400" height="300" fill="#211c15"/><g fill="#ece4d4" font-family="Georgia, serif" font-size="18" text-anchor="middle">${LINES.map(
  (line, place) => `<text x="200" y="${157 + (place - (LINES.length - 1) / 2) * LINE_HEIGHT}">${line}</text>`,
).join('')}</g></svg>`;
