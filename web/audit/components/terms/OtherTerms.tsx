import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/ApiError.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TableSkeleton } from '../../../ui/TableRegion.tsx';
import { useAddress } from '../../../ui/useAddress.ts';
import { counterfactualQuery } from '../../api/auditQueries.ts';
import { Course } from './Course.tsx';
import { TermsForm } from './TermsForm.tsx';

const Answer = ({ set, from, to }: { set: string; from: string; to: string }) => {
  const { data, error, isPending, refetch } = useQuery(counterfactualQuery({ set, from, to }));
  if (isPending) return <TableSkeleton rows={7} />;
  if (!data)
    return (
      <ErrorState error={error} title="Failed to work it out" onRetry={() => refetch()}>
        {messageOf(error, 'Try again in a moment.')}
      </ErrorState>
    );
  if (data.sales === 0) return <EmptyState title="No sales">No sale began on these days.</EmptyState>;
  return <Course answer={data} />;
};

export const OtherTerms = () => {
  const { of } = useAddress();
  const [set, from, to] = [of('set'), of('from'), of('to')];
  return (
    <>
      <PageHeading
        title="Other terms"
        lead="What would have become of the real sales if other periods, fees and limits had applied."
        rule={false}
      />
      <TermsForm key={`${set} ${from} ${to}`} />
      {set && from && to ? (
        <Answer set={set} from={from} to={to} />
      ) : (
        <EmptyState title="Ask what would have been">
          Choose a term, write another value, and choose the days on which the sales began.
        </EmptyState>
      )}
    </>
  );
};
