import { z } from 'zod';
import { type EventOf, fact, personal } from '../shared/events.ts';
import { id } from '../shared/ids.ts';

/** Why somebody reports a listing. */
export const REPORT_GROUNDS = ['counterfeit', 'misleading', 'prohibited', 'rights', 'other'] as const;
export type ReportGround = (typeof REPORT_GROUNDS)[number];

export const LISTING_REPORT_OUTCOMES = ['nothing', 'removed'] as const;
export type ListingReportOutcome = (typeof LISTING_REPORT_OUTCOMES)[number];

/** What a decision rests on: what all agreed to, or what the law forbids. */
export const DECISION_BASES = ['terms', 'law'] as const;
export type DecisionBasis = (typeof DECISION_BASES)[number];

/** What became of a complaint: the decision stands, or its opposite holds. */
export const COMPLAINT_OUTCOMES = ['stands', 'reversed'] as const;
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

/** All reports of a listing between two decisions are one case; the first is 1. */
const ofCase = { case: z.int(), sellerId: id };
/** Each who reported it in this case; none where staff acted of their own accord. */
const told = { reporters: z.array(id) };

/** Stream `notice-{listingId}`. What somebody writes goes with their own key, a statement of reasons with the seller's. */
export const listingReportEvents = {
  /** `listingRevision`: what the listing said and showed then. */
  ListingReported: fact({
    ...ofCase,
    reporterId: id,
    ground: z.enum(REPORT_GROUNDS),
    explanation: personal(z.string()),
    listingRevision: z.int(),
  }),
  /** `ownAccord`: nobody had to report it. `complainUntil`: as promised at that time. */
  ListingReportDecided: fact({
    ...ofCase,
    ...told,
    outcome: z.enum(LISTING_REPORT_OUTCOMES),
    basis: z.enum(DECISION_BASES),
    ownAccord: z.boolean(),
    statement: personal(z.string()),
    by: z.string(),
    complainUntil: z.int(),
  }),
  ListingComplaintMade: fact({ ...ofCase, complainantId: id, text: personal(z.string()) }),
  /** `removed`: whether the listing is off the market from now on. For good. */
  ListingComplaintDecided: fact({
    ...ofCase,
    ...told,
    outcome: z.enum(COMPLAINT_OUTCOMES),
    removed: z.boolean(),
    statement: personal(z.string()),
    by: z.string(),
  }),
} as const;

export type ListingReportEvent = EventOf<typeof listingReportEvents>;
