import { layOut } from '#web/chart/layout.ts';
import type { Picture } from '#web/chart/picture.ts';

/** The status region of the escrow's statechart, for the README of `domain/transactions`. */
export const STATECHART = new URL('../../domain/transactions/statechart.svg', import.meta.url);

const svgOf = ({ width, height, states, arrows }: Picture): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11">`,
    '<title>The statuses of a transaction and the events between them</title><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#6b5a33"/></marker></defs>',
    ...arrows.map(
      ({ d, events }) =>
        `<path d="${d}" fill="none" stroke="#6b5a33" marker-end="url(#tip)"><title>${events.join(', ')}</title></path>`,
    ),
    ...states.map(
      ({ name, x, y, width, height }) =>
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="#fbf7ee" stroke="#6b5a33"/><text x="${x + width / 2}" y="${y + height / 2}" text-anchor="middle" dominant-baseline="central" fill="#2b2417">${name}</text>`,
    ),
    '</svg>',
    '',
  ].join('\n');

export const statechart = async (): Promise<string> => svgOf((await layOut()).status!);
