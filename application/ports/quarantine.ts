import type { Instant } from '#domain/shared/instants.ts';
import type { StoredEvent, StreamName } from './eventStore.ts';

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
