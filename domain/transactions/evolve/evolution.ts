import type { TransactionEvent, TransactionEventType } from '../events.ts';
import type { Sale } from '../sale.ts';

export type DataOf<Type extends TransactionEventType> = Extract<TransactionEvent, { type: Type }>['data'];

/** What a fact changes beside the regions of the chart; `sale` is the sale before it. */
export type Evolutions = {
  [Type in TransactionEventType]: (data: DataOf<Type>, sale: Sale) => Partial<Sale>;
};

export const nothing = (): Partial<Sale> => ({});
