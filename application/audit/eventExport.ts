import type { EventFound } from '../contract/eventSearch.ts';

const COLUMNS = [
  'at',
  'recordedAt',
  'stream',
  'revision',
  'label',
  'type',
  'actorRole',
  'actorId',
  'details',
  'amount',
  'currency',
  'eventId',
  'commandId',
  'correlationId',
  'causationId',
  'position',
] as const;

type Exported = Record<(typeof COLUMNS)[number], string | number | null>;

const exported = ({ id: eventId, actor, ...event }: EventFound): Exported => ({
  ...event,
  eventId,
  actorRole: actor.role,
  actorId: actor.id,
});

/** A spreadsheet would run a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180. A number stays a number, also a negative one. */
const cell = (value: string | number | null): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const CSV_HEAD = `${COLUMNS.join(',')}\r\n`;

export const csvOf = (events: readonly EventFound[]): string =>
  events
    .map((event) => {
      const row = exported(event);
      return `${COLUMNS.map((column) => cell(row[column])).join(',')}\r\n`;
    })
    .join('');

/** One JSON object per line. */
export const ndjsonOf = (events: readonly EventFound[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');
