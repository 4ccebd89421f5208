import type { Knex } from 'knex';
import type { ListingCase, ListingReportQuery, OwnReport } from '#application/contract/moderation.ts';
import { MASK } from '#domain/access/mask.ts';
import type { Viewer } from '#domain/access/right.ts';
import { shownAs, sightOf } from '#domain/audit/sight.ts';
import { complaintRefusal } from '#domain/moderation/listingReports.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { ListingReportRow, ReportRow } from './projection.ts';

type ReportEntry = Pick<ReportRow, 'reporter_id' | 'ground' | 'explanation' | 'revision' | 'at'> & {
  username: string | null;
};
type CaseRow = ListingReportRow & {
  title: string | null;
  seller: string | null;
  decider: string | null;
  complainant: string | null;
  answerer: string | null;
  /** Oldest first. */
  reports: ReportEntry[];
};

const iso = (instant: Instant | null): string => new Date(instant ?? 0).toISOString();

const CASES = `
  SELECT c.*, l.title, s.username AS seller, d.username AS decider, k.username AS complainant, w.username AS answerer, t.reports
    FROM read_notices.cases c
    LEFT JOIN read_listings.listings l ON l.id = c.listing_id
    LEFT JOIN read_accounts.accounts s ON s.id = c.seller_id
    LEFT JOIN read_accounts.accounts d ON d.id = c.decided_by
    LEFT JOIN read_accounts.accounts k ON k.id = c.complainant_id
    LEFT JOIN read_accounts.accounts w ON w.id = c.answered_by
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('reporter_id', r.reporter_id, 'ground', r.ground, 'explanation', r.explanation,
               'revision', r.revision, 'at', r.at, 'username', a.username) ORDER BY r.at, r.reporter_id), '[]') AS reports
        FROM read_notices.reports r LEFT JOIN read_accounts.accounts a ON a.id = r.reporter_id
       WHERE r.listing_id = c.listing_id AND r.no = c.no) t`;

type Reads = (words: string | null) => string;
const inClear: Reads = (words) => words ?? ERASED;

const decisionIn = (
  { outcome, basis, own_accord, suspended, decided_at, complain_until, statement }: ListingReportRow,
  reads: Reads,
) =>
  outcome &&
  basis && {
    outcome,
    basis,
    ownAccord: own_accord ?? false,
    suspended: suspended ?? false,
    statement: reads(statement),
    at: iso(decided_at),
    complainUntil: iso(complain_until),
  };

const answerIn = ({ answer, removed, answered_at, answer_statement }: ListingReportRow, reads: Reads) =>
  answer && { outcome: answer, removed: removed ?? false, statement: reads(answer_statement), at: iso(answered_at) };

const ownReportIn = (row: CaseRow, account: AccountId, now: Instant): OwnReport => {
  const { outcome, decided_by, complain_until, complainant_id, complaint, complained_at, answer } = row;
  const own = row.reports.find(({ reporter_id }) => reporter_id === account);
  const found = {
    sellerId: row.seller_id,
    reporters: row.reports.map(({ reporter_id }) => reporter_id),
    decision: outcome && { outcome, by: decided_by ?? '', complainUntil: complain_until ?? 0 },
    complainant: complainant_id,
    answer,
  };
  const decision = decisionIn(row, inClear);
  return {
    listing: { _id: row.listing_id, title: row.title ?? ERASED },
    case: row.no,
    side: row.seller_id === account ? 'seller' : 'reporter',
    report: own ? { ground: own.ground, explanation: own.explanation ?? ERASED, reportedAt: iso(own.at) } : null,
    decision: decision && { ...decision, suspended: decision.suspended && row.seller_id === account },
    complaint:
      complained_at === null
        ? null
        : {
            text: complainant_id === account ? (complaint ?? ERASED) : null,
            madeAt: iso(complained_at),
            answer: answerIn(row, inClear),
          },
    mayComplain: complaintRefusal(found, account, now) === undefined,
  };
};

