import { type Bytes, equal, fromBase64, toBase64 } from './bytes.ts';
import type { Head } from './proofs.ts';
import type { SealedModels } from './sealedModels.ts';

/** C2SP tlog-checkpoint: what a log signs. */
export type Checkpoint = Head & { origin: string };

/** What our log says in extension lines, under the same signature. */
export type LogHead = Checkpoint & {
  /** Of the map from each stream to its last fact. */
  mapRoot: Bytes;
  /** Epoch seconds. */
  madeAt: number;
  /** So many facts were there before the log began: they entered it as they stood then. */
  enteredAtOnce: number;
  /** The size of the head that was signed before it, 0 for the first: none between can be taken away. Older heads do not say it. */
  after?: number | undefined;
  /** What the last night that proved them has found of the read models. Older heads, and those before such a night, do not say it. */
  models?: SealedModels | undefined;
};

/** Between the signing of two heads, ms: no operator can have it longer. */
export const LONGEST_BETWEEN_HEADS = 240_000;
/** A fact is under a signed head within it, ms: the longest between two, and what reading and signing may take. */
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

/** Reads the head of any log; undefined for what is no text of a checkpoint. */
export const readCheckpoint = (text: string): Checkpoint | undefined => {
  const [origin, size = '', root = '', ...rest] = text.split('\n');
  const hash = hashIn(root);
  const ended = rest.at(-1) === '' && !rest.slice(0, -1).includes('');
  if (!origin || !SIZE.test(size) || !hash || !ended) return undefined;
  return { origin, size: Number(size), root: hash };
};

/** Reads a head of our own log, with its further lines; undefined for any other. */
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
