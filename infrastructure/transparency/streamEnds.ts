import type { Knex } from 'knex';
import { equal } from '#application/transparency/bytes.ts';
import { map } from './hashing.ts';
import { LogMismatch } from './heads.ts';
import { BUCKET_BITS, bucketOf, openMapNodes } from './mapNodes.ts';
import { compareNodes, storeNodes } from './storedNodes.ts';

/** The last event of a stream. */
export type NamedEnd = { stream: string; revision: number; leaf: Uint8Array };

type Row = { bucket: number; key: Buffer; stream: string; revision: number; leaf: Buffer };

const PAGE = 10_000;
const ALL = 'SELECT * FROM tlog_streams WHERE (bucket, key) > (?, ?) ORDER BY bucket, key LIMIT ?';
const IN_BUCKETS = 'SELECT * FROM tlog_streams WHERE bucket = ANY (?::integer[])';
const SAVE = `
  INSERT INTO tlog_streams (bucket, key, stream, revision, leaf)
  SELECT * FROM unnest(?::integer[], ?::bytea[], ?::text[], ?::integer[], ?::bytea[])
  ON CONFLICT (bucket, key) DO UPDATE SET revision = excluded.revision, leaf = excluded.leaf`;

/** All stream ends as of the last checkpoint, in map order. */
export async function* readStreamEnds(db: Knex): AsyncGenerator<Row> {
  let last: Pick<Row, 'bucket' | 'key'> = { bucket: -1, key: Buffer.alloc(0) };
  while (true) {
    const { rows } = await db.raw<{ rows: Row[] }>(ALL, [last.bucket, last.key, PAGE]);
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)!;
  }
}

const byBucket = <Each extends { bucket: number }>(rows: readonly Each[]): Map<number, Each[]> => {
  const buckets = new Map<number, Each[]>();
  for (const row of rows) {
    const bucket = buckets.get(row.bucket);
    if (bucket) bucket.push(row);
    else buckets.set(row.bucket, [row]);
  }
  return buckets;
};

const loadNodes = async (db: Knex) => {
  const nodes = openMapNodes();
  let standing: Row[] = [];
  const close = () => {
    if (standing[0]) nodes.set(standing[0].bucket, map.nodeOf(standing, BUCKET_BITS));
    standing = [];
  };
  for await (const row of readStreamEnds(db)) {
    if (standing[0] && standing[0].bucket !== row.bucket) close();
    standing.push(row);
  }
  close();
  return nodes;
};

/** The stored map: its root, and whether the stored proof nodes match it. */
export const readMap = async (db: Knex): Promise<{ root: Uint8Array; areNodesKept: boolean }> => {
  const nodes = await loadNodes(db);
  const { lacking, surplus } = await compareNodes(db, nodes.takeUnsaved());
  return { root: nodes.root(), areNodesKept: lacking.length + surplus === 0 };
};

/** The map as of the last checkpoint, and its updates. The stored rows are trusted once, at opening. */
export const openStreamEnds = async (db: Knex) => {
  const nodes = await loadNodes(db);
  return {
    root: nodes.root,
    /** Repairs missing or different proof nodes. */
    keep: async (): Promise<void> => {
      await storeNodes(db, (await compareNodes(db, nodes.takeUnsaved())).lacking);
    },
    /** Returns the new root. @throws LogMismatch if rows were altered */
    move: async (transaction: Knex, ends: readonly NamedEnd[]): Promise<Uint8Array> => {
      const moved = ends.map((end) => {
        const key = Buffer.from(map.keyOf(end.stream));
        return { ...end, key, leaf: Buffer.from(end.leaf), bucket: bucketOf(key) };
      });
      const { rows } = await transaction.raw<{ rows: Row[] }>(IN_BUCKETS, [[...byBucket(moved).keys()]]);
      const standing = byBucket(rows);
      for (const [bucket, news] of byBucket(moved)) {
        const before = standing.get(bucket) ?? [];
        if (!equal(map.rootOf(map.nodeOf(before, BUCKET_BITS)), map.rootOf(nodes.bucket(bucket))))
          throw new LogMismatch('the ends of streams that the last head named were rewritten');
        const after = new Map(before.map((row) => [row.stream, row]));
        for (const end of news) after.set(end.stream, end);
        nodes.set(bucket, map.nodeOf([...after.values()], BUCKET_BITS));
      }
      for (let from = 0; from < moved.length; from += PAGE) {
        const page = moved.slice(from, from + PAGE);
        await transaction.raw(SAVE, [
          page.map(({ bucket }) => bucket),
          page.map(({ key }) => key),
          page.map(({ stream }) => stream),
          page.map(({ revision }) => revision),
          page.map(({ leaf }) => leaf),
        ]);
      }
      await storeNodes(transaction, nodes.takeUnsaved());
      return nodes.root();
    },
  };
};

export type StreamEnds = Awaited<ReturnType<typeof openStreamEnds>>;
