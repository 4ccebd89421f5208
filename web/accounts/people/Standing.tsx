import type { AccountFile } from '#application/contract/staffAccounts.ts';
import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import { ReasonedAction } from '../../staff/ReasonedAction.tsx';
import { OF_ACCOUNT } from './accountWords.ts';

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
      'Every session ends at once, and nobody signs in to this account until it is reinstated. Open sales keep their deadlines and their money; no payout to it begins meanwhile.',
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
      'Its owner can sign in again, with the password as before. Payouts that waited for it are prepared again. Listings that were archived stay so.',
  },
  terminate: {
    button: 'Terminate account',
    confirmText: 'Propose termination',
    busyText: 'Proposing…',
    danger: true,
    title: 'Terminate',
    failure: 'Failed to propose the termination',
    said: 'Termination proposed',
    follows: `A second staff member has to confirm it. Then what it offers leaves the market, its owner is told, and after ${ACCOUNT_TERMS.objection} the account is erased. No payout to it begins meanwhile: staff decide on the money of its open sales, and the erasure waits for their end.`,
  },
} as const;

/** What the server allows the reader to do with the account as a whole. */
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
