import type { AuditEvent } from '#application/contract/audit.ts';
import { actorOf, eventEvents, type Labels } from '#domain/audit/eventRow.ts';
import { type SecondPerson, secondPersonsIn, secondPersonWords } from '#domain/audit/peopleIn.ts';
import { MINUTE } from '#domain/shared/instants.ts';

/** An event as a row shows it. `instant`: the one that the rules used, or the store's where none did. `index`: its place among all events. */
export type Row = {
  index: number;
  revision: number;
  type: string;
  instant: number;
  lane: string;
  event: AuditEvent;
  /** Both people, of an event that a second person confirmed. */
  two: SecondPerson | undefined;
};

const instantOf = ({ data, recordedAt }: AuditEvent): number =>
  typeof data.at === 'number' && data.at > 0 ? data.at : Date.parse(recordedAt);

export const rowsOf = (events: readonly AuditEvent[]): Row[] => {
  const seconds = secondPersonsIn(events);
  return events.map((event, index) => ({
    index,
    revision: event.revision,
    type: event.type,
    instant: instantOf(event),
    lane: actorOf(event, events[0]),
    event,
    two: seconds.get(index),
  }));
};

type Reading = {
  time?: (instant: number) => string;
  nameOf: (id: string) => string;
  labels?: Labels | undefined;
};

/** The details of a row; who decided it comes first, because a narrow column cuts the rest. */
export const detailsOf = ({ event, two }: Row, { time, nameOf, labels }: Reading): string => {
  if (event.unreadable) return 'Cannot be read';
  const details = eventEvents(event, time, labels);
  return [two && secondPersonWords(two, nameOf), details].filter(Boolean).join(', ');
};

/** A date further from the store’s clock is worth a mark. */
const USUAL_DELAY = MINUTE;

/** When an event was stored, if that is not its date. */
export const storedApart = ({ instant, event }: Row): number | undefined => {
  const stored = Date.parse(event.recordedAt);
  return Math.abs(stored - instant) > USUAL_DELAY ? stored : undefined;
};

const ORDER = ['buyer', 'seller', 'member', 'provider', 'staff', 'auditor', 'admin', 'system'];

/** The lanes of a history, in a fixed order. */
export const lanesOf = (rows: readonly Row[]): string[] => {
  const found = [...new Set(rows.map(({ lane }) => lane))];
  const place = (lane: string) => (ORDER.includes(lane) ? ORDER.indexOf(lane) : ORDER.length);
  return found.sort((one, other) => place(one) - place(other));
};

/** The nearest row before or after one, perhaps in the same lane; the row itself at an end. */
export const stepFrom = (rows: readonly Row[], at: number, by: 1 | -1, lane?: string): number => {
  const fits = (row: Row) =>
    (lane === undefined || row.lane === lane) && (by > 0 ? row.revision > at : row.revision < at);
  return (by > 0 ? rows.find(fits) : rows.findLast(fits))?.revision ?? at;
};
