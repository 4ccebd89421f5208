import type { CaseFile } from '#application/contract/cases.ts';
import { useUser } from '../../../../api/session.tsx';
import { CounterProposal } from '../../../../staff/CounterProposal.tsx';
import { Proposal } from '../../../../staff/Proposal.tsx';
import { dueTime } from '../../../../ui/dates.ts';
import { keyOf, receiverIn, sumOf, whyOf } from '../../../text/owedText.ts';
import { Debts, debtOf, numberIn, RATIONALE_HINT, REFERENCE_RULE, Reference, transferOf } from './transferFields.tsx';

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
      otherwise={
        <CounterProposal
          what="bank transfer"
          possible={allowed.includes('CounterOutsideSettlement') && !own}
          path={`transaction/${id}/outside/counter`}
          begun={{ choice: keyOf(pending), reference: reference ?? '' }}
          body={(draft) => ({ settlementId, ...transferOf(debtOf(file, draft.choice) ?? pending, draft.reference) })}
          hint={RATIONALE_HINT}
          refuses={numberIn}
        >
          {({ register, watch, formState }) => (
            <>
              <Debts file={file} owed={debtOf(file, watch('choice')) ?? pending} field={register('choice')} />
              <Reference error={formState.errors.reference?.message} field={register('reference', REFERENCE_RULE)} />
            </>
          )}
        </CounterProposal>
      }
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
