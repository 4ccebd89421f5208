import type { CaseFile } from '#application/contract/cases.ts';
import { useUser } from '../../../../api/session.tsx';
import { Proposal } from '../../../../staff/Proposal.tsx';
import { dateTime } from '../../../../ui/dates.ts';
import { centsOf } from '../../../../ui/money.ts';
import { dueInShort } from '../../../../ui/timeLeft.ts';
import { useNow } from '../../../../ui/useNow.ts';
import { Division } from './Division.tsx';

type Pending = NonNullable<CaseFile['pendingDecision']>;

const inCents = ({ toBuyer, toSeller, fee }: Pending) => ({
  toBuyer: centsOf(toBuyer),
  toSeller: centsOf(toSeller),
  fee: centsOf(fee),
});

export const PendingDecision = ({ file, pending }: { file: CaseFile; pending: Pending }) => {
  const now = useNow();
  const { decisionId, proposedBy, confirmBy } = pending;
  const own = proposedBy._id === useUser()._id;
  const { _id: id, allowed } = file.transaction;
  const answer = (action: 'confirm' | 'reject') => ({
    path: `transaction/${id}/dispute/${action}-decision`,
    body: { decisionId },
  });
  return (
    <Proposal
      what="decision"
      own={own}
      alone={!pending.needsAnother}
      words={pending.rationale}
      mayConfirm={allowed.includes('ConfirmDecision')}
      mayReject={allowed.includes('RejectDecision')}
      confirm={{
        ...answer('confirm'),
        title: 'Confirm this decision?',
        confirmText: 'Confirm',
        busyText: 'Confirming…',
        follows: (
          <>
            <Division parts={inCents(pending)} />
            <p>The money moves at once, and both parties can read the rationale. This cannot be undone.</p>
          </>
        ),
      }}
      confirmed={['Decision confirmed', 'The money moves now, and both parties can read the rationale.']}
      reject={{
        ...answer('reject'),
        hint: 'Visible to staff and auditors, not to the parties',
        follows: 'No money moves. The case stays open for another decision.',
      }}
    >
      <p>
        <b className="strong">{own ? 'You' : proposedBy.username}</b> proposed this on {dateTime(pending.proposedAt)}.{' '}
        {pending.shownUntil && (
          <>
            {Date.parse(pending.shownUntil) > now
              ? 'Both parties can comment, and it cannot be confirmed, until'
              : 'Both parties could comment until'}{' '}
            <b className="strong nowrap">{dateTime(pending.shownUntil)}</b>.{' '}
          </>
        )}
        It expires on <b className="strong nowrap">{dateTime(confirmBy)}</b> ({dueInShort(confirmBy, now)}).
      </p>
      <Division parts={inCents(pending)} />
    </Proposal>
  );
};
