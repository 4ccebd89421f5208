import type { TransactionCommand } from '#domain/transactions/commands.ts';
import type { RecordedEvent } from '#domain/transactions/counterfactual/acts.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { asRead } from '#tests/support/asReader.ts';

/** The history that these commands make, as it is stored. Refused ones leave nothing. */
export const recordedAfter = (commands: readonly TransactionCommand[]): RecordedEvent[] => {
  const history: RecordedEvent[] = [];
  let transaction = transactionAggregate.initial;
  for (const [number, command] of commands.entries()) {
    const decision = transactionAggregate.decide(asRead(command, transaction), transaction);
    if (!decision.ok) continue;
    for (const event of decision.value) {
      history.push({ event, actor: command.by, commandId: `command-${number}` });
      transaction = transactionAggregate.evolve(transaction, event);
    }
  }
  return history;
};
