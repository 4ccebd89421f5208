import { type Bytes, equal, fromBase64, toBase64 } from './bytes.ts';
import type { Head } from './proofs.ts';

/** C2SP tlog-checkpoint: the text that a log signs. */
export type Checkpoint = Head & { origin: string };

/** A checkpoint with our log's signed extension lines. */
export type LogHead = Checkpoint & {
  /** Root of the map from each stream to its last event. */
  mapRoot: Bytes;
  /** Epoch seconds. */
  madeAt: number;
  /** Number of events older than the log, which it took in as they were then. */
  enteredAtOnce: number;
  /** Size of the previous checkpoint, 0 for the first, so that none can be hidden. Missing in older checkpoints. */
  after?: number | undefined;
  /** Some older checkpoints have a line about the read models. It is read so that their signatures still verify. */
  models?: { root: Bytes; position: number } | undefined;
};

/** Maximum time between two checkpoints, in ms. */
export const LONGEST_BETWEEN_HEADS = 240_000;
/** Maximum time until an event is covered by a signed checkpoint, in ms: the longest gap plus reading and signing. */
export const SEALED_WITHIN = LONGEST_BETWEEN_HEADS + 60_000;

const SIZE = /^(0|[1-9]\d{0,15})$/;
const HASH_BYTES = 32;

const hashIn = (text: string): Bytes | undefined => {
  const hash = fromBase64(text);
  return hash?.length === HASH_BYTES ? hash : undefined;
};

export const headText = ({ origin, size, root, mapRoot, madeAt, enteredAtOnce, after, models }: LogHead): string => {
  const lines = [
    origin,
    size,
    toBase64(root),
    `map ${toBase64(mapRoot)}`,
    `time ${madeAt}`,
    `entered ${enteredAtOnce}`,
  ];
  if (after !== undefined) lines.push(`after ${after}`);
  if (models) lines.push(`models ${toBase64(models.root)} ${models.position}`);
  return [...lines, ''].join('\n');
};

/** Reads a checkpoint of any log; undefined if invalid. */
export const readCheckpoint = (text: string): Checkpoint | undefined => {
  const [origin, size = '', root = '', ...rest] = text.split('\n');
  const hash = hashIn(root);
  const ended = rest.at(-1) === '' && !rest.slice(0, -1).includes('');
  if (!origin || !SIZE.test(size) || !hash || !ended) return undefined;
  return { origin, size: Number(size), root: hash };
};

/** Reads a checkpoint of our log with its extension lines; undefined for any other. */
export const readHead = (text: string): LogHead | undefined => {
  const checkpoint = readCheckpoint(text);
  const [, map, madeAt, entered, after, models, position] =
    /\nmap (\S+)\ntime (\d+)\nentered (\d+)\n(?:after (\d+)\n)?(?:models (\S+) (\d+)\n)?$/.exec(text) ?? [];
  const mapRoot = hashIn(map ?? '');
  const modelsRoot = hashIn(models ?? '');
  if (!checkpoint || !mapRoot) return undefined;
  const head = {
    ...checkpoint,
    mapRoot,
    madeAt: Number(madeAt),
    enteredAtOnce: Number(entered),
    after: after === undefined ? undefined : Number(after),
    models: modelsRoot && { root: modelsRoot, position: Number(position) },
  };
  return headText(head) === text ? head : undefined;
};

export const isSameHead = (one: Head, other: Head): boolean => one.size === other.size && equal(one.root, other.root);
