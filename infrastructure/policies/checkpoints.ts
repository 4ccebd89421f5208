import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Checkpoints } from '#application/ports/checkpoints.ts';
import { sleep } from '#application/sleep.ts';
import { ADVISORY_LOCKS } from '../postgres/advisoryLocks.ts';

const lockOf = (name: string): number => createHash('sha256').update(name).digest().readInt32BE(0);

/** Another process is asked about again after this, ms. */
const RETRY_MS = 1_000;

/** A connection answers one statement at a time, and pg wants its caller to wait for that. */
const oneByOne = (client: pg.Client): void => {
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
  let last: Promise<unknown> = Promise.resolve();
  client.query = ((text: string, values?: unknown[]) => {
    const next = last.then(() => query(text, values));
    last = next.catch(() => undefined); // whoever asked gets the error
    return next;
  }) as typeof client.query;
};

/**
 * Checkpoints in `policy_checkpoints`. One connection holds an advisory lock per policy: when it breaks, or the process dies, the
 * locks are free at once and every hold of this process is aborted.
 */
export const openCheckpoints = ({ connectionString }: { connectionString: string }): Checkpoints => {
  let session: { client: pg.Client; lost: AbortController } | undefined;
  /** A session may take its own lock again, so two followers of one name in this process are told apart here. */
  const holding = new Set<string>();
  let connecting: Promise<NonNullable<typeof session>> | undefined;

  const connect = async (): Promise<NonNullable<typeof session>> => {
    if (session) return session;
    connecting ??= (async () => {
      const client = new pg.Client({ connectionString, keepAlive: true });
      const opened = { client, lost: new AbortController() };
      const lose = () => {
        if (session === opened) session = undefined;
        opened.lost.abort();
      };
      client.on('error', lose);
      client.on('end', lose);
      await client.connect();
      oneByOne(client);
      session = opened;
      return opened;
    })().finally(() => {
      connecting = undefined;
    });
    return connecting;
  };

  return {
    hold: async (name, signal, work) => {
      while (!signal.aborted) {
        const { client, lost } = await connect();
        const lock = [ADVISORY_LOCKS.leases, lockOf(name)];
        const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS held', lock);
        const mine = holding.has(name);
        if (rows[0].held && mine) await client.query('SELECT pg_advisory_unlock($1, $2)', lock);
        if (!rows[0].held || mine) {
          await sleep(RETRY_MS, signal);
          continue;
        }
        holding.add(name);
        try {
          return await work({
            signal: AbortSignal.any([signal, lost.signal]),
            load: async () => {
              const found = await client.query('SELECT position FROM policy_checkpoints WHERE name = $1', [name]);
              return found.rows[0]?.position;
            },
            save: async (position) => {
              await client.query(
                'INSERT INTO policy_checkpoints VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET position = $2',
                [name, position],
              );
            },
          });
        } finally {
          holding.delete(name);
          if (!lost.signal.aborted) await client.query('SELECT pg_advisory_unlock($1, $2)', lock);
        }
      }
    },
    close: async () => {
      await session?.client.end();
    },
  };
};
