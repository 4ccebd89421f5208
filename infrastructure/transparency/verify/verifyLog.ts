import type { Knex } from 'knex';
import type { Position } from '#application/ports/eventStore.ts';
import { equal } from '#application/transparency/bytes.ts';
import { type GrowingTree, growTree, type Tile } from '#application/transparency/growingTree.ts';
import { TILE_WIDTH, tilePath } from '#application/transparency/tiles.ts';
import type { ReadLeaves, SealedLeaf } from '../entries.ts';
import { hashing, map } from '../hashing.ts';
import { lastHead } from '../heads.ts';
import { readMap, readStreamEnds } from '../streamEnds.ts';
import { findTiles } from '../tiles.ts';
import type { Finding } from './findings.ts';
import type { Reference, References } from './references.ts';

export type VerifyOptions = {
  db: Knex;
  leaves: ReadLeaves;
  references: References;
  /** Called now and then with the number of events read. */
  progress?: (events: number) => void;
};

export type LogVerification = {
  facts: number;
  streams: number;
  /** Streams with events after the last checkpoint, and the number of those events. */
  unsealed: { streams: ReadonlySet<string>; facts: number };
  /** Last revision per stream. */
  ends: ReadonlyMap<string, number>;
  findings: Finding[];
};

type End = { revision: number; leaf: Uint8Array };
type Named = { stream: string; revision: number };

const PAGE = 64 * TILE_WIDTH;
const EVERY = 100_000;
/** After a large rewrite, only the first findings are listed. */
const MOST_NAMED = 10;

type KeptLeaf = (index: number) => Uint8Array | undefined;

/** Reads all events in order, page by page, with the stored leaves. */
const goThrough = async (
  { db, leaves }: Pick<VerifyOptions, 'db' | 'leaves'>,
  take: (event: SealedLeaf, keptLeaf: KeptLeaf) => void,
  taken: () => void,
): Promise<void> => {
  const keptFrom = async (from: number): Promise<KeptLeaf> => {
    const tiles = Array.from({ length: PAGE / TILE_WIDTH }, (_, place) => ({
      level: 0,
      index: from / TILE_WIDTH + place,
    }));
    const kept = new Map((await findTiles(db, tiles)).map(({ index, hashes }) => [index, hashes]));
    return (index) => kept.get(Math.floor(index / TILE_WIDTH))?.[index % TILE_WIDTH];
  };
  let position: Position | undefined;
  let kept = keptFrom(0);
  for (let from = 0, count = PAGE; count === PAGE; from += PAGE) {
    const keptLeaf = await kept;
    kept = keptFrom(from + PAGE);
    count = 0;
    position = await leaves(position, PAGE, (event) => {
      take(event, keptLeaf);
      count++;
    });
    taken();
  }
  await kept;
};

const mapRootOf = (ends: ReadonlyMap<string, End>): Uint8Array =>
  map.rootOf(
    map.nodeOf(
      [...ends].map(([stream, end]) => ({ key: map.keyOf(stream), ...end })),
      0,
    ),
  );

/** Streams that end before their sealed end. */
const cutEnds = async (db: Knex, ends: ReadonlyMap<string, End>): Promise<Finding[]> => {
  const cut: Finding[] = [];
  for await (const { stream, revision } of readStreamEnds(db)) {
    const there = ends.get(stream)?.revision;
    if (there !== undefined && there >= revision) continue;
    const now = there === undefined ? 'this history is gone' : `this history ends at revision ${there}`;
    cut.push({ stream, revision, reason: `${now}; ${revision} had been sealed` });
  }
  return cut;
};

