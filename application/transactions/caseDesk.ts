import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { CaseDeskCommand } from '#domain/transactions/caseDesk.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';

type Unasked<Command> = Command extends CaseDeskCommand ? Omit<Command, 'at' | 'by' | 'parties'> : never;

/** The work of staff on the cases of a sale, decided against the parties of that sale. */
export const caseDeskCommands = ({ repository }: { repository: Pick<Repository, 'transactions' | 'caseDesks'> }) => {
  const send = async (sale: TransactionId, request: Unasked<CaseDeskCommand>, context: CommandContext) => {
    const { buyerId, sellerId } = (await repository.transactions.load(sale)).state;
    const parties = buyerId === '' ? null : { buyerId, sellerId };
    return repository.caseDesks.send(sale, { ...request, parties }, context);
  };
  return {
    assign: (sale: TransactionId, from: AccountId | null, context: CommandContext) =>
      send(sale, { type: 'AssignCase', from }, context),
    unassign: (sale: TransactionId, from: AccountId | null, context: CommandContext) =>
      send(sale, { type: 'UnassignCase', from }, context),
    snooze: (sale: TransactionId, until: Instant, context: CommandContext) =>
      send(sale, { type: 'SnoozeCase', until }, context),
    endSnooze: (sale: TransactionId, context: CommandContext) => send(sale, { type: 'EndSnooze' }, context),
    writeNote: (sale: TransactionId, text: string, context: CommandContext) =>
      send(sale, { type: 'WriteNote', text }, context),
  };
};
