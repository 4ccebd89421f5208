import type { Actor } from '#domain/shared/actor.ts';
import type { Position, StreamName } from '../ports/eventStore.ts';

/** What a command has written to a stream: from revision `first` to `revision`. `hash`: of the last one. */
export type Written = { stream: StreamName; first: number; revision: number; hash: string };

/** Who sends a command, and why. The same `commandId` again writes nothing new and answers as the first time. */
export type CommandContext = {
  commandId: string;
  correlationId: string;
  /** The event or request that caused it. */
  causationId: string;
  actor: Actor;
  /** Hears what the command has written to each stream, now or when it was sent before. */
  wrote?: (written: Written) => void;
};

/** A command without what sending it adds: when, and by whom. */
export type Request<Command> = Command extends unknown ? Omit<Command, 'at' | 'by'> : never;

export type Outcome<Event, State> = {
  state: State;
  /** What this command wrote; empty when it had nothing to change. */
  events: Event[];
  /** Of the last event written, or of the stream's last one; undefined for a stream without events. */
  position: Position | undefined;
  /** The same command had written them before. */
  repeated: boolean;
};
