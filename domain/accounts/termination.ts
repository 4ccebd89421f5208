import { access } from '../access/access.ts';
import { may } from '../access/right.ts';
import { type Result, record, reject } from '../shared/decider.ts';
import type { AccountCommand, AccountRejection } from './commands.ts';
import type { AccountEvent } from './events.ts';
import { holdsRole } from './grants.ts';
import { OBJECTION_PERIOD } from './limits.ts';
import type { Account } from './state.ts';

type TerminationCommand = Extract<
  AccountCommand,
  { type: 'ProposeTermination' | 'ConfirmTermination' | 'RejectTermination' }
>;

/** One person can suspend. A termination needs two. */
export const decideTermination = (
  command: TerminationCommand,
  state: Account,
): Result<AccountEvent[], AccountRejection> => {
  const { at, by, proposalId } = command;
  const { termination } = state;
  if (!may(access.account.do.terminate, by.role)) return reject({ code: 'notAllowed' });
  if (command.ownSale) return reject({ code: 'ownSale' });
  const known = termination?.proposalId === proposalId;

  if (command.type === 'ProposeTermination') {
    if (known) return record();
    if (state.status !== 'suspended') return reject({ code: 'notSuspended' });
    if (termination) return reject({ code: 'terminationProposed' });
    if (holdsRole(state)) return reject({ code: 'holdsRole' });
    return record({
      type: 'TerminationProposed',
      data: { at, proposalId, reason: command.reason, proposedBy: by.id },
    });
  }

  if (!known) return reject({ code: 'terminationGone' });
  if (command.type === 'ConfirmTermination') {
    if (termination.confirmed) return record();
    if (termination.proposedBy === by.id) return reject({ code: 'ownTermination' });
    if (holdsRole(state)) return reject({ code: 'holdsRole' });
    const { proposedBy } = termination;
    const { reason } = command;
    const eraseAt = state.eraseAt ?? at + OBJECTION_PERIOD;
    return record({
      type: 'AccountTerminated',
      data: { at, proposalId, proposedBy, confirmedBy: by.id, reason, eraseAt },
    });
  }

  if (termination.confirmed) return reject({ code: 'terminationGone' });
  const { reason } = command;
  return termination.proposedBy === by.id
    ? record({ type: 'TerminationWithdrawn', data: { at, proposalId, reason, withdrawnBy: by.id } })
    : record({ type: 'TerminationRejected', data: { at, proposalId, reason, rejectedBy: by.id } });
};
