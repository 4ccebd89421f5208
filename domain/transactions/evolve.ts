import { marksAfter } from './cases.ts';
import type { TransactionEvent } from './events.ts';
import { chargebacks } from './evolve/chargebacks.ts';
import { copyOf } from './evolve/copyOf.ts';
import { escrowPeriod } from './evolve/escrowPeriod.ts';
import type { Change, Evolutions } from './evolve/evolution.ts';
import { moneyBack } from './evolve/moneyBack.ts';
import { outside, stillProposed } from './evolve/outside.ts';
import { payment } from './evolve/payment.ts';
import { payouts } from './evolve/payouts.ts';
import { procedures } from './evolve/procedures.ts';
import { balancesAfter } from './ledger.ts';
import { movedBy } from './moved.ts';
import { stillKept } from './owedOutside.ts';
import { step } from './replay.ts';
import type { Transaction } from './state.ts';

const evolutions: Evolutions = {
  ...payment,
  ...escrowPeriod,
  ...procedures,
  ...moneyBack,
  ...chargebacks,
  ...payouts,
  ...outside,
};

const after = (transaction: Transaction, event: TransactionEvent): Transaction => {
  const change = evolutions[event.type] as
    | ((data: TransactionEvent['data'], transaction: Transaction) => Change)
    | undefined;
  const regions = step(transaction, event);
  const moved = copyOf(transaction);
  Object.assign(
    moved,
    change?.(event.data, transaction),
    balancesAfter(event, transaction),
    regions,
    movedBy(transaction, event.type),
  );
  const ours = moved.platformLoss - transaction.platformLoss;
  moved.marks = marksAfter(transaction.marks, event, { ours, kept: stillKept(moved) });
  if (moved.proposal === 'none') moved.proposed = null;
  if (moved.outside.proposed) moved.outside = stillProposed(moved, event);
  return moved;
};

type Evolved = { sale: Transaction; event: TransactionEvent; after: Transaction };
/** As many as one decision writes, about. */
const KEPT = 8;
const lately: Evolved[] = [];
let oldest = 0;

/**
 * The sale after a fact. What decides folds its own facts, and whoever writes them does so once more: the last few are known as the same
 * objects, as neither a sale nor a fact changes. @throws CorruptHistory when the statechart has no arrow for it
 */
export const evolve = (transaction: Transaction, event: TransactionEvent): Transaction => {
  for (const each of lately) if (each.event === event && each.sale === transaction) return each.after;
  const evolved = { sale: transaction, event, after: after(transaction, event) };
  lately[oldest] = evolved;
  oldest = (oldest + 1) % KEPT;
  return evolved.after;
};
