import { z } from 'zod';
import { FEWEST_WORDS, MOST_WORDS } from '#domain/moderation/limits.ts';
import {
  COMPLAINT_OUTCOMES,
  DECISION_BASES,
  LISTING_REPORT_OUTCOMES,
  REPORT_GROUNDS,
} from '#domain/moderation/listingReports.ts';
import { euros, id, image, paging, timestamp } from './common.ts';

const words = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .min(FEWEST_WORDS, `At least ${FEWEST_WORDS} characters`)
    .max(MOST_WORDS, `At most ${MOST_WORDS} characters`);

const number = z.int('Which case is not said').min(1, 'Which case is not said');
const person = z.object({ _id: id, username: z.string() });

/** POST listings/{id}/report, 204. Again while one’s report waits: nothing changes. */
export const reportListing = z
  .object({
    ground: z.enum(REPORT_GROUNDS, { error: 'Please choose what is wrong' }),
    explanation: words('Please say what is wrong with it'),
  })
  .meta({ id: 'ReportListing' });

/** POST user/reports/{id}/complain, 204, of the decision in that case. */
export const complainOfDecision = z
  .object({ case: number, text: words('Please say why you think that it is wrong') })
  .meta({ id: 'ComplainOfDecision' });

const decision = {
  outcome: z.enum(LISTING_REPORT_OUTCOMES),
  basis: z.enum(DECISION_BASES),
  /** Staff acted without a report. */
  ownAccord: z.boolean(),
  /** `[erased]` once its key is, `[personal]` to whoever may not read it. */
  statement: z.string(),
  at: timestamp,
  complainUntil: timestamp,
};
/** `removed`: whether the listing is off the market from then on. */
const answer = { outcome: z.enum(COMPLAINT_OUTCOMES), removed: z.boolean(), statement: z.string(), at: timestamp };
const listing = z.object({ _id: id, title: z.string() });

/** GET user/reports: what one has reported, and what was decided about it and about one’s own listings; the last first. */
export const ownReport = z
  .object({
    listing,
    case: z.int(),
    side: z.enum(['seller', 'reporter']),
    /** One’s own; null where it is one’s listing. */
    report: z.object({ ground: z.enum(REPORT_GROUNDS), explanation: z.string(), reportedAt: timestamp }).nullable(),
    /** Null while staff look into it. */
    decision: z.object(decision).nullable(),
    /** `text`: of one’s own alone. */
    complaint: z
      .object({ text: z.string().nullable(), madeAt: timestamp, answer: z.object(answer).nullable() })
      .nullable(),
    mayComplain: z.boolean(),
  })
  .meta({ id: 'OwnReport' });
export type OwnReport = z.infer<typeof ownReport>;

export const ownReports = z.object({ reports: z.array(ownReport) }).meta({ id: 'OwnReports' });
export type OwnReports = z.infer<typeof ownReports>;

/** GET staff/listing-reports. `open`: to be decided, or complained of and not answered yet. Never what the reader is a party of. */
export const listingReportQuery = z
  .object({ state: z.enum(['open', 'decided', 'all']).default('open'), ...paging(10) })
  .meta({ id: 'ListingReportQuery' });
export type ListingReportQuery = z.output<typeof listingReportQuery>;

const listingCase = z
  .object({
    listing: listing.extend({
      /** As they were when it was reported first; as they are where staff acted of their own accord. */
      price: euros,
      description: z.string(),
      images: z.array(image),
      /** Whether it says something else now. */
      changedSince: z.boolean(),
    }),
    case: z.int(),
    seller: person,
    /** Oldest first. */
    reports: z.array(
      z.object({ reporter: person, ground: z.enum(REPORT_GROUNDS), explanation: z.string(), reportedAt: timestamp }),
    ),
    decision: z.object({ ...decision, by: person }).nullable(),
    complaint: z
      .object({
        by: person,
        text: z.string(),
        madeAt: timestamp,
        answer: z.object({ ...answer, by: person }).nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'ListingCase' });
export type ListingCase = z.infer<typeof listingCase>;

export const listingCasePage = z
  .object({ cases: z.array(listingCase), totalCount: z.int(), hasMore: z.boolean() })
  .meta({ id: 'ListingCasePage' });
export type ListingCasePage = z.infer<typeof listingCasePage>;

const reasons = words('A statement of reasons is required');

/** POST staff/listing-reports/{id}/decide, 204, of all reports in that case. */
export const decideListingReport = z
  .object({
    case: number,
    outcome: z.enum(LISTING_REPORT_OUTCOMES, { error: 'Please select a decision' }),
    basis: z.enum(DECISION_BASES, { error: 'Please select what it rests on' }),
    statement: reasons,
  })
  .meta({ id: 'DecideListingReport' });

/** POST staff/listing-reports/{id}/answer, 204: by somebody else than who decided, and for good. */
export const answerComplaint = z
  .object({
    case: number,
    outcome: z.enum(COMPLAINT_OUTCOMES, { error: 'Please select a decision' }),
    statement: reasons,
  })
  .meta({ id: 'AnswerComplaint' });
