import { z } from 'zod';
import { MESSAGE_RULES, REPORT_OUTCOMES } from '#domain/conversations/conversation.ts';
import { FEWEST_WORDS, MOST_WORDS } from '#domain/moderation/limits.ts';
import {
  COMPLAINT_OUTCOMES,
  DECISION_BASES,
  LISTING_REPORT_OUTCOMES,
  REPORT_GROUNDS,
} from '#domain/moderation/listingReports.ts';
import { euros, id, image, paging, person, timestamp } from './common.ts';
import { person as writer } from './conversations.ts';
import { suspensionGround } from './staffAccounts.ts';

const words = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .min(FEWEST_WORDS, `At least ${FEWEST_WORDS} characters`)
    .max(MOST_WORDS, `At most ${MOST_WORDS} characters`);

const number = z.int('Please say which case').min(1, 'Please say which case');

/** POST listings/{id}/report, 204. A repeat while the report is open changes nothing. */
export const reportListing = z
  .object({
    ground: z.enum(REPORT_GROUNDS, { error: 'Please choose what is wrong' }),
    explanation: words('Please say what is wrong with it'),
  })
  .meta({ id: 'ReportListing' });

/** POST user/reports/{id}/complain, 204. */
export const complainAboutDecision = z
  .object({ case: number, text: words('Please say why you think the decision is wrong') })
  .meta({ id: 'ComplainOfDecision' });

const decision = {
  outcome: z.enum(LISTING_REPORT_OUTCOMES),
  basis: z.enum(DECISION_BASES),
  /** Staff acted without a report. */
  ownAccord: z.boolean(),
  /** Whether the same decision suspended the seller. False for those who reported the listing. */
  suspended: z.boolean().optional(),
  /** `[erased]` once its key is erased, `[personal]` if the reader may not see it. */
  statement: z.string(),
  at: timestamp,
  complainUntil: timestamp,
};

/** `removed`: whether the answer removes the listing. */
const answer = { outcome: z.enum(COMPLAINT_OUTCOMES), removed: z.boolean(), statement: z.string(), at: timestamp };

const listing = z.object({ _id: id, title: z.string() });

/** GET user/reports: the caller's reports, and decisions about them and the caller's listings. Newest first. */
export const ownReport = z
  .object({
    listing,
    case: z.int(),
    side: z.enum(['seller', 'reporter']),
    /** The caller's own report; null if the caller is the seller. */
    report: z.object({ ground: z.enum(REPORT_GROUNDS), explanation: z.string(), reportedAt: timestamp }).nullable(),
    /** Null until staff decide. */
    decision: z.object(decision).nullable(),
    /** `text`: only of the caller's own complaint. */
    complaint: z
      .object({ text: z.string().nullable(), madeAt: timestamp, answer: z.object(answer).nullable() })
      .nullable(),
    mayComplain: z.boolean(),
  })
  .meta({ id: 'OwnReport' });
export type OwnReport = z.infer<typeof ownReport>;

export const ownReports = z.object({ reports: z.array(ownReport) }).meta({ id: 'OwnReports' });
export type OwnReports = z.infer<typeof ownReports>;

/** GET staff/listing-reports. `open`: undecided, or with an unanswered complaint. Excludes cases in which the reader is a party. `about`: only listings of this account. */
export const listingReportQuery = z
  .object({ state: z.enum(['open', 'decided', 'all']).default('open'), about: id.optional(), ...paging(10) })
  .meta({ id: 'ListingReportQuery' });
export type ListingReportQuery = z.output<typeof listingReportQuery>;

