import { z } from 'zod';
import { type EventOf, fact, personal } from '../shared/events.ts';
import { id } from '../shared/ids.ts';

/** What can be reported, and taken away with a reason: what the buyer wrote, and what the seller answered. */
export const REVIEW_PARTS = ['review', 'answer'] as const;
export type ReviewPart = (typeof REVIEW_PARTS)[number];

export const REVIEW_OUTCOMES = ['kept', 'removed'] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];

const part = z.enum(REVIEW_PARTS);

/** Stream `review-{transactionId}`. `authorId` says whose key a text is encrypted under: it goes with its author. */
export const reviewEvents = {
  /** `rating`: the stars that the buyer gave, which stay on the seller's account. */
  ReviewWritten: fact({ authorId: id, sellerId: id, rating: z.int().min(1).max(5), text: personal(z.string()) }),
  ReviewAnswered: fact({ authorId: id, text: personal(z.string()) }),
  /** To staff. `byWording`: nobody reported it, its wording did; its author is then whose text it is. */
  ReviewReported: fact({ authorId: id, part, byWording: z.boolean(), reason: personal(z.string()) }),
  /** `authorId`: who decided, and why is what they wrote. */
  ReviewReportResolved: fact({ authorId: id, part, outcome: z.enum(REVIEW_OUTCOMES), note: personal(z.string()) }),
} as const;

export type ReviewEvent = EventOf<typeof reviewEvents>;
