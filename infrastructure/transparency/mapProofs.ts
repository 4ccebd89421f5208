import type { Knex } from 'knex';
import type { Bytes } from '#application/transparency/bytes.ts';
import type { MapProof, StreamEnd } from '#application/transparency/streamMap.ts';
import { map } from './hashing.ts';
import { BUCKET_BITS, bucketOf } from './mapNodes.ts';
import { nodesAround } from './storedNodes.ts';

type Row = { key: Buffer; revision: number; leaf: Buffer };

const endOf = ({ key, revision, leaf }: Row): StreamEnd => ({ key, revision, leaf });

/**
 * Proof of a stream's end at the last checkpoint, or of its absence. Run it in one transaction with reading that
 * checkpoint.
 */
export const mapProofOf = async (db: Knex, stream: string): Promise<MapProof> => {
  const key = map.keyOf(stream);
  const bucket = bucketOf(key);
  const nodeAt = await nodesAround(db, bucket);
  const beside: Bytes[] = [];
  for (let depth = 0; depth <= BUCKET_BITS; depth++) {
    const place = bucket >> (BUCKET_BITS - depth);
    const node = nodeAt(depth, place);
    if (!node || node.alone) {
      const below = 2 ** (BUCKET_BITS - depth);
      const alone: Row | undefined = await db('tlog_streams')
        .whereBetween('bucket', [place * below, (place + 1) * below - 1])
        .first();
      return { beside, end: alone && endOf(alone) };
    }
    if (depth < BUCKET_BITS) beside.push(map.rootOf(nodeAt(depth + 1, (bucket >> (BUCKET_BITS - depth - 1)) ^ 1)));
  }
  const rows: Row[] = await db('tlog_streams').where({ bucket });
  const within = map.proofOf(key, rows.map(endOf), BUCKET_BITS);
  return { beside: [...beside, ...within.beside], end: within.end };
};
