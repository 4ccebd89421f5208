import { z } from 'zod';
import { access } from '../access/access.ts';
import { may } from '../access/right.ts';
import type { Actor } from '../shared/actor.ts';
import { type Decider, type Result, record, reject } from '../shared/decider.ts';
import { type EventOf, extended, firstVersion, personal } from '../shared/events.ts';
import { type AccountId, id } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import { complaintEnd, MOST_REPORTS } from './limits.ts';

export const REPORT_GROUNDS = ['counterfeit', 'misleading', 'prohibited', 'rights', 'other'] as const;
export type ReportGround = (typeof REPORT_GROUNDS)[number];

export const LISTING_REPORT_OUTCOMES = ['nothing', 'removed'] as const;
export type ListingReportOutcome = (typeof LISTING_REPORT_OUTCOMES)[number];

/** Legal basis: the terms of use or the law. */
export const DECISION_BASES = ['terms', 'law'] as const;
export type DecisionBasis = (typeof DECISION_BASES)[number];

/** `stands`: the decision stays. `reversed`: the opposite applies. */
export const COMPLAINT_OUTCOMES = ['stands', 'reversed'] as const;
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

/** All reports between two decisions form one case. Cases count from 1. */
const ofCase = { case: z.int(), sellerId: id };
/** The reporters of this case; none if staff acted on their own. */
const told = { reporters: z.array(id) };

/**
 * Stream `notice-{listingId}`. A report is encrypted under its author's key, a statement of reasons under the
 * seller's.
 */
export const listingReportEvents = {
  /** `listingRevision`: the version that was reported. */
  ListingReported: firstVersion({
    ...ofCase,
    reporterId: id,
    ground: z.enum(REPORT_GROUNDS),
    explanation: personal(z.string()),
    listingRevision: z.int(),
  }),
  /** `ownAccord`: staff acted without a report. `complainUntil`: as promised then. `suspended`: the seller too. */
  ListingReportDecided: extended(
    firstVersion({
      ...ofCase,
      ...told,
      outcome: z.enum(LISTING_REPORT_OUTCOMES),
      basis: z.enum(DECISION_BASES),
      ownAccord: z.boolean(),
      statement: personal(z.string()),
      by: z.string(),
      complainUntil: z.int(),
    }),
    { suspended: z.optional(z.boolean()) },
  ),
  ListingComplaintMade: firstVersion({ ...ofCase, complainantId: id, text: personal(z.string()) }),
  /** Final. `removed`: whether the listing is now off the market. */
  ListingComplaintDecided: firstVersion({
    ...ofCase,
    ...told,
    outcome: z.enum(COMPLAINT_OUTCOMES),
    removed: z.boolean(),
    statement: personal(z.string()),
    by: z.string(),
  }),
} as const;

export type ListingReportEvent = EventOf<typeof listingReportEvents>;

export type Decision = { outcome: ListingReportOutcome; by: AccountId; complainUntil: Instant };

/** One case with its reporters, decision, complaint and final answer. */
export type ListingReportCase = {
  sellerId: AccountId;
  reporters: readonly AccountId[];
  decision: Decision | null;
  complainant: AccountId | null;
  answer: ComplaintOutcome | null;
};

/** All cases of a listing, oldest first. */
export type ListingReports = readonly ListingReportCase[];

type Issued<Type extends string, Details> = { type: Type; at: Instant; by: Actor } & Details;
type Command<Type> = Extract<ListingReportCommand, { type: Type }>;

export type ListingReportCommand =
  /** `listing`: its current state and revision. */
  | Issued<
      'ReportListing',
      {
        ground: ReportGround;
        explanation: string;
        listing: {
          status: 'none' | 'active' | 'sold' | 'archived';
          removed: boolean;
          sellerId: AccountId;
          revision: number;
        };
      }
    >
  /**
   * Decides all reports of the case. `sellerErased`: their key is gone, so no statement is stored. `ownSale`: the
   * decider has an open transaction with the seller. `suspends`: the same decision suspends the seller.
   */
  | Issued<
      'DecideReport',
      {
        case: number;
        outcome: ListingReportOutcome;
        basis: DecisionBasis;
        statement: string;
        sellerErased: boolean;
        ownSale?: boolean;
        suspends?: boolean;
      }
    >
  /** Records a removal that staff made without a report. `remover`: who removed it. */
  | Issued<'RecordRemoval', { sellerId: AccountId; remover: AccountId; statement: string | null }>
  | Issued<'Complain', { case: number; text: string }>
  | Issued<
      'DecideComplaint',
      { case: number; outcome: ComplaintOutcome; statement: string; sellerErased: boolean; ownSale?: boolean }
    >;

