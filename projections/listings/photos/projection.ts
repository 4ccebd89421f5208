import type { Recorded } from '#application/ports/eventCodec.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import type { Projection } from '../../engine/projection.ts';
import { byKey, idOf, saveRows } from '../../engine/rows.ts';

type Row = { s3_key: string; listing: string };

const HANDLED = ['ListingPublished', 'ListingPhotosChanged'] as const satisfies readonly ListingEvent['type'][];
type Handled = Extract<Recorded, { type: (typeof HANDLED)[number] }>;

/** Which listing's fact attaches the photos of a folder, also once that listing shows others. */
export const photos: Projection = {
  name: 'photos',
  version: 1,
  handles: HANDLED,
  create: async (db, schema) => {
    await db.raw(
      `CREATE TABLE ${schema}.photos (s3_key text COLLATE "C" PRIMARY KEY, listing text COLLATE "C" NOT NULL)`,
    );
  },
  apply: async (batch, tables) => {
    const rows = (batch as readonly Handled[]).flatMap(({ stream, data }) =>
      data.images.map(({ s3Key }): Row => ({ s3_key: s3Key, listing: idOf(stream) })),
    );
    await saveRows(tables, 'photos', ['s3_key'], byKey(rows, 's3_key').values());
  },
};
