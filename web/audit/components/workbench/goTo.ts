import { isLike } from '#domain/audit/replay/rowQuery.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/shared/instants.ts';
import { instantIn } from './clocks.ts';
import type { Zone } from './zones.ts';

type Row = { revision: number; type: string; instant: number };
type Found = { revision: number } | { problem: string };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = '(?:(?:[ T]+|,\\s*)(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,]\\d+)?)?\\s*(Z|UTC|[+-]\\d{2}:?\\d{2})?)?';
const ISO = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${TIME}$`, 'i');
const AS_SHOWN = new RegExp(`^(\\d{1,2})\\.? +([a-z]{3,9})\\.? +(\\d{4})${TIME}$`, 'i');

/** `+01:00` in ms; undefined without an offset. */
const offsetIn = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
};

/**
 * A typed day, minute or second, in the zone on the screen unless it names its offset. Undefined: not a date. It is the end of what was
 * typed: without an hour of that day, without seconds of that minute.
 */
export const typedInstant = (text: string, zone: Zone): number | undefined => {
  const typed = text.trim();
  const iso = ISO.exec(typed);
  const shown = iso ? null : AS_SHOWN.exec(typed);
  const found = iso ?? shown;
  if (!found) return undefined;
  const [first = '', second = '', third = '', hour, minute, seconds, offset] = found.slice(1);
  const year = Number(iso ? first : third);
  const month = iso ? Number(second) : MONTHS.indexOf(second.slice(0, 3).toLowerCase()) + 1;
  const day = Number(iso ? third : first);
  const isRead = month >= 1 && day >= 1 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month <= 12;
  if (!isRead || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(seconds ?? 0) > 59) return undefined;
  // by the clock, because a day of a zone has 23 to 25 hours
  const time = Number(hour ?? 23) * HOUR + Number(minute ?? 59) * MINUTE + Number(seconds ?? 59) * SECOND;
  const clock = Date.UTC(year, month - 1, day) + time;
  const ahead = offsetIn(offset);
  const start = ahead === undefined ? instantIn(zone, clock) : clock - ahead;
  return start + SECOND - 1;
};

const UNITS: Readonly<Record<string, number>> = { d: DAY, h: HOUR, m: MINUTE, s: SECOND };

/** `+3 d 2 h`: the end of what was typed, in ms since the first event. */
export const typedElapsed = (text: string): number | undefined => {
  if (!/^\+(\s*\d{1,6}\s*[dhms])+$/i.test(text.trim())) return undefined;
  const parts = [...text.matchAll(/(\d+)\s*([dhms])/gi)].map(([, count, unit = '']) => {
    return { count: Number(count), unit: UNITS[unit.toLowerCase()] ?? 0 };
  });
  return parts.reduce((sum, { count, unit }) => sum + count * unit, 0) + (parts.at(-1)?.unit ?? 1) - 1;
};

const orProblem = (row: Row | undefined, problem: string): Found => (row ? { revision: row.revision } : { problem });

export const noSuchEvent = (revision: number | string, last: number): string =>
  `There is no event ${revision}. The last one is ${last}.`;

const ORDERED = /^(first|last|next|previous)(?:\s+(\S+))?$/i;

/** The events that a name means: those called so, else those whose name begins so, else those that contain it. */
const named = (rows: readonly Row[], name: string): readonly Row[] => {
  for (const pattern of name.includes('*') ? [name] : [name, `${name}*`, `*${name}*`]) {
    const found = rows.filter(({ type }) => isLike(type, pattern));
    if (found.length > 0) return found;
  }
  return [];
};

/**
 * Finds the event that somebody typed: `9`, `2026-11-24 10:00`, `24 Nov 2026, 10:00:05`, `+3 d 2 h`, `first Dispute`, `last Payment*`, `last`, or
 * the next `Dispute`.
 */
export const goTo = (text: string, rows: readonly Row[], { zone, at }: { zone: Zone; at: number }): Found => {
  const typed = text.trim();
  const last = rows.at(-1)?.revision ?? 0;
  if (/^[#-]?\d+$/.test(typed)) {
    const revision = Number(typed.replace('#', ''));
    return orProblem(
      rows.find((row) => row.revision === revision),
      noSuchEvent(revision, last),
    );
  }
  const elapsed = typedElapsed(typed);
  const instant = elapsed === undefined ? typedInstant(typed, zone) : (rows[0]?.instant ?? 0) + elapsed;
  if (instant !== undefined)
    return orProblem(
      rows.findLast((row) => row.instant <= instant),
      'The history begins later.',
    );
  const [, order = 'next', name = ORDERED.test(typed) ? '*' : typed] = ORDERED.exec(typed) ?? [];
  const found = named(rows, name);
  if (found.length === 0)
    return {
      problem: /\d|\s/.test(name)
        ? `“${typed}” is no event, time or kind. Write ${EXAMPLES}.`
        : `No event is called ${name}.`,
    };
  const byOrder: Readonly<Record<string, Row | undefined>> = {
    first: found[0],
    last: found.at(-1),
    next: found.find((row) => row.revision > at) ?? found[0],
    previous: found.findLast((row) => row.revision < at) ?? found.at(-1),
  };
  return orProblem(byOrder[order.toLowerCase()], `No event is called ${name}.`);
};

export const EXAMPLES = '9, 24 Nov 2026, 2026-11-24 10:00, +3d, last, or first Dispute';