export type ListingReportRejection = {
  code:
    | 'listingNotFound'
    | 'ownListingReported'
    | 'notAllowed'
    | 'noSuchReport'
    | 'reportDecided'
    | 'ownReportDecided'
    | 'ownSale'
    | 'noReasonToComplain'
    | 'alreadyComplained'
    | 'complaintTooLate'
    | 'noComplaint'
    | 'complaintDecided'
    | 'anotherPersonDecides';
};

type Refusable = Result<ListingReportEvent[], ListingReportRejection>;

/** Whether the first decision removed the listing. */
const isRemoval = ({ outcome }: Decision): boolean => outcome === 'removed';

/** Whether the case's latest decision keeps the listing off the market. */
const keepsOff = ({ decision, answer }: ListingReportCase): boolean =>
  decision !== null && isRemoval(decision) === (answer !== 'reversed');

/** The side that lost: the seller of a removed listing, or the reporters of one that stays. */
export const losersOf = ({ sellerId, reporters, decision }: ListingReportCase): readonly AccountId[] => {
  if (!decision) return [];
  return isRemoval(decision) ? [sellerId] : reporters;
};

/** Why an account cannot complain about a decision; undefined if it can. */
export const complaintRefusal = (
  found: ListingReportCase | undefined,
  account: AccountId,
  at: Instant,
): ListingReportRejection | undefined => {
  const isParty = found && (found.sellerId === account || found.reporters.includes(account));
  if (!found?.decision || !isParty) return { code: 'noSuchReport' };
  if (!losersOf(found).includes(account)) return { code: 'noReasonToComplain' };
  if (found.complainant !== null) return { code: 'alreadyComplained' };
  return at > found.decision.complainUntil ? { code: 'complaintTooLate' } : undefined;
};

const isConcerned = ({ sellerId, reporters }: ListingReportCase, { id }: Actor): boolean =>
  id === sellerId || reporters.includes(id);

const openCaseOf = (cases: ListingReports): ListingReportCase | undefined => {
  const last = cases.at(-1);
  return last && !last.decision ? last : undefined;
};

/** Whether somebody is the seller or a reporter in the open case. */
export const isInOpenCase = (cases: ListingReports, by: Actor): boolean => {
  const open = openCaseOf(cases);
  return open !== undefined && isConcerned(open, by);
};

const report = (
  { at, by, ground, explanation, listing }: Command<'ReportListing'>,
  cases: ListingReports,
): Refusable => {
  const { status, removed, sellerId, revision } = listing;
  if (status === 'none' || removed) return reject({ code: 'listingNotFound' });
  if (sellerId === by.id) return reject({ code: 'ownListingReported' });
  const open = openCaseOf(cases);
  if (open && (open.reporters.includes(by.id) || open.reporters.length >= MOST_REPORTS)) return record();
  const number = open ? cases.length : cases.length + 1;
  const data = { at, case: number, sellerId, reporterId: by.id, ground, explanation, listingRevision: revision };
  return record({ type: 'ListingReported', data });
};

const decideReport = (command: Command<'DecideReport'>, cases: ListingReports): Refusable => {
  const { at, by, outcome, basis, statement, sellerErased } = command;
  if (!may(access.listing.do.remove, by.role)) return reject({ code: 'notAllowed' });
  const found = cases[command.case - 1];
  if (!found) return reject({ code: 'noSuchReport' });
  if (isConcerned(found, by)) return reject({ code: 'ownReportDecided' });
  if (command.ownSale) return reject({ code: 'ownSale' });
  if (found.decision) return reject({ code: 'reportDecided' });
  const { sellerId, reporters } = found;
  return record({
    type: 'ListingReportDecided',
    data: {
      at,
      case: command.case,
      sellerId,
      reporters: [...reporters],
      outcome,
      basis,
      ownAccord: false,
      statement: sellerErased ? null : statement,
      by: by.id,
      complainUntil: complaintEnd(at),
      ...(command.suspends && { suspended: true }),
    },
  });
};

