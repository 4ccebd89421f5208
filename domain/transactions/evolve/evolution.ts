import type { TransactionEvent, TransactionEventType } from '../events.ts';
import type { Transaction } from '../state.ts';
import type { Balances } from '../stateShape.ts';

export type DataOf<Type extends TransactionEventType> = Extract<TransactionEvent, { type: Type }>['data'];

/** The fields of a sale that a fact changes; none of its sums, which the ledger alone makes. */
export type Change = Partial<Omit<Transaction, keyof Balances>> & { [Sum in keyof Balances]?: never };

/** What a fact changes beside the regions of the chart and the balances; `sale` is the sale before it. */
export type Evolutions = {
  [Type in TransactionEventType]: (data: DataOf<Type>, transaction: Transaction) => Change;
};

export const nothing = (): Change => ({});
