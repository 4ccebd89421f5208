import { access } from '#domain/access/access.ts';
import { may } from '#domain/access/right.ts';
import { mayAct } from '#domain/accounts/accountStatus.ts';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { CaseDeskCommand } from '#domain/transactions/caseDesk.ts';
import { excludedFromAll } from '#domain/transactions/waitsFor.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';

type Unasked<Command> = Command extends CaseDeskCommand ? Omit<Command, 'at' | 'by' | 'parties'> : never;

/** The work of staff on the cases of a sale, decided against the parties of that sale. */
export const caseDeskCommands = ({
  repository,
}: {
  repository: Pick<Repository, 'transactions' | 'caseDesks' | 'accounts'>;
}) => {
  const send = async (sale: TransactionId, request: Unasked<CaseDeskCommand>, context: CommandContext) => {
    const { state } = await repository.transactions.load(sale);
    const { buyerId, sellerId } = state;
    const parties = buyerId === '' ? null : { buyerId, sellerId };
    const command =
      request.type === 'AssignCase'
        ? { ...request, parties, excluded: excludedFromAll(state) }
        : { ...request, parties };
    return repository.caseDesks.send(sale, command, context);
  };
  return {
    /** `to`: by default the caller. */
    assign: async (
      sale: TransactionId,
      assigned: { from: AccountId | null; to?: AccountId | undefined },
      context: CommandContext,
    ) => {
      const { from, to } = assigned;
      if (to === undefined) return send(sale, { type: 'AssignCase', from }, context);
      const account = (await repository.accounts.load(to)).state;
      const mayWork = may(access.case.do.work, account.roles) && mayAct(account);
      return send(sale, { type: 'AssignCase', from, to: { id: to, mayWork } }, context);
    },
    unassign: (sale: TransactionId, from: AccountId | null, context: CommandContext) =>
      send(sale, { type: 'UnassignCase', from }, context),
    snooze: (sale: TransactionId, until: Instant, context: CommandContext) =>
      send(sale, { type: 'SnoozeCase', until }, context),
    endSnooze: (sale: TransactionId, context: CommandContext) => send(sale, { type: 'EndSnooze' }, context),
    writeNote: (sale: TransactionId, text: string, context: CommandContext) =>
      send(sale, { type: 'WriteNote', text }, context),
  };
};
