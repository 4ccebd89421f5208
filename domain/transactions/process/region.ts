import type { TransactionEventType } from '../events.ts';

/** `leaves`: facts that a state admits without being left. `to`: the state that a fact leads to. */
export type State = {
  leaves?: readonly TransactionEventType[];
  to?: Readonly<Partial<Record<TransactionEventType, string>>>;
};
export type Region = Readonly<Record<string, State>>;
