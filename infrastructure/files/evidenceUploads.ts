import type { Knex } from 'knex';
import type { AttachedPicture } from '#application/ports/pictures.ts';
import type { EvidenceUpload, EvidenceUploads } from '#application/transactions/storage.ts';
import type { Migration } from '../postgres/migrate.ts';

type Row = {
  key: string;
  sale_id: string;
  account_id: string;
  uploaded_at: string | number;
  kept: boolean;
  attached: AttachedPicture | null;
};

const toUpload = ({ key, sale_id: transaction_id, account_id, uploaded_at, kept, attached }: Row): EvidenceUpload => ({
  key,
  saleId: transaction_id,
  by: account_id,
  at: Number(uploaded_at),
  attached: attached ?? undefined,
  kept,
});

/** The capture time is personal data; after the event it only exists there, encrypted. */
const WITHOUT_TIME = `jsonb_set(attached, '{takenAt}', 'null')`;

/** Instants in epoch ms. */
export const evidenceMigrations: Migration[] = [
  {
    name: 'files-1-evidence-uploads',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE evidence_uploads (
          key text PRIMARY KEY,
          sale_id text NOT NULL,
          account_id text NOT NULL,
          uploaded_at bigint NOT NULL,
          kept boolean NOT NULL DEFAULT false
        );
        CREATE INDEX ON evidence_uploads (sale_id);
        CREATE INDEX ON evidence_uploads (uploaded_at) WHERE NOT kept;
      `);
    },
  },
  {
    name: 'files-2-what-is-attached',
    up: (db) => db.raw('ALTER TABLE evidence_uploads ADD COLUMN attached jsonb'),
  },
];

export const openEvidenceUploads = (db: Knex): EvidenceUploads => ({
  add: async ({ key, saleId, by, at, attached }) => {
    await db('evidence_uploads')
      .insert({ key, sale_id: saleId, account_id: by, uploaded_at: at, attached: JSON.stringify(attached) })
      .onConflict('key')
      .ignore();
  },
  find: async (keys) => {
    const rows: Row[] = await db('evidence_uploads').whereIn('key', keys);
    return rows.map(toUpload);
  },
  loose: async (before, limit) => {
    const rows: Row[] = await db('evidence_uploads')
      .whereRaw('NOT kept')
      .where('uploaded_at', '<', before)
      .orderBy('uploaded_at')
      .limit(limit);
    return rows.map(toUpload);
  },
  keep: async (keys) => {
    await db('evidence_uploads')
      .whereIn('key', keys)
      .update({ kept: true, attached: db.raw(WITHOUT_TIME) });
  },
  ofSale: async (saleId) => {
    const rows: Pick<Row, 'key'>[] = await db('evidence_uploads').where({ sale_id: saleId }).select('key');
    return rows.map(({ key }) => key);
  },
  forget: async (key) => {
    await db('evidence_uploads').where({ key }).delete();
  },
});
