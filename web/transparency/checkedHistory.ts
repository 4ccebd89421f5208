import type { HistoryEvent, StreamProof } from '#application/contract/transparency.ts';
import { canonicalJson } from '#application/transparency/canonicalJson.ts';
import { type HistoryVerdict, verifyHistory } from '#application/transparency/history.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { MASK } from '#domain/access/mask.ts';
import { serverCode } from '../api/ApiError.ts';
import { api } from '../api/client.ts';
import { type CheckedHead, checkHead } from './checkedLog.ts';
import { askLog, bytesOf, hashesIn, mapProofIn } from './signedHead.ts';

/** An event as the screen shows it. `data`: personal fields masked or opened. */
export type ShownEvent = {
  revision: number;
  type: string;
  id?: string;
  recordedAt?: string;
  actor?: { id: string; role: string };
  hash?: string;
  data?: Record<string, unknown>;
};

/** `fields` undefined: the screen shows its own summary instead of fields. */
export type ReadInto = { revision: number; version: number; fields: string[] | undefined };

export type CheckedHistory = {
  stream: string;
  head: CheckedHead;
  verdict: HistoryVerdict;
  facts: readonly HistoryEvent[];
  /** Revisions whose display differs from what is stored. */
  shownOtherwise: number[];
  /** Old-format events: displayed fields that are not stored. */
  readInto: ReadInto[];
  /** Time of the log's answer by its own clock, in ms. */
  now: number;
};

const MOST_TRIES = 3;

const page = (stream: string, number: number, size: number | undefined) =>
  api.get<StreamProof>(
    `proof/stream/${encodeURIComponent(stream)}?page=${number}${size === undefined ? '' : `&size=${size}`}`,
  );

const sizeIn = (head: string): number => Number(head.split('\n')[1]);

/** Loads all pages under one head; starts again if a newer head was signed meanwhile. */
const wholeProof = async (stream: string, triesLeft = MOST_TRIES): Promise<StreamProof> => {
  const first = await page(stream, 1, undefined);
  const facts = [...first.facts];
  const versions = { ...first.versions };
  try {
    for (let number = 2, more = first.hasMore; more; number++) {
      const next = await page(stream, number, first.head === null ? 0 : sizeIn(first.head));
      facts.push(...next.facts);
      Object.assign(versions, next.versions);
      more = next.hasMore;
    }
  } catch (error) {
    if (serverCode(error) === 'notNewestHead' && triesLeft > 1) return wholeProof(stream, triesLeft - 1);
    throw error;
  }
  return { ...first, facts, versions };
};

const isSealed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('$personal' in value || 'ct' in value);

type Stored = NonNullable<HistoryVerdict['events'][number]>;

/** Sealed fields are proven as ciphertext, so their content is not compared. */
const fieldsNotStored = ({ data: shown = {} }: ShownEvent, { data }: Stored): string[] =>
  Object.entries(shown)
    .filter(([name, value]) => {
      if (isSealed(data[name]) || value === MASK || value === null) return false;
      return !(name in data) || canonicalJson(value) !== canonicalJson(data[name]);
    })
    .map(([name]) => name);

/** Compares everything but the data; upcasting changes only data. */
const isShownAsStored = ({ type, id, recordedAt, actor, hash }: ShownEvent, { metadata, ...stored }: Stored): boolean =>
  type === stored.type &&
  (id ?? stored.id) === stored.id &&
  (recordedAt === undefined || Date.parse(recordedAt) === stored.recordedAt) &&
  (actor === undefined || (actor.id === metadata.actor.id && actor.role === metadata.actor.role)) &&
  (hash ?? metadata.hash) === metadata.hash;

/** Compares display and storage. Upcast fields of old events are reported, but are no fault. */
const compared = (
  shown: readonly ShownEvent[],
  stored: HistoryVerdict['events'],
  { versions, facts }: Pick<StreamProof, 'versions' | 'facts'>,
) => {
  // A screen may show an event twice: in its list and among filter results.
  const shownOtherwise = new Set<number>();
  const readInto = new Map<number, ReadInto>();
  for (const event of shown) {
    const written = stored[event.revision];
    if (!written) {
      // A withheld event exists; an event beyond the stored ones is invented.
      if (event.revision >= facts.length) shownOtherwise.add(event.revision);
      continue;
    }
    const { type, version } = written;
    const fields = fieldsNotStored(event, written);
    const isOld = version < (versions[type] ?? version);
    if (!isShownAsStored(event, written) || (fields.length > 0 && !isOld)) shownOtherwise.add(event.revision);
    else if (isOld && (!event.data || fields.length > 0))
      readInto.set(event.revision, { revision: event.revision, version, fields: event.data && fields });
  }
  return { shownOtherwise: [...shownOtherwise], readInto: [...readInto.values()] };
};

/** Recomputes the whole proof of a stream. */
export const checkHistory = async (stream: string, shown: readonly ShownEvent[]): Promise<CheckedHistory> => {
  const [proof, state] = [await wholeProof(stream), await askLog()];
  const head = await checkHead(proof.head ?? undefined, state);
  const verdict = verifyHistory(
    {
      stream,
      facts: proof.facts.map(({ entry, leaf, index, path }) => ({
        entry: entry ?? undefined,
        leaf: bytesOf(leaf),
        index: index ?? undefined,
        path: hashesIn(path),
      })),
      head: head.kind === 'signed' ? head.head : undefined,
      map: proof.map ? mapProofIn(proof.map) : undefined,
    },
    sha256,
  );
  const now = Date.parse(state.now);
  return { stream, head, verdict, facts: proof.facts, now, ...compared(shown, verdict.events, proof) };
};
