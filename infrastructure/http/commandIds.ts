import { createHash, createHmac } from 'node:crypto';
import type { Knex } from 'knex';
import type { Migration } from '../postgres/migrate.ts';
import type { CommandRequest } from './commandContext.ts';
import type { UploadedFile } from './endpoint.ts';
import { RequestFault } from './errors.ts';
import { networkOf } from './rateLimits.ts';

export const commandIdMigrations: Migration[] = [
  {
    name: 'http-2-command-ids',
    up: (db) =>
      db.schema.createTable('command_ids', (table) => {
        table.binary('id', 32).primary();
        table.binary('request', 32).notNullable();
        table.timestamp('first_sent_at').notNullable().defaultTo(db.fn.now()).index();
      }),
  },
];

/** A command id belongs to one request: a later one with that id must be identical. */
export type Claimed = CommandRequest & { query: unknown; files: readonly UploadedFile[]; ip: string };

/** Sorts object keys at every depth. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';

const requestOf = ({ endpoint, params, query, body, files }: Claimed): string => {
  const uploads = files.map(({ field, content }) => [field, createHash('sha256').update(content).digest('hex')]);
  return canonical([endpoint.method, endpoint.path, params ?? null, query ?? null, body ?? null, uploads]);
};

/**
 * Refuses a command id that its caller used for a different request. One SQL statement reads and writes, so of two concurrent requests the
 * second waits. The row survives a crash before the command ran, and then admits the same request again.
 */
export const openCommandIds = (db: Knex, key: string) => {
  const digest = (text: string): Buffer => createHmac('sha256', key).update(text).digest();

  return {
    /** @throws RequestFault 422 */
    claim: async (claimed: Claimed): Promise<void> => {
      const { commandId, account, ip } = claimed;
      if (commandId === undefined) return;
      // a visitor is identified by the network, so that nobody elsewhere can use up their ids
      const caller = account ? ['account', account.id] : ['network', networkOf(ip)];
      const request = digest(requestOf(claimed));
      const { rows } = await db.raw<{ rows: { request: Buffer }[] }>(
        `INSERT INTO command_ids (id, request) VALUES (:id, :request)
         ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING request`,
        { id: digest(canonical([...caller, commandId])), request },
      );
      if (!rows[0]?.request.equals(request))
        throw new RequestFault(422, 'commandIdReused', 'This command id was already used for another request');
    },
  };
};

export type CommandIds = ReturnType<typeof openCommandIds>;
