import type { CaseFile } from '#application/contract/cases.ts';
import { useUser } from '../../../api/session.tsx';
import { Proposal } from '../../../staff/Proposal.tsx';
import { dateTime } from '../../../ui/dates.ts';
import { centsOf } from '../../../ui/money.ts';
import { dueInShort } from '../../../ui/timeLeft.ts';
import { useNow } from '../../../ui/useNow.ts';
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
            <p>The money moves at once, and both parties read the rationale. It cannot be taken back.</p>
          </>
        ),
      }}
      confirmed={['Decision confirmed', 'The money moves now; both parties read the rationale.']}
      reject={{
        ...answer('reject'),
        hint: 'Staff and auditors read it, the parties do not',
        follows: 'Nothing moves. The case waits for another decision.',
      }}
    >
      <p>
        <b className="strong">{own ? 'You' : proposedBy.username}</b> proposed this on {dateTime(pending.proposedAt)}.{' '}
        {pending.shownUntil && (
          <>
            {Date.parse(pending.shownUntil) > now
              ? 'Both parties can say something about it, and it cannot be confirmed, until'
              : 'Both parties had time to say something about it until'}{' '}
            <b className="strong nowrap">{dateTime(pending.shownUntil)}</b>.{' '}
          </>
        )}
        It lapses on <b className="strong nowrap">{dateTime(confirmBy)}</b> ({dueInShort(confirmBy, now)}).
      </p>
      <Division parts={inCents(pending)} />
    </Proposal>
  );
};