/** The oldest are left out. */
const MOST_OWN = 200;

/** The account's reports, and decisions on its own listings, which show nothing of the reports. */
export const listingReportsOf = async (db: Knex, account: AccountId, now: Instant): Promise<OwnReport[]> => {
  const { rows } = await db.raw<{ rows: CaseRow[] }>(
    `${CASES}
      WHERE (c.seller_id = :account AND c.outcome IS NOT NULL)
         OR EXISTS (SELECT FROM read_notices.reports r
                     WHERE r.listing_id = c.listing_id AND r.no = c.no AND r.reporter_id = :account)
      ORDER BY c.moved_at DESC, c.listing_id, c.no DESC LIMIT ${MOST_OWN}`,
    { account },
  );
  return rows.map((row) => ownReportIn(row, account, now));
};

const WAITS = '(c.outcome IS NULL OR (c.complained_at IS NOT NULL AND c.answered_at IS NULL))';
const STATES = { open: `AND ${WAITS}`, decided: `AND NOT ${WAITS}`, all: '' } as const;

/** A case without its listing. `revision`: the reported revision; null without a report. */
export type CaseFound = Omit<ListingCase, 'listing'> & { listing: { _id: ListingId }; revision: number | null };

const caseIn = (row: CaseRow, viewer: Viewer): CaseFound => {
  const read =
    (by: 'listing.see.whyReported' | 'listing.see.statement'): Reads =>
    (words) =>
      words === null ? ERASED : (shownAs(words, sightOf(by, viewer.roles)) ?? MASK);
  const [why, statement] = [read('listing.see.whyReported'), read('listing.see.statement')];
  const person = (id: AccountId | null, username: string | null) => ({ _id: id ?? '', username: username ?? ERASED });
  const decision = decisionIn(row, statement);
  const answer = answerIn(row, statement);
  return {
    listing: { _id: row.listing_id },
    revision: row.reports[0]?.revision ?? null,
    case: row.no,
    seller: person(row.seller_id, row.seller),
    reports: row.reports.map(({ reporter_id, username, ground, explanation, at }) => ({
      reporter: person(reporter_id, username),
      ground,
      explanation: why(explanation),
      reportedAt: iso(at),
    })),
    decision: decision && { ...decision, by: person(row.decided_by, row.decider) },
    complaint:
      row.complained_at === null
        ? null
        : {
            by: person(row.complainant_id, row.complainant),
            text: why(row.complaint),
            madeAt: iso(row.complained_at),
            answer: answer && { ...answer, by: person(row.answered_by, row.answerer) },
          },
  };
};

/** Open cases oldest first, others newest first, without those that concern the viewer. */
export const listingCases = async (
  db: Knex,
  { state, page, limit, about }: ListingReportQuery,
  viewer: Viewer,
): Promise<{ cases: CaseFound[]; totalCount: number; hasMore: boolean }> => {
  const passing = `WHERE c.seller_id <> :viewer AND NOT EXISTS (SELECT FROM read_notices.reports r
      WHERE r.listing_id = c.listing_id AND r.no = c.no AND r.reporter_id = :viewer) ${about ? 'AND c.seller_id = :about' : ''} ${STATES[state]}`;
  const skipped = (page - 1) * limit;
  const values = { viewer: viewer.id, about: about ?? '' };
  const [counted, { rows }] = await Promise.all([
    db.raw<{ rows: { n: number }[] }>(`SELECT count(*)::int AS n FROM read_notices.cases c ${passing}`, values),
    db.raw<{ rows: CaseRow[] }>(
      `${CASES} ${passing} ORDER BY c.moved_at ${state === 'open' ? '' : 'DESC'}, c.listing_id, c.no LIMIT :limit OFFSET :skipped`,
      { ...values, limit, skipped },
    ),
  ]);
  const totalCount = counted.rows[0]!.n;
  return { cases: rows.map((row) => caseIn(row, viewer)), totalCount, hasMore: skipped + rows.length < totalCount };
};
