import type { Instant } from '#domain/shared/instants.ts';
import { UnreadableEvent, waitsForRelease } from './eventCodec.ts';
import { HistoryCut, type StoredEvent, StreamMoved, type StreamName } from './eventStore.ts';
import type { Failures } from './failures.ts';

/** The event that a stream has come to a halt at. */
export type Culprit = Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'id' | 'type'> & {
  /** Without personal data. */
  reason: string;
  /** The subscription that met it; `commands` for whoever loads a stream to decide on it. */
  foundBy: string;
  /** Nothing is wrong with it but that it needs this other stream, which is in quarantine. */
  because?: StreamName;
};

/** Who has left out events of the stream, and which. Read models catch up before policies do: those tell people. */
export type PassedBy = { reader: string; isReadModel: boolean; from: number; upTo: number };

export type Missed = { stream: StreamName } & Pick<PassedBy, 'from' | 'upTo'>;

export type Quarantined = Omit<Culprit, 'because'> & {
  because: StreamName | null;
  since: Instant;
  /** Somebody has asked for it to be caught up. */
  retrying: boolean;
  passedBy: readonly PassedBy[];
};

/** The streams that cannot be folded or handled: nothing is decided on them, and every subscription passes their events by. */
export interface Quarantine {
  /** As this process saw it last; what another process has put there is seen within a second or two. */
  find(stream: StreamName): Quarantined | undefined;
  all(): readonly Quarantined[];
  /** Looks again, for whoever must not miss what another process has put there. */
  refresh(): Promise<void>;
  /** `tooMany`: more streams in a short time than bad facts explain, so it is the program that is at fault. */
  put(culprit: Culprit): Promise<'quarantined' | 'tooMany'>;
  /** A policy leaves out an event. False when its stream is in quarantine no more. */
  pass(policy: string, event: Pick<StoredEvent, 'stream' | 'revision'>): Promise<boolean>;
  /** What `reader` has passed by and is to catch up now. */
  asked(reader: string): readonly Missed[];
  /** A policy has done so, if it has passed nothing by since; the last of all readers lifts the quarantine. */
  caughtUp(policy: string, missed: Missed): Promise<void>;
  /** Catching up came to a halt: the stream stays where it is, and says why. */
  failed(culprit: Culprit): Promise<void>;
  /** `call` when `reader` is asked. Answers how to stop that. */
  onAsked(reader: string, call: () => void): () => void;
}

type Place = Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'id' | 'type'>;

/** A stored event that its aggregate cannot follow, such as one that the statechart has no arrow for. */
export class UnfoldableEvent extends Error {
  override readonly name = 'UnfoldableEvent';
  readonly at: Place;
  constructor({ stream, revision, position, id, type }: Place, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${type} at revision ${revision} of ${stream} cannot follow: ${reason}`, { cause });
    this.at = { stream, revision, position, id, type };
  }
}

/** Nothing is decided on this stream until somebody has looked at it. */
export class StreamQuarantined extends Error {
  override readonly name = 'StreamQuarantined';
  readonly stream: StreamName;
  constructor(stream: StreamName) {
    super(`${stream} is in quarantine`);
    this.stream = stream;
  }
}

/** Where a stream cannot be read any further; undefined for every other failure, and for events of a newer release. */
export const unreadableAt = (error: unknown): Place | undefined => {
  if (error instanceof UnfoldableEvent) return error.at;
  if (error instanceof HistoryCut) {
    const { stream, revision: asked, first } = error;
    const { revision = asked, position = '', id = '', type = 'nothing' } = first ?? {};
    return { stream, revision, position, id, type };
  }
  if (!(error instanceof UnreadableEvent) || error.isNewer) return undefined;
  const { stream, revision, type, event } = error;
  return { stream, revision, type, ...event };
};

/** Whether the event itself is at fault, as far as one failure can say. One of a newer release waits. */
export const isPoison = (error: unknown, { isTransient }: Pick<Failures, 'isTransient'>): boolean => {
  if (waitsForRelease(error)) return false;
  if (error instanceof UnreadableEvent) return true;
  // others were quicker
  return !isTransient(error) && !(error instanceof StreamMoved);
};

/** Parsers quote what they cannot read. */
const QUOTES = [SyntaxError, URIError];

export const culpritOf = (
  place: Place,
  error: unknown,
  foundBy: string,
  { describe }: Pick<Failures, 'describe'>,
): Culprit => {
  const { stream, revision, position, id, type } = unreadableAt(error) ?? place;
  const reason = error instanceof Error && QUOTES.some((kind) => error instanceof kind) ? error.name : describe(error);
  const because = error instanceof StreamQuarantined && error.stream !== place.stream ? error.stream : undefined;
  return { stream, revision, position, id, type, reason, foundBy, ...(because && { because }) };
};
