import type { Actor } from '../shared/actor.ts';
import type { Instant } from '../shared/instants.ts';
import { account } from './account.ts';
import type { AccountCommand } from './commands.ts';
import type { AccountEvent } from './events.ts';
import type { Account } from './state.ts';

export const STAFF_ACTIONS = [
  'suspend',
  'reinstate',
  'terminate',
  'confirmTermination',
  'rejectTermination',
  'withdrawTermination',
] as const;
export type StaffAction = (typeof STAFF_ACTIONS)[number];

const ACTION_OF: Partial<Record<AccountEvent['type'], StaffAction>> = {
  AccountSuspended: 'suspend',
  AccountReinstated: 'reinstate',
  TerminationProposed: 'terminate',
  AccountTerminated: 'confirmTermination',
  TerminationRejected: 'rejectTermination',
  TerminationWithdrawn: 'withdrawTermination',
};

/** The buttons to show: tries each command and names it by the event it would write. */
export const staffActions = (
  state: Account,
  { at, by, ownSale: ownTransaction }: { at: Instant; by: Actor; ownSale: boolean },
): StaffAction[] => {
  const issued = { at, by, ownSale: ownTransaction, reason: '', proposalId: state.termination?.proposalId ?? '' };
  const tried: AccountCommand[] = [
    { type: 'SuspendAccount', ...issued },
    { type: 'ReinstateAccount', ...issued },
    { type: 'ProposeTermination', ...issued },
    { type: 'ConfirmTermination', ...issued },
    { type: 'RejectTermination', ...issued },
  ];
  return tried.flatMap((command) => {
    const decision = account.decide(command, state);
    return decision.ok ? decision.value.flatMap(({ type }) => ACTION_OF[type] ?? []) : [];
  });
};
