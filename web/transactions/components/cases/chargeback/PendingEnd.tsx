import type { CaseFile } from '#application/contract/cases.ts';
import type { ChargebackFile } from '#application/contract/chargebacks.ts';
import { useUser } from '../../../../api/session.tsx';
import { CounterProposal } from '../../../../staff/CounterProposal.tsx';
import { Proposal } from '../../../../staff/Proposal.tsx';
import { formatUnits } from '../../../../ui/currencies.ts';
import { dueTime } from '../../../../ui/dates.ts';
import { END_FOLLOWS, RATIONALE_HINT } from './endText.ts';

type PendingEndProps = { file: CaseFile; claim: ChargebackFile; pending: NonNullable<ChargebackFile['pendingEnd']> };

/** A proposal to end a chargeback by hand, waiting for a second staff member. */
export const PendingEnd = ({ file, claim, pending }: PendingEndProps) => {
  const { endId, outcome, proposedBy, proposedAt, rationale } = pending;
  const own = proposedBy._id === useUser()._id;
  const { _id: id, allowed } = file.transaction;
  const { chargebackId, amount, currency } = claim;
  const answer = (action: 'confirm' | 'reject') => ({
    path: `transaction/${id}/chargeback/end/${action}`,
    body: { chargebackId, endId },
  });
  const other = outcome === 'won' ? 'lost' : 'won';
  const ended = (
    <>
      the chargeback over <b className="strong">{formatUnits(amount, currency)}</b> is{' '}
      <b className="strong">{outcome}</b>
    </>
  );
  return (
    <Proposal
      what="end of the chargeback"
      own={own}
      words={rationale}
      mayConfirm={allowed.includes('ConfirmChargebackEnd')}
      mayReject={allowed.includes('RejectChargebackEnd')}
      confirm={{
        ...answer('confirm'),
        title: 'Confirm this end of the chargeback?',
        confirmText: 'Confirm',
        busyText: 'Confirming…',
        danger: outcome === 'lost',
        follows: (
          <>
            <p>You confirm that {ended}.</p>
            <p>{END_FOLLOWS[outcome]}</p>
          </>
        ),
      }}
      confirmed={['Chargeback ended']}
      reject={{
        ...answer('reject'),
        hint: 'Visible to staff and auditors, not to the parties',
        follows: 'No money moves, and the chargeback stays open.',
      }}
      otherwise={
        <CounterProposal
          what="end of the chargeback"
          possible={allowed.includes('CounterChargebackEnd') && !own}
          path={`transaction/${id}/chargeback/end/counter`}
          body={() => ({ chargebackId, endId })}
          hint={RATIONALE_HINT}
        >
          {() => (
            <>
              <p>
                You propose that the chargeback over <b className="strong">{formatUnits(amount, currency)}</b> is{' '}
                <b className="strong">{other}</b>.
              </p>
              <p>{END_FOLLOWS[other]}</p>
            </>
          )}
        </CounterProposal>
      }
    >
      <p>
        <b className="strong">{own ? 'You' : proposedBy.username}</b> proposed on {dueTime(proposedAt)} that {ended}.
        The proposal ends if the bank decides first.
      </p>
    </Proposal>
  );
};
