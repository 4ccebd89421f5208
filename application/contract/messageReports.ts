import { z } from 'zod';
import { REPORT_OUTCOMES } from '#domain/conversations/conversation.ts';
import { id, paging, timestamp } from './common.ts';
import { person } from './messages.ts';

const message = {
  sender: person,
  /** `[erased]` once it is. Empty for an image alone. */
  content: z.string(),
  /** A path that opens without a token, for some minutes. */
  imageUrl: z.string().nullable(),
  sentAt: timestamp,
};

const neighbour = z.object({ _id: id, ...message }).meta({ id: 'NeighbourMessage' });
export type NeighbourMessage = z.infer<typeof neighbour>;

/** How many messages of the same conversation stand with a reported one, before it and after it. */
export const NEIGHBOURS = 3;

/** A message that was reported, with all that was said about it. */
const messageReport = z
  .object({
    messageId: id,
    ...message,
    listing: z.object({ _id: id, title: z.string() }),
    /** Newest first. `reporter` is null where the wording alone has put it before staff. */
    reports: z.array(z.object({ reporter: person.nullable(), reason: z.string(), reportedAt: timestamp })),
    /** Each oldest first. Null for those who read the reports without being staff. */
    context: z.object({ before: z.array(neighbour), after: z.array(neighbour) }).nullable(),
    /** What staff found, for every report of this message; null while it waits for them. */
    resolution: z.object({ outcome: z.enum(REPORT_OUTCOMES), note: z.string(), by: person, at: timestamp }).nullable(),
  })
  .meta({ id: 'MessageReport' });
export type MessageReport = z.infer<typeof messageReport>;

/** GET staff/message-reports: a message appears once, the one that was reported last first. */
export const messageReportQuery = z
  .object({ state: z.enum(['open', 'resolved', 'all']).default('open'), ...paging(20) })
  .meta({ id: 'MessageReportQuery' });
export type MessageReportQuery = z.output<typeof messageReportQuery>;

export const messageReportPage = z
  .object({ reports: z.array(messageReport), totalCount: z.int(), hasMore: z.boolean() })
  .meta({ id: 'MessageReportPage' });
export type MessageReportPage = z.infer<typeof messageReportPage>;

/** POST staff/message-reports/{messageId}/resolve, 204, for all reports of that message. `nothing`: no rule was broken. */
export const resolveReport = z
  .object({
    outcome: z.enum(REPORT_OUTCOMES, { error: 'Please select an outcome' }),
    note: z
      .string({ error: 'A note is required' })
      .trim()
      .min(1, 'A note is required')
      .max(1000, 'At most 1000 characters'),
  })
  .meta({ id: 'ResolveReport' });
