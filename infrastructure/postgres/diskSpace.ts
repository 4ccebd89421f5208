import type { Knex } from 'knex';

const DISK_FULL = '53100';

/** Something new on its disk, of which nothing stays. */
const write = async (db: Knex): Promise<void> => {
  const transaction = await db.transaction();
  try {
    await transaction.raw('CREATE TABLE room (bytes integer)');
    await transaction.raw('INSERT INTO room VALUES (1)');
  } finally {
    await transaction.rollback();
  }
};

/** Whether the database has room: it is written to only after a statement has found none, until it has again. */
export const openDiskSpace = (db: Knex, take: (db: Knex) => Promise<void> = write) => {
  let full = false;
  /** For those that go by other connections than these. */
  const failed = (error: unknown): void => {
    if (error instanceof Error && 'code' in error && error.code === DISK_FULL) full = true;
    else if (error instanceof Error && error.cause !== undefined) failed(error.cause);
  };
  db.on('query-error', failed);
  return {
    failed,
    /** @throws while it has none */
    look: async (): Promise<void> => {
      if (!full) return;
      await take(db);
      full = false;
    },
  };
};
