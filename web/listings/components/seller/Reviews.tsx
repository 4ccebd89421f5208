import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SellerReview } from '#application/contract/reviews.ts';
import { Button } from '../../../ui/Button.tsx';
import { shortDate } from '../../../ui/dates.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { Stars } from '../../../ui/Rating.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { useKeptFocus } from '../../../ui/useKeptFocus.ts';
import { sellerReviewsQuery } from '../../api/sellerQueries.ts';
import type { ReviewAct } from './ReviewDialog.tsx';

const ReviewDialog = onceOpened(async () => (await import('./ReviewDialog.tsx')).ReviewDialog);

type Offered = [act: ReviewAct, label: string];

const actsOn = ({ own, answer, answerable }: SellerReview): Offered[] => [
  ...(answerable ? [['answer', 'Answer'] satisfies Offered] : []),
  ...(own !== 'review' ? [['reportReview', 'Report review'] satisfies Offered] : []),
  ...(answer && own !== 'answer' ? [['reportAnswer', 'Report answer'] satisfies Offered] : []),
];

const Review = ({ review, acts }: { review: SellerReview; acts: Offered[] }) => {
  const { _id, rating, text, writtenAt, answer } = review;
  const [act, setAct] = useState<ReviewAct>('reportReview');
  const [open, setOpen] = useState(false);
  const place = useKeptFocus<HTMLLIElement>();
  const loads = ReviewDialog.useAhead(acts.length > 0);
  const name = `of ${shortDate(writtenAt)}`;
  return (
    <li {...place} className="panel review">
      <p className="said-head">
        <Stars average={rating} label={`${rating} out of 5 stars`} />
        <time className="muted" dateTime={writtenAt}>
          {shortDate(writtenAt)}
        </time>
      </p>
      <p className="said-text">{text}</p>
      {answer && (
        <div className="review-answer">
          <p className="said-head muted">
            Seller’s answer
            <time dateTime={answer.answeredAt}>{shortDate(answer.answeredAt)}</time>
          </p>
          <p className="said-text">{answer.text}</p>
        </div>
      )}
      {acts.length > 0 && (
        <div className="row">
          {acts.map(([kind, label]) => (
            <Button
              key={kind}
              size="sm"
              look={kind === 'answer' ? undefined : 'quiet'}
              busy={loads}
              onClick={() => {
                setAct(kind);
                setOpen(true);
              }}
            >
              {label}
              <span className="sr-only"> {name}</span>
            </Button>
          ))}
        </div>
      )}
      {acts.length > 0 && <ReviewDialog key={act} id={_id} act={act} open={open} onOpenChange={setOpen} />}
    </li>
  );
};

type ReviewsProps = { id: string; viewer: { _id: string } | undefined };

/** Buyers' reviews and the seller's answers; buyers stay anonymous. */
export const Reviews = ({ id, viewer }: ReviewsProps) => {
  const found = useInfiniteQuery(sellerReviewsQuery(id, viewer === undefined));
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = found;
  const failure = error && (
    <ErrorState error={error} title="Failed to load the reviews" onRetry={() => (data ? fetchNextPage() : refetch())} />
  );
  if (!data)
    return (
      failure || (
        <div role="status" aria-label="Accessing the archives...">
          <SkeletonLines lines={3} />
        </div>
      )
    );
  const reviews = [...new Map(data.pages.flatMap((page) => page.reviews).map((one) => [one._id, one])).values()];
  if (reviews.length === 0) return <EmptyState title="No reviews yet." />;
  return (
    <>
      <ul className="reviews">
        {reviews.map((review) => (
          <Review key={review._id} review={review} acts={viewer ? actsOn(review) : []} />
        ))}
      </ul>
      <LoadMore hasMore={hasNextPage} busy={isFetchingNextPage} onMore={() => fetchNextPage()} before={failure}>
        <p role="status">
          Showing {reviews.length} of {data.pages.at(-1)?.total}
        </p>
      </LoadMore>
    </>
  );
};
