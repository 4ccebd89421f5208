import type { AccountFile } from '#application/contract/staffAccounts.ts';
import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import { SUSPENSION_GROUND_WORDS } from '#domain/accounts/suspensionGrounds.ts';
import { ReasonedAction } from '../../../staff/ReasonedAction.tsx';

/** Hint of every reason that staff write about an account. */
export const OF_ACCOUNT = 'Visible to staff and auditors in the history of the account, not to the member.';

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
      'Every session ends at once, and nobody can sign in to this account until it is reinstated. Open sales keep their deadlines and their money; no new payout to them starts.',
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
      'They can sign in again with the same password. Waiting payouts are prepared again. Archived listings stay archived.',
  },
  terminate: {
    button: 'Terminate account',
    confirmText: 'Propose termination',
    busyText: 'Proposing…',
    danger: true,
    title: 'Terminate',
    failure: 'Failed to propose the termination',
    said: 'Termination proposed',
    follows: `A second staff member has to confirm it. Then their listings leave the market, we e-mail them, and after ${ACCOUNT_TERMS.objection} the account is erased. No new payout to them starts: staff decide about the money of their open sales, and the account is erased only after the last one ends.`,
  },
} as const;

const GROUND = {
  label: 'Ground',
  hint: 'The email to the suspended person names it.',
  missing: 'A ground is required',
  options: SUSPENSION_GROUND_WORDS,
};

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
        {...(name === 'suspend' && { choice: GROUND })}
        body={(reason, ground) => (name === 'suspend' ? { reason, ground } : { reason })}
      >
        <p>{follows}</p>
      </ReasonedAction>
    );
  });
