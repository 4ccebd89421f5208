import type { AccountFile } from '#application/contract/staffAccounts.ts';
import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import { ReasonedAction } from '../../../staff/ReasonedAction.tsx';

/** Hint of every reason that staff write about an account. */
export const OF_ACCOUNT = 'Visible to staff and auditors in the history of the account, not to its owner.';

const ACTIONS = {
  suspend: {
    button: 'Suspend account',
    confirmText: 'Suspend account',
    busyText: 'Suspending…',
    danger: true,
    title: 'Suspend',
    failure: 'Failed to suspend the account',
    said: 'Account suspended',
    follows:
      'Every session ends at once, and nobody can sign in to this account until it is reinstated. Open sales keep their deadlines and their money; no new payout to it starts.',
  },
  reinstate: {
    button: 'Reinstate account',
    confirmText: 'Reinstate account',
    busyText: 'Reinstating…',
    danger: false,
    title: 'Reinstate',
    failure: 'Failed to reinstate the account',
    said: 'Account reinstated',
    follows:
      'Its owner can sign in again with the same password. Waiting payouts are prepared again. Archived listings stay archived.',
  },
  terminate: {
    button: 'Terminate account',
    confirmText: 'Propose termination',
    busyText: 'Proposing…',
    danger: true,
    title: 'Terminate',
    failure: 'Failed to propose the termination',
    said: 'Termination proposed',
    follows: `A second staff member has to confirm it. Then its listings leave the market, its owner is notified, and after ${ACCOUNT_TERMS.objection} the account is erased. No new payout to it starts: staff decide about the money of its open sales, and the account is erased only after the last one ends.`,
  },
} as const;

/** Account actions that the server allows the reader. */
export const Standing = ({ account }: { account: AccountFile }) =>
  (Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).map((name) => {
    const { title, follows, ...words } = ACTIONS[name];
    return (
      <ReasonedAction
        key={name}
        {...words}
        allowed={account.allowed.includes(name)}
        look={words.danger ? 'danger' : 'plain'}
        size="sm"
        title={`${title} ${account.username}`}
        hint={OF_ACCOUNT}
        path={`staff/accounts/${account._id}/${name}`}
        body={(reason) => ({ reason })}
      >
        <p>{follows}</p>
      </ReasonedAction>
    );
  });
