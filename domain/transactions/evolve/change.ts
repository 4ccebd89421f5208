import type { Transaction } from '../state.ts';
import type { Balances } from '../stateShape.ts';

/** The fields that an event changes. Balances are excluded: only the ledger changes them. */
export type Change = Partial<Omit<Transaction, keyof Balances>> & { [Sum in keyof Balances]?: never };
