import { z } from 'zod';
import { MOST_QUERY_CHARACTERS } from '#domain/audit/eventQuery.ts';
import { timestamp } from './common.ts';

/** Search over the events of all histories. */

const q = z
  .string()
  .max(MOST_QUERY_CHARACTERS, `Please search with at most ${MOST_QUERY_CHARACTERS} characters`)
  .default('')
  .meta({
    description:
      'Terms that must all match: `type:Dispute*` or `type:*Refund*`, `actor:buyer` (a role, a username or an account id), `stream:transaction` (a category, a sale’s number or a stream name), `amount:>500` or `amount:100..200`, `after:2026-11-24`, `before:2026-11-25T10:00`, `on:2026-11-24` (UTC), `cause:` with the id of an event, command or correlation, `text:"knee pad"`, and plain words. A comma or a repeated field means any of the values; `-` before a term excludes it.',
  });

/** GET audit/events: newest first. `cursor`: the `next` of the page before. `since`: only events stored after this position. */
export const eventSearchQuery = z
  .object({
    q,
    cursor: z
      .string()
      .regex(/^\d{1,15}\.\d{20}$/, 'This is not a page of the search')
      .optional()
      .meta({ description: 'The `next` of the page before' }),
    since: z
      .string()
      .regex(/^\d{20}$/, 'This is not a position')
      .optional()
      .meta({ description: 'The `upTo` of an earlier answer: only events stored after it' }),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  })
  .meta({ id: 'EventSearchQuery' });
export type EventSearchQuery = z.output<typeof eventSearchQuery>;

/** A row without personal fields. Those are in the event's history: `stream` at `revision`. */
export const eventFound = z
  .object({
    id: z.string(),
    position: z.string(),
    stream: z.string(),
    revision: z.int(),
    /** The short id and title of a transaction, the title of a listing, or the username of an account. */
    label: z.string().nullable(),
    type: z.string(),
    /** When it happened; `recordedAt` is when it was stored. */
    at: timestamp,
    recordedAt: timestamp,
    /** `role`: `buyer` or `seller` in their own transaction. `name`: the username; null for a system and for an erased account. */
    actor: z.object({ id: z.string(), role: z.string(), name: z.string().nullable() }),
    details: z.string(),
    /** The sum that the event is about: of a decision, what goes to the buyer. */
    amount: z.number().nullable(),
    /** How a decision divides the money; null for all other events. */
    toBuyer: z.number().nullable(),
    toSeller: z.number().nullable(),
    fee: z.number().nullable(),
    currency: z.string().nullable(),
    /** Of the opening of a dispute: how it ended, such as `decided, €120.00 to the buyer`, or `open`. */
    outcome: z.string().nullable(),
    commandId: z.string(),
    correlationId: z.string(),
    causationId: z.string(),
  })
  .meta({ id: 'EventFound' });
export type EventFound = z.infer<typeof eventFound>;

export const eventPage = z
  .object({
    events: z.array(eventFound),
    /** The cursor of the next page; null on the last. */
    next: z.string().nullable(),
    /** The newest position that can be found now; null before the first event. */
    upTo: z.string().nullable(),
    /**
     * How many texts of the one history that the query names are masked for this reader, so that its words were not searched in them. Null if
     * the query has no words, or names no single history: then no personal text was searched.
     */
    maskedTexts: z.int().nullable(),
    /** A sentence for each name in the query that means nobody and nothing. */
    unknownNames: z.array(z.string()),
  })
  .meta({ id: 'EventPage' });
export type EventPage = z.infer<typeof eventPage>;

/** GET audit/events/histogram */
export const eventHistogramQuery = z.object({ q }).meta({ id: 'EventHistogramQuery' });

/** Bars of whole days in UTC; `until` is not included. `estimated`: more than 5,000 events match, so all counts come from a sample. */
export const eventHistogram = z
  .object({
    count: z.int(),
    estimated: z.boolean(),
    bars: z.array(z.object({ from: timestamp, until: timestamp, count: z.int() })),
  })
  .meta({ id: 'EventHistogram' });
export type EventHistogram = z.infer<typeof eventHistogram>;

/** GET audit/events/export: the newest 10,000. */
export const eventExportQuery = z
  .object({ q, format: z.enum(['csv', 'ndjson'], { error: 'Please choose csv or ndjson' }).default('csv') })
  .meta({ id: 'EventExportQuery' });
