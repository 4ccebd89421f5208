import { UnreadableEvent, waitsForRelease } from './eventCodec.ts';
import { HistoryCut, type StoredEvent, StreamMoved, type StreamName } from './eventStore.ts';
import type { Failures } from './failures.ts';
import type { Culprit } from './quarantine.ts';

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