/** The fault of the stored map under the newest checkpoint, if any. */
const keptMapFault = ({ db, references }: VerifyOptions): Promise<string | undefined> =>
  db.transaction(
    async (transaction) => {
      const row = await lastHead(transaction);
      const signed = row && (await references.read(row.note));
      if (typeof signed !== 'object') return undefined;
      const { root, areNodesKept } = await readMap(transaction);
      if (!equal(root, signed.head.mapRoot)) return 'the map that the database keeps is not the one that was signed';
      return areNodesKept ? undefined : 'the nodes that the database keeps of the map are not those of the map';
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );

/** The stored leaves, from the first mismatch on. */
const openKeptLeaves = () => {
  let tree: GrowingTree | undefined;
  let differing: Named[] = [];
  let shifted = false;
  return {
    /** Call it before the event is appended to `events`. */
    compare: (event: Named, leaf: Uint8Array, events: GrowingTree, kept: KeptLeaf): void => {
      const one = kept(events.size);
      const differs = one !== undefined && !equal(one, leaf);
      if (!tree && differs) {
        tree = growTree(hashing, { size: events.size, edge: events.edge() });
        const following = kept(events.size + 1);
        shifted = following !== undefined && equal(following, leaf);
      }
      if (tree && one) tree.append(one);
      if (differs && differing.length < MOST_NAMED) differing = [...differing, event];
    },
    /** Whether a reference vouches for the stored leaves, which means that the events are wrong. */
    are: ({ size, root }: Reference): boolean => tree?.size === size && equal(tree.root(), root),
    differing: () => differing,
    /** An event is missing, so all later ones have moved up. */
    shifted: () => shifted,
    forget: () => {
      tree = undefined;
      differing = [];
    },
  };
};

const uniquePlaces = (findings: readonly Finding[]): Finding[] =>
  [...new Map(findings.toReversed().map((each) => [`${each.stream} ${each.revision}`, each])).values()].reverse();

/** Reads all events once and compares their tree with everything signed. */
export const verifyLog = async (options: VerifyOptions): Promise<LogVerification> => {
  const { db, references, progress = () => undefined } = options;
  const { sealed, last } = references;
  const forged = new Map(references.forged.map(({ size, reason }) => [size, reason]));
  const gone = new Map(references.gone.map(({ size, reason }) => [size, reason]));
  const tree = growTree(hashing);
  const keptLeaves = openKeptLeaves();
  const upperTiles = new Map<string, Tile>();
  const ends = new Map<string, End>();
  const unsealed = { streams: new Set<string>(), facts: 0 };
  const missing: Finding[] = [];
  const findings: Finding[] = [];
  let newest: Named = { stream: 'no stream', revision: 0 };
  let sinceHeld = 0;
  let lost = false;
  let due = 0;

  const blame = ({ who, ...reference }: Reference): void => {
    const reason = `it is not what ${who} sealed`;
    const rewritten = keptLeaves.differing();
    if (rewritten.length > 0) findings.push(...rewritten.map((event) => ({ ...event, reason })));
    if (keptLeaves.are({ who, ...reference }) || lost || rewritten.length > 0) return;
    lost = true;
    const or = sinceHeld > 1 ? `it, or one of the ${sinceHeld - 1} facts before it, ` : 'it ';
    findings.push({ ...newest, reason: `${or}is not what ${who} sealed` });
  };

  const hold = (reference: Reference): void => {
    if (!equal(tree.root(), reference.root)) {
      blame(reference);
      return;
    }
    for (const event of keptLeaves.differing())
      findings.push({ ...event, reason: 'it is what was sealed, but the log keeps another leaf of it' });
    keptLeaves.forget();
    if (reference === last && !equal(mapRootOf(ends), last.mapRoot))
      findings.push({ ...newest, reason: `the map of ${reference.who} is not that of the facts up to it` });
    sinceHeld = 0;
  };

  const take = (event: SealedLeaf, keptLeaf: KeptLeaf): void => {
    const { stream, revision, leaf } = event;
    const end = ends.get(stream);
    const expected = (end?.revision ?? -1) + 1;
    newest = event;
    if (revision !== expected && missing.length < MOST_NAMED)
      missing.push({ stream, revision: expected, reason: `revision ${expected} is missing` });
    keptLeaves.compare(newest, leaf, tree, keptLeaf);
    tree.append(leaf);
    if (end) {
      end.revision = revision;
      end.leaf = leaf;
    } else ends.set(stream, { revision, leaf });
    sinceHeld++;
    if (last && tree.size > last.size) {
      unsealed.streams.add(stream);
      unsealed.facts++;
    }
    const reason = forged.get(tree.size);
    if (reason !== undefined) findings.push({ ...newest, reason });
    for (; sealed[due]?.size === tree.size; due++) hold(sealed[due]!);
    const lostHead = gone.get(tree.size);
    if (lostHead !== undefined) findings.push({ ...newest, reason: lostHead });
  };

  /** Upper tiles consist of full tiles only. */
  const compareUpper = async (): Promise<void> => {
    const made = [...upperTiles.values()];
    const kept = new Map(
      (await findTiles(db, made)).map(({ hashes, ...place }) => [tilePath({ ...place, width: TILE_WIDTH }), hashes]),
    );
    for (const { hashes, ...place } of made) {
      const path = tilePath({ ...place, width: TILE_WIDTH });
      const there = kept.get(path) ?? [];
      if (there.some((hash, index) => hashes[index] && !equal(hash, hashes[index])))
        findings.push({ ...newest, reason: `the tile ${path} of the log is not that of the facts up to it` });
    }
  };

  let told = 0;
  await goThrough(options, take, () => {
    for (const tile of tree.changedTiles()) if (tile.level > 0) upperTiles.set(`${tile.level}/${tile.index}`, tile);
    if (tree.size - told < EVERY) return;
    told = tree.size - (tree.size % EVERY);
    progress(told);
  });
  const beyond = sealed.slice(due).at(-1);
  const ending = [...forged]
    .filter(([size]) => size > tree.size)
    .map(([, reason]) => ({ ...newest, reason: `${reason}, and the facts end before` }));
  if (beyond)
    ending.push({
      ...newest,
      reason: `the facts end with it, ${tree.size} in all; ${beyond.who} sealed ${beyond.size}`,
    });
  const isWrong = findings.length + missing.length + ending.length > 0;
  const cut = isWrong ? (await cutEnds(db, ends)).slice(0, MOST_NAMED) : [];
  if (!isWrong) await compareUpper();
  const faultOfMap = isWrong ? undefined : await keptMapFault(options);
  if (faultOfMap !== undefined) findings.push({ ...newest, reason: faultOfMap });
  const named = [...missing, ...cut];
  const moved = named.length > 0 && keptLeaves.shifted();
  const all = [
    ...named,
    ...(moved ? findings.filter(({ reason }) => [...forged.values()].includes(reason)) : findings),
    ...(named.length > 0 ? [] : ending),
  ];
  const revisions = new Map([...ends].map(([stream, { revision }]) => [stream, revision]));
  return { facts: tree.size, streams: ends.size, unsealed, ends: revisions, findings: uniquePlaces(all) };
};
