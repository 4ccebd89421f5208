import type { Actor } from '#domain/shared/actor.ts';
import type { Position, StreamName } from '../ports/eventStore.ts';

/** What a command wrote to a stream: revisions `first` to `revision`. `hash`: of the last event. */
export type Written = { stream: StreamName; first: number; revision: number; hash: string };

/** Who sends a command, and why. Repeating a `commandId` writes nothing and returns the first result. */
export type CommandContext = {
  commandId: string;
  correlationId: string;
  /** Id of the event or request that caused the command. */
  causationId: string;
  actor: Actor;
  /** Called with what the command wrote to each stream, also when a repeated command wrote it earlier. */
  wrote?: (written: Written) => void;
};

/** A command without the fields that sending adds: time and actor. */
export type Request<Command> = Command extends unknown ? Omit<Command, 'at' | 'by'> : never;

export type Outcome<Event, State> = {
  state: State;
  /** The events this command wrote; empty if nothing had to change. */
  events: Event[];
  /** Position of the last event written, or of the stream's last event; undefined for an empty stream. */
  position: Position | undefined;
  /** The command had already been carried out. */
  repeated: boolean;
};
