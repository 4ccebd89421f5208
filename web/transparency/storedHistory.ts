import type { StreamProof } from '#application/contract/transparency.ts';
import { canonicalJson } from '#application/transparency/canonicalJson.ts';
import type { LogHead } from '#application/transparency/checkpoint.ts';
import { type HistoryVerdict, verifyHistory } from '#application/transparency/history.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { MASK } from '#domain/access/mask.ts';
import { bytesOf, hashesIn, mapProofIn } from './proofBytes.ts';

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

/** A whole stream as the log proves it, and as the screen shows it. `head`: undefined without a signed one. */
export type StoredHistory = Pick<StreamProof, 'stream' | 'facts' | 'map' | 'versions'> & {
  head: LogHead | undefined;
  shown: readonly ShownEvent[];
};

export type VerifiedHistory = {
  verdict: HistoryVerdict;
  /** Revisions whose display differs from what is stored. */
  shownOtherwise: number[];
  /** Old-format events: displayed fields that are not stored. */
  readInto: ReadInto[];
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

/** Recomputes everything claimed about a stream, and compares it with its display. Takes seconds for a long one. */
export const verifyStored = ({ stream, facts, head, map, versions, shown }: StoredHistory): VerifiedHistory => {
  const verdict = verifyHistory(
    {
      stream,
      facts: facts.map(({ entry, leaf, index, path }) => ({
        entry: entry ?? undefined,
        leaf: bytesOf(leaf),
        index: index ?? undefined,
        path: hashesIn(path),
      })),
      head,
      map: map ? mapProofIn(map) : undefined,
    },
    sha256,
  );
  return { verdict, ...compared(shown, verdict.events, { versions, facts }) };
};