/** Also closes an open case. */
const recordRemoval = (
  { at, sellerId, remover, statement }: Command<'RecordRemoval'>,
  cases: ListingReports,
): Refusable => {
  const open = openCaseOf(cases);
  return record({
    type: 'ListingReportDecided',
    data: {
      at,
      case: open ? cases.length : cases.length + 1,
      sellerId,
      reporters: [...(open?.reporters ?? [])],
      outcome: 'removed',
      basis: 'terms',
      ownAccord: true,
      statement,
      by: remover,
      complainUntil: complaintEnd(at),
    },
  });
};

const complain = (command: Command<'Complain'>, cases: ListingReports): Refusable => {
  const { at, by, text } = command;
  const found = cases[command.case - 1];
  const refusal = complaintRefusal(found, by.id, at);
  if (!found || refusal) return reject(refusal ?? { code: 'noSuchReport' });
  const data = { at, case: command.case, sellerId: found.sellerId, complainantId: by.id, text };
  return record({ type: 'ListingComplaintMade', data });
};

const decideComplaint = (command: Command<'DecideComplaint'>, cases: ListingReports): Refusable => {
  const { at, by, outcome, statement, sellerErased } = command;
  if (!may(access.listing.do.remove, by.role)) return reject({ code: 'notAllowed' });
  const found = cases[command.case - 1];
  if (!found?.decision || found.complainant === null) return reject({ code: 'noComplaint' });
  if (isConcerned(found, by)) return reject({ code: 'ownReportDecided' });
  if (command.ownSale) return reject({ code: 'ownSale' });
  if (found.decision.by === by.id) return reject({ code: 'anotherPersonDecides' });
  if (found.answer !== null) return reject({ code: 'complaintDecided' });
  const { sellerId, reporters } = found;
  return record({
    type: 'ListingComplaintDecided',
    data: {
      at,
      case: command.case,
      sellerId,
      reporters: [...reporters],
      outcome,
      removed: changed(cases, command.case, { answer: outcome }).some(keepsOff),
      statement: sellerErased ? null : statement,
      by: by.id,
    },
  });
};

const changed = (cases: ListingReports, number: number, change: Partial<ListingReportCase>): ListingReports =>
  cases.map((one, place) => (place === number - 1 ? { ...one, ...change } : one));

const unreported = (sellerId: AccountId): ListingReportCase => ({
  sellerId,
  reporters: [],
  decision: null,
  complainant: null,
  answer: null,
});

/** Reports of one listing and their decisions. Each case allows one complaint, which another person decides. */
export const listingReports: Decider<ListingReportCommand, ListingReportEvent, ListingReports, ListingReportRejection> =
  {
    initial: [],
    evolve: (state, { type, data }) => {
      const cases = data.case > state.length ? [...state, unreported(data.sellerId)] : state;
      switch (type) {
        case 'ListingReported': {
          const reporters = [...(cases[data.case - 1]?.reporters ?? []), data.reporterId];
          return changed(cases, data.case, { reporters });
        }
        case 'ListingReportDecided': {
          const { outcome, by, complainUntil } = data;
          return changed(cases, data.case, { decision: { outcome, by, complainUntil } });
        }
        case 'ListingComplaintMade':
          return changed(cases, data.case, { complainant: data.complainantId });
        case 'ListingComplaintDecided':
          return changed(cases, data.case, { answer: data.outcome });
      }
    },
    decide: (command, state) => {
      switch (command.type) {
        case 'ReportListing':
          return report(command, state);
        case 'DecideReport':
          return decideReport(command, state);
        case 'RecordRemoval':
          return recordRemoval(command, state);
        case 'Complain':
          return complain(command, state);
        case 'DecideComplaint':
          return decideComplaint(command, state);
      }
    },
  };
