import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../api/ApiError.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TableSkeleton } from '../../../ui/TableRegion.tsx';
import { useAddress } from '../../../ui/useAddress.ts';
import { counterfactualQuery } from '../../api/auditQueries.ts';
import { Course } from './Course.tsx';
import { TermsForm } from './TermsForm.tsx';

type Asked = { set: string; from: string; to: string; until: string };

/** The address names the instant of the answer, so that a shared link gives the same one. */
const Answer = (asked: Asked) => {
  const { change } = useAddress();
  const cache = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(counterfactualQuery(asked));
  const isUnnamed = data !== undefined && data.sales > 0 && asked.until === '';
  useEffect(() => {
    if (!isUnnamed) return;
    cache.setQueryData(counterfactualQuery({ ...asked, until: data.until }).queryKey, data);
    change({ until: data.until });
  });
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
  const [set, from, to, until] = [of('set'), of('from'), of('to'), of('until')];
  const [isFaulty, setFaulty] = useState(false);
  return (
    <>
      <PageHeading
        title="Other terms"
        lead="What would have become of the real sales if other periods, fees and limits had applied."
        rule={false}
      />
      <TermsForm key={`${set} ${from} ${to}`} onSend={setFaulty} />
      {set && from && to ? (
        !isFaulty && <Answer set={set} from={from} to={to} until={until} />
      ) : (
        <EmptyState title="Ask what would have been">
          Choose a term, write another value, and choose the days on which the sales began.
        </EmptyState>
      )}
    </>
  );
};
