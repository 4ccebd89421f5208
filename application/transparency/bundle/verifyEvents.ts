import type { Bytes } from '../bytes.ts';
import { equal, fromBase64 } from '../bytes.ts';
import type { LogHead } from '../checkpoint.ts';
import { chainHash } from '../factChain.ts';
import { readEntry } from '../factEntry.ts';
import { type Sha256, treeHashing } from '../hashing.ts';
import { isIncluded } from '../proofs.ts';
import { streamMap } from '../streamMap.ts';
import type { BundledEvent, BundledStream } from './bundleFormat.ts';
import {
  type Finding,
  fails,
  inDoubt,
  isInstant,
  type Known,
  minuteOf,
  nameOf,
  note,
  type ReadBundle,
  some,
  spoken,
} from './findings.ts';
import { count, orNull, record, type Shape, text, textLike } from './shape.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const hashOf = (base64: string): Bytes => fromBase64(base64) ?? new Uint8Array();

const written: Shape = record({
  id: text,
  type: text,
  revision: count,
  position: textLike(/^\d{20}$/),
  data: record({}),
  metadata: record({ actor: record({ id: text, role: text }), hash: text, prevHash: orNull(text) }),
});

export const readEvent = (fact: BundledEvent, files: ReadonlyMap<string, Bytes>, sha256: Sha256): Known | Finding => {
  const name = nameOf(fact);
  if (fact.file === null) return { fact, name, event: undefined };
  const changed = fails(
    `${spoken(name)} was changed. The report names it “${fact.stream.split('-')[0]}, revision ${fact.revision}”.`,
  );
  const content = files.get(fact.file);
  if (!content || !equal(treeHashing(sha256).leaf(content), hashOf(fact.leaf))) return changed;
  try {
    const event = readEntry(decoder.decode(content));
    const isEvent = written(event) === undefined && isInstant(event.recordedAt) && nameOf(event) === name;
    return isEvent && chainHash(event, sha256) === event.metadata.hash ? { fact, name, event } : changed;
  } catch {
    return changed; // not text, not JSON, or cyclic
  }
};

/** The end of each stream according to the checkpoint's map; −1 if it has no events, undefined if unproven. */
type Ends = ReadonlyMap<string, { revision: number; leaf: Bytes | undefined }>;

const provenEnds = ({ index, sha256 }: ReadBundle, head: LogHead): { ends: Ends; findings: Finding[] } => {
  const findings: Finding[] = [];
  const ends = new Map<string, { revision: number; leaf: Bytes | undefined }>();
  for (const { stream, whole, map } of index.streams) {
    if (!map) {
      if (whole) findings.push(fails(`Nothing proves where the history ${stream} ends.`));
      continue;
    }
    const end = map.end
      ? { key: hashOf(map.end.key), revision: map.end.revision, leaf: hashOf(map.end.leaf) }
      : undefined;
    const proven = streamMap(sha256).provenEnd(stream, { beside: map.beside.map(hashOf), end }, head.mapRoot);
    if (proven === undefined) findings.push(fails(`The end of ${stream} differs from the one in the head.`));
    else if (proven === 'none') ends.set(stream, { revision: -1, leaf: undefined });
    else ends.set(stream, proven);
  }
  return { ends, findings };
};

/** Maximum time between an event and the checkpoint that covers it. */
const LATE = 10 * 60_000;

/** How far the log reaches: per stream, and overall, because the log keeps events in position order. */
const reachOf = (sealed: Iterable<Known>) => {
  const revisions = new Map<string, number>();
  let position = '';
  for (const { fact, event } of sealed) {
    revisions.set(fact.stream, Math.max(fact.revision, revisions.get(fact.stream) ?? -1));
    if (event && event.position > position) position = event.position;
  }
  return { revisions, position };
};

/** Whether an event that claims to be newer than the checkpoint should be covered by it. */
const isCovered = ({ fact, event }: Known, ends: Ends, { revisions, position }: ReturnType<typeof reachOf>): boolean =>
  fact.revision <= (ends.get(fact.stream)?.revision ?? -1) ||
  fact.revision <= (revisions.get(fact.stream) ?? -1) ||
  (event !== undefined && event.position <= position);

