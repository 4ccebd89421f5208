import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { CaseFile } from '#application/contract/cases.ts';
import { CaseNews, ReadCase } from '../../../../staff/ReadCase.tsx';
import { caseQuery } from '../../../../staff/staffQueries.ts';
import { BackLink } from '../../../../ui/BackLink.tsx';
import { TransactionBundle } from '../../../../ui/bundle.tsx';
import { LoadFailure } from '../../../../ui/LoadFailure.tsx';
import { partOnDemand } from '../../../../ui/partOnDemand.tsx';
import { Skeleton, SkeletonLines } from '../../../../ui/Skeleton.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { DecisionPanel } from '../decide/DecisionPanel.tsx';
import { PendingDecision } from '../decide/PendingDecision.tsx';
import { StaffActions } from '../decide/StaffActions.tsx';
import { OutsidePanel } from '../outside/OutsidePanel.tsx';
import { CaseHead } from './CaseHead.tsx';
import { SealedTimeline } from './CaseTimeline.tsx';
import { Money, TransactionLedger } from './Money.tsx';
import { NextSteps } from './NextSteps.tsx';
import { Parties } from './Parties.tsx';
import { Statements } from './Statements.tsx';
import { Talk } from './Talk.tsx';

/** Renders nothing unless somebody may appeal. */
const AppealRight = partOnDemand<{ sale: CaseFile['transaction'] }>(
  async () => (await import('../../dispute/AppealRight.tsx')).AppealRight,
  null,
);

const CaseSkeleton = () => (
  <div role="status" aria-label="Accessing the archives...">
    <div className="case-head">
      <Skeleton ratio="4 / 3" />
      <div className="grid gap-2">
        <Skeleton width="14rem" />
        <Skeleton width="60%" height="2rem" />
        <Skeleton width="45%" />
      </div>
    </div>
    <div className="case">
      <div>
        <Skeleton height="16rem" />
        <Skeleton height="20rem" />
      </div>
      <div>
        <div className="panel">
          <SkeletonLines lines={6} />
        </div>
        <Skeleton height="24rem" />
      </div>
    </div>
  </div>
);

const Failure = (props: { error: unknown; onRetry: () => void }) => (
  <LoadFailure
    {...props}
    missing={{ title: 'Sale not found', words: 'Please check the address.' }}
    failed={{ title: 'Failed to load the case', words: 'The money is not affected.' }}
    quarantined={{
      title: 'This sale is in quarantine',
      words:
        'One of its records is inconsistent, so the sale is stopped until an engineer repairs it. The list of cases says which record, and why.',
    }}
    back={{ to: '/staff', label: 'All cases' }}
  />
);

const Full = ({ file }: { file: CaseFile }) => {
  const decides = file.transaction.allowed.includes('DecideDispute') && !file.pendingDecision;
  return (
    <ReadCase key={file.transaction._id} file={file}>
      <CaseNews />
      <CaseHead file={file} />
      <div className="case staff-case">
        <div className="case-told">
          <Statements file={file} />
          <Talk file={file} />
          <SealedTimeline file={file} />
          <div className="case-books">
            <Money file={file} />
            <div>
              <TransactionLedger file={file} />
              <Parties file={file} />
            </div>
          </div>
        </div>
        <div className="case-actions">
          <NextSteps file={file} />
          {file.transaction.decision && <AppealRight sale={file.transaction} />}
          {file.pendingDecision && <PendingDecision file={file} pending={file.pendingDecision} />}
          <DecisionPanel file={file} allowed={decides} />
          <OutsidePanel file={file} />
          <StaffActions file={file} />
          <TransactionBundle sale={file.transaction._id} />
        </div>
      </div>
    </ReadCase>
  );
};

export const CaseScreen = () => {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(caseQuery(id));
  return (
    <>
      <BackLink to="/staff">Cases</BackLink>
      {isPending && <CaseSkeleton />}
      {data && error && <Notice bad>Could not refresh the case. What you see may be out of date.</Notice>}
      {data ? <Full file={data} /> : !isPending && <Failure error={error} onRetry={() => void refetch()} />}
    </>
  );
};
