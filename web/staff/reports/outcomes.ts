export const OUTCOMES = {
  nothing: 'No rule was broken',
  warned: 'The sender was warned',
  suspended: 'The account was suspended',
};

export const REVIEW_OUTCOME_WORDS = { kept: 'Kept', removed: 'Taken away' };
