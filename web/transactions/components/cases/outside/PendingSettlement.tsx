import type { CaseFile } from '#application/contract/cases.ts';
import { useUser } from '../../../../api/session.tsx';
import { Proposal } from '../../../../staff/Proposal.tsx';
import { dueTime } from '../../../../ui/dates.ts';
import { receiverIn, sumOf, whyOf } from '../../../text/owedText.ts';

type Pending = NonNullable<CaseFile['pendingSettlement']>;

/** A proposed bank transfer, waiting for a second staff member. */
export const PendingSettlement = ({ file, pending }: { file: CaseFile; pending: Pending }) => {
  const { settlementId, proposedBy, reference } = pending;
  const own = proposedBy._id === useUser()._id;
  const { _id: id, allowed } = file.transaction;
  const sum = <b className="strong">{sumOf(pending)}</b>;
  const answer = (action: 'confirm' | 'reject') => ({
    path: `transaction/${id}/outside/${action}`,
    body: { settlementId },
  });
  return (
    <Proposal
      what="bank transfer"
      own={own}
      words={pending.rationale}
      mayConfirm={allowed.includes('ConfirmOutsideSettlement')}
      mayReject={allowed.includes('RejectOutsideSettlement')}
      confirm={{
        ...answer('confirm'),
        title: 'Confirm this bank transfer?',
        confirmText: 'Confirm',
        busyText: 'Confirming…',
        follows: (
          <>
            <p>
              {sum} to {receiverIn(file, pending)}, with the reference <b className="strong">{reference}</b>.
            </p>
            <p>
              It then counts as paid, and they get an email. Pay it from our own bank account at once. This cannot be
              undone.
            </p>
          </>
        ),
      }}
      confirmed={['Bank transfer confirmed', 'It is no longer owed.']}
      reject={{
        ...answer('reject'),
        hint: 'Visible to staff and auditors, not to the parties',
        follows: 'No money moves, and it is still owed.',
      }}
    >
      <p>
        <b className="strong">{own ? 'You' : proposedBy.username}</b> proposed this on {dueTime(pending.proposedAt)}:{' '}
        {sum} to {receiverIn(file, pending)}, with the reference <b className="strong">{reference}</b>, because{' '}
        {whyOf(pending)}. The proposal ends if the payment provider reports anything about this money, or if the amount
        owed changes.
      </p>
    </Proposal>
  );
};
