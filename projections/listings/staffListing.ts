import type { Knex } from 'knex';
import type { CaseFile } from '#application/contract/cases.ts';
import type { ListingId } from '#domain/shared/ids.ts';

/** What staff removed stays removed, whatever became of it before or after. */
export const listingStatusOf = async (db: Knex, id: ListingId): Promise<CaseFile['listingStatus']> => {
  const { rows } = await db.raw<{ rows: { status: CaseFile['listingStatus'] }[] }>(
    "SELECT CASE WHEN removed THEN 'removed' ELSE status END AS status FROM read_listings.listings WHERE id = ?",
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error(`a sale of the listing ${id}, which was never published`);
  return row.status;
};