const listingCase = z
  .object({
    listing: listing.extend({
      /** As first reported; the current details if staff acted without a report. */
      price: euros,
      description: z.string(),
      images: z.array(image),
      /** Whether the listing has changed since. */
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

/**
 * Also suspends the account that the report is about, before the report is closed. The reason is for staff and auditors; the e-mail to
 * the account's owner names the ground.
 */
export const suspension = z
  .object({
    reason: z
      .string({ error: 'A reason is required' })
      .trim()
      .min(1, 'A reason is required')
      .max(1000, 'At most 1000 characters'),
    ground: suspensionGround,
  })
  .optional();

/** Nobody is suspended for something that may stay. */
export const SUSPENDS_WITH = {
  message: 'An account can only be suspended with an outcome against it',
  path: ['suspend'],
};

/** POST staff/listing-reports/{id}/decide, 204, for all reports of that case. */
export const decideListingReport = z
  .object({
    case: number,
    outcome: z.enum(LISTING_REPORT_OUTCOMES, { error: 'Please select a decision' }),
    basis: z.enum(DECISION_BASES, { error: 'Please select the legal basis' }),
    statement: reasons,
    suspend: suspension,
  })
  .refine(({ outcome, suspend }) => suspend === undefined || outcome === 'removed', SUSPENDS_WITH)
  .meta({ id: 'DecideListingReport' });

/** POST staff/listing-reports/{id}/answer, 204: by a different staff member; the answer is final. */
export const answerComplaint = z
  .object({
    case: number,
    outcome: z.enum(COMPLAINT_OUTCOMES, { error: 'Please select a decision' }),
    statement: reasons,
  })
  .meta({ id: 'AnswerComplaint' });

const reportedMessage = {
  sender: writer,
  /** `[erased]` once erased. Empty for an image alone. */
  content: z.string(),
  /** A path that works without a token and expires after some minutes. */
  imageUrl: z.string().nullable(),
  sentAt: timestamp,
};

const neighbour = z.object({ _id: id, ...reportedMessage }).meta({ id: 'NeighbourMessage' });
export type NeighbourMessage = z.infer<typeof neighbour>;

/** How many messages before and after a reported one staff can read. */
export const NEIGHBOURS = 3;

/** A reported message with all its reports. */
const messageReport = z
  .object({
    messageId: id,
    ...reportedMessage,
    listing: z.object({ _id: id, title: z.string() }),
    /** Newest first. `reporter` is null if the automatic check of the wording reported it. */
    reports: z.array(z.object({ reporter: writer.nullable(), reason: z.string(), reportedAt: timestamp })),
    /** Each oldest first. Null for readers who are not staff. */
    context: z.object({ before: z.array(neighbour), after: z.array(neighbour) }).nullable(),
    /** The outcome for all reports of this message; null until staff resolve them. */
    resolution: z.object({ outcome: z.enum(REPORT_OUTCOMES), note: z.string(), by: writer, at: timestamp }).nullable(),
  })
  .meta({ id: 'MessageReport' });
export type MessageReport = z.infer<typeof messageReport>;

/** GET staff/message-reports: each message once, newest report first. `about`: only messages of this account. */
export const messageReportQuery = z
  .object({ state: z.enum(['open', 'resolved', 'all']).default('open'), about: id.optional(), ...paging(20) })
  .meta({ id: 'MessageReportQuery' });
export type MessageReportQuery = z.output<typeof messageReportQuery>;

export const messageReportPage = z
  .object({ reports: z.array(messageReport), totalCount: z.int(), hasMore: z.boolean() })
  .meta({ id: 'MessageReportPage' });
export type MessageReportPage = z.infer<typeof messageReportPage>;

/**
 * POST staff/message-reports/{messageId}/resolve, 204, for all reports of that message. `nothing`: no rule was broken. `warned`: an e-mail names
 * the rule to the sender, never the reporters. `suspended`: 409
 * `senderNotSuspended` unless the account is suspended or `suspend` is given.
 */
export const resolveReport = z
  .object({
    outcome: z.enum(REPORT_OUTCOMES, { error: 'Please select an outcome' }),
    /** The broken rule of a warning. The sender reads it, but not the note. */
    rule: z.enum(MESSAGE_RULES, { error: 'Please select the rule' }).optional(),
    note: z
      .string({ error: 'A note is required' })
      .trim()
      .min(1, 'A note is required')
      .max(1000, 'At most 1000 characters'),
    suspend: suspension,
  })
  .refine(({ outcome, suspend }) => suspend === undefined || outcome === 'suspended', SUSPENDS_WITH)
  .refine(({ outcome, rule }) => (rule !== undefined) === (outcome === 'warned'), {
    message: 'A warning names the rule, and nothing else does',
    path: ['rule'],
  })
  .meta({ id: 'ResolveReport' });
