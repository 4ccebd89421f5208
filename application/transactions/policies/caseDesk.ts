import { access } from '#domain/access/access.ts';
import { may } from '#domain/access/right.ts';
import type { DomainEvent } from '#domain/events.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { excludedFromAll } from '#domain/transactions/waitsFor.ts';
import { emailJob } from '../../notifications/emails/emailJob.ts';
import type { Recorded } from '../../ports/eventCodec.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import { causedBy } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';

const HANDLES = [
  'QuestionAsked',
  'DecisionAppealed',
  'StatementGiven',
  'CaseAssigned',
] as const satisfies readonly DomainEvent['type'][];

type Deps = Pick<PolicyDeps, 'repository' | 'commands' | 'jobs'>;

const isDecider = ({ decided }: Transaction, id: AccountId): boolean =>
  decided?.by === id || (decided?.appeals.some(({ against }) => against === id) ?? false);

/**
 * Keeps the assignee of a case in step with it: a question assigns a free case to its author, and an appeal frees the case of a person who
 * may not decide it. Tells the assignee of a hand-over and of each statement.
 */
export const caseDesks = ({ repository, commands, jobs }: Deps): Policy => {
  const tell = async (accountId: AccountId, saleId: TransactionId, about: string, event: Recorded): Promise<void> => {
    const { roles } = (await repository.accounts.load(accountId)).state;
    if (!may(access.case.do.work, roles)) return;
    await jobs.add([emailJob({ template: 'caseForStaff', accountId, saleId, details: { about } }, event.id)]);
  };

  return policy({
    name: 'caseDesks',
    handles: HANDLES,
    begins: { QuestionAsked: 'now', DecisionAppealed: 'now', StatementGiven: 'now', CaseAssigned: 'now' },
    handle: async (event) => {
      const sale = idIn(event.stream);
      if (event.type === 'CaseAssigned') {
        if (![SYSTEM.id, event.data.to].includes(event.metadata.actor.id))
          await tell(event.data.to, sale, 'caseGiven', event);
        return;
      }
      const { assignee } = (await repository.caseDesks.load(sale)).state;
      if (event.type === 'StatementGiven') {
        if (assignee !== null) await tell(assignee, sale, 'statementGiven', event);
        return;
      }
      const { state } = await repository.transactions.load(sale);
      const { buyerId, sellerId } = state;
      const parties = { buyerId, sellerId };
      if (event.type === 'QuestionAsked' && assignee === null && !excludedFromAll(state).includes(event.data.askedBy)) {
        const to = { id: event.data.askedBy, mayWork: true };
        await commands.toCaseDesk(sale, { type: 'AssignCase', from: null, to, parties }, causedBy(event, 'assign'));
      }
      if (event.type === 'DecisionAppealed' && assignee !== null && isDecider(state, assignee))
        await commands.toCaseDesk(sale, { type: 'UnassignCase', from: assignee, parties }, causedBy(event, 'unassign'));
    },
  });
};
