type Said = { condition: string; paintQuality: string };

/** Whether condition and paint quality contradict each other. */
export const contradictsPaint = ({ condition, paintQuality }: Said): boolean =>
  paintQuality === 'Not Painted' && ['Painted', 'Pro-painted'].includes(condition);
