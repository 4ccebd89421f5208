import type { Knex } from 'knex';
import type { Position } from '#application/ports/eventStore.ts';
import { growTree } from '#application/transparency/growingTree.ts';
import { TILE_WIDTH } from '#application/transparency/tiles.ts';
import type { Entries, Leaf } from './entries.ts';
import { hashing } from './hashing.ts';
import { LogMismatch } from './heads.ts';
import type { NamedEnd } from './streamEnds.ts';
import { readEdge, saveTiles } from './tiles.ts';

type Progress = { size: number; position: Position | null; began_empty: boolean };

const PAGE = 1_000;
const MOVE = 'UPDATE tlog_progress SET size = ?, position = ? WHERE size = ?';

const beginOrFind = async (db: Knex, headOfStore: LogTreeOptions['headOfStore']): Promise<Progress> => {
  const there: Progress | undefined = await db('tlog_progress').first();
  const head = await headOfStore();
  if (there?.position && (head === undefined || head < there.position))
    throw new LogMismatch('the facts end before the last one that is in the log');
  if (there) return there;
  await db('tlog_progress')
    .insert({ size: 0, began_empty: head === undefined })
    .onConflict('single')
    .ignore();
  return (await db('tlog_progress').first())!;
};

type LogTreeOptions = { db: Knex; entries: Entries; headOfStore: () => Promise<Position | undefined> };

/** The Merkle tree of all events: tiles in the database, right edge in memory. Each append is atomic. */
export const openLogTree = async ({ db, entries, headOfStore }: LogTreeOptions) => {
  const progress = await beginOrFind(db, headOfStore);
  let position = progress.position ?? undefined;
  const tree = growTree(hashing, { size: progress.size, edge: await readEdge(db, progress.size) });
  let ends = new Map<string, NamedEnd>();

  const note = (event: Leaf): string => {
    ends.set(event.stream, event);
    return event.position;
  };

  const portionAfter = async (at: Position | undefined): Promise<Leaf[]> => {
    const page: Leaf[] = [];
    await entries.leaves(at, PAGE, (event) => page.push(event));
    return page;
  };

  return {
    beganEmpty: progress.began_empty,
    size: () => tree.size,
    position: () => position,
    root: tree.root,
    /** Streams changed since `forget`. */
    ends: () => [...ends.values()],
    forget: () => {
      ends = new Map();
    },
    /** After a restart: finds the streams changed since a checkpoint. */
    recall: async (after: Position | undefined): Promise<void> => {
      for (let at = after; position !== undefined && (at === undefined || at < position); ) {
        const upTo = position;
        const page = await portionAfter(at);
        for (const event of page) {
          if (event.position > upTo) return;
          at = note(event);
        }
        if (page.length === 0) return;
      }
    },
    /**
     * Appends the next page of events; returns whether it was full, so that more may follow. @throws LogMismatch if
     * another process has appended
     */
    appendNext: async (): Promise<boolean> => {
      const page = await portionAfter(position);
      if (page.length === 0) return false;
      const before = tree.size;
      const firstPositions = new Map<number, Position>();
      for (const event of page) {
        position = note(event);
        if (tree.size % TILE_WIDTH === 0) firstPositions.set(tree.size / TILE_WIDTH, position);
        tree.append(event.leaf);
      }
      await db.transaction(async (transaction) => {
        const { rowCount } = await transaction.raw<{ rowCount: number }>(MOVE, [tree.size, position!, before]);
        if (rowCount !== 1) throw new LogMismatch('another process has gone on with the log');
        await saveTiles(transaction, tree.changedTiles(), firstPositions);
      });
      return page.length === PAGE;
    },
  };
};

export type LogTree = Awaited<ReturnType<typeof openLogTree>>;
