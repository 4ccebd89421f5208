import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { CaseFile } from '#application/contract/cases.ts';
import { useUser } from '../../../../api/session.tsx';
import { CaseNews } from '../../../../staff/CaseNews.tsx';
import { ReadCase } from '../../../../staff/ReadCase.tsx';
import { caseQuery } from '../../../../staff/staffQueries.ts';
import { BackLink } from '../../../../ui/BackLink.tsx';
import { TransactionBundle } from '../../../../ui/bundle.tsx';
import { useDivider } from '../../../../ui/Divider.tsx';
import { LoadFailure } from '../../../../ui/LoadFailure.tsx';
import { partOnDemand } from '../../../../ui/partOnDemand.tsx';
import { Skeleton, SkeletonLines } from '../../../../ui/Skeleton.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { ChargebackPanel } from '../chargeback/ChargebackPanel.tsx';
import { isToDecide } from '../decide/awaited.ts';
import { DecisionPanel } from '../decide/DecisionPanel.tsx';
import { DECISION_ADDRESS, jumpToDecision } from '../decide/shortcuts.ts';
import { OutsidePanel } from '../outside/OutsidePanel.tsx';
import { AsSold } from './AsSold.tsx';
import { CaseHead } from './CaseHead.tsx';
import { SealedTimeline } from './CaseTimeline.tsx';
import type { CameFrom } from './cameFrom.ts';
import { Statements } from './Statements.tsx';
import { Talk } from './Talk.tsx';
import { useReading } from './useReading.ts';

const Outcome = partOnDemand(async () => (await import('./onDemand.ts')).Outcome, null);
const Money = partOnDemand(async () => (await import('./onDemand.ts')).Money, <Skeleton height="16rem" />);
const Parties = partOnDemand(async () => (await import('./onDemand.ts')).Parties, <Skeleton height="12rem" />);
const Parcels = partOnDemand(async () => (await import('./onDemand.ts')).Parcels, <Skeleton height="8rem" />);
const NextSteps = partOnDemand(async () => (await import('./onDemand.ts')).NextSteps, <Skeleton height="16rem" />);
const AfterAnother = partOnDemand(async () => (await import('./onDemand.ts')).AfterAnother, null);
const PendingDecision = partOnDemand(
  async () => (await import('./onDemand.ts')).PendingDecision,
  <Skeleton height="24rem" />,
);
const PendingEffects = partOnDemand(async () => (await import('./onDemand.ts')).PendingEffects, null);
const SimilarCases = partOnDemand(async () => (await import('./onDemand.ts')).SimilarCases, null);
const StaffActions = partOnDemand(
  async () => (await import('./onDemand.ts')).StaffActions,
  <Skeleton height="12rem" />,
);
const Differences = partOnDemand(
  async () => (await import('../difference/Differences.tsx')).Differences,
  <Skeleton height="12rem" />,
);
const Desk = partOnDemand(async () => (await import('./Desk.tsx')).Desk, <Skeleton height="8rem" />);

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

const ACTIONS = { least: 300, most: 640, usual: 336 };

const Full = ({ file }: { file: CaseFile }) => {
  const { readers, isNew } = useReading(file);
  const { divider, style } = useDivider('case-actions', 'Width of the decision column', ACTIONS);
  const pending = file.pendingDecision;
  const [answered, setAnswered] = useState<string>();
  const counters = pending && answered === pending.decisionId ? answered : undefined;
  const decides = pending
    ? counters !== undefined && file.transaction.allowed.includes('CounterDecision')
    : isToDecide(file);
  return (
    <ReadCase file={file} me={useUser()._id} readers={readers}>
      <div className="case-notices">
        {(useLocation().state as CameFrom)?.decided && <AfterAnother />}
        <CaseNews />
      </div>
      <CaseHead file={file} />
      {(pending || decides) && (
        <p className="to-decision">
          <a href={DECISION_ADDRESS} onClick={jumpToDecision}>
            To the decision
          </a>
        </p>
      )}
      <div className="case staff-case" style={style}>
        <div className="case-told">
          <AsSold file={file} />
          <Statements file={file} isNew={isNew} />
          <Talk file={file} isNew={isNew} />
          <Parcels file={file} />
          <div className="case-books">
            <Money file={file} />
            <Parties file={file} />
          </div>
          <SimilarCases file={file} />
          <SealedTimeline file={file} isNew={isNew} />
        </div>
        {divider}
        <div className="case-actions">
          <Outcome file={file} />
          {pending && (
            <PendingDecision
              file={file}
              pending={pending}
              answers={counters !== undefined}
              onAnswers={(open) => setAnswered(open ? pending.decisionId : undefined)}
            />
          )}
          <DecisionPanel file={file} allowed={decides} counters={counters} />
          <ChargebackPanel file={file} />
          <OutsidePanel file={file} />
          <Desk file={file} readers={readers} />
          <NextSteps file={file} />
          <PendingEffects sale={file.transaction._id} />
          {file.differences.length > 0 && <Differences file={file} />}
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
      {data ? (
        <Full key={data.transaction._id} file={data} />
      ) : (
        !isPending && <Failure error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
};
