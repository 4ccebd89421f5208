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
import type { Projection, Tables } from '../engine/projection.ts';
import { idOf } from '../engine/rows.ts';

/** A case: what is null has not happened; words are null too once their key is erased. */
export type ListingReportRow = {
  listing_id: ListingId;
  no: number;
  seller_id: AccountId;
  /** When something happened in it last. */
  moved_at: Instant;
  outcome: ListingReportOutcome | null;
  basis: DecisionBasis | null;
  own_accord: boolean | null;
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

/** `revision`: of the listing as it was reported. */
export type ReportRow = {
  listing_id: ListingId;
  no: number;
  reporter_id: AccountId;
  ground: ReportGround;
  explanation: string | null;
  revision: number;
  at: Instant;
};

const takeIn = async (event: Recorded<ListingReportEvent>, { transaction, schema }: Tables): Promise<void> => {
  const { type, data } = event;
  const place = { listing_id: idOf(event.stream), no: data.case };
  const change = (row: Partial<ListingReportRow>) =>
    transaction(`${schema}.cases`)
      .where(place)
      .update({ ...row, moved_at: data.at });
  const open = () =>
    transaction(`${schema}.cases`)
      .insert({ ...place, seller_id: data.sellerId, moved_at: data.at })
      .onConflict(['listing_id', 'no'])
      .ignore();
  switch (type) {
    case 'ListingReported': {
      const { reporterId, ground, explanation, listingRevision, at } = data;
      await open();
      await transaction(`${schema}.reports`)
        .insert({ ...place, reporter_id: reporterId, ground, explanation, revision: listingRevision, at })
        .onConflict(['listing_id', 'no', 'reporter_id'])
        .ignore();
      await change({});
      break;
    }
    case 'ListingReportDecided': {
      const { outcome, basis, ownAccord, statement, by, at, complainUntil } = data;
      await open();
      await change({
        outcome,
        basis,
        own_accord: ownAccord,
        statement,
        decided_by: by,
        decided_at: at,
        complain_until: complainUntil,
      });
      break;
    }
    case 'ListingComplaintMade':
      await change({ complainant_id: data.complainantId, complaint: data.text, complained_at: data.at });
      break;
    case 'ListingComplaintDecided': {
      const { outcome, removed, statement, by, at } = data;
      await change({ answer: outcome, removed, answer_statement: statement, answered_by: by, answered_at: at });
      break;
    }
  }
};

/** What they wrote, and what was written about them, is gone; that it was stays. Also of those erased before. */
const forget = async ({ transaction, schema }: Tables): Promise<void> => {
  const erased = (column: string) => `EXISTS (SELECT FROM ${schema}.erased e WHERE e.account_id = ${column})`;
  await transaction.raw(
    `UPDATE ${schema}.reports SET explanation = NULL WHERE explanation IS NOT NULL AND ${erased('reporter_id')}`,
  );
  await transaction.raw(
    `UPDATE ${schema}.cases SET complaint = NULL WHERE complaint IS NOT NULL AND ${erased('complainant_id')}`,
  );
  await transaction.raw(
    `UPDATE ${schema}.cases SET statement = NULL, answer_statement = NULL
      WHERE (statement IS NOT NULL OR answer_statement IS NOT NULL) AND ${erased('seller_id')}`,
  );
};

/** What was reported of listings, case by case, and what was decided. */
export const notices: Projection = {
  name: 'notices',
  version: 1,
  handles: [
    'ListingReported',
    'ListingReportDecided',
    'ListingComplaintMade',
    'ListingComplaintDecided',
    'AccountErased',
  ],
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.cases (
      listing_id text COLLATE "C", no int, seller_id text COLLATE "C" NOT NULL, moved_at bigint NOT NULL,
      outcome text, basis text, own_accord boolean, statement text, decided_by text, decided_at bigint, complain_until bigint,
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
  apply: async (events, tables) => {
    for (const event of events) {
      if (event.type === 'AccountErased')
        await tables
          .transaction(`${tables.schema}.erased`)
          .insert({ account_id: idOf(event.stream) })
          .onConflict('account_id')
          .ignore();
      else await takeIn(event as Recorded<ListingReportEvent>, tables);
    }
    await forget(tables);
  },
};
