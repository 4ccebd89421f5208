import type { Knex } from 'knex';

const DISK_FULL = '53100';

/** Writes and rolls back. */
const write = async (db: Knex): Promise<void> => {
  const transaction = await db.transaction();
  try {
    await transaction.raw('CREATE TABLE room (bytes integer)');
    await transaction.raw('INSERT INTO room VALUES (1)');
  } finally {
    await transaction.rollback();
  }
};

/** Tracks whether the database disk is full. After a "disk full" error, `look` test-writes until it succeeds. */
export const openDiskSpace = (db: Knex, take: (db: Knex) => Promise<void> = write) => {
  let full = false;
  /** Call it for errors on other connections. */
  const failed = (error: unknown): void => {
    if (error instanceof Error && 'code' in error && error.code === DISK_FULL) full = true;
    else if (error instanceof Error && error.cause !== undefined) failed(error.cause);
  };
  db.on('query-error', failed);
  return {
    failed,
    /** @throws while the disk is full */
    look: async (): Promise<void> => {
      if (!full) return;
      await take(db);
      full = false;
    },
  };
};
