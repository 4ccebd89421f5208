import type { Recorded } from '#application/ports/eventCodec.ts';
import type { ReviewEvent, ReviewOutcome, ReviewPart } from '#domain/reviews/review.ts';
import { type Documents, documentProjection } from '../engine/documentProjection.ts';
import { idOf, streamIds } from '../engine/rows.ts';

/** A review of a transaction, or the answer to it. `text`: null once erased. */
export type ReviewTextRow = {
  id: string;
  part: ReviewPart;
  author_id: string;
  seller_id: string;
  rating: number;
  text: string | null;
  at: number;
  removed: boolean;
};

/** `reporter_id`: `system` if its wording triggered the report. */
type ReviewReportRow = {
  id: string;
  part: ReviewPart;
  reporter_id: string;
  reason: string | null;
  at: number;
  outcome: ReviewOutcome | null;
  note: string | null;
  resolved_by: string | null;
  resolved_at: number | null;
  suspended: boolean | null;
};

const HANDLED = ['ReviewWritten', 'ReviewAnswered', 'ReviewReported', 'ReviewReportResolved', 'AccountErased'] as const;
type Handled = Extract<Recorded, { type: (typeof HANDLED)[number] }>;

type Tables = { texts: Documents<ReviewTextRow>; reports: Documents<ReviewReportRow> };

const apply = ({ texts, reports }: Tables, { type, stream, data }: Recorded<ReviewEvent>): void => {
  const id = idOf(stream);
  const { at, authorId } = data;
  switch (type) {
    case 'ReviewWritten': {
      const { sellerId, rating, text } = data;
      const author = { author_id: authorId, seller_id: sellerId };
      texts.put({ id, part: 'review', ...author, rating, text, at, removed: false });
      break;
    }
    case 'ReviewAnswered': {
      const review = texts.get(id, 'review');
      if (!review) throw new Error(`an answer to a review that was never written: ${stream}`);
      texts.put({ ...review, part: 'answer', author_id: authorId, text: data.text, at, removed: false });
      break;
    }
    case 'ReviewReported': {
      const { part, reason, byWording } = data;
      const unresolved = { outcome: null, note: null, resolved_by: null, resolved_at: null, suspended: null };
      reports.put({ id, part, reporter_id: byWording ? 'system' : authorId, reason, at, ...unresolved });
      break;
    }
    case 'ReviewReportResolved': {
      const { part, outcome, note, suspended = false } = data;
      for (const row of reports.where('id', id))
        if (row.part === part && row.outcome === null)
          reports.put({ ...row, outcome, note, resolved_by: authorId, resolved_at: at, suspended });
      const text = texts.get(id, part);
      if (text && outcome === 'removed') texts.put({ ...text, removed: true });
    }
  }
};

/** Erases everything that the account wrote: texts, reasons of reports, and notes of decisions. */
const erase = ({ texts, reports }: Tables, account: string): void => {
  for (const row of texts.where('author_id', account)) texts.put({ ...row, text: null });
  for (const row of reports.all()) {
    const { id, part, reporter_id, resolved_by } = row;
    // a report by wording quotes the author of the text
    const reporter = reporter_id === 'system' ? texts.get(id, part)?.author_id : reporter_id;
    const reason = reporter === account ? null : row.reason;
    const note = resolved_by === account ? null : row.note;
    if (reason !== row.reason || note !== row.note) reports.put({ ...row, reason, note });
  }
};

const erasedAccounts = (events: readonly Handled[]): string[] =>
  streamIds(events.filter(({ type }) => type === 'AccountErased'));

export const reviews = documentProjection<Handled, { texts: ReviewTextRow; reports: ReviewReportRow }>({
  name: 'reviews',
  version: 2,
  handles: HANDLED,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.texts (id text COLLATE "C", part text COLLATE "C", author_id text COLLATE "C" NOT NULL,
      seller_id text COLLATE "C" NOT NULL, rating int NOT NULL, text text, at bigint NOT NULL, removed boolean NOT NULL, PRIMARY KEY (id, part))`);
    await db.raw(`CREATE INDEX texts_seller ON ${schema}.texts (seller_id, at DESC, id) WHERE part = 'review'`);
    await db.raw(`CREATE INDEX texts_author ON ${schema}.texts (author_id)`);
    await db.raw(`CREATE TABLE ${schema}.reports (id text COLLATE "C", part text COLLATE "C", reporter_id text COLLATE "C", reason text,
      at bigint NOT NULL, outcome text, note text, resolved_by text COLLATE "C", resolved_at bigint, suspended boolean, PRIMARY KEY (id, part, reporter_id))`);
    await db.raw(`CREATE INDEX reports_reporter ON ${schema}.reports (reporter_id)`);
    await db.raw(`CREATE INDEX reports_resolver ON ${schema}.reports (resolved_by)`);
  },
  tables: {
    texts: {
      key: ['id', 'part'],
      load: {
        author_id: erasedAccounts,
        id: (events, { texts }) => [...streamIds(events), ...texts.all().map(({ id }) => id)],
      },
    },
    reports: {
      key: ['id', 'part', 'reporter_id'],
      load: {
        id: (events, { texts }) => [...streamIds(events), ...texts.all().map(({ id }) => id)],
        reporter_id: erasedAccounts,
        resolved_by: erasedAccounts,
      },
    },
  },
  evolve: (tables, event) => {
    if (event.type === 'AccountErased') erase(tables, idOf(event.stream));
    else apply(tables, event);
  },
});
