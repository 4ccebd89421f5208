import type { Knex } from 'knex';
import { closedWay, type Faults, OutOfReach } from '../faults.ts';
import type { Random } from '../random.ts';
import type { Owner, Scheduler } from '../scheduler.ts';
import { queryOf } from './query.ts';
import { isReading, KEPT_TABLES, type Row, runStatement, type Tables } from './statements.ts';

type Deps = { scheduler: Scheduler; faults: Faults; random: Random };

/**
 * The database of the read models: the product's own statements on tables in memory. Transactions are serial and atomic. A connection
 * may break at every statement, and after a commit before its answer. A process that dies loses its open transaction.
 */
export const openDatabase = (deps: Deps) => {
  const { scheduler, faults, random } = deps;
  let committed: Tables = new Map(KEPT_TABLES.map((name) => [name, []]));
  type Turn = { owner: Owner; begin: () => void };
  let writer: Turn | undefined;
  let waiting: Turn[] = [];

  const passOn = (): void => {
    waiting = waiting.filter(({ owner }) => owner.alive);
    writer = waiting.shift();
    writer?.begin();
  };

  /** Returns how to let the next writer begin. */
  const lock = async (owner: Owner): Promise<() => void> => {
    const turn: Turn = { owner, begin: () => undefined };
    // it died in this step
    if (!owner.alive) await new Promise(() => undefined);
    if (writer)
      await new Promise<void>((resolve) => {
        turn.begin = () => scheduler.at(0, owner, `${owner.name} has its turn in the database`, resolve);
        waiting.push(turn);
      });
    else writer = turn;
    return () => {
      if (writer === turn) passOn();
    };
  };

  /** May fail before and after the statement. */
  const reach = async (owner: Owner, what: string, lag: number): Promise<() => void> => {
    await scheduler.turn(owner, `${owner.name} database ${what}`, lag);
    const closed = closedWay(faults, 'tables', owner.name, scheduler.now());
    if (closed === 'there' || random.chance(faults.weather.unreachable)) throw new OutOfReach('the database is away');
    return () => {
      if (closed === 'back' || random.chance(faults.weather.unanswered))
        throw new OutOfReach('the connection broke before the answer');
    };
  };

  /** One process's transaction: its writes are invisible to others until it commits. */
  const begin = (owner: Owner, release: () => void) => {
    const own: Tables = new Map(committed);
    let over = false;
    const send = async <Answer>(_: boolean, run: (tables: Tables) => Answer): Promise<Answer> => {
      if (random.chance(faults.weather.unreachable)) throw new OutOfReach('the connection broke in a transaction');
      return run(own);
    };
    const raw = (sql: string, bindings?: Row) => send(false, (tables) => runStatement(tables, sql, bindings));
    const end = (): void => {
      if (over) return;
      over = true;
      release();
    };
    const transaction: object = Object.assign((table: string) => queryOf(table, send), {
      raw,
      withSchema: (schema: string) => ({ table: (name: string) => queryOf(`${schema}.${name}`, send) }),
      transaction: async (work: (transaction: object) => Promise<unknown>) => work(transaction),
      commit: async () => {
        try {
          const back = await reach(owner, 'commits', 0);
          committed = own;
          end();
          back();
        } finally {
          end();
        }
      },
      rollback: async () => end(),
    });
    return transaction as unknown as Knex.Transaction;
  };

  const openFor = (owner: Owner, lag: () => number): Knex => {
    const start = async (): Promise<Knex.Transaction> => {
      await reach(owner, 'begins', lag());
      return begin(owner, await lock(owner));
    };
    const send = async <Answer>(reading: boolean, run: (tables: Tables) => Answer): Promise<Answer> => {
      const back = await reach(owner, reading ? 'reads' : 'writes', 0);
      const release = reading ? () => undefined : await lock(owner);
      try {
        const answer = run(committed);
        back();
        return answer;
      } finally {
        release();
      }
    };
    const database: object = Object.assign((table: string) => queryOf(table, send), {
      raw: (sql: string, bindings?: Row) => send(isReading(sql), (tables) => runStatement(tables, sql, bindings)),
      transaction: async (work?: (transaction: Knex.Transaction) => Promise<unknown>) => {
        const transaction = await start();
        if (!work) return transaction;
        try {
          const answer = await work(transaction);
          await transaction.commit();
          return answer;
        } catch (error) {
          await transaction.rollback();
          throw error;
        }
      },
    });
    return database as unknown as Knex;
  };

  return {
    openFor,
    /** The process is gone with its uncommitted changes. */
    forget: (owner: Owner): void => {
      if (writer?.owner === owner) passOn();
    },
    /** The committed rows of a table. */
    read: (table: string): readonly Row[] => committed.get(table) ?? [],
  };
};

export type Database = ReturnType<typeof openDatabase>;
