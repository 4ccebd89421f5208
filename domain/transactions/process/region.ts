import type { TransactionEventType } from '../events.ts';

/** `leaves`: events that a state admits without being left. `to`: the state that an event leads to. */
export type State<Name extends string = string> = {
  leaves?: readonly TransactionEventType[];
  to?: Readonly<Partial<Record<TransactionEventType, Name>>>;
};
/** Its states, the initial one first. */
export type Region<Name extends string = string> = Readonly<Record<Name, State<Name>>>;
