import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Knex } from 'knex';
import type { Position } from '#application/ports/eventStore.ts';
import { childProgram, type Program } from '../../system/childProgram.ts';
import type { ReadLeaves } from '../entries.ts';
import { type LeafPage, unpackLeaves } from './leafPages.ts';

type Page = { after: Position | undefined; limit: number };
/** Messages to `leafProgram.ts`: first the database, then one page after another. */
export type PageRequest = { database: string } | Page;

/** The child process ended before it had read all leaves. */
export class ReaderEnded extends Error {
  constructor(how: string) {
    super(`the process that reads the events ended (${how})`);
    this.name = 'ReaderEnded';
  }
}

/** A larger young generation: pages are short-lived. */
const ROOM = ['--max-semi-space-size=32'];

/**
 * Reads and hashes leaves in a child process, one page ahead. Database credentials travel in a message, not in
 * arguments.
 */
export const readAhead = (db: Knex, program: Program = childProgram(import.meta.url, 'leafProgram')) => {
  const child = fork(program.file, { execArgv: [...program.execArgv, ...ROOM], serialization: 'advanced' });
  let waiting: { resolve: (page: LeafPage) => void; reject: (failure: Error) => void } | undefined;
  let ended: ReaderEnded | undefined;
  const end = (how: string): void => {
    ended ??= new ReaderEnded(how);
    waiting?.reject(ended);
  };
  child.on('message', (page: LeafPage) => waiting?.resolve(page));
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(signal ?? `code ${code}`));
  const tell = (asked: PageRequest): void => void child.send(asked, (error) => error && end(error.message));
  tell({ database: db.client.connectionSettings.connectionString });

  const ask = async (page: Page): Promise<LeafPage> => {
    if (ended) throw ended;
    return new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      tell(page);
    });
  };
  let ahead: (Page & { answer: Promise<LeafPage> }) | undefined;
  const begin = (page: Page): Promise<LeafPage> => {
    const answer = ask(page);
    // the caller that asks for the page gets the error
    answer.catch(() => undefined);
    ahead = { ...page, answer };
    return answer;
  };

  const leaves: ReadLeaves = async (after, limit, take) => {
    const begun = ahead?.after === after && ahead?.limit === limit ? ahead : undefined;
    const found = await (begun?.answer ?? begin({ after, limit }));
    if (found.last !== undefined) begin({ after: found.last, limit });
    unpackLeaves(found, take);
    return found.last;
  };
  return {
    leaves,
    close: async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
};
