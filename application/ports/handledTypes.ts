import type { Position } from './eventStore.ts';

/** What a policy has handled up to its checkpoint. */
export type Handled = {
  handles: readonly string[];
  /** Types that it has not, from a position on: another release ran it meanwhile, or it is to read them from the start (''). */
  missed: Readonly<Record<string, Position>>;
  /** Every type that the releases knew which ran it, whoever it is for: of others there was nothing to handle. */
  knows: readonly string[];
};

export type Subscriber = {
  name: string;
  handles: readonly string[];
  /** From where it reads a type that a release before knew and did not handle: what comes from now on, or all that there is. */
  begins?: Readonly<Record<string, 'now' | 'start'>> | undefined;
};

/** Beside the checkpoints of the policies: of which types they speak. */
export interface HandledTypes {
  /** When a process starts. @throws when a policy handles a further type and does not say from where it reads it */
  begin(subscribers: readonly Subscriber[]): Promise<void>;
  /** Under the lease, with the checkpoint at `position`. Answers what it has to catch up, and from where on. */
  takeOver(subscriber: Subscriber, position: Position | null): Promise<Handled['missed']>;
  /** It has read these types up to there. Nothing happens when another release has taken over meanwhile. */
  movedOn(subscriber: Subscriber, types: readonly string[], to: Position): Promise<void>;
  caughtUp(subscriber: Subscriber, types: readonly string[]): Promise<void>;
}
