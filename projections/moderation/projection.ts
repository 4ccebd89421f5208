import type { Recorded } from '#application/ports/eventCodec.ts';
import type {
  ComplaintOutcome,
  DecisionBasis,
  ListingReportEvent,
  ListingReportOutcome,
  ReportGround,
} from '#domain/moderation/listingReports.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { documentProjection } from '../engine/documentProjection.ts';
import { idOf, streamIds } from '../engine/rows.ts';

/** A case. A null field has not happened yet; texts are also null once their author's account is erased. */
export type ListingReportRow = {
  listing_id: ListingId;
  no: number;
  seller_id: AccountId;
  /** When it last changed. */
  moved_at: Instant;
  outcome: ListingReportOutcome | null;
  basis: DecisionBasis | null;
  own_accord: boolean | null;
  suspended: boolean | null;
  statement: string | null;
  decided_by: AccountId | null;
  decided_at: Instant | null;
  complain_until: Instant | null;
  complainant_id: AccountId | null;
  complaint: string | null;
  complained_at: Instant | null;
  answer: ComplaintOutcome | null;
  removed: boolean | null;
  answer_statement: string | null;
  answered_by: AccountId | null;
  answered_at: Instant | null;
};

/** `revision`: the revision of the listing that was reported. */
export type ReportRow = {
  listing_id: ListingId;
  no: number;
  reporter_id: AccountId;
  ground: ReportGround;
  explanation: string | null;
  revision: number;
  at: Instant;
};

const HANDLED = [
  'ListingReported',
  'ListingReportDecided',
  'ListingComplaintMade',
  'ListingComplaintDecided',
  'AccountErased',
] as const;
type Handled = Extract<Recorded, { type: (typeof HANDLED)[number] }>;

const UNDECIDED = {
  outcome: null,
  basis: null,
  own_accord: null,
  suspended: null,
  statement: null,
  decided_by: null,
  decided_at: null,
  complain_until: null,
  complainant_id: null,
  complaint: null,
  complained_at: null,
  answer: null,
  removed: null,
  answer_statement: null,
  answered_by: null,
  answered_at: null,
};

const changes = ({ type, data }: Recorded<ListingReportEvent>): Partial<ListingReportRow> => {
  switch (type) {
    case 'ListingReported':
      return {};
    case 'ListingReportDecided': {
      const { outcome, basis, ownAccord, statement, by, at, complainUntil, suspended } = data;
      const decision = { outcome, basis, own_accord: ownAccord, statement, suspended: suspended ?? false };
      return { ...decision, decided_by: by, decided_at: at, complain_until: complainUntil };
    }
    case 'ListingComplaintMade':
      return { complainant_id: data.complainantId, complaint: data.text, complained_at: data.at };
    case 'ListingComplaintDecided': {
      const { outcome, removed, statement, by, at } = data;
      return { answer: outcome, removed, answer_statement: statement, answered_by: by, answered_at: at };
    }
  }
};

type Rows = { cases: ListingReportRow; reports: ReportRow; erased: { account_id: AccountId } };

const erasedIn = (events: readonly Handled[]): AccountId[] =>
  streamIds(events.filter(({ type }) => type === 'AccountErased'));

/** Reports of listings by case, and the decisions on them. */
export const listingReports = documentProjection<Handled, Rows>({
  name: 'notices',
  version: 2,
  handles: HANDLED,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.cases (
      listing_id text COLLATE "C", no int, seller_id text COLLATE "C" NOT NULL, moved_at bigint NOT NULL,
      outcome text, basis text, own_accord boolean, suspended boolean, statement text, decided_by text, decided_at bigint, complain_until bigint,
      complainant_id text COLLATE "C", complaint text, complained_at bigint,
      answer text, removed boolean, answer_statement text, answered_by text, answered_at bigint, PRIMARY KEY (listing_id, no))`);
    await db.raw(`CREATE INDEX cases_newest ON ${schema}.cases (moved_at DESC, listing_id, no)`);
    await db.raw(`CREATE INDEX cases_seller ON ${schema}.cases (seller_id)`);
    await db.raw(`CREATE TABLE ${schema}.reports (
      listing_id text COLLATE "C", no int, reporter_id text COLLATE "C", ground text NOT NULL, explanation text,
      revision int NOT NULL, at bigint NOT NULL, PRIMARY KEY (listing_id, no, reporter_id))`);
    await db.raw(`CREATE INDEX reports_reporter ON ${schema}.reports (reporter_id)`);
    await db.raw(`CREATE TABLE ${schema}.erased (account_id text COLLATE "C" PRIMARY KEY)`);
  },
  tables: {
    cases: {
      key: ['listing_id', 'no'],
      load: { listing_id: streamIds, seller_id: erasedIn, complainant_id: erasedIn },
    },
    reports: { key: ['listing_id', 'no', 'reporter_id'], load: { listing_id: streamIds, reporter_id: erasedIn } },
    erased: {
      key: ['account_id'],
      load: {
        account_id: (events, { cases }) => [
          ...events.flatMap(({ type, data }) => (type === 'ListingReported' ? data.reporterId : [])),
          ...events.flatMap(({ type, data }) => (type === 'ListingComplaintMade' ? data.complainantId : [])),
          ...events.flatMap(({ type, data }) => (type === 'AccountErased' ? [] : data.sellerId)),
          ...cases.all().flatMap(({ seller_id, complainant_id }) => [seller_id, complainant_id ?? []].flat()),
        ],
      },
    },
  },
  evolve: ({ cases, reports, erased }, event) => {
    const isErased = (account: AccountId | null) => account !== null && erased.get(account) !== undefined;
    /** Drops what erased accounts wrote, and what was written about their listings. */
    const putCase = (row: ListingReportRow): void => {
      const ofErased = isErased(row.seller_id) ? { statement: null, answer_statement: null } : {};
      cases.put({ ...row, ...ofErased, ...(isErased(row.complainant_id) && { complaint: null }) });
    };
    if (event.type === 'AccountErased') {
      const account_id = idOf(event.stream);
      erased.put({ account_id });
      for (const row of reports.where('reporter_id', account_id)) reports.put({ ...row, explanation: null });
      for (const row of [...cases.where('seller_id', account_id), ...cases.where('complainant_id', account_id)])
        putCase(row);
      return;
    }
    const { type, data } = event;
    const place = { listing_id: idOf(event.stream), no: data.case };
    const opens = type === 'ListingReported' || type === 'ListingReportDecided';
    const opened = opens ? { ...place, seller_id: data.sellerId, moved_at: data.at, ...UNDECIDED } : undefined;
    const before = cases.get(place.listing_id, place.no) ?? opened;
    if (before) putCase({ ...before, ...changes(event), moved_at: data.at });
    if (type !== 'ListingReported' || reports.get(place.listing_id, place.no, data.reporterId)) return;
    const { reporterId, ground, listingRevision, at } = data;
    const explanation = isErased(reporterId) ? null : data.explanation;
    reports.put({ ...place, reporter_id: reporterId, ground, explanation, revision: listingRevision, at });
  },
});
