import type { Recorded } from '#application/ports/eventCodec.ts';
import type { ReviewEvent, ReviewOutcome, ReviewPart } from '#domain/reviews/review.ts';
import type { Projection } from '../engine/projection.ts';
import { idOf, loadRows, saveRows } from '../engine/rows.ts';

/** What somebody wrote: the review of a sale, or the answer to it. `text`: null once it is erased. */
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

/** `reporter_id`: `system` where its wording was found. */
export type ReviewReportRow = {
  id: string;
  part: ReviewPart;
  reporter_id: string;
  reason: string | null;
  at: number;
  outcome: ReviewOutcome | null;
  note: string | null;
  resolved_by: string | null;
  resolved_at: number | null;
};

const HANDLED = ['ReviewWritten', 'ReviewAnswered', 'ReviewReported', 'ReviewReportResolved', 'AccountErased'] as const;

const textKey = (id: string, part: ReviewPart): string => `${id} ${part}`;
const reportKey = ({ id, part, reporter_id }: ReviewReportRow): string => `${id} ${part} ${reporter_id}`;

type Rows = { texts: Map<string, ReviewTextRow>; reports: Map<string, ReviewReportRow> };

const takeIn = ({ texts, reports }: Rows, { type, stream, data }: Recorded<ReviewEvent>): void => {
  const id = idOf(stream);
  const { at, authorId } = data;
  switch (type) {
    case 'ReviewWritten': {
      const { sellerId, rating, text } = data;
      const row = { id, part: 'review', author_id: authorId, seller_id: sellerId, rating, text, at, removed: false };
      texts.set(textKey(id, 'review'), row as ReviewTextRow);
      return;
    }
    case 'ReviewAnswered': {
      const review = texts.get(textKey(id, 'review'));
      if (!review) throw new Error(`an answer to a review that was never written: ${stream}`);
      const row: ReviewTextRow = {
        ...review,
        part: 'answer',
        author_id: authorId,
        text: data.text,
        at,
        removed: false,
      };
      texts.set(textKey(id, 'answer'), row);
      return;
    }
    case 'ReviewReported': {
      const { part, reason, byWording } = data;
      const nothingYet = { outcome: null, note: null, resolved_by: null, resolved_at: null };
      const row = { id, part, reporter_id: byWording ? 'system' : authorId, reason, at, ...nothingYet };
      reports.set(reportKey(row), row);
      return;
    }
    case 'ReviewReportResolved': {
      const { part, outcome, note } = data;
      for (const [key, row] of reports)
        if (row.id === id && row.part === part && row.outcome === null)
          reports.set(key, { ...row, outcome, note, resolved_by: authorId, resolved_at: at });
      const text = texts.get(textKey(id, part));
      if (text && outcome === 'removed') texts.set(textKey(id, part), { ...text, removed: true });
    }
  }
};

/** What one wrote goes with one’s account. */
const erase = ({ texts, reports }: Rows, account: string): void => {
  const authors = new Map([...texts].map(([key, { author_id }]) => [key, author_id]));
  for (const [key, row] of texts) if (row.author_id === account) texts.set(key, { ...row, text: null });
  for (const [key, row] of reports) {
    const { id, part, reporter_id, resolved_by } = row;
    const told = reporter_id === 'system' ? authors.get(textKey(id, part)) : reporter_id;
    const reason = told === account ? null : row.reason;
    const note = resolved_by === account ? null : row.note;
    if (reason !== row.reason || note !== row.note) reports.set(key, { ...row, reason, note });
  }
};

export const reviews: Projection = {
  name: 'reviews',
  version: 1,
  handles: HANDLED,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.texts (id text COLLATE "C", part text COLLATE "C", author_id text COLLATE "C" NOT NULL,
      seller_id text COLLATE "C" NOT NULL, rating int NOT NULL, text text, at bigint NOT NULL, removed boolean NOT NULL, PRIMARY KEY (id, part))`);
    await db.raw(`CREATE INDEX texts_seller ON ${schema}.texts (seller_id, at DESC, id) WHERE part = 'review'`);
    await db.raw(`CREATE INDEX texts_author ON ${schema}.texts (author_id)`);
    await db.raw(`CREATE TABLE ${schema}.reports (id text COLLATE "C", part text COLLATE "C", reporter_id text COLLATE "C", reason text,
      at bigint NOT NULL, outcome text, note text, resolved_by text COLLATE "C", resolved_at bigint, PRIMARY KEY (id, part, reporter_id))`);
    await db.raw(`CREATE INDEX reports_reporter ON ${schema}.reports (reporter_id)`);
    await db.raw(`CREATE INDEX reports_resolver ON ${schema}.reports (resolved_by)`);
  },
  apply: async (events, tables) => {
    const gone = events.filter(({ type }) => type === 'AccountErased').map(({ stream }) => idOf(stream));
    const ofAuthors = await loadRows<ReviewTextRow>(tables, 'texts', 'author_id', gone);
    const named = [...events.map(({ stream }) => idOf(stream)), ...ofAuthors.map(({ id }) => id)];
    const loaded = [
      await loadRows<ReviewReportRow>(tables, 'reports', 'id', named),
      await loadRows<ReviewReportRow>(tables, 'reports', 'reporter_id', gone),
      await loadRows<ReviewReportRow>(tables, 'reports', 'resolved_by', gone),
    ].flat();
    const texts = await loadRows<ReviewTextRow>(tables, 'texts', 'id', named);
    const rows: Rows = {
      texts: new Map(texts.map((row) => [textKey(row.id, row.part), row])),
      reports: new Map(loaded.map((row) => [reportKey(row), row])),
    };
    for (const event of events) {
      if (event.type === 'AccountErased') erase(rows, idOf(event.stream));
      else takeIn(rows, event as Recorded<ReviewEvent>);
    }
    await saveRows(tables, 'texts', ['id', 'part'], rows.texts.values());
    await saveRows(tables, 'reports', ['id', 'part', 'reporter_id'], rows.reports.values());
  },
};
