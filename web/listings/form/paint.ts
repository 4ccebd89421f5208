type Said = { condition: string; paintQuality: string };

/** Whether it is said to be painted, and how well it is, not at all. */
export const contradictsPaint = ({ condition, paintQuality }: Said): boolean =>
  paintQuality === 'Not Painted' && ['Painted', 'Pro-painted'].includes(condition);
