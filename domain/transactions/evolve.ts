import { sheetOf, type TransactionEvent } from './events.ts';
import { balancesAfter } from './ledger.ts';
import { movedBy } from './moved.ts';
import { copyOf } from './noTransaction.ts';
import { owedOutside, stillKept } from './owedOutside.ts';
import { STATEMENTS } from './process/providerTable.ts';
import { step } from './replay.ts';
import type { Transaction } from './state.ts';

const FIRST_OF_STATEMENTS: ReadonlySet<string> = new Set(
  Object.values(STATEMENTS).flatMap((steps) => steps.map(({ events: [first] }) => first)),
);

/** A proposed settlement outlives an event only if the same sum is owed and the provider said nothing. `transaction`: after the event. */
const withProposal = (transaction: Transaction, { type }: TransactionEvent): Transaction['outside'] => {
  const { proposed } = transaction.outside;
  if (!proposed) return transaction.outside;
  const owed = owedOutside(transaction, proposed);
  const holds = !FIRST_OF_STATEMENTS.has(type) && 'amount' in owed && owed.amount === proposed.amount;
  return holds ? transaction.outside : { ...transaction.outside, proposed: null };
};

/** The transaction after an event. @throws CorruptHistory when the statechart has no arrow for it */
export const evolve = (transaction: Transaction, event: TransactionEvent): Transaction => {
  const sheet = sheetOf(event);
  const regions = step(transaction, event);
  const after = copyOf(transaction);
  Object.assign(
    after,
    sheet.evolve(event.data, transaction),
    balancesAfter(event, transaction),
    regions,
    movedBy(transaction, event.type),
  );
  const lost = after.platformLoss - transaction.platformLoss;
  if (sheet.case) after.marks = sheet.case(event.data, transaction.marks, { lost, kept: stillKept(after) });
  if (after.proposal === 'none') after.proposed = null;
  if (after.dispute !== 'deferred') after.deferred = null;
  after.outside = withProposal(after, event);
  return after;
};
