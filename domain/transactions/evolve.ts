import { marksAfter } from './cases.ts';
import type { TransactionEvent } from './events.ts';
import { chargebacks } from './evolve/chargebacks.ts';
import { copyOf } from './evolve/copyOf.ts';
import { escrowPeriod } from './evolve/escrowPeriod.ts';
import type { Change, Evolutions } from './evolve/evolution.ts';
import { moneyBack } from './evolve/moneyBack.ts';
import { payment } from './evolve/payment.ts';
import { payouts } from './evolve/payouts.ts';
import { procedures } from './evolve/procedures.ts';
import { balancesAfter } from './ledger.ts';
import { step } from './replay.ts';
import type { Sale } from './sale.ts';

const evolutions: Evolutions = { ...payment, ...escrowPeriod, ...procedures, ...moneyBack, ...chargebacks, ...payouts };

/** The sale after a fact. @throws CorruptHistory when the statechart has no arrow for it */
export const evolve = (sale: Sale, event: TransactionEvent): Sale => {
  const change = evolutions[event.type] as ((data: TransactionEvent['data'], sale: Sale) => Change) | undefined;
  const regions = step(sale, event);
  const moved = copyOf(sale);
  Object.assign(moved, change?.(event.data, sale), balancesAfter(event, sale), regions);
  moved.marks = marksAfter(sale.marks, event, moved.platformLoss - sale.platformLoss);
  if (moved.proposal === 'none') moved.proposed = null;
  return moved;
};
