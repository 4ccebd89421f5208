/** The purposes for which personal data may be opened. A reason in the reader's own words goes with each. */
export const PURPOSES = ['dispute', 'fraud', 'support', 'audit', 'law'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Length of that reason, in characters. */
export const SHORTEST_REASON = 10;
export const LONGEST_REASON = 500;
