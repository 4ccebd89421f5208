/** Average rating to one decimal (document 2, section 9). */
export const reputationText = ({ reputation, ratingCount }: { reputation: number; ratingCount: number }): string =>
  ratingCount === 0
    ? 'No ratings yet'
    : `${(reputation / ratingCount).toFixed(1)} (${ratingCount} review${ratingCount === 1 ? '' : 's'})`;
