export const OUTCOMES = {
  nothing: 'No rule was broken',
  warned: 'The sender was warned',
  suspended: 'The account was suspended',
};
