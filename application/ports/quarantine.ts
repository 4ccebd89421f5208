import type { Instant } from '#domain/shared/instants.ts';
import { UnreadableEvent, waitsForRelease } from './eventCodec.ts';
import { HistoryCut, type StoredEvent, StreamMoved, type StreamName } from './eventStore.ts';
import type { Failures } from './failures.ts';

/** The event at which a stream failed. */
export type Culprit = Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'id' | 'type'> & {
  /** Without personal data. */
  reason: string;
  /** The subscription that met it, or `commands` for a load before a decision. */
  foundBy: string;
  /** The event is fine, but it needs this other stream, which is quarantined. */
  because?: StreamName;
};

/** Who skipped which events of the stream. Read models catch up before policies, because policies notify people. */
export type PassedBy = { reader: string; isReadModel: boolean; from: number; upTo: number };

export type Missed = { stream: StreamName } & Pick<PassedBy, 'from' | 'upTo'>;

export type Quarantined = Omit<Culprit, 'because'> & {
  because: StreamName | null;
  since: Instant;
  /** Somebody has asked for a retry. */
  retrying: boolean;
  passedBy: readonly PassedBy[];
};

/** Streams that cannot be folded or handled. Nothing is decided on them, and every subscription skips their events. */
export interface Quarantine {
  /** As this process last saw it; changes by other processes appear within two seconds. */
  find(stream: StreamName): Quarantined | undefined;
  all(): readonly Quarantined[];
  /** Reads the current state, including changes by other processes. */
  refresh(): Promise<void>;
  /** `tooMany`: more streams failed in a short time than bad events explain, so the program is at fault. */
  put(culprit: Culprit): Promise<'quarantined' | 'tooMany'>;
  /** A policy skips an event. False if its stream is no longer quarantined. */
  pass(policy: string, event: Pick<StoredEvent, 'stream' | 'revision'>): Promise<boolean>;
  /** What `reader` skipped and must catch up now. */
  asked(reader: string): readonly Missed[];
  /** A policy has caught up and skipped nothing since. The last reader to do so lifts the quarantine. */
  caughtUp(policy: string, missed: Missed): Promise<void>;
  /** Catching up failed again: the stream stays quarantined with this reason. */
  failed(culprit: Culprit): Promise<void>;
  /** Runs `call` when `reader` is asked to catch up. Returns a function that stops it. */
  onAsked(reader: string, call: () => void): () => void;
}

type Place = Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'id' | 'type'>;

/** A stored event that its aggregate cannot apply, for example because the statechart has no such transition. */
export class UnfoldableEvent extends Error {
  override readonly name = 'UnfoldableEvent';
  readonly at: Place;
  constructor({ stream, revision, position, id, type }: Place, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${type} at revision ${revision} of ${stream} cannot follow: ${reason}`, { cause });
    this.at = { stream, revision, position, id, type };
  }
}

/** Nothing is decided on this stream until somebody has repaired it. */
export class StreamQuarantined extends Error {
  override readonly name = 'StreamQuarantined';
  readonly stream: StreamName;
  constructor(stream: StreamName) {
    super(`${stream} is in quarantine`);
    this.stream = stream;
  }
}

/** Where a stream becomes unreadable. Undefined for any other failure, and for events of a newer release. */
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

/** Whether the event itself seems to be at fault. Events of a newer release are not; they wait. */
export const isPoison = (error: unknown, { isTransient }: Pick<Failures, 'isTransient'>): boolean => {
  if (waitsForRelease(error)) return false;
  if (error instanceof UnreadableEvent) return true;
  // another writer was faster
  return !isTransient(error) && !(error instanceof StreamMoved);
};

/** These errors quote their input, which may be personal. */
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
