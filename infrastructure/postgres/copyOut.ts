import type { Knex } from 'knex';

type Message = { chunk: Buffer };
type Connection = { query(sql: string): void };

/** The header before the first row starts with `PGCOPY`. A row starts with its column count, whose first byte is 0. */
const HEADER_BEGINS = 'P'.charCodeAt(0);
const HEADER_BYTES = 19;
/** After the last row: a column count of -1. */
const TRAILER_BYTES = 2;

/** Offset of the value in a one-column row, after the column count and the length. */
export const VALUE_AT = 6;

/**
 * Streams a one-column query in PostgreSQL's binary COPY format, at a third of the usual cost per row. The row buffer
 * is only valid until `each` returns.
 */
export const copyOut = async (db: Knex, query: string, each: (row: Buffer) => void): Promise<void> => {
  const connection = await db.client.acquireConnection();
  const take = ({ chunk }: Message): void => {
    const row = chunk[0] === HEADER_BEGINS ? chunk.subarray(HEADER_BYTES) : chunk;
    if (row.length > TRAILER_BYTES) each(row);
  };
  try {
    await new Promise<void>((resolve, reject) => {
      connection.query({
        submit: (to: Connection): void => {
          to.query(`COPY (${query}) TO STDOUT (FORMAT binary)`);
        },
        handleCopyData: (message: Message) => {
          try {
            take(message);
          } catch (error) {
            reject(error);
          }
        },
        handleCommandComplete: () => undefined,
        handleReadyForQuery: () => resolve(),
        handleError: reject,
      });
    });
  } finally {
    await db.client.releaseConnection(connection);
  }
};
