import { useQuery } from '@tanstack/react-query';
import type { RemovedReviews as Answer } from '#application/contract/reviews.ts';
import { api } from '../../../api/client.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { shortDate } from '../../../ui/dates.ts';
import { Link } from '../../../ui/Link.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { Statement } from './Statement.tsx';

const NAMES = { review: 'Your review', answer: 'Your answer to the review' } as const;

/** The reader's removed reviews, with the reasons. Renders nothing if there are none. */
export const RemovedReviews = ({ sale: transaction }: { sale: string }) => {
  const removed = useQuery({
    queryKey: ['reviews', transaction, 'removed'],
    queryFn: ({ signal }) => api.get<Answer>(`reviews/${transaction}/removed`, { signal }),
  });
  if (hasNothing(removed))
    return (
      <ErrorState
        error={removed.error}
        title="Failed to load the decision about your review"
        onRetry={() => removed.refetch()}
      />
    );
  return removed.data?.removed.map(({ part, text, reason, removedAt }) => (
    <Panel key={part} title={`${NAMES[part]} was removed`}>
      <div className="form-grid">
        <p>
          It was reported, and our staff removed it on {shortDate(removedAt)}. It is no longer shown; the stars stay.
        </p>
        <Statement who="The reason given by our staff" said={{ text: reason, evidence: [] }} />
        <Statement who="What you wrote" said={{ text, evidence: [] }} />
        <p>
          If you think this is wrong, <Link to="/faq-contact">contact us</Link> and say why. We reply on business days.
        </p>
      </div>
    </Panel>
  ));
};