const verifyUnsealed = (unsealed: readonly Known[], head: LogHead, madeAt: number): Finding[] => {
  const found: Finding[] = [];
  if (unsealed.length > 0)
    found.push(
      inDoubt(
        `${some(unsealed.length, 'newer event')} ${unsealed.length === 1 ? 'is' : 'are'} not sealed yet, and nothing proves ${unsealed.length === 1 ? 'it' : 'them'}. Download the bundle again in some minutes.`,
      ),
    );
  const newest = Math.max(head.madeAt * 1_000, madeAt);
  for (const { name, event } of unsealed)
    if (event && event.recordedAt + LATE < newest)
      found.push(
        inDoubt(
          `${spoken(name)} says that it was recorded at ${minuteOf(event.recordedAt)}, but the head of ${minuteOf(head.madeAt * 1_000)} does not cover it.`,
        ),
      );
  return found;
};

/** Which events are in the published log, and what remains unproven about the others. */
export const verifyInclusion = (
  bundle: ReadBundle,
  head: LogHead,
): { proven: number; unsealed: number; findings: Finding[] } => {
  const { index, facts: events, sha256 } = bundle;
  const hashing = treeHashing(sha256);
  const { ends, findings } = provenEnds(bundle, head);
  const published = `in the log that was published at ${minuteOf(head.madeAt * 1_000)}`;
  const isIn = ({ fact }: Known): boolean =>
    fact.index !== null &&
    isIncluded(
      { leaf: hashOf(fact.leaf), index: fact.index, size: head.size, path: fact.path.map(hashOf) },
      head.root,
      hashing,
    );
  const sealed = new Set([...events.values()].filter(isIn));
  const reach = reachOf(sealed);
  const unsealed: Known[] = [];
  for (const known of events.values()) {
    if (sealed.has(known)) continue;
    if (known.fact.index === null && !isCovered(known, ends, reach)) unsealed.push(known);
    else findings.push(fails(`${spoken(known.name)} is not ${published}.`));
  }
  for (const { name, fact } of sealed) {
    const end = ends.get(fact.stream);
    if (!end || fact.revision < end.revision) continue;
    if (fact.revision > end.revision)
      findings.push(fails(`${spoken(name)} is ${published}, but the head says that this history ended before it.`));
    else if (end.leaf && !equal(hashOf(fact.leaf), end.leaf))
      findings.push(fails(`${spoken(name)} is not the event that was sealed.`));
  }
  findings.push(...index.streams.flatMap((stream) => verifyWhole(stream, bundle, ends)));
  findings.push(...verifyUnsealed(unsealed, head, Date.parse(index.madeAt)));
  return { proven: sealed.size, unsealed: unsealed.length, findings };
};

/** Whether a stream that claims to be complete is complete. */
const verifyWhole = ({ stream, whole }: BundledStream, { index }: ReadBundle, ends: Ends): Finding[] => {
  if (!whole)
    return [note(`Only a part of the history ${stream} is in this bundle. Nothing proves how much is left out.`)];
  // includes unreadable ones, which are reported separately
  const listed = new Set(index.facts.filter((fact) => fact.stream === stream).map(({ revision }) => revision));
  const sealed = ends.get(stream)?.revision ?? -1;
  const last = Math.max(sealed, ...listed);
  for (let revision = 0; revision <= last; revision++)
    if (!listed.has(revision))
      return [
        fails(
          `Revision ${revision} of ${stream} is not in this bundle. The history was ${revision <= sealed ? 'sealed' : 'written'} up to revision ${revision <= sealed ? sealed : last}.`,
        ),
      ];
  return [];
};

/** Whether each event chains to its predecessor, where both are readable. */
export const verifyChain = ({ facts: events }: ReadBundle): Finding[] => {
  const found: Finding[] = [];
  for (const { fact, name, event } of events.values()) {
    const before = events.get(nameOf({ stream: fact.stream, revision: fact.revision - 1 }))?.event;
    const follows = fact.revision === 0 ? null : before?.metadata.hash;
    if (event && follows !== undefined && event.metadata.prevHash !== follows)
      found.push(fails(`${spoken(name)} does not continue the event before it.`));
  }
  return found;
};
