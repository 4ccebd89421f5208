import type { CSSProperties } from 'react';

/** The average to one decimal; undefined without ratings. */
export const averageRating = (reputation: number, ratingCount: number): string | undefined =>
  ratingCount > 0 ? (reputation / ratingCount).toFixed(1) : undefined;

/** 0 to 5 in half stars. */
export const starsFor = (average: number): number => Math.round(Math.min(5, Math.max(0, average)) * 2) / 2;

export const Stars = ({ average, label }: { average: number; label?: string }) => (
  <span
    className="stars"
    style={{ '--v': starsFor(average) } as CSSProperties}
    role="img"
    aria-label={label ?? `${average.toFixed(1)} out of 5 stars`}
  />
);

/** `reputation` is the sum of the ratings. */
export const Rating = ({ reputation, ratingCount }: { reputation: number; ratingCount: number }) => {
  const average = averageRating(reputation, ratingCount);
  if (average === undefined) return <span className="rating muted">No rating</span>;
  return (
    <span className="rating">
      <Stars average={Number(average)} />
      <b className="num">{average}</b> <span className="muted num">({ratingCount})</span>
    </span>
  );
};
