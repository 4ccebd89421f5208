import { EURO, unitsText } from '#domain/shared/currencies.ts';
import type { EventFound } from '../contract/eventSearch.ts';
import { type Cell, csvHead, csvLine, inFileName } from './csv.ts';

const COLUMNS = [
  'at',
  'recordedAt',
  'stream',
  'revision',
  'label',
  'type',
  'actorRole',
  'actorId',
  'actorName',
  'details',
  'amount',
  'toBuyer',
  'toSeller',
  'fee',
  'currency',
  'outcome',
  'eventId',
  'commandId',
  'correlationId',
  'causationId',
  'position',
] as const;

type Exported = Record<(typeof COLUMNS)[number], Cell>;

const inDecimals = ({ amount, toBuyer, toSeller, fee, currency }: Omit<EventFound, 'id' | 'actor'>) => {
  const decimal = (sum: number | null) => (sum === null ? null : { decimal: unitsText(sum, currency ?? EURO) });
  return { amount: decimal(amount), toBuyer: decimal(toBuyer), toSeller: decimal(toSeller), fee: decimal(fee) };
};

const exported = ({ id: eventId, actor, ...event }: EventFound): Exported => ({
  ...event,
  ...inDecimals(event),
  eventId,
  actorRole: actor.role,
  actorId: actor.id,
  actorName: actor.name,
});

export const CSV_HEAD = csvHead(COLUMNS);

/** `events-type-dispute-2026-11-29T14-51-49Z`: the query and the instant, so that two files differ. */
export const exportName = (query: string, now: number): string => {
  const words = query
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return ['events', words, inFileName(now)].filter(Boolean).join('-');
};

export const csvOf = (events: readonly EventFound[]): string =>
  events
    .map((event) => {
      const row = exported(event);
      return csvLine(COLUMNS.map((column) => row[column]));
    })
    .join('');

/** One JSON object per line. */
export const ndjsonOf = (events: readonly EventFound[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');
