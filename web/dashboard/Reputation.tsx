import { Panel } from '../ui/Panel.tsx';
import { averageRating, Stars } from '../ui/Rating.tsx';

/** Average rating to one decimal, or 0 (document 1, section 2). */
export const Reputation = ({ reputation, ratingCount }: { reputation: number; ratingCount: number }) => {
  const average = averageRating(reputation, ratingCount);
  return (
    <Panel title="Reputation">
      <p className="row">
        <span className="price price-lg num">{average ?? '0'}</span>
        <Stars average={Number(average ?? 0)} />
      </p>
      <p className="small muted mt-1">
        {ratingCount === 0 ? 'No ratings yet' : `(${ratingCount} review${ratingCount === 1 ? '' : 's'})`}
      </p>
    </Panel>
  );
};
