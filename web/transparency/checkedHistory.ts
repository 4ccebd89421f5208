import type { HistoryEvent, StreamProof } from '#application/contract/proofs.ts';
import { canonicalJson } from '#application/transparency/canonicalJson.ts';
import { type HistoryVerdict, judgeHistory } from '#application/transparency/history.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { MASK } from '#domain/access/mask.ts';
import { serverCode } from '../api/ApiError.ts';
import { api } from '../api/client.ts';
import { type CheckedHead, checkHead } from './checkedLog.ts';
import { askLog, bytesOf, hashesIn, mapProofIn } from './signedHead.ts';

/** A fact as a screen shows it: whatever of it is shown. `data`: personal fields masked, or opened. */
export type ShownEvent = {
  revision: number;
  type: string;
  id?: string;
  recordedAt?: string;
  actor?: { id: string; role: string };
  hash?: string;
  data?: Record<string, unknown>;
};

/** `fields` undefined: the screen tells of it in words of its own. */
export type ReadInto = { revision: number; version: number; fields: string[] | undefined };

export type CheckedHistory = {
  stream: string;
  head: CheckedHead;
  verdict: HistoryVerdict;
  facts: readonly HistoryEvent[];
  /** Revisions that the screen shows otherwise than they are stored. */
  shownOtherwise: number[];
  /** Of what was written in an earlier form: what is shown of it and is not stored that way. */
  readInto: ReadInto[];
  /** When the log was asked, by its own clock, ms. */
  now: number;
};

const MOST_TRIES = 3;

const page = (stream: string, number: number, size: number | undefined) =>
  api.get<StreamProof>(
    `proof/stream/${encodeURIComponent(stream)}?page=${number}${size === undefined ? '' : `&size=${size}`}`,
  );

const sizeIn = (head: string): number => Number(head.split('\n')[1]);

/** All pages under one head: when another was signed meanwhile, they are asked for anew. */
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

/** Fields that are sealed are proven as the ciphertext that is stored; what they say is not compared. */
const fieldsNotStored = ({ data: shown = {} }: ShownEvent, { data }: Stored): string[] =>
  Object.entries(shown)
    .filter(([name, value]) => {
      if (isSealed(data[name]) || value === MASK || value === null) return false;
      return !(name in data) || canonicalJson(value) !== canonicalJson(data[name]);
    })
    .map(([name]) => name);

/** All but its data, which no later form of the type reads otherwise. */
const isShownAsStored = ({ type, id, recordedAt, actor, hash }: ShownEvent, { metadata, ...stored }: Stored): boolean =>
  type === stored.type &&
  (id ?? stored.id) === stored.id &&
  (recordedAt === undefined || Date.parse(recordedAt) === stored.recordedAt) &&
  (actor === undefined || (actor.id === metadata.actor.id && actor.role === metadata.actor.role)) &&
  (hash ?? metadata.hash) === metadata.hash;

/** What the screen shows beside what is stored. What an earlier release wrote is read into the form of today: that is said, and is no fault. */
const compared = (
  shown: readonly ShownEvent[],
  stored: HistoryVerdict['events'],
  { versions, facts }: Pick<StreamProof, 'versions' | 'facts'>,
) => {
  // A screen may show an event twice: in its list and among those that a filter found.
  const shownOtherwise = new Set<number>();
  const readInto = new Map<number, ReadInto>();
  for (const event of shown) {
    const written = stored[event.revision];
    if (!written) {
      // a fact that is withheld is there, and one that nothing is stored of is made up
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

/** Everything about a stream's proof, recomputed here. */
export const checkHistory = async (stream: string, shown: readonly ShownEvent[]): Promise<CheckedHistory> => {
  const [proof, state] = [await wholeProof(stream), await askLog()];
  const head = await checkHead(proof.head ?? undefined, state);
  const verdict = judgeHistory(
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
