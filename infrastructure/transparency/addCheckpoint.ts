import { type Bytes, fromBase64, toBase64 } from '#application/transparency/bytes.ts';

/** The request body to a witness (C2SP tlog-witness): last known size, consistency proof and checkpoint. */
export type AddCheckpoint = { oldSize: number; proof: Bytes[]; note: string };

const MOST_HASHES = 63;
const OLD = /^old (0|[1-9]\d{0,15})$/;

export const addCheckpointText = ({ oldSize, proof, note }: AddCheckpoint): string =>
  [`old ${oldSize}`, ...proof.map(toBase64), '', note].join('\n');

/** Undefined if it is malformed. */
export const readAddCheckpoint = (body: string): AddCheckpoint | undefined => {
  const parted = body.indexOf('\n\n');
  const [old = '', ...lines] = body.slice(0, Math.max(0, parted)).split('\n');
  const [, oldSize] = OLD.exec(old) ?? [];
  const proof = lines.map(fromBase64);
  if (oldSize === undefined || lines.length > MOST_HASHES) return undefined;
  if (!proof.every((hash) => hash?.length === 32)) return undefined;
  return { oldSize: Number(oldSize), proof: proof as Bytes[], note: body.slice(parted + 2) };
};
