import { z } from 'zod';
import { attached } from '../shared/attached.ts';
import { asItWas, type EventOf, fact, personal, revised } from '../shared/events.ts';
import { id } from '../shared/ids.ts';

/** What staff found about a reported message; `nothing`: no rule was broken. */
export const REPORT_OUTCOMES = ['nothing', 'warned', 'suspended'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

const message = {
  messageId: id,
  senderId: id,
  content: personal(z.string()),
  image: personal(z.object({ original: z.string(), s3Key: z.string() })),
};

/** Reports what is worded as by those who lead others out of escrow. */
export const BY_WORDING = 'system';

const reported = { messageId: id, reason: personal(z.string()) };

/** Stream `conversation-{id}`. Text is encrypted under one key a conversation and month (retention 2 years). */
export const conversationEvents = {
  ConversationStarted: fact({ buyerId: id, sellerId: id, listingId: id }),
  MessageSent: revised(fact(message), { ...message, ...attached }, asItWas, 'asItIs'),
  ConversationRead: fact({ readerId: id, upTo: id }),
  /** To staff, by its recipient or by its wording. */
  MessageReported: revised(
    fact({ ...reported, reporterId: id }),
    { ...reported, reporterId: z.union([id, z.literal(BY_WORDING)]) },
    asItWas,
    'asItIs',
  ),
  MessageReportResolved: fact({
    messageId: id,
    outcome: z.enum(REPORT_OUTCOMES),
    note: personal(z.string()),
    by: z.string(),
  }),
} as const;

export type ConversationEvent = EventOf<typeof conversationEvents>;
