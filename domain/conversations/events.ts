import { z } from 'zod';
import { type EventOf, fact, personal } from '../shared/events.ts';
import { id } from '../shared/ids.ts';

/** What staff found about a reported message; `nothing`: no rule was broken. */
export const REPORT_OUTCOMES = ['nothing', 'warned', 'suspended'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

/** Stream `conversation-{id}`. Text is encrypted under one key a conversation and month (retention 2 years). */
export const conversationEvents = {
  ConversationStarted: fact({ buyerId: id, sellerId: id, listingId: id }),
  MessageSent: fact({
    messageId: id,
    senderId: id,
    content: personal(z.string()),
    image: personal(z.object({ original: z.string(), s3Key: z.string() })),
  }),
  ConversationRead: fact({ readerId: id, upTo: id }),
  /** To staff, by its recipient. */
  MessageReported: fact({ messageId: id, reporterId: id, reason: personal(z.string()) }),
  MessageReportResolved: fact({
    messageId: id,
    outcome: z.enum(REPORT_OUTCOMES),
    note: personal(z.string()),
    by: z.string(),
  }),
} as const;

export type ConversationEvent = EventOf<typeof conversationEvents>;
