import { useState } from 'react';
import type { RoleProposal } from '#application/contract/staffAccounts.ts';
import { useUser } from '../../../api/session.tsx';
import { ActionQuestion } from '../../../staff/ConfirmedAction.tsx';
import { Button } from '../../../ui/Button.tsx';
import { dateTime } from '../../../ui/dates.ts';
import { Link } from '../../../ui/Link.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { dueInShort } from '../../../ui/timeLeft.ts';
import { useNow } from '../../../ui/useNow.ts';

type Asked = { proposal: RoleProposal; step: 'confirm' | 'withdraw' };

const WORDS = {
  confirm: {
    title: 'Give this role?',
    confirmText: 'Confirm',
    busyText: 'Confirming…',
    failure: 'Failed to give the role',
    said: ['Role given'],
  },
  withdraw: {
    title: 'Withdraw your proposal?',
    cancelText: 'Keep it',
    confirmText: 'Withdraw',
    busyText: 'Withdrawing…',
    failure: 'Failed to withdraw it',
    said: ['Proposal withdrawn'],
  },
} as const;

const Question = ({ asked: { proposal, step }, onClose }: { asked: Asked; onClose: () => void }) => {
  const { account, role, proposedBy, proposalId } = proposal;
  return (
    <ActionQuestion
      {...WORDS[step]}
      open
      onOpenChange={onClose}
      path={`admin/roles/${step}`}
      body={{ account: account._id, proposalId }}
    >
      {step === 'confirm' ? (
        <p>
          {account.username} becomes {role}, as {proposedBy.username} proposed, and has to sign in again. All admins and
          auditors are notified.
        </p>
      ) : (
        <p>{account.username} gets no role.</p>
      )}
    </ActionQuestion>
  );
};

/** The proposer can withdraw, every other admin can confirm. */
export const ProposedRoles = ({ proposals, acts }: { proposals: readonly RoleProposal[]; acts: boolean }) => {
  const own = useUser()._id;
  const now = useNow();
  const [asked, setAsked] = useState<Asked>();
  return (
    <Panel title="Waiting for a second admin">
      <ul className="proposed-roles">
        {proposals.map((proposal) => {
          const { proposalId, account, role, proposedBy, lapsesAt } = proposal;
          const step = proposedBy._id === own ? 'withdraw' : 'confirm';
          return (
            <li key={proposalId}>
              <p>
                <Link to={`/staff/accounts/${account._id}`}>{account.username}</Link> as{' '}
                <b className="strong">{role}</b>, proposed by {proposedBy._id === own ? 'you' : proposedBy.username}. It
                expires on{' '}
                <time className="nowrap" dateTime={lapsesAt}>
                  {dateTime(lapsesAt)}
                </time>{' '}
                ({dueInShort(lapsesAt, now)}).
              </p>
              {acts && account._id !== own && (
                <Button
                  aria-label={`${WORDS[step].confirmText}: ${account.username} as ${role}`}
                  onClick={() => setAsked({ proposal, step })}
                >
                  {WORDS[step].confirmText}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {asked && <Question asked={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  );
};
